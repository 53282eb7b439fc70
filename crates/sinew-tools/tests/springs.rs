//! Springs in files that are made of others: normalized, baked.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::Path;
use std::sync::Arc;

use sinew::document::Document;
use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{Model, NodeId, Pose, SpawnOptions, World, WorldOptions};
use sinew_tools::bake::{BakeOptions, Recording, bake};
use sinew_tools::normalize::normalize;

const FIGURES: [&str; 5] = [
    "joints_with_rotations_at_rest",
    "nodes_between_joints_are_skipped",
    "planes_on_moving_and_scaled_nodes",
    "capsules_on_moving_and_scaled_nodes",
    "springs_of_vrm_0_x",
];

fn figure(name: &str) -> Document {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance/spring_bone");
    Document::open(folder.join(name).join("figure.gltf")).unwrap()
}

/// Where all nodes are in the model, step by step.
fn positions(document: &Document, springs: bool, steps: usize) -> Vec<Vec<Vec3>> {
    let model = Arc::new(Model::from_document(document).0);
    let mut world = World::new(WorldOptions::default());
    let options = SpawnOptions::default().with_springs(springs);
    let instance = world.spawn_with(model.clone(), Rigid::IDENTITY, &options);
    let at = |world: &World, node: NodeId| Vec3::from(world.pose(instance).unwrap().model_from_node(node).translation);
    (0..steps)
        .map(|_| {
            world.step();
            model.hierarchy().nodes_in_file_order().map(|node| at(&world, node)).collect()
        })
        .collect()
}

fn largest_difference(a: &[Vec<Vec3>], b: &[Vec<Vec3>]) -> f32 {
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.fold(0.0, |largest, (a, b)| largest.max((*a - *b).length()))
}

#[test]
fn the_hair_of_a_normalized_figure_swings_as_before() {
    for name in FIGURES {
        let document = figure(name);
        let normalized = normalize(&document, &Model::from_document(&document).0).unwrap();
        let rotated = normalized.report.rotations_removed;
        let off = largest_difference(&positions(&document, true, 240), &positions(&normalized.document, true, 240));
        assert!(rotated > 0 && off < 1e-4, "{name}: {rotated} nodes, {off} m");
    }
}

#[test]
fn baked_hair_is_an_animation_that_needs_no_springs() {
    for name in FIGURES {
        let document = figure(name);
        let model = Arc::new(Model::from_document(&document).0);
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
        let pose = |world: &World| -> Pose { world.pose(instance).unwrap().clone() };
        let mut recording = Recording::new(world.dt(), &pose(&world), &[]);
        for _ in 0..180 {
            world.step();
            recording.record(&pose(&world), &[]);
        }
        let options = BakeOptions { strip: true, ..BakeOptions::default() };
        let baked = bake(&document, &model, &recording, &options).unwrap().document;
        let text = baked.json().text();
        assert!(!text.contains("VRMC_springBone") && !text.contains("secondaryAnimation"), "{name}");
        let off = largest_difference(&positions(&document, true, 180), &positions(&baked, true, 180));
        // The millimetre of the default tolerance; without springs hair is centimetres off.
        assert!(off < 1.1e-3, "{name}: {off} m");
        let stiff = largest_difference(&positions(&document, true, 180), &positions(&document, false, 180));
        assert!(stiff > 0.01, "{name}: {stiff} m");
    }
}
