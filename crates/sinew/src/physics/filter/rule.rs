//! The rule itself, on numbers instead of names.

use std::collections::HashMap;

use crate::model::physics::CollisionFilter;

/// How `collideWithSystems` is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// One system in common is enough.
    SharesOne,
    /// Every system of the other must be named.
    Subset,
}

/// The systems of filters, each name once.
#[derive(Default)]
pub(super) struct Systems {
    numbers: HashMap<String, u32>,
    filters: Vec<Numbered>,
}

/// A filter with sorted numbers for names.
struct Numbered {
    systems: Vec<u32>,
    collide_with: Option<Vec<u32>>,
    not_collide_with: Vec<u32>,
}

impl Systems {
    /// Adds a filter behind the others.
    pub(super) fn add(&mut self, filter: &CollisionFilter) {
        let mut sorted = |names: &[String]| {
            let mut numbers: Vec<u32> = names.iter().map(|name| self.number(name)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let systems = sorted(&filter.systems);
        let collide_with = filter.collide_with.as_deref().map(&mut sorted);
        let not_collide_with = sorted(&filter.not_collide_with);
        self.filters.push(Numbered { systems, collide_with, not_collide_with });
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Whether two filters let their owners meet: each admits the other.
    pub(super) fn meet(&self, rule: Rule, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (self.filters.get(a), self.filters.get(b)) else { return true };
        admits(rule, a, &b.systems) && admits(rule, b, &a.systems)
    }
}

fn admits(rule: Rule, filter: &Numbered, systems: &[u32]) -> bool {
    let is_named = |list: &[u32], system: &u32| list.binary_search(system).is_ok();
    let is_listed = filter.collide_with.as_deref().is_none_or(|list| match rule {
        Rule::SharesOne => systems.iter().any(|system| is_named(list, system)),
        Rule::Subset => systems.iter().all(|system| is_named(list, system)),
    });
    let is_excluded = match rule {
        Rule::SharesOne => systems.iter().any(|system| is_named(&filter.not_collide_with, system)),
        Rule::Subset => {
            !filter.not_collide_with.is_empty()
                && systems.iter().all(|system| is_named(&filter.not_collide_with, system))
        }
    };
    is_listed && !is_excluded
}
