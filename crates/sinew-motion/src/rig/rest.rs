//! Rest poses that are no T-pose.

use glam::Quat;
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::math::{Transform, rotation_between};
use sinew_model::model::{Facing, HumanBone, Humanoid, Model, NodeId};

use super::{RigOptions, RigRest};
use crate::Pose;

/// A rig whose limbs are all nearer to their directions than this rests in the T-pose: joints are seldom in the middle of a limb.
const TOLERANCE: f32 = 15.0;

/// Limbs that are off by less than this are not worth a word.
const NOTED: f32 = 0.1;

/// The humanoid with its rest in the T-pose, and by how many degrees each bone was off.
pub(super) fn corrected(
    model: &Model,
    options: &RigOptions,
    nodes: &[(HumanBone, NodeId)],
    facing: Option<Facing>,
) -> (Humanoid, Vec<(HumanBone, f32)>) {
    let hierarchy = model.hierarchy();
    let build =
        |rest: Vec<Transform>, facing| Humanoid::new(&hierarchy.with_rest_pose(rest), facing, nodes.iter().copied());
    let mut rest = hierarchy.rest_pose().to_vec();
    let reference = match options.rest {
        RigRest::FirstFrame => Some(options.animation),
        RigRest::Auto => model.animations().iter().position(|it| it.reference_pose.as_deref() == Some("TPose")),
        RigRest::TPose | RigRest::APose => None,
    };
    let was = build(rest.clone(), facing.unwrap_or_default());
    if let Some(animation) = reference.and_then(|index| model.animations().get(index)) {
        let mut pose = Pose::rest(model);
        pose.apply_animation(model, animation, 0.0);
        // Where the hips stand in that frame is motion; how they are rotated in a reference pose is not.
        if options.rest == RigRest::FirstFrame
            && let Some(hips) = was.node(HumanBone::Hips)
        {
            pose.local[hips.slot()].translation = rest[hips.slot()].translation;
        }
        rest = pose.local;
        let facing = facing.unwrap_or_else(|| guessed(&build(rest.clone(), Facing::PositiveZ)));
        let humanoid = build(rest, facing);
        let degrees = |bone: HumanBone| {
            let [was, is] = [&was, &humanoid].map(|it| it.at_rest(bone).map(|rest| rest.rotation.model));
            Some((bone, was?.angle_between(is?).to_degrees()))
        };
        let changed = HumanBone::ALL.into_iter().filter_map(degrees).filter(|(_, degrees)| *degrees > NOTED);
        let changed = changed.collect();
        return (humanoid, changed);
    }
    let facing = facing.unwrap_or_else(|| guessed(&was));
    let mut humanoid = build(rest.clone(), facing);
    let is_off = |bone: HumanBone| humanoid.t_pose().limb(bone).is_some_and(|limb| limb.degrees > TOLERANCE);
    let is_corrected = match options.rest {
        // An arm that is lowered by 40° seldom is straight, and who lowers the arms stands with the legs apart: one limb that is off
        // makes the pose another, and then every limb counts.
        RigRest::Auto => HumanBone::LIMBS.into_iter().any(is_off),
        RigRest::APose => true,
        RigRest::TPose | RigRest::FirstFrame => false,
    };
    if !is_corrected {
        return (humanoid, Vec::new());
    }
    let mut corrected = Vec::new();
    for bone in HumanBone::LIMBS {
        let Some(limb) = humanoid.t_pose().limb(bone).copied() else { continue };
        let Some(node) = humanoid.node(bone) else { continue };
        // In the model the bone rotates by this; below its parent that is the same rotation in the parent's axes.
        let arc = rotation_between(limb.direction, limb.expected);
        let arc = facing.convert(arc);
        let above = hierarchy.parent(node).map_or(Quat::IDENTITY, |parent| rotation(model, &rest, parent));
        let local = &mut rest[node.slot()].rotation;
        *local = (above.inverse() * arc * above * *local).normalize();
        if limb.degrees > NOTED {
            corrected.push((bone, limb.degrees));
        }
        humanoid = build(rest.clone(), facing);
    }
    (humanoid, corrected)
}

/// Which of the two directions that humanoids face is nearer.
fn guessed(humanoid: &Humanoid) -> Facing {
    let ahead = super::orientation(humanoid).ahead();
    if ahead.z < -0.5 { Facing::NegativeZ } else { Facing::PositiveZ }
}

/// The model rotation of a node in a pose.
fn rotation(model: &Model, local: &[Transform], node: NodeId) -> Quat {
    let chain: Vec<NodeId> = std::iter::once(node).chain(model.hierarchy().ancestors(node)).collect();
    chain.iter().rev().fold(ModelFrame::ROOT, |above, node| above.child(&local[node.slot()])).rotation
}
