//! Real files: each loads, runs, and gives the expected numbers.

use std::path::PathBuf;

use glam::{BVec3, Quat, Vec3};
use sinew_document::Severity;
use sinew_model::Model;
use sinew_model::model::{ConstraintKind, Space};
use sinew_motion::Pose;
use sinew_testkit::assets;

use crate::scene::{Posed, assert_position, assert_rotation, id, turn, turn_by};

/// A file of the folder, and a model of it that nothing grave is to be said about.
fn open(name: &str) -> Option<Model> {
    let path: PathBuf = assets::folder()?.join("node_constraint").join(name);
    let (model, diagnostics) = Model::open(&path).unwrap();
    let grave: Vec<_> = diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(grave.is_empty(), "{name}: {grave:?}");
    Some(model)
}

/// Cube A at the origin moves cube B (at −3) and turns cube C, all in the model and all axes.
#[test]
fn the_cubes_of_the_early_draft_follow() {
    for name in [
        "VRMC_constraints-1.0_cubes.gltf",
        "VRMC_constraints-1.0_cubes_uppercase_space.gltf",
        "VRMC_node_constraint_1.0-draft_cubes_position.gltf",
    ] {
        let Some(model) = open(name) else { return };
        let [position, rotation] = model.constraints() else { panic!("{name}") };
        let (source_space, destination_space, axes) = (Space::Model, Space::Model, BVec3::TRUE);
        assert_eq!(position.kind, ConstraintKind::Position { source_space, destination_space, axes });
        assert_eq!(rotation.kind, ConstraintKind::Rotation { source_space, destination_space, axes });
        let mut pose = Posed::rest(&model);
        pose.local(0).translation = Vec3::new(1.0, 2.0, 3.0);
        pose.local(0).rotation = turn(Vec3::Y, 90.0);
        let mut pose = pose.evaluate();
        assert_position(pose.local(1).translation, Vec3::new(-2.0, 2.0, 3.0), name);
        assert_rotation(pose.local(1).rotation, Quat::IDENTITY, name);
        assert_position(pose.local(2).translation, Vec3::new(3.0, 0.0, 0.0), name);
        assert_rotation(pose.local(2).rotation, turn(Vec3::Y, 90.0), name);
    }
}

/// B follows about X alone, C by half; so of (60°, 80°, 0) B has 60° about X, and C (30°, 40°, 0).
#[test]
fn the_cubes_of_the_draft_with_axes_follow() {
    let name = "VRMC_node_constraint_1.0-draft_cubes_axes.gltf";
    let Some(model) = open(name) else { return };
    let mut pose = Posed::rest(&model);
    pose.local(0).rotation = turn_by(Vec3::new(60.0, 80.0, 0.0));
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(1).rotation, turn(Vec3::X, 60.0), name);
    assert_rotation(pose.local(2).rotation, turn_by(Vec3::new(30.0, 40.0, 0.0)), name);
}

/// B rolls about Y, C turns by half. A swings by 40° about X after it twisted by 60° about Y.
#[test]
fn the_cubes_of_1_0_follow() {
    let name = "VRMC_node_constraint_1.0_cubes.gltf";
    let Some(model) = open(name) else { return };
    let mut pose = Posed::rest(&model);
    pose.local(0).rotation = turn(Vec3::X, 40.0) * turn(Vec3::Y, 60.0);
    assert_rotation(pose.evaluate().local(1).rotation, turn(Vec3::Y, 60.0), name);
    let mut pose = Posed::rest(&model);
    pose.local(0).rotation = turn(Vec3::Z, 50.0);
    let mut pose = pose.evaluate();
    assert_rotation(pose.local(1).rotation, Quat::IDENTITY, name);
    assert_rotation(pose.local(2).rotation, turn(Vec3::Z, 25.0), name);
}

/// Four aims at one source at (1, 0, 0): from (−2, 0, 0) with +X, straight on; from (0, 0, −2) with +Z, by atan(1/2) about
/// Y; from (0, 0, 2) with −Z, by as much the other way; from (0, 2.5, −0.5) with −Y along (1, −2.5, 0.5).
#[test]
fn the_examples_of_the_specification_aim_at_rest() {
    let name = "vrm_node_constraint_examples.gltf";
    let Some(model) = open(name) else { return };
    assert_eq!(model.constraints().len(), 11);
    let mut pose = Posed::rest(&model).evaluate();
    let sideways = 0.5_f32.atan().to_degrees();
    assert_rotation(pose.local(4).rotation, Quat::IDENTITY, "+X");
    assert_rotation(pose.local(12).rotation, turn(Vec3::Y, sideways), "+Z");
    assert_rotation(pose.local(16).rotation, turn(Vec3::Y, -sideways), "−Z");
    let down = Vec3::new(1.0, -2.5, 0.5).normalize();
    assert_position(pose.local(8).rotation * -Vec3::Y, down, "−Y");
    for index in [23, 24, 25, 28, 33, 38, 41] {
        let rest = model.hierarchy().rest(id(&model, index)).rotation;
        assert_rotation(pose.local(index).rotation, rest, &format!("node {index}"));
    }
}

/// Three rotations whose source has turned by 60° about its own X, below turned parents and from a turned rest; and three
/// rolls that take X, Y and Z of one source.
#[test]
fn the_examples_of_the_specification_rotate_with_their_sources() {
    let name = "vrm_node_constraint_examples.gltf";
    let Some(model) = open(name) else { return };
    let mut pose = Posed::rest(&model);
    for source in [32, 36, 40] {
        pose.local(source).rotation *= turn(Vec3::X, 60.0);
    }
    pose.local(22).rotation = turn(Vec3::Y, 60.0);
    let mut pose = pose.evaluate();
    for destination in [33, 38, 41] {
        let rest = model.hierarchy().rest(id(&model, destination)).rotation;
        assert_rotation(pose.local(destination).rotation, rest * turn(Vec3::X, 60.0), &destination.to_string());
    }
    assert_rotation(pose.local(23).rotation, Quat::IDENTITY, "roll about X");
    assert_rotation(pose.local(24).rotation, turn(Vec3::Y, 60.0), "roll about Y");
    assert_rotation(pose.local(25).rotation, Quat::IDENTITY, "roll about Z");
}

#[test]
fn every_real_file_evaluates_to_finite_transforms_of_unit_rotations() {
    let mut constrained = 0;
    for path in assets::models("") {
        let Ok((model, _)) = Model::open(&path) else { continue };
        constrained += usize::from(!model.constraints().is_empty());
        let mut pose = Pose::rest(&model);
        for constraint in model.constraints() {
            pose.local[constraint.source.slot()].rotation *= turn(Vec3::new(0.6, 0.0, 0.8), 100.0);
        }
        pose.evaluate(&model);
        for (place, local) in pose.local.iter().enumerate() {
            assert!(local.is_finite(), "{}: {place}", path.display());
        }
        for constraint in model.constraints() {
            let length = pose.local[constraint.destination.slot()].rotation.length();
            assert!((length - 1.0).abs() < 1e-5, "{}: {length}", path.display());
        }
    }
    if assets::folder().is_some() {
        assert!(constrained >= 6, "{constrained} files with constraints");
    }
}
