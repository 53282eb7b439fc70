//! From a transform relative to the parent to one relative to the root.

use std::ops::Range;

use glam::{Affine3A, Quat};

use crate::math::Transform;

/// Where a node is, seen from the root of its model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelFrame {
    /// From the node's space to the model's.
    pub matrix: Affine3A,
    /// The product of the local rotations along the node's chain. Scale never enters it, so it is defined below
    /// mirrored, sheared and flattened parents too.
    pub rotation: Quat,
}

impl ModelFrame {
    /// The model's root.
    pub const ROOT: Self = Self { matrix: Affine3A::IDENTITY, rotation: Quat::IDENTITY };

    /// The frame of a node below this one (glTF 2.0, section 3.5.3: the parent's matrix times the local one).
    pub fn child(&self, local: &Transform) -> Self {
        Self { matrix: self.matrix * local.to_affine(), rotation: self.rotation * local.rotation }
    }
}

/// The frames of a run of nodes, from their local transforms and the frames of their parents, which come first.
///
/// `parents` gives the place of each node's parent, where it has one.
pub fn forward<P: Copy + Into<usize>>(
    parents: &[Option<P>],
    local: &[Transform],
    frames: &mut [ModelFrame],
    nodes: Range<usize>,
) {
    for node in nodes {
        frames[node] = match parents[node] {
            Some(parent) => frames[parent.into()].child(&local[node]),
            None => ModelFrame::ROOT.child(&local[node]),
        };
    }
}
