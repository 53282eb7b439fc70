//! Feet that stand in a clip stand on the avatar: generated skeletons whose legs follow the law of cosines, and every real clip
//! on every real avatar.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod generated;
mod real;

use glam::Vec3;
use sinew_model::Model;
use sinew_model::model::{Animation, HumanBone};
use sinew_motion::Pose;

/// Frames a second at which motions are looked at: between the keys of most clips.
const RATE: f32 = 97.0;

/// Where a bone of a model is over time, while an animation plays on it.
fn places(model: &Model, animation: &Animation, bone: HumanBone, duration: f32) -> Vec<Vec3> {
    let node = model.humanoid().unwrap().node(bone).unwrap();
    let mut pose = Pose::rest(model);
    let count = (duration * RATE) as usize;
    let place = |frame: usize| {
        pose.apply_animation(model, animation, frame as f32 / RATE);
        pose.evaluate(model);
        pose.model_from_node(node).translation.into()
    };
    (0..=count).map(place).collect()
}

/// The largest distance along the ground from the first of some places.
fn slide(places: &[Vec3]) -> f32 {
    let first = places[0];
    places.iter().map(|place| (*place - first).with_y(0.0).length()).fold(0.0, f32::max)
}
