//! The JSON answers of the command line, as types. They are a contract: a field may be added, none renamed.
//!
//! Every node number is the file's index.

use super::property::PropertyAnswer;
use serde::Serialize;
use sinew_document::{Diagnostic, Diagnostics};

use sinew_model::math::Transform;
use sinew_model::model::Model;
use sinew_motion::Pose;

/// What `sinew evaluate --json` prints: one frame without physics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Evaluation {
    /// Every node of the file, in index order.
    pub nodes: Vec<NodeState>,
    /// Every virtual transform in the order of the file; absent without the extension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub virtual_transforms: Option<Vec<VirtualTransformState>>,
    /// What is animated besides transforms and weights, by the file's pointers; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyAnswer>,
    /// The diagnostics.
    pub diagnostics: Vec<Finding>,
}

/// The transforms of a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NodeState {
    /// The file's index.
    pub index: u32,
    /// Its name in the file.
    pub name: Option<String>,
    /// Relative to the parent.
    pub local: LocalTransform,
    /// Relative to the model's root.
    pub model: ModelTransform,
    /// The weights of its mesh's morph targets; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<f32>,
}

/// A transform relative to the parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LocalTransform {
    /// Metres.
    pub translation: [f32; 3],
    /// x, y, z, w.
    pub rotation: [f32; 4],
    /// Factors along the local axes.
    pub scale: [f32; 3],
}

/// A transform relative to the model's root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelTransform {
    /// Column-major; `null` where a number is too large.
    #[cfg_attr(feature = "schema", schemars(with = "[Option<f32>; 16]"))]
    pub matrix: [f32; 16],
}

/// The state of a virtual transform.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VirtualTransformState {
    /// Its index in the file's list; absent for the one of VRM's `lookAt`.
    pub index: Option<u32>,
    /// Its name.
    pub name: String,
    /// The file's index of its parent node.
    pub parent: Option<u32>,
    /// Its tags.
    pub tags: Vec<String>,
    /// From its space to the model's, column-major; `null` where a number is too large.
    #[cfg_attr(feature = "schema", schemars(with = "[Option<f32>; 16]"))]
    pub matrix: [f32; 16],
}

/// A diagnostic in the format of Khronos's validator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The code of the rule.
    pub code: &'static str,
    /// The problem.
    pub message: String,
    /// 0 error, 1 warning, 2 information, 3 hint.
    pub severity: u8,
    /// The JSON pointer.
    pub pointer: String,
}

impl Evaluation {
    /// The answer for a pose of a model.
    pub fn new(model: &Model, pose: &Pose, diagnostics: &Diagnostics) -> Self {
        Self {
            nodes: node_states(model, pose),
            virtual_transforms: virtual_transform_states(model, pose),
            properties: Vec::new(),
            diagnostics: findings(diagnostics),
        }
    }

    /// The same with properties.
    #[must_use]
    pub fn with_properties(self, properties: Vec<PropertyAnswer>) -> Self {
        Self { properties, ..self }
    }
}

/// The states of every node in a pose, in index order.
pub fn node_states(model: &Model, pose: &Pose) -> Vec<NodeState> {
    let hierarchy = model.hierarchy();
    let state = |node| NodeState {
        index: hierarchy.index(node).0,
        name: hierarchy.name(node).map(str::to_owned),
        local: pose.local.get(node.slot()).copied().unwrap_or_default().into(),
        model: ModelTransform { matrix: glam::Mat4::from(pose.model_from_node(node)).to_cols_array() },
        weights: pose.weights.get(model.morph_targets().range(node)).unwrap_or_default().to_vec(),
    };
    hierarchy.nodes_in_file_order().map(state).collect()
}

/// The states of every virtual transform in a pose, in the order of the file; `None` without the extension.
pub fn virtual_transform_states(model: &Model, pose: &Pose) -> Option<Vec<VirtualTransformState>> {
    let list = model.virtual_transforms();
    if list.is_empty() && !list.is_in_file() {
        return None;
    }
    let states = list.iter().filter_map(|(id, entry)| {
        Some(VirtualTransformState {
            index: entry.index,
            name: entry.name.clone(),
            parent: entry.parent.map(|parent| model.hierarchy().index(parent).0),
            tags: entry.tags.clone(),
            matrix: glam::Mat4::from(pose.model_from_virtual(model, id)?).to_cols_array(),
        })
    });
    Some(states.collect())
}

impl VirtualTransformState {
    /// The same elsewhere.
    #[must_use]
    pub fn with_matrix(self, model_from_virtual: glam::Affine3A) -> Self {
        Self { matrix: glam::Mat4::from(model_from_virtual).to_cols_array(), ..self }
    }
}

/// Diagnostics as findings.
pub fn findings(diagnostics: &Diagnostics) -> Vec<Finding> {
    diagnostics.iter().map(Finding::from).collect()
}

impl From<Transform> for LocalTransform {
    fn from(transform: Transform) -> Self {
        Self {
            translation: transform.translation.to_array(),
            rotation: transform.rotation.to_array(),
            scale: transform.scale.to_array(),
        }
    }
}

impl From<&Diagnostic> for Finding {
    fn from(diagnostic: &Diagnostic) -> Self {
        Self {
            code: diagnostic.code.as_str(),
            message: diagnostic.message.clone(),
            severity: diagnostic.severity as u8,
            pointer: diagnostic.pointer.clone(),
        }
    }
}
