//! Virtual transforms: reading, evaluation, attachments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod assets;
mod attachments;
mod hints;
mod inheritance;
mod look_at;
mod properties;
mod reading;

use std::path::PathBuf;

use glam::{Affine3A, Vec3};
use serde_json::{Value, json};
use sinew_document::{Diagnostics, Document, NoResources};
use sinew_model::math::Transform;
use sinew_model::{LowerOptions, Model};
use sinew_motion::Pose;

/// A hand-written file of `fixtures/virtual_transform`.
fn fixture(name: &str) -> Document {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/virtual_transform");
    Document::open(folder.join(name).with_extension("gltf")).unwrap()
}

/// `CODE /pointer` for each finding.
fn findings(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect()
}

fn transform_json(transform: Transform) -> Value {
    json!({
        "translation": transform.translation.to_array(),
        "rotation": transform.rotation.to_array(),
        "scale": transform.scale.to_array(),
    })
}

/// A chain of nodes (each the parent of the next) whose last one, called `parent`, carries virtual transforms.
fn chain(nodes: &[Transform], virtual_transforms: &[Value], options: &LowerOptions) -> Model {
    let last = nodes.len() - 1;
    let nodes: Vec<Value> = nodes
        .iter()
        .enumerate()
        .map(|(index, &transform)| {
            let mut node = transform_json(transform);
            node["name"] = if index == last { "parent".into() } else { format!("above {index}").into() };
            if index < last {
                node["children"] = json!([index + 1]);
            }
            node
        })
        .collect();
    let entries: Vec<Value> = virtual_transforms
        .iter()
        .enumerate()
        .map(|(index, entry)| {
            let mut entry = entry.clone();
            entry["name"] = format!("virtual {index}").into();
            entry["parent"] = last.into();
            entry
        })
        .collect();
    let mut file = json!({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": nodes});
    if !entries.is_empty() {
        file["extensions"] = json!({"KHR_virtual_transform": {"virtualTransforms": entries}});
    }
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document_with(&document, options);
    assert!(diagnostics.is_empty(), "{:?}", findings(&diagnostics));
    model
}

fn flags(position: bool, rotation: bool, scale: bool) -> Value {
    json!({
        "respectParentPosition": position, "respectParentRotation": rotation, "respectParentScale": scale,
    })
}

fn all_matrices(model: &Model, pose: &Pose) -> Vec<Affine3A> {
    let mut matrices = vec![Affine3A::IDENTITY; model.virtual_transforms().len()];
    pose.evaluate_virtual_transforms(model, &mut matrices);
    matrices
}

fn assert_near(found: Vec3, expected: [f32; 3], what: &str) {
    assert!(found.distance(expected.into()) < 1e-5, "{what}: {found} is not {expected:?}");
}
