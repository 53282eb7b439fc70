//! The engine's lists as it saves them: only what says how they hang together.

use serde::Deserialize;

/// A place in a list, and how often it was given away before.
pub(super) type Handle = (u32, u32);

/// What the engine writes for "none".
pub(super) const NONE: u32 = u32::MAX;

/// Counters of the engine are far below this; one near the end of its type would overflow.
pub(super) const MOST: u32 = 1 << 30;

/// A list with free places.
#[derive(Deserialize)]
pub(super) struct Arena<T> {
    items: Vec<Slot<T>>,
    generation: u32,
    free_list_head: Option<u32>,
    len: usize,
}

#[derive(Deserialize)]
enum Slot<T> {
    Free { next_free: Option<u32> },
    Occupied { generation: u32, value: T },
}

impl<T> Arena<T> {
    /// Whether each place is either taken or in the list of free ones, once.
    pub(super) fn is_whole(&self) -> bool {
        let mut taken = 0;
        for slot in &self.items {
            if let Slot::Occupied { generation, .. } = slot {
                taken += 1;
                if *generation > self.generation {
                    return false;
                }
            }
        }
        let mut free = 0;
        let mut next = self.free_list_head;
        while let Some(place) = next {
            let Some(Slot::Free { next_free }) = self.items.get(place as usize) else { return false };
            free += 1;
            if free > self.items.len() {
                return false;
            }
            next = *next_free;
        }
        taken == self.len && taken + free == self.items.len() && self.generation < MOST
    }

    pub(super) fn get(&self, (place, generation): Handle) -> Option<&T> {
        match self.items.get(place as usize)? {
            Slot::Occupied { generation: own, value } if *own == generation => Some(value),
            _ => None,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.items.iter().zip(0..).filter_map(|(slot, place)| match slot {
            Slot::Occupied { generation, value } => Some(((place, *generation), value)),
            Slot::Free { .. } => None,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn places(&self) -> usize {
        self.items.len()
    }
}

/// What belongs to the items of another list.
#[derive(Deserialize)]
pub(super) struct Coarena<T> {
    data: Vec<(u32, T)>,
}

impl<T> Coarena<T> {
    pub(super) fn get(&self, (place, generation): Handle) -> Option<&T> {
        self.data.get(place as usize).filter(|(own, _)| *own == generation).map(|(_, value)| value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        let all = self.data.iter().zip(0..).map(|((generation, value), place)| ((place, *generation), value));
        all.filter(|((_, generation), _)| *generation != NONE)
    }
}

/// A map whose keys are places.
#[derive(Deserialize)]
pub(super) struct VecMap<T> {
    n: usize,
    v: Vec<Option<T>>,
}

impl<T> VecMap<T> {
    /// Whether it has as many entries as it says.
    pub(super) fn is_whole(&self) -> bool {
        self.v.iter().flatten().count() == self.n
    }

    /// Whether the places without an entry are those that a list of free ones has, each once: the next new one is then behind all.
    pub(super) fn is_free_elsewhere(&self, free: impl ExactSizeIterator<Item = usize>) -> bool {
        let space = self.n + free.len();
        let mut seen = vec![false; space];
        for place in free {
            match seen.get_mut(place) {
                Some(seen) if !*seen && self.get(place).is_none() => *seen = true,
                _ => return false,
            }
        }
        self.iter().all(|(place, _)| place < space)
    }

    pub(super) fn get(&self, place: usize) -> Option<&T> {
        self.v.get(place)?.as_ref()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.v.iter().enumerate().filter_map(|(place, value)| Some((place, value.as_ref()?)))
    }

    pub(super) fn len(&self) -> usize {
        self.n
    }
}
