//! The number of threads changes nothing that can be seen of a world.
#![cfg(feature = "threads")]

use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldEvent, WorldOptions};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};

use crate::{SCENES, model};

/// 0 decides by the number of bodies.
const THREADS: [usize; 4] = [1, 0, 2, 4];

/// Digest and events after each step, and the snapshot at the end.
fn run(models: &[Arc<Model>], threads: usize, steps: u32) -> (Vec<(u64, Vec<WorldEvent>)>, Vec<u8>) {
    let mut world = World::new(WorldOptions::default().with_threads(threads));
    for (place, model) in models.iter().enumerate() {
        let at = Vec3::new((place % 8) as f32 * 1.5, (place / 64) as f32 * 4.0, (place / 8 % 8) as f32 * 1.5);
        world.spawn(model.clone(), Rigid::new(at, Quat::IDENTITY));
    }
    let seen = (0..steps).map(|_| {
        world.step();
        (world.digest(), world.events().to_vec())
    });
    (seen.collect(), world.snapshot())
}

fn times(count: usize, scenes: &[&str]) -> Vec<Arc<Model>> {
    let models: Vec<_> = scenes.iter().map(|scene| model(scene)).collect();
    (0..count).flat_map(|_| models.iter().cloned()).collect()
}

fn assert_same(name: &str, models: &[Arc<Model>], steps: u32) {
    let (alone, end) = run(models, THREADS[0], steps);
    assert!(alone.iter().any(|(_, events)| !events.is_empty()), "{name}: something happens");
    for threads in &THREADS[1..] {
        let (seen, found) = run(models, *threads, steps);
        let differs = seen.iter().zip(&alone).position(|(found, expected)| found != expected);
        assert_eq!(differs, None, "{name}, {threads} threads: the first step that differs");
        assert!(found == end, "{name}, {threads} threads: the snapshot differs");
    }
}

#[test]
fn scenes_are_the_same_on_any_number_of_threads() {
    for scene in SCENES.into_iter().chain(["puppet"]) {
        let model = model(scene);
        let (alone, end) = run(std::slice::from_ref(&model), 1, 300);
        for threads in &THREADS[1..] {
            assert!(
                run(std::slice::from_ref(&model), *threads, 300) == (alone.clone(), end.clone()),
                "{scene}, {threads} threads"
            );
        }
    }
}

/// The engine divides work between threads from 256 bodies and 64 pairs on.
#[test]
fn a_heap_of_many_bodies_is_the_same_on_any_number_of_threads() {
    assert_same("heaps", &vec![model("heap"); 40], 100);
}

#[test]
fn many_islands_of_joints_are_the_same_on_any_number_of_threads_in_flight_and_on_the_ground() {
    let text = ragdolls(8, Limbs::Hard);
    let ragdolls = Arc::new(Model::from_document(&Document::read(text, &NoResources).unwrap()).0);
    assert_same("ragdolls", &[ragdolls], 90);
    assert_same("machines", &times(2, &["joints", "machine", "joints", "heap"]), 90);
}

#[test]
fn a_snapshot_is_gone_back_to_on_another_number_of_threads() {
    let models = times(3, &["heap", "joints", "machine"]);
    let start = |threads| {
        let mut world = World::new(WorldOptions::default().with_threads(threads));
        for (place, model) in models.iter().enumerate() {
            world.spawn(model.clone(), Rigid::new(Vec3::X * place as f32 * 1.5, Quat::IDENTITY));
        }
        world
    };
    let mut worlds = THREADS.map(start);
    let mut expected = Vec::new();
    let mut past = Vec::new();
    for _ in 0..60 {
        past.push(worlds[0].snapshot());
        worlds[0].step();
        expected.push(worlds[0].digest());
    }
    for world in &mut worlds {
        for from in (0..60).step_by(7) {
            world.restore(&past[from]).unwrap();
            for expected in &expected[from..] {
                world.step();
                assert_eq!(world.digest(), *expected, "{:?} threads, from step {from}", world.options().threads);
            }
        }
    }
}
