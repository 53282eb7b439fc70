//! Collision filters as interaction groups of the engine.
//!
//! The engine has 32 group bits; files have any number of systems. The rule is evaluated once for each pair of distinct
//! filters. Filters that collide with the same others form a *class*, and a class is a bit. (A bit for each system
//! would be wrong for a member of two systems of which another filter excludes one.) With more than 32 classes a hook
//! looks the result up; with so many filters that a table of all pairs would be large, the hook evaluates the rule.

mod rule;

use std::collections::HashMap;

use rapier3d::prelude::{Group, InteractionGroups, InteractionTestMode};

use rule::Systems;
use sinew_model::kernel::filter::{Rule, collide};
use sinew_model::model::physics::CollisionFilter;

/// The largest number of distinct filters for which a table of all pairs is kept.
const TABLED: usize = 1024;

/// The largest number of comparisons of systems that filling the table may take.
const COMPARISONS: usize = 20_000_000;

/// The group bits of the engine.
const BITS: usize = 32;

/// All distinct filters of the simulation.
pub(super) struct FilterTable {
    rule: Rule,
    systems: Systems,
    slots: HashMap<CollisionFilter, FilterSlot>,
    /// The class of each filter.
    classes: Vec<u32>,
    /// Whether two classes collide: a square matrix, row by row. Empty if the hook evaluates the rule.
    meets: Vec<bool>,
    class_count: usize,
}

/// The slot of a filter in the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FilterSlot(pub(super) u32);

impl FilterTable {
    /// A table with the default filter, for colliders without one.
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

    /// Adds a filter and returns its slot. Call [`FilterTable::update`] after adding.
    pub(super) fn add(&mut self, filter: &CollisionFilter) -> FilterSlot {
        if let Some(slot) = self.slots.get(filter) {
            return *slot;
        }
        let slot = FilterSlot(self.slots.len() as u32);
        self.systems.add(filter);
        self.slots.insert(filter.clone(), slot);
        slot
    }

    /// Whether a filter has a slot.
    pub(super) fn has(&self, filter: &CollisionFilter) -> bool {
        self.slots.contains_key(filter)
    }

    /// Computes the classes again if filters were added. Returns whether the groups of older filters changed.
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
        // Two filters with equal rows also treat each other as they treat themselves, because the rows include both.
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

    /// The filters by slot, for a snapshot.
    pub(super) fn save(&self) -> Vec<CollisionFilter> {
        let mut filters: Vec<_> = self.slots.iter().map(|(filter, slot)| (*slot, filter.clone())).collect();
        filters.sort_unstable_by_key(|(slot, _)| *slot);
        filters.into_iter().map(|(_, filter)| filter).collect()
    }

    /// Whether it has just these filters, in this order.
    pub(super) fn is_of(&self, saved: &[CollisionFilter]) -> bool {
        let is_at =
            |(at, filter): (usize, &CollisionFilter)| self.slots.get(filter).is_some_and(|slot| slot.0 as usize == at);
        self.slots.len() == saved.len() && saved.iter().enumerate().all(is_at)
    }

    /// A table with these filters in their order; `None` where two of them are equal.
    pub(super) fn restored(subset: bool, saved: &[CollisionFilter]) -> Option<Self> {
        let mut table = Self::new(subset);
        for filter in saved {
            table.add(filter);
        }
        table.update();
        table.is_of(saved).then_some(table)
    }

    /// Whether there are more classes than group bits.
    pub(super) fn needs_hook(&self) -> bool {
        self.class_count > BITS
    }

    /// The interaction groups of a filter; all groups if the hook decides.
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

    /// By slot, whether another filter lets its owner collide with that of the slot.
    pub(super) fn met_by(&self, filter: &CollisionFilter) -> Vec<bool> {
        let mut meets = vec![true; self.slots.len()];
        // The order of the map does not show in a list by slots.
        for (known, slot) in &self.slots {
            if let Some(meets) = meets.get_mut(slot.0 as usize) {
                *meets = collide(&filter.as_rule(), &known.as_rule(), self.rule);
            }
        }
        meets
    }

    /// Whether two filters let their owners collide.
    pub(super) fn meet(&self, a: FilterSlot, b: FilterSlot) -> bool {
        let (a, b) = (a.0 as usize, b.0 as usize);
        let (Some(&class_a), Some(&class_b)) = (self.classes.get(a), self.classes.get(b)) else { return true };
        let index = class_a as usize * self.class_count + class_b as usize;
        self.meets.get(index).copied().unwrap_or_else(|| self.systems.meet(self.rule, a, b))
    }
}

#[cfg(test)]
mod tests;
