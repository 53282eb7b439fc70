//! The bounds of `docs/dynamics.md` for scenes with contacts, on a sample of each family.

#![allow(clippy::expect_used, clippy::panic, reason = "what a test cannot do without")]

use sinew_bench::dynamics::{Extent, FAMILIES, Family};

fn family(name: &str) -> &'static Family {
    FAMILIES.iter().find(|family| family.name == name).expect("a family of that name")
}

fn keeps_its_bounds(name: &str) {
    let missed = family(name).missed(Extent::Sample).expect("it runs");
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn ragdolls_land_closed_and_sleep() {
    keeps_its_bounds("ragdolls");
}

#[test]
fn heaps_of_ragdolls_and_crates_stay_closed() {
    keeps_its_bounds("heaps");
}

#[test]
fn a_dragged_chain_gains_no_energy() {
    keeps_its_bounds("dragged chains");
}

#[test]
fn jointed_bodies_stand_still() {
    keeps_its_bounds("standing");
}

#[test]
fn jointed_bodies_slide_bounce_and_ride_like_single_ones() {
    keeps_its_bounds("sliding");
}

#[test]
fn drives_and_soft_limits_press_on_the_floor_with_their_torque() {
    keeps_its_bounds("pressing");
}

/// A test that shares its machine cannot hold a time to a bound; the command does.
#[test]
fn costs_are_measured() {
    let figures = (family("cost").run)(Extent::Sample).expect("it runs");
    assert!(figures.len() == 6 && figures.iter().all(|figure| figure.value > 0.0), "{figures:?}");
}
