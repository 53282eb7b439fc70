//! The face and the eyes of running avatars.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod character;
mod expressions;
mod goals;
mod look_at;
mod materials;
mod real_files;
mod saving;

use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, World, WorldOptions};

/// An avatar of `VRMC_vrm` 1.0: hips, a head 1.4 m up, eyes 0.1 m above and beside it, and a face with four morph targets.
struct Avatar {
    document: Value,
}

impl Avatar {
    fn new() -> Self {
        let eyes = [[0.1, 0.1, 0.0], [-0.1, 0.1, 0.0]].map(|place| json!({"translation": place}));
        let document = json!({
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": [0]}],
            "nodes": [
                {"name": "Hips", "translation": [0, 0.9, 0], "children": [1, 4]},
                {"name": "Head", "translation": [0, 0.5, 0], "children": [2, 3]},
                eyes[0], eyes[1],
                {"name": "Face", "mesh": 0},
            ],
            "meshes": [{"primitives": [{"attributes": {}, "targets": [{}, {}, {}, {}]}]}],
            "extensions": {"VRMC_vrm": {
                "specVersion": "1.0",
                "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}, "leftEye": {"node": 2},
                    "rightEye": {"node": 3}}},
                "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0, 0]},
                "expressions": {"preset": {}, "custom": {}}}},
        });
        Self { document }
    }

    /// With a value at a JSON pointer.
    fn with(mut self, pointer: &str, value: Value) -> Self {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let parent = self.document.pointer_mut(parent).unwrap();
        match parent {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            _ => parent[key] = value,
        }
        self
    }

    /// With an expression; presets are known by their names.
    fn with_expression(self, name: &str, expression: Value) -> Self {
        let preset = sinew::model::ExpressionPreset::from_name(name);
        let kind = if preset.is_some() { "preset" } else { "custom" };
        self.with(&format!("/extensions/VRMC_vrm/expressions/{kind}/{name}"), expression)
    }

    fn model(&self) -> Arc<Model> {
        let document = Document::read(self.document.to_string(), &NoResources).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        let expected = [
            "HUMANOID_REQUIRED_BONE_MISSING",
            "HUMANOID_PARENT_BONE_MISSING",
            "EXPRESSION_BIND_UNUSED",
            "HUMANOID_SCALE_NOT_POSITIVE",
        ];
        for found in &diagnostics {
            assert!(expected.contains(&found.code.as_str()), "{found}");
        }
        Arc::new(model)
    }

    fn world(&self) -> (World, InstanceId) {
        let mut world = World::new(WorldOptions::default());
        let avatar = world.spawn(self.model(), Rigid::IDENTITY);
        (world, avatar)
    }
}

/// A bind of an expression to one of the face's morph targets.
fn morph(index: u32, weight: f32) -> Value {
    json!([{"node": 4, "index": index, "weight": weight}])
}

#[track_caller]
fn assert_near(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-6, "{what}: {found:?} is not {expected:?}");
    }
}
