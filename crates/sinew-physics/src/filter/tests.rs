//! The engine's groups and the hook against the rule on names.

use proptest::prelude::*;

use super::*;
use sinew_model::kernel::filter::collide;

fn names(systems: usize, most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec((0..systems).prop_map(|number| format!("system {number}")), 0..=most)
}

fn filter(systems: usize) -> impl Strategy<Value = CollisionFilter> {
    (names(systems, 4), prop::option::of(names(systems, 6)), names(systems, 3)).prop_map(
        |(systems, collide_with, not_collide_with)| CollisionFilter { systems, collide_with, not_collide_with },
    )
}

/// From scenes whose filters fit into the bits to scenes of 80 systems, which do not.
fn scene() -> impl Strategy<Value = Vec<CollisionFilter>> {
    (1..=80_usize, 1..=60_usize).prop_flat_map(|(systems, filters)| prop::collection::vec(filter(systems), 1..=filters))
}

/// What the simulation does with a pair: the engine's test of groups, then the hook where there is one.
fn meets(table: &FilterTable, a: FilterSlot, b: FilterSlot) -> bool {
    table.groups(a).test(table.groups(b)) && (!table.needs_hook() || table.meet(a, b))
}

proptest! {
    #[test]
    fn engine_groups_and_hook_agree_with_the_collision_rule(filters in scene(), subset in any::<bool>(), parts in 1..4_usize) {
        let rule = if subset { Rule::Subset } else { Rule::SharesOne };
        let mut table = FilterTable::new(subset);
        // Instances come one after the other; the classes must be right after each.
        for part in filters.chunks(filters.len().div_ceil(parts)) {
            for filter in part {
                table.add(filter);
            }
            table.update();
        }
        for a in &filters {
            for b in &filters {
                let expected = collide(&a.as_rule(), &b.as_rule(), rule);
                let (first, second) = (table.add(a), table.add(b));
                prop_assert_eq!(meets(&table, first, second), expected, "{:?} {:?}", a, b);
            }
        }
    }
}

#[test]
fn more_classes_than_bits_are_left_to_the_hook() {
    let mut table = FilterTable::new(false);
    // Each meets its own kind alone: no two have the same row.
    let slots: Vec<FilterSlot> = (0..80)
        .map(|number| {
            let name = vec![format!("system {number}")];
            table.add(&CollisionFilter { systems: name.clone(), collide_with: Some(name), not_collide_with: vec![] })
        })
        .collect();
    table.update();
    assert!(table.needs_hook());
    assert!(meets(&table, slots[3], slots[3]) && !meets(&table, slots[3], slots[4]));
}

#[test]
fn update_returns_whether_older_filters_change() {
    let mut table = FilterTable::new(false);
    let named = |name: &str| CollisionFilter { systems: vec![name.to_owned()], ..CollisionFilter::default() };
    table.add(&named("a"));
    // Alike to all there are: the class of what has no filter.
    assert!(!table.update());
    table.add(&CollisionFilter { not_collide_with: vec!["a".to_owned()], ..CollisionFilter::default() });
    assert!(table.update());
    assert!(!table.update());
}
