//! Values that a world keeps elsewhere than in an instance: the weights of expressions, the look-at direction, and gravity.

use sinew_model::model::property::{Components, PropertyTarget};

/// Those that were set or animated.
#[derive(Clone, Debug, Default)]
pub(super) struct OfWorld {
    /// Ascending by target.
    entries: Vec<Entry>,
    /// How many the world has not taken over.
    fresh: usize,
    /// The place behind the last that was written: animations write them in their order, step after step.
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    target: PropertyTarget,
    /// Gravity has three.
    numbers: [f32; 3],
    count: u8,
    is_taken: bool,
}

impl Entry {
    fn numbers(&self) -> &[f32] {
        self.numbers.get(..usize::from(self.count)).unwrap_or_default()
    }
}

impl OfWorld {
    /// Keeps a value for the world.
    pub(super) fn write(&mut self, target: PropertyTarget, numbers: &[f32]) {
        let mut entry = Entry { target, numbers: [0.0; 3], count: 0, is_taken: false };
        for (own, number) in entry.numbers.iter_mut().zip(numbers) {
            *own = *number;
            entry.count += 1;
        }
        let is_next = self.entries.get(self.next).is_some_and(|next| next.target == target);
        let place = if is_next { Ok(self.next) } else { self.place(target) };
        self.fresh += usize::from(place.map_or(true, |place| self.entries[place].is_taken));
        match place {
            Ok(place) => self.entries[place] = entry,
            Err(place) => self.entries.insert(place, entry),
        }
        self.next = place.unwrap_or_else(|place| place) + 1;
    }

    /// The value that was set last.
    pub(super) fn read(&self, target: PropertyTarget) -> Option<Components> {
        self.place(target).ok().map(|place| Components::new(self.entries[place].numbers()))
    }

    /// Whether the world has not taken over all.
    pub(super) fn is_fresh(&self) -> bool {
        self.fresh > 0
    }

    /// Hands the world what it has not taken over.
    pub(super) fn take(&mut self, mut take: impl FnMut(PropertyTarget, &[f32])) {
        if std::mem::take(&mut self.fresh) == 0 {
            return;
        }
        for entry in self.entries.iter_mut().filter(|entry| !entry.is_taken) {
            entry.is_taken = true;
            take(entry.target, entry.numbers());
        }
    }

    fn place(&self, target: PropertyTarget) -> Result<usize, usize> {
        self.entries.binary_search_by_key(&target, |entry| entry.target)
    }
}
