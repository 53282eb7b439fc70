//! Small models written as files, and their evaluation.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew_document::{Document, NoResources, NodeIndex};
use sinew_model::math::Transform;
use sinew_model::{Model, NodeId};
use sinew_motion::{ConstraintFrames, ModelSpace};

/// A model of a list of nodes, all in the scene, with the findings as `CODE pointer`.
pub(crate) fn model_with_findings(nodes: &Value) -> (Model, Vec<String>) {
    let children: Vec<u64> = nodes
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|node| node["children"].as_array())
        .flatten()
        .map(|child| child.as_u64().unwrap())
        .collect();
    let count = nodes.as_array().unwrap().len() as u64;
    let roots: Vec<u64> = (0..count).filter(|node| !children.contains(node)).collect();
    let file = json!({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let findings = diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect();
    (model, findings)
}

/// A model of a list of nodes with nothing to be said against them.
pub(crate) fn model(nodes: &Value) -> Model {
    let (model, findings) = model_with_findings(nodes);
    assert!(findings.is_empty(), "{findings:?}");
    model
}

/// The node that the file calls by this number.
pub(crate) fn id(model: &Model, index: u32) -> NodeId {
    model.hierarchy().id(NodeIndex(index)).unwrap()
}

/// A pose that a test changes and evaluates without a [`sinew::Pose`].
pub(crate) struct Posed<'a> {
    model: &'a Model,
    local: Vec<Transform>,
    pub(crate) model_space: ModelSpace,
    frames: ConstraintFrames,
}

impl<'a> Posed<'a> {
    pub(crate) fn rest(model: &'a Model) -> Self {
        Self {
            model,
            local: model.hierarchy().rest_pose().to_vec(),
            model_space: ModelSpace::new(model),
            frames: ConstraintFrames::new(model),
        }
    }

    pub(crate) fn local(&mut self, index: u32) -> &mut Transform {
        &mut self.local[id(self.model, index).slot()]
    }

    /// Evaluates, and sees that the constraints alone make the same of the local transforms.
    pub(crate) fn evaluate(mut self) -> Self {
        let mut constrained = self.local.clone();
        sinew_motion::constrain(self.model, &mut constrained, &mut self.frames).unwrap();
        sinew_motion::evaluate(self.model, &mut self.local, &mut self.model_space).unwrap();
        assert_eq!(constrained, self.local);
        self
    }
}

/// A rotation about an axis, in degrees.
pub(crate) fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}

/// The rotation about a vector by its length, in degrees.
pub(crate) fn turn_by(vector: Vec3) -> Quat {
    vector.try_normalize().map_or(Quat::IDENTITY, |axis| turn(axis, vector.length()))
}

pub(crate) fn array(rotation: Quat) -> [f32; 4] {
    rotation.to_array()
}

pub(crate) fn assert_rotation(found: Quat, expected: Quat, what: &str) {
    assert!((found.length() - 1.0).abs() < 2e-6, "{what}: {found} is not of unit length");
    // The distance of two unit quaternions is half of the angle between the rotations.
    let distance = (found - expected).length().min((found + expected).length());
    assert!(distance < 3e-6, "{what}: {found} is not {expected}");
}

pub(crate) fn assert_position(found: Vec3, expected: Vec3, what: &str) {
    assert!(found.distance(expected) < 1e-5 * expected.length().max(1.0), "{what}: {found} is not {expected}");
}
