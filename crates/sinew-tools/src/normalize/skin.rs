//! Skins: B′ = C⁻¹·B for each joint, so that its effect on a vertex stays the same.

use std::collections::HashMap;

use glam::{DMat4, DQuat, Mat4};
use sinew_document::core::Skin;
use sinew_document::{AccessorData, AccessorIndex, Diagnostics, Document, FromJson, NodeIndex, SkinIndex};

use super::{NormalizeError, Rewriting};

/// The skins of a file, as far as they can be read.
pub(super) fn skins(document: &Document) -> impl Iterator<Item = (SkinIndex, Skin<'_>)> {
    // Problems of skins are reported by the validator.
    document
        .iter::<SkinIndex>()
        .filter_map(|(index, value)| Some((index, Skin::from_json(value, &mut Diagnostics::new())?)))
}

/// Inverse bind matrices, each accessor read once: a file can share one among any number of skins.
pub(super) struct BindMatrices<'a> {
    document: &'a Document,
    known: HashMap<AccessorIndex, Result<Vec<DMat4>, String>>,
}

impl<'a> BindMatrices<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        Self { document, known: HashMap::new() }
    }

    /// At least one matrix per joint, or the reason why not; no matrices at all mean identities (glTF 2.0, section 5.28).
    pub(super) fn of(&mut self, skin: &Skin<'_>) -> Result<Option<&[DMat4]>, String> {
        let Some(accessor) = skin.inverse_bind_matrices else { return Ok(None) };
        let matrices = self.known.entry(accessor).or_insert_with(|| {
            let matrices = self.document.accessor(accessor).and_then(|accessor| accessor.read_f32::<16>());
            let matrices = matrices.map_err(|error| format!("the matrices of its skin cannot be read: {error}"))?;
            Ok(matrices.iter().map(|matrix| Mat4::from_cols_array(matrix).as_dmat4()).collect())
        });
        match matrices {
            Ok(matrices) if matrices.len() >= skin.joints.len() => Ok(Some(matrices)),
            Ok(_) => Err("its skin has fewer matrices than joints".to_owned()),
            Err(why) => Err(why.clone()),
        }
    }
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<(), NormalizeError> {
    let mut known = BindMatrices::new(rewriting.document);
    let mut written: HashMap<(Option<AccessorIndex>, Vec<NodeIndex>), AccessorIndex> = HashMap::new();
    for (index, skin) in skins(rewriting.document) {
        let frame_rotation = |joint: &NodeIndex| {
            rewriting.node(*joint).map_or(DQuat::IDENTITY, |node| rewriting.frames.frame_rotation(node))
        };
        let frames: Vec<DQuat> = skin.joints.iter().map(frame_rotation).collect();
        if frames.iter().all(|frame_rotation| *frame_rotation == DQuat::IDENTITY) {
            continue;
        }
        // A skin that cannot be read keeps its joints' frames, so it does not come here.
        let Ok(matrices) = known.of(&skin) else { continue };
        let key = (skin.inverse_bind_matrices, skin.joints);
        let accessor = match written.get(&key) {
            Some(&accessor) => accessor,
            None => {
                let matrix = |joint: usize| matrices.map_or(DMat4::IDENTITY, |matrices| matrices[joint]);
                let rotated = frames.iter().enumerate();
                let rotated =
                    rotated.map(|(joint, frame_rotation)| DMat4::from_quat(frame_rotation.conjugate()) * matrix(joint));
                let rotated: Vec<[f32; 16]> = rotated.map(|matrix| matrix.as_mat4().to_cols_array()).collect();
                rewriting.add_accessor(AccessorData::Mat4(&rotated))?
            }
        };
        written.insert(key, accessor);
        rewriting.edit.set(&format!("{index}/inverseBindMatrices"), accessor.0.into())?;
        rewriting.report.skins += 1;
    }
    Ok(())
}
