//! Where a skin puts vertices at rest (glTF 2.0, section 3.7.3).

use glam::{Affine3A, Mat4, Vec3, Vec3A};
use sinew_document::NodeIndex;

use super::super::ownership::Ownership;
use crate::model::Hierarchy;

/// The matrices of a skin's joints at rest: from the space that the mesh was bound in to the model's.
pub(super) struct Skinning {
    model_from_bind: Vec<Affine3A>,
}

/// Four joints a vertex, and how much of it each holds.
pub(super) struct Influences {
    pub(super) joints: Vec<[u16; 4]>,
    pub(super) weights: Vec<[f32; 4]>,
}

impl Skinning {
    /// Of a skin's joints; `None` where one of them is no node.
    pub(super) fn new(
        joints: &[NodeIndex],
        inverse_binds: &[[f32; 16]],
        hierarchy: &Hierarchy,
        ownership: &Ownership,
    ) -> Option<Self> {
        let matrix = |(place, joint): (usize, &NodeIndex)| {
            let model_from_joint = ownership.model_from_node(hierarchy.id(*joint)?);
            let bind = inverse_binds.get(place).map_or(Mat4::IDENTITY, Mat4::from_cols_array);
            Some(model_from_joint * Affine3A::from_mat4(bind))
        };
        let model_from_bind: Option<Vec<_>> = joints.iter().enumerate().map(matrix).collect();
        Some(Self { model_from_bind: model_from_bind? })
    }

    /// Where vertices are in the model; `None` where a joint holds not all of them, so that they have no place.
    pub(super) fn place(&self, points: &[Vec3], sets: &[Influences]) -> Option<Vec<Vec3>> {
        let mut sums = vec![(Vec3A::ZERO, 0.0_f32); points.len()];
        for Influences { joints, weights } in sets {
            for (((sum, total), point), (joints, weights)) in
                sums.iter_mut().zip(points).zip(joints.iter().zip(weights))
            {
                for (joint, weight) in joints.iter().zip(weights) {
                    let Some(matrix) = self.model_from_bind.get(usize::from(*joint)) else { continue };
                    *sum += matrix.transform_point3a((*point).into()) * *weight;
                    *total += *weight;
                }
            }
        }
        let placed = sums.into_iter().map(|(sum, total)| total.is_normal().then(|| Vec3::from(sum / total)));
        placed.collect()
    }
}
