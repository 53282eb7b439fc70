//! Transforms of a model's virtual transforms.

use glam::Affine3A;

use crate::{ModelSpace, Pose, Properties};
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::model::{Model, NodeId, VirtualTransformId};

/// Computes the matrices from all virtual transforms to the model, into a slice that the caller owns (indexed by
/// [`VirtualTransformId::slot`]). If the lengths differ, the common part is filled.
///
/// # Panics
/// `model_space` belongs to a model with fewer nodes.
pub fn evaluate_virtual_transforms(model: &Model, model_space: &ModelSpace, matrices: &mut [Affine3A]) {
    for (matrix, value) in matrices.iter_mut().zip(model.virtual_transforms().matrices(frames(model_space))) {
        *matrix = value;
    }
}

/// As [`evaluate_virtual_transforms`], with transforms that may be others than the model's.
pub fn evaluate_changed_virtual_transforms(
    model: &Model,
    properties: &Properties,
    model_space: &ModelSpace,
    matrices: &mut [Affine3A],
) {
    let all = properties.virtual_transforms(model);
    for (matrix, value) in matrices.iter_mut().zip(all.matrices(frames(model_space))) {
        *matrix = value;
    }
}

impl Pose {
    /// As [`evaluate_virtual_transforms`], as of the last [`Pose::evaluate`].
    pub fn evaluate_virtual_transforms(&self, model: &Model, matrices: &mut [Affine3A]) {
        evaluate_virtual_transforms(model, self.model_space(), matrices);
    }

    /// The matrix from one virtual transform to the model, as of the last [`Pose::evaluate`]; `None` for an id of
    /// another model.
    #[must_use]
    pub fn model_from_virtual(&self, model: &Model, id: VirtualTransformId) -> Option<Affine3A> {
        model.virtual_transforms().matrix(id, frames(self.model_space()))
    }
}

fn frames(model_space: &ModelSpace) -> impl Fn(NodeId) -> ModelFrame {
    |node| ModelFrame { matrix: model_space.matrix(node), rotation: model_space.rotation(node) }
}
