//! Properties that are read, set and animated while a world runs, each with the effect that its text promises.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod animation;
mod body;
mod joint;
mod moving_target;
mod omi;
mod own;
mod programs;
mod ranges;
mod scripted;
mod stored;
mod structure;
mod surface;
mod table;
mod together;

use std::cell::Cell;
use std::sync::Arc;

use glam::Vec3;
use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::model::property::PropertyValue;
use sinew::{InstanceId, Model, World, WorldOptions};

const KHR: &str = "KHR_physics_rigid_bodies";
const G: f32 = 9.81;
/// Seconds of a step.
const DT: f32 = 1.0 / 60.0;

/// A model of nodes, with the extensions of the file and other members of it.
fn model(nodes: &Value, extensions: &Value, others: &Value) -> Arc<Model> {
    let mut file = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": extensions});
    file.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    Arc::new(Model::from_document(&document).0)
}

fn physics_model(nodes: &Value, extensions: &Value) -> Arc<Model> {
    model(nodes, extensions, &json!({}))
}

fn spawn(model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(WorldOptions::default());
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    (world, instance)
}

/// Where a node is in the world.
fn position(world: &World, instance: InstanceId, node: &str) -> Vec3 {
    let node = world.node(instance, node).unwrap();
    world.world_from_node(instance, node).unwrap().translation.into()
}

fn linear_velocity(world: &World, instance: InstanceId, node: &str) -> Vec3 {
    let node = world.node(instance, node).unwrap();
    world.body(instance, node).unwrap().velocity.linear
}

fn run(world: &mut World, steps: usize) {
    (0..steps).for_each(|_| world.step());
}

thread_local! {
    /// The rows that this thread has set.
    static SEEN: Cell<Vec<&'static str>> = const { Cell::new(Vec::new()) };
}

/// Sets a property, reads it back, runs on, and goes back to before it was set: the value and the bits are as they were, and doing it
/// again gives the same.
fn set(world: &mut World, instance: InstanceId, pointer: &str, value: &Value) {
    let value: PropertyValue = serde_json::from_value(value.clone()).unwrap();
    let mut seen = SEEN.take();
    seen.push(world.resolve(instance, pointer).unwrap().row().pointer);
    SEEN.set(seen);
    let (before, past) = (world.value(instance, pointer).unwrap(), world.snapshot());
    let mut digests = Vec::new();
    for _ in 0..2 {
        world.set_value(instance, pointer, &value).unwrap();
        let read = world.value(instance, pointer).unwrap();
        assert_eq!(numbers_near(&read, &value, 1e-6), Ok(()), "{pointer}");
        run(world, 5);
        digests.push(world.digest());
        world.restore(&past).unwrap();
        assert_eq!(world.value(instance, pointer).unwrap(), before, "{pointer}");
    }
    assert_eq!(digests[0], digests[1], "{pointer}");
    // In another world of the same model the snapshot is the same.
    let mut other = World::new(*world.options());
    let id = other.spawn(world.model(instance).unwrap().clone(), Rigid::IDENTITY);
    world.set_value(instance, pointer, &value).unwrap();
    run(world, 3);
    let later = world.snapshot();
    other.restore(&later).unwrap();
    assert_eq!(other.digest(), world.digest(), "{pointer}");
    assert_eq!(other.value(id, pointer).unwrap(), world.value(instance, pointer).unwrap(), "{pointer}");
    run(world, 5);
    run(&mut other, 5);
    assert_eq!(other.digest(), world.digest(), "{pointer} after other steps");
    world.restore(&past).unwrap();
    world.set_value(instance, pointer, &value).unwrap();
}

fn numbers_near(found: &PropertyValue, expected: &PropertyValue, tolerance: f32) -> Result<(), String> {
    let (found, expected) = (found.numbers(), expected.numbers());
    // Two infinities are equal, and nothing apart.
    let is_near = |one: f32, other: f32| {
        one.to_bits() == other.to_bits() || (one - other).abs() <= tolerance * other.abs().max(1.0)
    };
    let is_near =
        found.len() == expected.len() && found.iter().zip(&expected).all(|(one, other)| is_near(*one, *other));
    if is_near { Ok(()) } else { Err(format!("{found:?} for {expected:?}")) }
}

#[track_caller]
fn assert_near(found: f32, expected: f32, tolerance: f32) {
    assert!((found - expected).abs() <= tolerance, "{found} for {expected}, within {tolerance}");
}
