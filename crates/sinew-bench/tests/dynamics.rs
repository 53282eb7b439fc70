//! The bounds of `docs/dynamics.md`, on a sample of each family of scenes.

#![allow(clippy::expect_used, clippy::panic, reason = "what a test cannot do without")]

use sinew_bench::dynamics::{Extent, FAMILIES, Figure};

fn keeps_its_bounds(name: &str) {
    let family = FAMILIES.iter().find(|family| family.name == name).expect("a family of that name");
    let figures = (family.run)(Extent::Sample).expect("it runs");
    assert!(!figures.is_empty(), "{name}: nothing was measured");
    let line = |figure: &Figure| {
        let Figure { scene, quantity, value, unit, truth, .. } = figure;
        format!("{scene}: {quantity} is {value} {unit}, truth {truth}, bound {}", figure.bound_text())
    };
    let missed: Vec<String> = figures.iter().filter(|figure| !figure.is_met()).map(line).collect();
    assert!(missed.is_empty(), "{} of {} missed:\n{}", missed.len(), figures.len(), missed.join("\n"));
}

#[test]
fn pendulums_keep_their_energy_and_period() {
    keeps_its_bounds("pendulums");
}
