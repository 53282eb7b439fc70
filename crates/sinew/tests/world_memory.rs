//! A step of a world asks for no memory of Sinew's own once everything has been seen.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::sync::Arc;

use serde_json::json;
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, Pose, World, WorldOptions};
use sinew_testkit::counting::{Counting, measure};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Animated, constrained and simulated nodes with a virtual transform, none of which touch each other.
fn model() -> Arc<Model> {
    let body = |motion: serde_json::Value| json!({"KHR_physics_rigid_bodies": {"motion": motion}});
    let nodes = json!([
        {"extensions": body(json!({"isKinematic": true})), "children": [1]},
        {"translation": [5, 0, 0], "extensions": body(json!({"mass": 1}))},
        {"translation": [0, 9, 0], "extensions": {"VRMC_constraints-1.0": {"position":
            {"source": 1, "sourceSpace": "model", "weight": 1}}}}]);
    let text = json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": {
        "KHR_physics_rigid_bodies": {},
        "KHR_virtual_transform": {"virtualTransforms": [{"name": "label", "parent": 2}]}}});
    let document = Document::read(text.to_string(), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let values = edit.add_accessor(AccessorData::Vec3(&[[0.0; 3], [1.0, 0.0, 0.0]])).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
        "samplers": [{"input": times, "output": values}]}))
        .unwrap();
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

#[test]
fn a_warm_step_allocates_nothing() {
    let model = model();
    let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    let mut between = Pose::rest(&model);
    for _ in 0..30 {
        world.step();
    }
    let ((), usage) = measure(|| {
        for _ in 0..100 {
            world.step();
            assert!(world.interpolate(instance, &mut between));
        }
    });
    // Nothing touches anything here, so that the engine has nothing to allocate for either.
    assert_eq!(usage.allocations, 0);
}
