//! Runs the passes of a model's schedule: constraints, and the frames that they read.

use std::fmt;

use crate::apply_constraint::apply_constraint;
use crate::frames::NodeFrames;
use sinew_model::math::Transform;
use sinew_model::model::Model;
use sinew_model::prepared::{Pass, PreparedConstraint};

/// An argument of [`evaluate`](crate::evaluate) or [`constrain`](crate::constrain) has another number of nodes than the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoseMismatch {
    /// The number of the model's nodes.
    pub nodes: usize,
    /// The number of local transforms.
    pub local: usize,
    /// The number of nodes of the model space, or of the constraint frames.
    pub model_space: usize,
}

impl fmt::Display for PoseMismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, local, model_space } = self;
        write!(out, "the model has {nodes} nodes, the pose {local} and the model space {model_space}")
    }
}

impl std::error::Error for PoseMismatch {}

/// Runs the passes of a schedule on arrays of the model's length.
pub(super) fn run(model: &Model, passes: &[Pass], local: &mut [Transform], frames: &mut NodeFrames) {
    run_prepared(model, (model.prepared(), passes), local, frames);
}

/// As [`run`], with constraints that may have other weights than the model's.
pub(super) fn run_prepared(
    model: &Model,
    (constraints, passes): (&[PreparedConstraint], &[Pass]),
    local: &mut [Transform],
    frames: &mut NodeFrames,
) {
    let parents = model.hierarchy().parents();
    frames.begin(model);
    for pass in passes {
        match *pass {
            Pass::Constrain { start, end } => {
                for constraint in &constraints[Pass::range(start, end)] {
                    apply_constraint(constraint, local, frames.as_slice());
                }
            }
            Pass::Frames { start, end } => frames.update(parents, local, Pass::range(start, end)),
        }
    }
}
