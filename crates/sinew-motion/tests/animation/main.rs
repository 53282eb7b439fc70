//! Keyframe animations: values at, between and beyond keys, and unusable channels.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod broken;
mod curves;
mod properties;

use std::path::PathBuf;

use sinew_document::{Diagnostics, NodeIndex};
use sinew_model::Model;
use sinew_model::math::Transform;
use sinew_motion::Pose;

/// A hand-written file of `fixtures/animation`.
fn fixture(name: &str) -> (Model, Diagnostics) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/animation");
    Model::open(folder.join(name).with_extension("gltf")).unwrap()
}

/// The transform of the first node and the weights of the second, with one animation at one time.
fn sample(model: &Model, animation: usize, time: f32) -> (Transform, Vec<f32>) {
    let mut pose = Pose::rest(model);
    pose.apply_animation(model, &model.animations()[animation], time);
    let node = model.hierarchy().id(NodeIndex(0)).unwrap();
    (pose.local[node.slot()], pose.weights)
}
