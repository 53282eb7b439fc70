//! One frame without physics: everything that follows from the local transforms of a pose.

use glam::{Affine3A, Quat};

use crate::kernel::forward::ModelFrame;
use crate::math::Transform;
use crate::model::{Model, NodeId};

/// Where every node is relative to the model's root. Made once, filled by [`evaluate`] as often as needed.
#[derive(Clone, Debug)]
pub struct ModelSpace {
    frames: Vec<ModelFrame>,
}

impl ModelSpace {
    /// Room for the nodes of a model, all at the root until the first [`evaluate`].
    pub fn new(model: &Model) -> Self {
        Self { frames: vec![ModelFrame::ROOT; model.hierarchy().len()] }
    }

    /// How many nodes there is room for.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether the model has no nodes.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// From a node's space to the model's.
    pub fn matrix(&self, node: NodeId) -> Affine3A {
        self.frames[node.slot()].matrix
    }

    /// The product of the local rotations along a node's chain.
    pub fn rotation(&self, node: NodeId) -> Quat {
        self.frames[node.slot()].rotation
    }
}

/// Computes where every node is, from local transforms that the caller owns (one a node, parents first).
///
/// # Panics
/// `local` or `model_space` is of another model's length.
pub fn evaluate(model: &Model, local: &mut [Transform], model_space: &mut ModelSpace) {
    let parents = model.hierarchy().parents();
    let frames = &mut model_space.frames[..parents.len()];
    for (node, (parent, local)) in parents.iter().zip(&local[..parents.len()]).enumerate() {
        frames[node] = match parent {
            Some(parent) => frames[parent.slot()].child(local),
            None => ModelFrame::ROOT.child(local),
        };
    }
}
