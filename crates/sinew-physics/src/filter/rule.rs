//! The kernel's collision rule on numbers instead of names, which compare faster.

use std::collections::HashMap;

use sinew_model::kernel::filter::{Filter, Rule, collide};
use sinew_model::model::physics::CollisionFilter;

/// The systems of all filters, each name with a number.
#[derive(Default)]
pub(super) struct Systems {
    numbers: HashMap<String, u32>,
    filters: Vec<NumberedFilter>,
    /// The number of systems that all filters belong to, and that all their lists name.
    owned: usize,
    listed: usize,
}

/// A filter with numbers instead of names.
struct NumberedFilter {
    systems: Vec<u32>,
    collide_with: Option<Vec<u32>>,
    not_collide_with: Vec<u32>,
}

impl Systems {
    /// Appends a filter.
    pub(super) fn add(&mut self, filter: &CollisionFilter) {
        let systems = self.numbered(&filter.systems);
        let collide_with = filter.collide_with.as_deref().map(|names| self.numbered(names));
        let not_collide_with = self.numbered(&filter.not_collide_with);
        self.owned += systems.len();
        self.listed += collide_with.as_ref().map_or(0, Vec::len) + not_collide_with.len();
        self.filters.push(NumberedFilter { systems, collide_with, not_collide_with });
    }

    fn numbered(&mut self, names: &[String]) -> Vec<u32> {
        let mut numbers: Vec<u32> = names.iter().map(|name| self.number(name)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// An upper bound of the comparisons that testing all pairs takes.
    pub(super) fn comparisons(&self) -> usize {
        self.owned.saturating_mul(self.listed)
    }

    /// Whether two filters let their owners collide.
    pub(super) fn meet(&self, rule: Rule, a: usize, b: usize) -> bool {
        let (Some(a), Some(b)) = (self.filters.get(a), self.filters.get(b)) else { return true };
        collide(&a.as_rule(), &b.as_rule(), rule)
    }
}

impl NumberedFilter {
    fn as_rule(&self) -> Filter<'_, u32> {
        Filter {
            systems: &self.systems,
            collide_with: self.collide_with.as_deref(),
            not_collide_with: &self.not_collide_with,
        }
    }
}
