//! Skins: B′ = C⁻¹·B for each joint, so that what a joint does to a vertex stays the same.

use std::collections::HashMap;

use glam::{DMat4, DQuat, Mat4};
use sinew_document::core::Skin;
use sinew_document::{
    AccessorData, AccessorError, AccessorIndex, Diagnostics, Document, FromJson, NodeIndex, SkinIndex,
};

use super::{NormalizeError, Rewriting};

/// The skins of a file, as far as they can be read.
pub(super) fn skins(document: &Document) -> impl Iterator<Item = (SkinIndex, Skin<'_>)> {
    // Whoever reads skins for drawing tells what is wrong with them.
    document
        .iter::<SkinIndex>()
        .filter_map(|(index, value)| Some((index, Skin::from_json(value, &mut Diagnostics::new())?)))
}

/// One matrix a joint; those of a skin without any are the identity (glTF 2.0, section 5.28).
pub(super) fn bind_matrices(document: &Document, skin: &Skin<'_>) -> Result<Option<Vec<DMat4>>, AccessorError> {
    let Some(accessor) = skin.inverse_bind_matrices else {
        return Ok(Some(vec![DMat4::IDENTITY; skin.joints.len()]));
    };
    let matrices = document.accessor(accessor)?.read_f32::<16>()?;
    let is_enough = matrices.len() >= skin.joints.len();
    let joints = matrices.iter().take(skin.joints.len()).map(|matrix| Mat4::from_cols_array(matrix).as_dmat4());
    Ok(is_enough.then(|| joints.collect()))
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<(), NormalizeError> {
    let mut written: HashMap<(Option<AccessorIndex>, Vec<NodeIndex>), AccessorIndex> = HashMap::new();
    for (index, skin) in skins(rewriting.document) {
        let turn =
            |joint: &NodeIndex| rewriting.node(*joint).map_or(DQuat::IDENTITY, |node| rewriting.turns.turn(node));
        let turns: Vec<DQuat> = skin.joints.iter().map(turn).collect();
        if turns.iter().all(|turn| *turn == DQuat::IDENTITY) {
            continue;
        }
        // A skin that cannot be read keeps its joints' frames, so it does not come here.
        let Ok(Some(matrices)) = bind_matrices(rewriting.document, &skin) else { continue };
        let key = (skin.inverse_bind_matrices, skin.joints);
        let accessor = match written.get(&key) {
            Some(&accessor) => accessor,
            None => {
                let turned = turns.iter().zip(&matrices);
                let turned = turned.map(|(turn, matrix)| DMat4::from_quat(turn.conjugate()) * *matrix);
                let turned: Vec<[f32; 16]> = turned.map(|matrix| matrix.as_mat4().to_cols_array()).collect();
                rewriting.edit.add_accessor(AccessorData::Mat4(&turned))?
            }
        };
        written.insert(key, accessor);
        rewriting.edit.set(&format!("{index}/inverseBindMatrices"), accessor.0.into())?;
        rewriting.report.skins += 1;
    }
    Ok(())
}
