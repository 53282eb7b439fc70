//! The human bones of a file, with their diagnostics.

use sinew_document::extension::{khr_character, vrm_0x, vrmc_vrm, vrmc_vrm_animation};
use sinew_document::{
    Code, Diagnostics, FromJson, Kind, NodeIndex, Value, expect_object, report_mismatch, report_unexpected,
};

use super::facing;
use crate::model::{Hierarchy, HumanBone, Humanoid, NodeId};

/// The bones found so far, each with where the file names it.
struct Found<'a, 'json> {
    hierarchy: &'a Hierarchy,
    bones: Vec<(HumanBone, NodeId, Value<'json>)>,
}

/// `humanBones` of 1.0: an object from names to nodes.
pub(super) fn lower_map(
    map: Value<'_>,
    extension: &'static str,
    hierarchy: &Hierarchy,
    diagnostics: &mut Diagnostics,
) -> Option<Humanoid> {
    expect_object(map, diagnostics)?;
    let is_clip = extension == vrmc_vrm_animation::NAME;
    let has_old_thumbs = ["leftThumbIntermediate", "rightThumbIntermediate"].iter().any(|name| map.get(name).is_some());
    if has_old_thumbs {
        let message = "a thumb has an intermediate bone, as before 1.0: its proximal one is taken as the metacarpal";
        diagnostics.report(Code::HUMANOID_THUMB_NAMES, map, message);
    }
    let mut found = Found { hierarchy, bones: Vec::new() };
    for (name, value) in map.members() {
        let bone = if has_old_thumbs { HumanBone::from_name_0x(&name) } else { HumanBone::from_name(&name) };
        match bone {
            Some(bone) => {
                if is_clip && matches!(bone, HumanBone::LeftEye | HumanBone::RightEye) {
                    let message = format!("a clip moves the eyes by `lookAt`, not by {bone}; its keys are left out");
                    diagnostics.report(Code::UNEXPECTED_PROPERTY, value, message);
                }
                if let Some(table) = vrmc_vrm::HumanBone::from_json(value, diagnostics) {
                    found.add(bone, table.node, value, diagnostics);
                }
            }
            None => report_unexpected(&name, value, diagnostics),
        }
    }
    found.finish(map, extension, HumanBone::is_required, diagnostics)
}

/// A rig of `KHR_character_skeleton_mapping` with the bones of 1.0: an object from names to indices. It may map a few bones only.
pub(super) fn lower_indices(map: Value<'_>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> Option<Humanoid> {
    expect_object(map, diagnostics)?;
    let mut found = Found { hierarchy, bones: Vec::new() };
    for (name, value) in map.members() {
        match HumanBone::from_name(&name) {
            Some(bone) => {
                if let Some(node) = NodeIndex::from_json(value, diagnostics) {
                    found.add(bone, node, value, diagnostics);
                }
            }
            None => report_unexpected(&name, value, diagnostics),
        }
    }
    found.finish(map, khr_character::SKELETON_MAPPING, |_| false, diagnostics)
}

/// `humanBones` of VRM 0.x: an array of names with nodes.
pub(super) fn lower_list(list: Value<'_>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> Option<Humanoid> {
    if list.kind() != Kind::Array {
        report_mismatch(list, "an array", diagnostics);
        return None;
    }
    let mut found = Found { hierarchy, bones: Vec::new() };
    for value in list.elements() {
        let Some(table) = vrm_0x::HumanBone::from_json(value, diagnostics) else { continue };
        match HumanBone::from_name_0x(&table.bone) {
            Some(bone) => found.add(bone, table.node, value, diagnostics),
            None => {
                let message = format!("\"{}\" is not a human bone of VRM 0.x", table.bone);
                diagnostics.report(Code::VALUE_NOT_IN_LIST, value.get("bone").unwrap_or(value), message);
            }
        }
    }
    found.finish(list, vrm_0x::NAME, HumanBone::is_required_0x, diagnostics)
}

impl<'json> Found<'_, 'json> {
    fn add(&mut self, bone: HumanBone, node: NodeIndex, value: Value<'json>, diagnostics: &mut Diagnostics) {
        let Some(id) = self.hierarchy.id(node) else {
            let message = format!("node {} for the bone {bone} does not exist; it is left out", node.0);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("node").unwrap_or(value), message);
            return;
        };
        if self.bones.iter().any(|&(other, ..)| other == bone) {
            let message = format!("{bone} is named twice; the first node is used");
            diagnostics.report(Code::HUMANOID_BONE_REPEATED, value, message);
            return;
        }
        if let Some((other, ..)) = self.bones.iter().find(|&&(_, other, _)| other == id) {
            let message = format!("node {} is already the bone {other}; it cannot be {bone} too", node.0);
            diagnostics.report(Code::HUMANOID_NODE_SHARED, value, message);
            return;
        }
        self.bones.push((bone, id, value));
    }

    fn finish(
        self,
        about: Value<'_>,
        extension: &'static str,
        is_required: fn(HumanBone) -> bool,
        diagnostics: &mut Diagnostics,
    ) -> Option<Humanoid> {
        let bones = self.bones.iter().map(|&(bone, node, _)| (bone, node));
        let mut humanoid = Humanoid::new(self.hierarchy, facing(extension), bones);
        humanoid.extension = Some(extension);
        if let Some(message) = humanoid.missing_bones(is_required) {
            diagnostics.report(Code::HUMANOID_REQUIRED_BONE_MISSING, about, message);
        }
        for &(bone, node, value) in &self.bones {
            check_bone(&humanoid, self.hierarchy, (bone, node), value, diagnostics);
        }
        if let Some(message) = humanoid.unmeasurable_hips() {
            diagnostics.report(Code::HUMANOID_HIPS_HEIGHT, about, message);
        }
        if let Some(message) = humanoid.off_t_pose() {
            diagnostics.report(Code::HUMANOID_NOT_T_POSE, about, message);
        }
        (!humanoid.bones().is_empty()).then_some(humanoid)
    }
}

fn check_bone(
    humanoid: &Humanoid,
    hierarchy: &Hierarchy,
    (bone, node): (HumanBone, NodeId),
    value: Value<'_>,
    diagnostics: &mut Diagnostics,
) {
    if let Some(parent) = bone.parent()
        && bone.needs_parent()
        && !humanoid.bones().contains(parent)
    {
        let message = format!("{bone} requires the bone {parent}, which the humanoid does not have");
        diagnostics.report(Code::HUMANOID_PARENT_BONE_MISSING, value, message);
    }
    if let Some(parent) = humanoid.parent(bone)
        && let Some(parent_node) = humanoid.node(parent)
        && !hierarchy.is_within(node, parent_node)
    {
        let message = format!("the node of {bone} is not below that of {parent}");
        diagnostics.report(Code::HUMANOID_BONE_OUTSIDE_PARENT, value, message);
    }
    let scale = hierarchy.rest(node).scale;
    if scale.min_element() <= 0.0 {
        let message = format!("the scale of {bone} is {scale}; each factor must be positive");
        diagnostics.report(Code::HUMANOID_SCALE_NOT_POSITIVE, value, message);
    }
}
