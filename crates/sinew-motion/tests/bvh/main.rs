//! BVH files: reading, errors, conversion, writing.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]
#![allow(clippy::float_cmp, reason = "the numbers of a file come through as they are")]

mod hostile;
mod naming_conventions;
mod pirouette;
mod reading;
mod rotations;
mod writing;

use std::path::Path;

use sinew_document::{Code, Diagnostics};
use sinew_model::Model;
use sinew_motion::Pose;
use sinew_motion::bvh::{Bvh, BvhOptions};

/// A root with these channels and one joint `tip` a metre (100 units) above it, moved through these frames.
fn one_joint(channels: &str, frames: &[&str]) -> String {
    format!(
        "HIERARCHY\nROOT base\n{{\n OFFSET 1 2 3\n CHANNELS {channels}\n JOINT tip\n {{\n  OFFSET 0 100 0\n  \
         End Site\n  {{\n   OFFSET 0 1 0\n  }}\n }}\n}}\nMOTION\nFrames: {}\nFrame Time: 0.25\n{}\n",
        frames.len(),
        frames.join("\n")
    )
}

fn parse(text: &str) -> Bvh {
    Bvh::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn model(text: &str) -> Model {
    parse(text).to_model(&BvhOptions::default()).0
}

/// The model at a time of its animation.
fn posed(model: &Model, time: f32) -> Pose {
    let mut pose = Pose::rest(model);
    pose.apply_animation(model, &model.animations()[0], time);
    pose.evaluate(model);
    pose
}

fn codes(diagnostics: &Diagnostics) -> Vec<Code> {
    diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

fn fixture(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/bvh").join(name)).unwrap()
}
