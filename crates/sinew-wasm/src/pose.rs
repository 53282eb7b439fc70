//! Where nodes are, as numbers that JavaScript looks at in place.
//!
//! All vectors have their final length when an instance is spawned and are only written over afterwards, so that their
//! addresses hold as long as it lives.

use sinew::glam::{Affine3A, Mat4};
use sinew::math::Transform;
use sinew::{Model, Pose};

/// Numbers of a local transform: translation, rotation, scale.
const LOCAL: usize = 10;
/// Numbers of a matrix.
const MATRIX: usize = 16;

/// Where the nodes of an instance are: nodes in the order of the file, virtual transforms in that of the model.
#[derive(Debug)]
pub(crate) struct PoseNumbers {
    locals: Vec<f32>,
    matrices: Vec<f32>,
    weights: Vec<f32>,
    virtuals: Vec<f32>,
}

impl PoseNumbers {
    pub(crate) fn new(model: &Model) -> Self {
        let nodes = model.hierarchy().len();
        Self {
            locals: vec![0.0; nodes * LOCAL],
            matrices: vec![0.0; nodes * MATRIX],
            weights: vec![0.0; model.morph_targets().rest().len()],
            virtuals: vec![0.0; model.virtual_transforms().len() * MATRIX],
        }
    }

    /// Takes a pose of the model.
    pub(crate) fn set(&mut self, model: &Model, pose: &Pose, model_from_virtual: &[Affine3A]) {
        let locals = self.locals.chunks_exact_mut(LOCAL);
        let matrices = self.matrices.chunks_exact_mut(MATRIX);
        for ((node, local), matrix) in model.hierarchy().nodes_in_file_order().zip(locals).zip(matrices) {
            let Transform { translation, rotation, scale } = pose.local.get(node.slot()).copied().unwrap_or_default();
            local[..3].copy_from_slice(&translation.to_array());
            local[3..7].copy_from_slice(&rotation.to_array());
            local[7..].copy_from_slice(&scale.to_array());
            matrix.copy_from_slice(&columns(pose.model_from_node(node)));
        }
        for (weight, value) in self.weights.iter_mut().zip(&pose.weights) {
            *weight = *value;
        }
        for (matrix, value) in self.virtuals.chunks_exact_mut(MATRIX).zip(model_from_virtual) {
            matrix.copy_from_slice(&columns(*value));
        }
    }

    /// Address and length of locals, matrices, weights and matrices of virtual transforms.
    pub(crate) fn addresses(&self) -> Vec<u32> {
        [&self.locals, &self.matrices, &self.weights, &self.virtuals]
            .into_iter()
            .flat_map(|list| address(list))
            .collect()
    }
}

/// Where numbers stand in the memory of the module, and how many.
pub(crate) fn address(numbers: &[f32]) -> [u32; 2] {
    [numbers.as_ptr().addr() as u32, numbers.len() as u32]
}

fn columns(matrix: Affine3A) -> [f32; MATRIX] {
    Mat4::from(matrix).to_cols_array()
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;

    #[test]
    fn nodes_stand_in_the_order_of_the_file() {
        // Node 0 is the child: parents come first in the model, and here they do not.
        let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"translation": [1, 2, 3]},
            {"translation": [10, 20, 30], "scale": [2, 2, 2], "children": [0]}]}"#;
        let (model, _) = Model::from_document(&Document::read(file, &NoResources).unwrap());
        let mut numbers = PoseNumbers::new(&model);
        let before = numbers.addresses();
        numbers.set(&model, &Pose::rest(&model), &[]);
        assert_eq!(numbers.locals[..10], [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(numbers.locals[10..], [10.0, 20.0, 30.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0]);
        // The child's origin: 10 + 2·1, 20 + 2·2, 30 + 2·3.
        assert_eq!(numbers.matrices[12..16], [12.0, 24.0, 36.0, 1.0]);
        assert_eq!(numbers.addresses(), before);
    }
}
