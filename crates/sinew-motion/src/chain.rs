//! Frames of single nodes.

use sinew_model::kernel::forward::ModelFrame;
use sinew_model::math::Transform;
use sinew_model::model::{Hierarchy, NodeId};

/// The frame of a node in its model by the local transforms along its chain, whatever was evaluated before.
///
/// # Panics
/// `local` belongs to a model with fewer nodes.
pub fn chain_frame(hierarchy: &Hierarchy, local: &[Transform], node: NodeId) -> ModelFrame {
    let frame = ModelFrame::ROOT.child(&local[node.slot()]);
    hierarchy.ancestors(node).fold(frame, |frame, above| {
        let local = &local[above.slot()];
        ModelFrame { matrix: local.to_affine() * frame.matrix, rotation: local.rotation * frame.rotation }
    })
}
