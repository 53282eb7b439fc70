//! From transforms relative to parents to transforms relative to the root.

use glam::{Affine3A, Quat};

use crate::math::Transform;

/// The forward pass (glTF 2.0, section 3.5.3): a node's model matrix is its parent's model matrix times its own local one.
///
/// `parents` gives each node's parent as a place in the same slices, and runs parents first.
pub fn model_from_local<P>(
    parents: &[P],
    slot: impl Fn(&P) -> Option<usize>,
    local: &[Transform],
    model: &mut [Affine3A],
) {
    for (node, (parent, transform)) in parents.iter().zip(local).enumerate() {
        let local = transform.to_affine();
        model[node] = match slot(parent) {
            Some(parent) => model[parent] * local,
            None => local,
        };
    }
}

/// The model rotation of each node: the product of the local rotations along its chain. Scale never enters it, so it is
/// defined below mirrored and sheared parents too.
pub fn model_rotations<P>(parents: &[P], slot: impl Fn(&P) -> Option<usize>, local: &[Transform], model: &mut [Quat]) {
    for (node, (parent, transform)) in parents.iter().zip(local).enumerate() {
        model[node] = match slot(parent) {
            Some(parent) => model[parent] * transform.rotation,
            None => transform.rotation,
        };
    }
}
