//! Who meets whom, in the engine's words.
//!
//! The engine has 32 group bits; files have any number of systems. The rule is asked once for each pair of distinct
//! filters; filters that meet the same others are one *class*, and a class is a bit. (A bit for each system would go wrong
//! for a member of two systems of which another excludes one.) With more than 32 classes a hook looks the answer up, and
//! with so many filters that a table of all pairs would be large, the hook asks the rule itself.

mod rule;

use std::collections::HashMap;

use rapier3d::prelude::{Group, InteractionGroups, InteractionTestMode};

use rule::Systems;
use sinew_model::kernel::filter::Rule;
use sinew_model::model::physics::CollisionFilter;

/// Distinct filters up to which a table of all pairs is kept.
const TABLED: usize = 1024;

/// Comparisons of systems up to which the table is filled in.
const COMPARISONS: usize = 20_000_000;

/// Bits of the engine's groups.
const BITS: usize = 32;

/// All filters of the simulation, each once.
pub(super) struct FilterTable {
    rule: Rule,
    systems: Systems,
    slots: HashMap<CollisionFilter, FilterSlot>,
    /// Of each filter.
    classes: Vec<u32>,
    /// Whether two classes meet: a square, row by row. Empty where the rule is asked itself.
    meets: Vec<bool>,
    class_count: usize,
}

/// A filter of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FilterSlot(pub(super) u32);

impl FilterTable {
    /// With the filter of what has none.
    pub(super) fn new(subset: bool) -> Self {
        let mut table = Self {
            rule: if subset { Rule::Subset } else { Rule::SharesOne },
            systems: Systems::default(),
            slots: HashMap::new(),
            classes: Vec::new(),
            meets: Vec::new(),
            class_count: 0,
        };
        table.add(&CollisionFilter::default());
        table.update();
        table
    }

    /// The place of a filter; call [`FilterTable::update`] when all have been added.
    pub(super) fn add(&mut self, filter: &CollisionFilter) -> FilterSlot {
        if let Some(slot) = self.slots.get(filter) {
            return *slot;
        }
        let slot = FilterSlot(self.slots.len() as u32);
        self.systems.add(filter);
        self.slots.insert(filter.clone(), slot);
        slot
    }

    /// Sorts the filters into classes anew where some were added; tells whether the groups of older ones have changed.
    pub(super) fn update(&mut self) -> bool {
        let count = self.slots.len();
        if self.classes.len() == count {
            return false;
        }
        let before = (self.classes.clone(), self.needs_hook(), std::mem::take(&mut self.meets));
        if count > TABLED || self.systems.comparisons() > COMPARISONS {
            self.classes = (0..count as u32).collect();
            self.class_count = count;
            return true;
        }
        let row = |a: usize| -> Vec<bool> { (0..count).map(|b| self.systems.meet(self.rule, a, b)).collect() };
        let rows: Vec<Vec<bool>> = (0..count).map(row).collect();
        // Where all others see two filters alike and each sees the others alike, they also see each other as they see
        // themselves; comparing whole rows covers that.
        let mut leaders: Vec<usize> = Vec::new();
        let classes = (0..count).map(|filter| {
            let class = leaders.iter().position(|&leader| rows[leader] == rows[filter]);
            class.unwrap_or_else(|| {
                leaders.push(filter);
                leaders.len() - 1
            }) as u32
        });
        self.classes = classes.collect();
        self.class_count = leaders.len();
        self.meets =
            leaders.iter().flat_map(|&a| leaders.iter().map(move |&b| (a, b))).map(|(a, b)| rows[a][b]).collect();
        let is_same = before.0 == self.classes[..before.0.len()] && before.2 == self.meets;
        !is_same || before.1 != self.needs_hook()
    }

    /// How many distinct filters there are.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are more classes than bits.
    pub(super) fn needs_hook(&self) -> bool {
        self.class_count > BITS
    }

    /// The groups of a filter; everything where the hook decides.
    pub(super) fn groups(&self, filter: FilterSlot) -> InteractionGroups {
        if self.needs_hook() {
            return InteractionGroups::all();
        }
        let class = self.classes.get(filter.0 as usize).copied().unwrap_or(0) as usize;
        let row = &self.meets[class * self.class_count..(class + 1) * self.class_count];
        let mask = row.iter().enumerate().fold(0, |mask, (bit, meets)| mask | u32::from(*meets) << bit);
        let own = Group::from_bits_retain(1 << class);
        InteractionGroups::new(own, Group::from_bits_retain(mask), InteractionTestMode::And)
    }

    /// Whether two filters let their owners meet.
    pub(super) fn meet(&self, a: FilterSlot, b: FilterSlot) -> bool {
        let (a, b) = (a.0 as usize, b.0 as usize);
        let (Some(&class_a), Some(&class_b)) = (self.classes.get(a), self.classes.get(b)) else { return true };
        let index = class_a as usize * self.class_count + class_b as usize;
        self.meets.get(index).copied().unwrap_or_else(|| self.systems.meet(self.rule, a, b))
    }
}

#[cfg(test)]
mod tests;
