//! The bounds of `docs/dynamics.md`, on a sample of each family of scenes.

#![allow(clippy::expect_used, clippy::panic, reason = "what a test cannot do without")]

use sinew_bench::dynamics::{Extent, FAMILIES};

fn keeps_its_bounds(name: &str) {
    let family = FAMILIES.iter().find(|family| family.name == name).expect("a family of that name");
    let missed = family.missed(Extent::Sample).expect("it runs");
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn pendulums_keep_their_energy_and_period() {
    keeps_its_bounds("pendulums");
}

#[test]
fn linkages_and_ropes_keep_their_energy() {
    keeps_its_bounds("linkages");
}

#[test]
fn whirling_balls_keep_their_speed() {
    keeps_its_bounds("whirl");
}

#[test]
fn bodies_are_where_mujoco_has_them() {
    keeps_its_bounds("mujoco");
}

#[test]
fn joints_stay_closed_between_unequal_masses() {
    keeps_its_bounds("gaps");
}

#[test]
fn ranges_end_fast_motion_without_rebound() {
    keeps_its_bounds("ranges");
}

#[test]
fn narrow_ranges_hold_tumbling_rods() {
    keeps_its_bounds("loose");
}

#[test]
fn free_rotation_keeps_energy_and_momentum() {
    keeps_its_bounds("rotation");
}

#[test]
fn drives_and_soft_limits_follow_their_equations() {
    keeps_its_bounds("drives");
}
