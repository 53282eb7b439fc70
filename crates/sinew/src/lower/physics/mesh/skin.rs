//! Where a skin puts vertices at rest (glTF 2.0, section 3.7.3).

use glam::{Affine3A, Mat4, Vec3, Vec3A};
use sinew_document::core::Skin;
use sinew_document::{AccessorError, AccessorIndex, Code, Diagnostics, Document, FromJson, SkinIndex, Value};

use super::super::ownership::Ownership;
use crate::model::Hierarchy;

/// The matrices of a skin's joints at rest: from the space that the mesh was bound in to the model's.
pub(super) struct Skinning {
    model_from_bind: Vec<Affine3A>,
}

impl Skinning {
    /// Of a node's `skin`; `None`, and a report, where the skin cannot be used.
    pub(super) fn read(
        document: &Document,
        hierarchy: &Hierarchy,
        ownership: &Ownership,
        skin: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let index = SkinIndex::from_json(skin, diagnostics)?;
        let Some(table) = document.read_object::<Skin<'_>>(index, diagnostics) else {
            diagnostics.report(Code::UNRESOLVED_REFERENCE, skin, format!("there is no usable skin {}", index.0));
            return None;
        };
        let inverse_binds = match table.inverse_bind_matrices.map(|accessor| read(document, accessor)) {
            None => Vec::new(),
            Some(Ok(matrices)) => matrices,
            Some(Err(error)) => {
                error.report(diagnostics);
                return None;
            }
        };
        let matrix = |(place, joint): (usize, _)| {
            let model_from_joint = ownership.model_from_node(hierarchy.id(joint)?);
            let inverse_bind =
                inverse_binds.get(place).map_or(Affine3A::IDENTITY, |matrix| Affine3A::from_mat4(*matrix));
            Some(model_from_joint * inverse_bind)
        };
        let model_from_bind: Option<Vec<_>> = table.joints.into_iter().enumerate().map(matrix).collect();
        if model_from_bind.is_none() {
            let message = "a joint of the skin is no node; the mesh is taken without its skin";
            diagnostics.report(Code::UNRESOLVED_REFERENCE, skin, message);
        }
        Some(Self { model_from_bind: model_from_bind? })
    }

    /// Where the vertices of a primitive are in the model; `None` where it has no usable joints and weights.
    pub(super) fn place(
        &self,
        document: &Document,
        attributes: Value<'_>,
        points: &[Vec3],
        diagnostics: &mut Diagnostics,
    ) -> Option<Vec<Vec3>> {
        let mut sums = vec![(Vec3A::ZERO, 0.0_f32); points.len()];
        for set in 0.. {
            let joints = attributes.get(&format!("JOINTS_{set}"));
            let weights = attributes.get(&format!("WEIGHTS_{set}"));
            let Some((joints, weights)) = joints.zip(weights) else { break };
            let joints = AccessorIndex::from_json(joints, diagnostics)?;
            let weights = AccessorIndex::from_json(weights, diagnostics)?;
            let read = || Ok((document.accessor(joints)?.read_u16x4()?, document.accessor(weights)?.read_f32::<4>()?));
            let (joints, weights) = match read() {
                Ok(both) => both,
                Err(error) => {
                    AccessorError::report(error, diagnostics);
                    return None;
                }
            };
            for (((sum, total), point), (joints, weights)) in
                sums.iter_mut().zip(points).zip(joints.iter().zip(&weights))
            {
                for (joint, weight) in joints.iter().zip(weights) {
                    let Some(matrix) = self.model_from_bind.get(usize::from(*joint)) else { continue };
                    *sum += matrix.transform_point3a((*point).into()) * *weight;
                    *total += *weight;
                }
            }
        }
        // A vertex that no joint holds has no place; the whole primitive is left to its node.
        let placed = sums.into_iter().map(|(sum, total)| (total.is_normal()).then(|| Vec3::from(sum / total)));
        placed.collect()
    }
}

fn read(document: &Document, accessor: AccessorIndex) -> Result<Vec<Mat4>, AccessorError> {
    let matrices = document.accessor(accessor)?.read_f32::<16>()?;
    Ok(matrices.iter().map(Mat4::from_cols_array).collect())
}
