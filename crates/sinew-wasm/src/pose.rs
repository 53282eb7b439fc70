//! Poses, as numbers that JavaScript reads in place.
//!
//! All vectors have their final length when an instance is spawned and are only overwritten afterwards, so that their
//! addresses are valid as long as it lives.

use serde::Serialize;
use sinew::glam::{Affine3A, Mat4};
use sinew::math::Transform;
use sinew::{Model, Pose};

use crate::layout::{LocalRow, MatrixRow};

/// The numbers of a pose: nodes in the order of the file, virtual transforms in that of the model.
#[derive(Debug)]
pub(crate) struct PoseMemory {
    /// A [`LocalRow`] per node.
    locals: Vec<f32>,
    /// A [`MatrixRow`] per node.
    matrices: Vec<f32>,
    weights: Vec<f32>,
    /// A [`MatrixRow`] per virtual transform.
    virtual_matrices: Vec<f32>,
}

/// The addresses of a [`PoseMemory`].
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PoseAddresses {
    locals: Span,
    matrices: Span,
    weights: Span,
    virtual_matrices: Span,
}

/// The address of numbers in the memory of the module, and their count.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Span {
    address: usize,
    length: usize,
}

impl PoseMemory {
    pub(crate) fn new(model: &Model) -> Self {
        let nodes = model.hierarchy().len();
        Self {
            locals: vec![0.0; nodes * LocalRow::WIDTH],
            matrices: vec![0.0; nodes * MatrixRow::WIDTH],
            weights: vec![0.0; model.morph_targets().rest().len()],
            virtual_matrices: vec![0.0; model.virtual_transforms().len() * MatrixRow::WIDTH],
        }
    }

    /// Writes a pose of the model.
    pub(crate) fn write(&mut self, model: &Model, pose: &Pose, model_from_virtual: &[Affine3A]) {
        let (locals, _) = self.locals.as_chunks_mut();
        let (matrices, _) = self.matrices.as_chunks_mut();
        for ((node, local), matrix) in model.hierarchy().nodes_in_file_order().zip(locals).zip(matrices) {
            let Transform { translation, rotation, scale } = pose.local.get(node.slot()).copied().unwrap_or_default();
            LocalRow { translation: translation.into(), rotation: rotation.into(), scale: scale.into() }.write(local);
            matrix_row(pose.model_from_node(node)).write(matrix);
        }
        for (weight, value) in self.weights.iter_mut().zip(&pose.weights) {
            *weight = *value;
        }
        let (virtual_matrices, _) = self.virtual_matrices.as_chunks_mut();
        for (matrix, value) in virtual_matrices.iter_mut().zip(model_from_virtual) {
            matrix_row(*value).write(matrix);
        }
    }

    pub(crate) fn addresses(&self) -> PoseAddresses {
        PoseAddresses {
            locals: Span::of(&self.locals),
            matrices: Span::of(&self.matrices),
            weights: Span::of(&self.weights),
            virtual_matrices: Span::of(&self.virtual_matrices),
        }
    }
}

impl Span {
    pub(crate) fn of(numbers: &[f32]) -> Self {
        Self { address: numbers.as_ptr().addr(), length: numbers.len() }
    }
}

fn matrix_row(matrix: Affine3A) -> MatrixRow {
    MatrixRow { columns: Mat4::from(matrix).to_cols_array() }
}

#[cfg(test)]
mod tests {
    use sinew_document::{Document, NoResources};

    use super::*;

    #[test]
    fn nodes_are_in_the_order_of_the_file() {
        // Node 0 is the child: parents come first in the model, and here they do not.
        let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"translation": [1, 2, 3]},
            {"translation": [10, 20, 30], "scale": [2, 2, 2], "children": [0]}]}"#;
        let (model, _) = Model::from_document(&Document::read(file, &NoResources).unwrap());
        let mut memory = PoseMemory::new(&model);
        let before = memory.addresses();
        memory.write(&model, &Pose::rest(&model), &[]);
        assert_eq!(memory.locals[..10], [1.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(memory.locals[10..], [10.0, 20.0, 30.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0]);
        // The child's origin: 10 + 2·1, 20 + 2·2, 30 + 2·3.
        assert_eq!(memory.matrices[12..16], [12.0, 24.0, 36.0, 1.0]);
        assert_eq!(memory.addresses(), before);
    }
}
