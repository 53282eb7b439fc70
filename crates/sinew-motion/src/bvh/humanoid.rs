//! Finds the human bones among the joints of a BVH file.

use std::collections::HashMap;
use std::ops::Range;

use sinew_document::{Code, Diagnostics};

use super::naming_convention::PlainNames;
use super::{Bvh, BvhOptions, NamingConvention};
use sinew_model::model::{BoneSet, Facing, Hierarchy, HumanBone, Humanoid, NodeId};

/// Plausible heights of a standing human, from the lowest joint to the highest, metres.
const PLAUSIBLE_HEIGHT: Range<f32> = 0.3..4.0;

/// The human bones of a file.
pub(super) struct Bones {
    /// Each bone with the index of its joint.
    pub(super) bones: Vec<(HumanBone, usize)>,
    /// The joints of the skeleton that contains the bones.
    pub(super) skeleton: Range<usize>,
}

/// Finds the bones: first those that the caller names, then by the naming convention that fits best.
pub(super) fn find_bones(bvh: &Bvh, options: &BvhOptions, diagnostics: &mut Diagnostics) -> Bones {
    let named = named_bones(bvh, options, diagnostics);
    let mut best: Option<(NamingConvention, Bones)> = None;
    for skeleton in skeletons(bvh) {
        let names = PlainNames::new(bvh.joints()[skeleton.clone()].iter().map(|joint| joint.name.as_str()));
        for convention in NamingConvention::ALL
            .into_iter()
            .filter(|&convention| options.convention.is_none_or(|wanted| wanted == convention))
        {
            let bones = convention.bones(&names);
            if bones.len() > best.as_ref().map_or(0, |(_, best)| best.bones.len()) {
                let bones = bones.into_iter().map(|(bone, joint)| (bone, skeleton.start + joint)).collect();
                best = Some((convention, Bones { bones, skeleton: skeleton.clone() }));
            }
        }
    }
    let mut bones: Vec<(HumanBone, usize)> = named.iter().filter_map(|&(joint, bone)| Some((bone?, joint))).collect();
    let mut taken: BoneSet = bones.iter().map(|&(bone, _)| bone).collect();
    let mut skeleton = skeletons(bvh).find(|skeleton| bones.first().is_none_or(|(_, joint)| skeleton.contains(joint)));
    if let Some((convention, found)) = best {
        let before = bones.len();
        for (bone, joint) in found.bones {
            if !taken.contains(bone) && !named.iter().any(|&(other, _)| other == joint) {
                taken.insert(bone);
                bones.push((bone, joint));
            }
        }
        let message = match bones.len() - before {
            1 => format!("1 bone has the name of {}", convention.name()),
            count => format!("{count} bones have the names of {}", convention.name()),
        };
        diagnostics.report_at(Code::BVH_BONE_NAMES, "", message);
        skeleton = Some(found.skeleton);
    } else if bones.is_empty() {
        let message = "no joint has the name of a human bone in any known naming convention; a bone map can name them";
        diagnostics.report_at(Code::BVH_NO_BONES, "", message);
    }
    Bones { bones, skeleton: skeleton.unwrap_or(0..bvh.joints().len()) }
}

/// The caller's entries for joints that the file has.
fn named_bones(bvh: &Bvh, options: &BvhOptions, diagnostics: &mut Diagnostics) -> Vec<(usize, Option<HumanBone>)> {
    let mut named: Vec<(usize, Option<HumanBone>)> = Vec::new();
    if options.bone_map.is_empty() {
        return named;
    }
    let mut by_name = HashMap::new();
    for (index, joint) in bvh.joints().iter().enumerate() {
        by_name.entry(joint.name.as_str()).or_insert(index);
    }
    let mut taken = BoneSet::EMPTY;
    for (name, bone) in options.bone_map.iter() {
        let Some(&joint) = by_name.get(name) else {
            let message = format!("the bone map names {name:?}, but the file has no such joint");
            diagnostics.report_at(Code::BVH_JOINT_UNKNOWN, "", message);
            continue;
        };
        if let Some(bone) = bone {
            if taken.contains(bone) {
                let message = format!("the bone map has two joints for {bone}; the first one counts");
                diagnostics.report_at(Code::HUMANOID_BONE_REPEATED, "", message);
                continue;
            }
            taken.insert(bone);
        }
        named.push((joint, bone));
    }
    named
}

/// The joints below each root.
fn skeletons(bvh: &Bvh) -> impl Iterator<Item = Range<usize>> {
    let roots = || bvh.joints().iter().enumerate().filter(|(_, joint)| joint.parent.is_none()).map(|(index, _)| index);
    roots().zip(roots().skip(1).chain([bvh.joints().len()])).map(|(start, end)| start..end)
}

/// Builds the humanoid, and reports its problems.
pub(super) fn build(hierarchy: &Hierarchy, bones: &Bones, diagnostics: &mut Diagnostics) -> Option<Humanoid> {
    if bones.bones.is_empty() {
        return None;
    }
    let nodes = bones.bones.iter().map(|&(bone, joint)| (bone, NodeId::at(joint)));
    let humanoid = Humanoid::new(hierarchy, Facing::PositiveZ, nodes);
    let mut report = |code, message| diagnostics.report_at(code, "", message);
    if let Some(message) = humanoid.missing_bones(HumanBone::is_required) {
        report(Code::HUMANOID_REQUIRED_BONE_MISSING, message);
    }
    for bone in HumanBone::ALL {
        let Some(node) = humanoid.node(bone) else { continue };
        let name = hierarchy.name(node).unwrap_or_default();
        if let Some(parent) = bone.parent()
            && bone.needs_parent()
            && !humanoid.bones().contains(parent)
        {
            let message = format!("{name} is the {bone}, but no joint is its required parent {parent}");
            report(Code::HUMANOID_PARENT_BONE_MISSING, message);
        }
        if let Some(parent) = humanoid.parent(bone)
            && humanoid.node(parent).is_some_and(|parent| !hierarchy.is_within(node, parent))
        {
            let message = format!("{name}, the {bone}, is not below the joint of {parent}");
            report(Code::HUMANOID_BONE_OUTSIDE_PARENT, message);
        }
    }
    check_rest(&humanoid, report);
    Some(humanoid)
}

fn check_rest(humanoid: &Humanoid, mut report: impl FnMut(Code, String)) {
    let heights = || humanoid.bones().iter().filter_map(|bone| humanoid.at_rest(bone)).map(|rest| rest.position.y);
    let height = heights().fold(f32::MIN, f32::max) - heights().fold(f32::MAX, f32::min);
    if humanoid.bones().contains(HumanBone::Head) && !PLAUSIBLE_HEIGHT.contains(&height) {
        let message = format!("the skeleton is {height} m high; check the unit of length");
        report(Code::BVH_SIZE, message);
    }
    if let Some(message) = humanoid.unmeasurable_hips() {
        report(Code::HUMANOID_HIPS_HEIGHT, message);
    }
    if let Some(message) = humanoid.off_t_pose() {
        report(Code::HUMANOID_NOT_T_POSE, message);
    }
}
