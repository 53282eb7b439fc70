//! The figures of an earlier version, for a column beside those of today.
//!
//! Each `before.tsv` is the standard output of the command as it was then: family, scene, quantity and value, with tabs.

use std::collections::BTreeMap;

/// The values of before, by family, scene and quantity.
pub(super) struct Before(BTreeMap<[&'static str; 3], f64>);

impl Before {
    pub(super) fn read(text: &'static str) -> Self {
        let value = |line: &'static str| {
            let mut words = line.split('\t');
            Some(([words.next()?, words.next()?, words.next()?], words.next()?.parse().ok()?))
        };
        Self(text.lines().filter_map(value).collect())
    }

    pub(super) fn value(&self, family: &str, scene: &str, quantity: &str) -> Option<f64> {
        self.0.get(&[family, scene, quantity]).copied()
    }
}
