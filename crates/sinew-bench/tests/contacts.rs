//! The bounds of `docs/contacts.md`, on a sample of each family.

#![allow(clippy::expect_used, clippy::panic, reason = "what a test cannot do without")]

use sinew_bench::contacts::CONTACTS;
use sinew_bench::dynamics::Extent;

fn keeps_its_bounds(name: &str) {
    let family = CONTACTS.family(name).expect("a family of that name");
    let missed = family.missed(Extent::Sample).expect("it runs");
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn fast_bodies_meet() {
    keeps_its_bounds("meetings");
}

#[test]
fn bodies_slide_and_roll_over_seams() {
    keeps_its_bounds("tiles");
}

#[test]
fn stacks_of_any_size_stand() {
    keeps_its_bounds("stacks");
}

#[test]
fn bounces_keep_their_height_and_their_place() {
    keeps_its_bounds("bounces");
}

#[test]
fn piles_come_to_rest() {
    keeps_its_bounds("piles");
}

#[test]
fn sheets_stop_from_both_sides() {
    keeps_its_bounds("sheets");
}

#[test]
fn published_files_behave() {
    keeps_its_bounds("files");
}

/// A test that shares its machine cannot hold a time to a bound; the command does.
#[test]
fn costs_are_measured() {
    let family = CONTACTS.family("cost").expect("a family of that name");
    let figures = (family.run)(Extent::Sample).expect("it runs");
    assert!(figures.len() == 5 && figures.iter().all(|figure| figure.value > 0.0), "{figures:?}");
}
