//! Evaluates a pose without physics: constraints, and the frames of all nodes.

use glam::{Affine3A, Quat};

use crate::frames::NodeFrames;
use crate::schedule::{PoseMismatch, run, run_prepared};
use sinew_model::kernel::forward::PackedFrame;
use sinew_model::math::Transform;
use sinew_model::model::{Model, NodeId};
use sinew_model::prepared::PreparedConstraint;

/// The transforms of all nodes relative to the model's root. Created once, filled by [`evaluate`] as often as needed.
#[derive(Clone, Debug)]
pub struct ModelSpace {
    frames: NodeFrames,
}

impl ModelSpace {
    /// Creates frames for the nodes of a model, all at the root until the first [`evaluate`].
    pub fn new(model: &Model) -> Self {
        Self { frames: NodeFrames::new(model.hierarchy().len()) }
    }

    /// The frames themselves, for callers that run a schedule pass by pass.
    pub fn frames_mut(&mut self) -> &mut NodeFrames {
        &mut self.frames
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.frames.as_slice().len()
    }

    /// Whether the model has no nodes.
    pub fn is_empty(&self) -> bool {
        self.frames.as_slice().is_empty()
    }

    /// Whether the latest evaluation computed a node's frame again. Otherwise it is unchanged.
    pub fn is_new(&self, node: NodeId) -> bool {
        self.frames.is_new(node)
    }

    /// The matrix from a node's space to the model's; the identity if the model has no such node.
    pub fn matrix(&self, node: NodeId) -> Affine3A {
        self.frames.as_slice().get(node.slot()).unwrap_or(&PackedFrame::ROOT).matrix()
    }

    /// The product of the local rotations from the root to a node; the identity if the model has no such node.
    pub fn rotation(&self, node: NodeId) -> Quat {
        self.frames.as_slice().get(node.slot()).unwrap_or(&PackedFrame::ROOT).rotation()
    }

    /// The scale of a node and its ancestors, in the node's rigid frame.
    pub fn scale_in_rigid(&self, node: NodeId) -> glam::Mat3A {
        self.frames.as_slice().get(node.slot()).unwrap_or(&PackedFrame::ROOT).scale_in_rigid()
    }
}

/// Applies the constraints of a model to local transforms that the caller owns (one for each node, parents first), and
/// computes the frames of all nodes.
///
/// Constraints read the transforms as given, so evaluating twice gives the same result. Nothing is allocated.
/// [`constrain`](crate::constrain) does less, for callers that need the local transforms alone.
///
/// ```
/// use glam::{Quat, Vec3};
/// use sinew_document::{Document, NoResources};
/// use sinew_model::Model;
/// use sinew_motion::ModelSpace;
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [
///     {"name": "hand"},
///     {"name": "twist", "translation": [0, 1, 0], "extensions": {"VRMC_node_constraint": {
///         "specVersion": "1.0", "constraint": {"roll": {"source": 0, "rollAxis": "X", "weight": 0.5}}}}}
/// ]}"#;
/// let (model, diagnostics) = Model::from_document(&Document::read(file, &NoResources)?);
/// # let serious = diagnostics.iter().find(|found| found.severity == sinew_document::Severity::Error);
/// # assert_eq!(serious, None);
/// let find = |name| model.hierarchy().find(name).ok_or("no such node");
/// let (hand, twist) = (find("hand")?, find("twist")?);
///
/// let mut local = model.hierarchy().rest_pose().to_vec();
/// local[hand.slot()].rotation = Quat::from_rotation_x(1.0);
/// let mut model_space = ModelSpace::new(&model);
/// sinew_motion::evaluate(&model, &mut local, &mut model_space)?;
///
/// assert!(local[twist.slot()].rotation.abs_diff_eq(Quat::from_rotation_x(0.5), 1e-6));
/// assert_eq!(model_space.matrix(twist).translation, Vec3::Y.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `local` or `model_space` has another length than the model. Nothing has changed then.
pub fn evaluate(model: &Model, local: &mut [Transform], model_space: &mut ModelSpace) -> Result<(), PoseMismatch> {
    let nodes = model.hierarchy().len();
    let frames = &mut model_space.frames;
    if local.len() != nodes || frames.as_slice().len() != nodes {
        return Err(PoseMismatch { nodes, local: local.len(), model_space: frames.as_slice().len() });
    }
    run(model, model.schedule().passes(), local, frames);
    Ok(())
}

/// As [`evaluate`], with constraints that may have other weights than the model's, in the same order.
///
/// # Errors
/// As [`evaluate`].
pub(crate) fn evaluate_prepared(
    model: &Model,
    prepared: &[PreparedConstraint],
    local: &mut [Transform],
    model_space: &mut ModelSpace,
) -> Result<(), PoseMismatch> {
    if prepared.len() != model.prepared().len() || local.len() != model.hierarchy().len() {
        return evaluate(model, local, model_space);
    }
    run_prepared(model, (prepared, model.schedule().passes()), local, &mut model_space.frames);
    Ok(())
}
