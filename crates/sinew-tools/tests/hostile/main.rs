//! Hostile and damaged files: any bytes give an answer within a bounded time, and never a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod damage;
mod numbers;
mod sizes;

use std::time::{Duration, Instant};

use glam::Affine3A;
use sinew::document::{Diagnostics, Document, NoResources, ReadError, WriteOptions};
use sinew::{LowerOptions, Model, Pose};
use sinew_tools::answer::Evaluation;

/// More than any input here takes on a slow and busy machine, and less than quadratic work would.
const PATIENCE: Duration = Duration::from_secs(20);

/// Does with a file all that can be done: read, lower, pose, animate, follow, answer, write back.
fn run(bytes: &[u8]) -> Result<(Model, Diagnostics), ReadError> {
    let start = Instant::now();
    let document = Document::read(bytes, &NoResources)?;
    let options = LowerOptions { look_at_virtual_transform: true, ..LowerOptions::default() };
    let (model, lowering) = Model::from_document_with(&document, &options);
    let mut pose = Pose::rest(&model);
    let mut matrices = vec![Affine3A::IDENTITY; model.virtual_transforms().len()];
    for animation in model.animations() {
        for time in [f32::NEG_INFINITY, 0.0, 1.5, animation.duration, f32::INFINITY, f32::NAN] {
            pose.apply_animation(&model, animation, time);
        }
        pose.evaluate(&model);
        pose.evaluate_virtual_transforms(&model, &mut matrices);
    }
    let mut diagnostics = document.diagnostics().clone();
    diagnostics.append(lowering);
    let _ = Evaluation::new(&model, &pose, &diagnostics);
    let _ = document.to_glb(WriteOptions { embed: true }, &NoResources);
    let _ = document.to_gltf("copy", WriteOptions::default(), &NoResources);
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    Ok((model, diagnostics))
}

/// As [`run`], on what stands between the braces of a file.
fn run_members(members: &str) -> (Model, Diagnostics) {
    run(format!("{{\"asset\":{{\"version\":\"2.0\"}},{members}}}").as_bytes()).unwrap()
}

/// `CODE /pointer` for each finding.
fn findings(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect()
}
