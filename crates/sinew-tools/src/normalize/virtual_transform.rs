//! Virtual transforms: L′ = C⁻¹·L with C of their parent node.
//!
//! With everything inherited the matrix is M·L = M′·C⁻¹·L, exactly. With the rotation and without the scale it is T(p)·R(r)·L
//! with r′ = r·C, exactly. Without the rotation it is independent of the frame rotation. The scale without the rotation is along
//! the axes of the node: below a non-uniform scale the node keeps its frame.

use std::collections::HashMap;

use glam::DVec3;
use sinew_document::Document;
use sinew_document::extension::khr_virtual_transform::{NAME, PLURAL_NAME};

use super::number::{quaternion, vector};
use super::rule::{Demand, Rule, is_uniform};
use super::{NormalizeError, Rewriting};
use sinew_model::model::{Inherit, Model, NodeId};

/// The entry of the file's list.
fn pointer(document: &Document, index: u32) -> String {
    let name = if document.extension(NAME).is_some() { NAME } else { PLURAL_NAME };
    format!("/extensions/{name}/virtualTransforms/{index}")
}

pub(super) fn rules(document: &Document, model: &Model, scales: &HashMap<NodeId, Vec<DVec3>>) -> Vec<Rule> {
    let hierarchy = model.hierarchy();
    // Whether a node or an ancestor has a non-uniform scale, at rest or in a clip; parents come first.
    let mut is_uneven = vec![false; hierarchy.len()];
    for node in hierarchy.nodes() {
        let own = scales.contains_key(&node) || !is_uniform(hierarchy.rest(node).scale.as_dvec3());
        is_uneven[node.slot()] = own || hierarchy.parent(node).is_some_and(|parent| is_uneven[parent.slot()]);
    }
    let entries = model.virtual_transforms().iter().filter_map(|(_, entry)| {
        let parent = entry.parent.filter(|_| entry.inherit.scale && entry.inherit != Inherit::ALL)?;
        is_uneven[parent.slot()].then(|| Rule {
            demand: Demand::Still(Some(parent)),
            pointer: pointer(document, entry.index.unwrap_or_default()),
            why: "a virtual transform takes over its scale, which is not the same along all axes".to_owned(),
        })
    });
    entries.collect()
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<(), NormalizeError> {
    let model = rewriting.model;
    for (_, entry) in model.virtual_transforms().iter() {
        let (Some(parent), Some(index), true) = (entry.parent, entry.index, entry.inherit.rotation) else { continue };
        let frame_rotation = rewriting.frames.frame_rotation(parent);
        if frame_rotation == glam::DQuat::IDENTITY {
            continue;
        }
        let pointer = pointer(rewriting.document, index);
        let translation = frame_rotation.conjugate() * entry.local.translation.as_dvec3();
        let rotation = frame_rotation.conjugate() * entry.local.rotation.as_dquat();
        if translation != DVec3::ZERO {
            rewriting.edit.set(&format!("{pointer}/translation"), vector(translation))?;
        }
        rewriting.edit.set(&format!("{pointer}/rotation"), quaternion(rotation))?;
        rewriting.report.virtual_transforms += 1;
    }
    Ok(())
}
