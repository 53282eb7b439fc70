//! Applies the constraints of a model to local transforms.

use crate::frames::NodeFrames;
use crate::schedule::{PoseMismatch, run_prepared};
use sinew_model::math::Transform;
use sinew_model::model::Model;
use sinew_model::prepared::PreparedConstraint;

/// The frames of the nodes that constraints read in model space. Created once and kept between calls of [`constrain`],
/// so that unchanged nodes are not computed again.
#[derive(Clone, Debug)]
pub struct ConstraintFrames {
    frames: NodeFrames,
}

impl ConstraintFrames {
    /// Creates frames for the nodes of a model.
    pub fn new(model: &Model) -> Self {
        Self { frames: NodeFrames::new(model.hierarchy().len()) }
    }
}

/// Applies the constraints of a model to local transforms that the caller owns (one for each node, parents first), and
/// computes nothing else: for callers that compute model space themselves, as most renderers do. The local transforms
/// are those of [`evaluate`](crate::evaluate), to the last bit.
///
/// ```
/// use glam::Quat;
/// use sinew_document::{Document, NoResources};
/// use sinew_motion::ConstraintFrames;
/// use sinew_model::Model;
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "hand"}, {"name": "twist", "extensions": {
///     "VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"roll": {"source": 0, "rollAxis": "X"}}}}}
/// ]}"#;
/// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
/// let find = |name| model.hierarchy().find(name).ok_or("no such node");
/// let (hand, twist) = (find("hand")?, find("twist")?);
///
/// let mut local = model.hierarchy().rest_pose().to_vec();
/// local[hand.slot()].rotation = Quat::from_rotation_x(1.0);
/// sinew_motion::constrain(&model, &mut local, &mut ConstraintFrames::new(&model))?;
/// assert!(local[twist.slot()].rotation.abs_diff_eq(Quat::from_rotation_x(1.0), 1e-6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// `local` or `frames` has another length than the model. Nothing has changed then.
pub fn constrain(model: &Model, local: &mut [Transform], frames: &mut ConstraintFrames) -> Result<(), PoseMismatch> {
    constrain_prepared(model, model.prepared(), local, frames)
}

/// As [`constrain`], with constraints that may have other weights than the model's, in the same order.
///
/// # Errors
/// As [`constrain`].
pub(crate) fn constrain_prepared(
    model: &Model,
    prepared: &[PreparedConstraint],
    local: &mut [Transform],
    frames: &mut ConstraintFrames,
) -> Result<(), PoseMismatch> {
    let (nodes, room) = (model.hierarchy().len(), frames.frames.as_slice().len());
    if local.len() != nodes || room != nodes {
        return Err(PoseMismatch { nodes, local: local.len(), model_space: room });
    }
    run_prepared(model, (prepared, model.schedule().constraint_passes()), local, &mut frames.frames);
    Ok(())
}
