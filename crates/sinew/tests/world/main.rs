//! A world that steps: the order of its stages, its instances, its clock, and laws that hold for every scene.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

mod assets;
mod carried_frames;
mod clock;
mod contact_points;
mod instances;
mod laws;
mod mesh_floor;
mod stages;
mod suites;

use std::sync::Arc;

use glam::Vec3;
use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, NodeId, World, WorldOptions};

/// A file of nodes with boxes: shape 0 is a cube of one metre, shape 1 a ground of 100 m with a thickness of one.
fn file(nodes: &Value) -> String {
    file_with(nodes, &json!({}))
}

fn file_with(nodes: &Value, extensions: &Value) -> String {
    let mut all = json!({
        "KHR_implicit_shapes": {"shapes": [
            {"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [100, 1, 100]}}]},
        "KHR_physics_rigid_bodies": {"physicsMaterials": [{"staticFriction": 0.5, "dynamicFriction": 0.5}]},
    });
    all.as_object_mut().unwrap().extend(extensions.as_object().unwrap().clone());
    json!({"asset": {"version": "2.0"}, "nodes": nodes, "extensions": all}).to_string()
}

/// What a node with a cube and a motion carries.
fn cube(motion: &Value) -> Value {
    json!({"KHR_physics_rigid_bodies": {"motion": motion, "collider": {"geometry": {"shape": 0}, "physicsMaterial": 0}}})
}

/// What a node with a motion and no collider carries.
fn point(motion: &Value) -> Value {
    json!({"KHR_physics_rigid_bodies": {"motion": motion}})
}

/// What the ground carries.
fn ground() -> Value {
    json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}, "physicsMaterial": 0}}})
}

fn model(text: &str) -> Arc<Model> {
    Arc::new(Model::from_document(&Document::read(text, &NoResources).unwrap()).0)
}

/// A model with an animation that moves nodes from one translation to another within a second.
fn animated(text: &str, moves: &[(u32, [f32; 3], [f32; 3])]) -> Arc<Model> {
    let document = Document::read(text, &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for &(node, from, to) in moves {
        let values = edit.add_accessor(AccessorData::Vec3(&[from, to])).unwrap().0;
        channels.push(json!({"sampler": samplers.len(), "target": {"node": node, "path": "translation"}}));
        samplers.push(json!({"input": times, "output": values}));
    }
    edit.add_animation(json!({"channels": channels, "samplers": samplers})).unwrap();
    Arc::new(Model::from_document(&edit.finish().unwrap()).0)
}

fn weightless() -> WorldOptions {
    WorldOptions::default().with_gravity(Some(Vec3::ZERO)).with_sleeping(false)
}

fn falling() -> WorldOptions {
    WorldOptions::default().with_gravity(Some(Vec3::new(0.0, -10.0, 0.0))).with_sleeping(false)
}

fn spawn(options: WorldOptions, model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(options);
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    (world, instance)
}

fn run(world: &mut World, steps: usize) {
    (0..steps).for_each(|_| world.step());
}

fn node(model: &Model, name: &str) -> NodeId {
    model.hierarchy().find(name).unwrap()
}

fn position(world: &World, instance: InstanceId, name: &str) -> Vec3 {
    let node = node(world.model(instance).unwrap(), name);
    world.world_from_node(instance, node).unwrap().translation.into()
}
