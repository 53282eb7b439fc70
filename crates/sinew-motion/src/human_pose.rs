//! The posture of a human figure, free of how any particular figure rests.

mod saved;

pub use saved::SavedHumanPose;

use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};

use crate::{ModelSpace, Pose};
use sinew_model::kernel::retarget::{
    delta_from_normalized, delta_from_rest, hips_position, length_ratio, local_below, normalized_from_deltas,
    rotation_from_delta,
};
use sinew_model::math::{Transform, slerp};
use sinew_model::model::{BoneAtRest, BoneSet, HumanBone, Humanoid, Model, NodeId, Proportions};
use sinew_model::prepared::{Rig, RigJoint};

/// The posture of a human figure: where the hips are, and a normalized rotation for each bone — what its local rotation
/// would be on a figure that looks along +Z and rests without rotations. It fits every figure.
///
/// ```
/// # use sinew_motion::{HipsPolicy, HumanPose, Pose};
/// # use sinew_model::{HumanBone, Model};
/// # use sinew_document::{Document, NoResources};
/// # let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"translation": [0, 1, 0]}],
/// #     "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}}}}}}"#;
/// # let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
/// # let mut pose = Pose::rest(&model);
/// let mut posture = pose.human_pose(&model).unwrap_or_default();
/// posture.set_rotation(HumanBone::Head, glam::Quat::from_rotation_y(0.5)); // looks to the left
/// pose.apply_human_pose(&model, &posture, HipsPolicy::Height);
/// pose.evaluate(&model);
/// # Ok::<(), sinew_document::ReadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HumanPose {
    hips_position: Option<Vec3>,
    proportions: Proportions,
    rotations: [Quat; HumanBone::COUNT],
    bones: BoneSet,
}

/// How the motion of the hips is carried from one figure to another: by which ratio the way that they have gone from rest
/// is scaled. On every figure they start from where they rest there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum HipsPolicy {
    /// By the heights of the hips at rest, so that figures of any size stay on the ground.
    #[default]
    Height,
    /// Not at all: metres are metres.
    None,
    /// By the lengths of the legs, so that a step is a step where hips are set unusually high or low.
    Legs,
}

impl HipsPolicy {
    /// The factor from ways of the hips on one figure to those on another; 1 where a length is not known or 0.
    pub fn ratio(self, from: &Proportions, to: &Proportions) -> f32 {
        match self {
            Self::Height => length_ratio(from.hips_height, to.hips_height),
            Self::None => 1.0,
            Self::Legs => length_ratio(from.leg_length, to.leg_length),
        }
    }

    /// Where the hips of one figure are to be while those of another are at a position, both as on figures that look
    /// along +Z.
    pub fn carry(self, position: Vec3, from: &Proportions, to: &Proportions) -> Vec3 {
        hips_position(position, from.hips_at_rest(), to.hips_at_rest(), self.ratio(from, to))
    }
}

impl Default for HumanPose {
    /// The T-pose of no figure in particular: no bone has a rotation, and the hips have no position.
    fn default() -> Self {
        Self {
            hips_position: None,
            proportions: Proportions::default(),
            rotations: [Quat::IDENTITY; HumanBone::COUNT],
            bones: BoneSet::EMPTY,
        }
    }
}

impl HumanPose {
    /// The T-pose of a figure.
    pub fn rest(humanoid: &Humanoid) -> Self {
        let hips = humanoid.at_rest(HumanBone::Hips);
        Self {
            hips_position: hips.map(|hips| humanoid.facing().convert_vector(hips.position)),
            proportions: humanoid.proportions(),
            bones: humanoid.bones(),
            ..Self::default()
        }
    }

    /// The posture of a figure that is posed. `space` must be of the figure's model; of another one, it is passed over
    /// and the figure taken at rest.
    pub fn extract(humanoid: &Humanoid, space: &ModelSpace) -> Self {
        let mut pose = Self::rest(humanoid);
        if space.len() < humanoid.rig().node_count() {
            return pose;
        }
        let position = humanoid.node(HumanBone::Hips).map(|hips| space.matrix(hips).translation.into());
        pose.set_turned(humanoid, |_, rest| space.rotation(rest.node), position);
        pose
    }

    /// As [`HumanPose::extract`], from transforms relative to parents that are all up to date: of the figure's model, or
    /// more.
    pub(super) fn extract_local(humanoid: &Humanoid, local: &[Transform]) -> Self {
        let mut pose = Self::rest(humanoid);
        let rig = humanoid.rig();
        if local.len() < rig.node_count() {
            return pose;
        }
        let mut model = [Quat::IDENTITY; Rig::MAX_JOINTS];
        let mut by_bone = [Quat::IDENTITY; HumanBone::COUNT];
        for (place, joint) in rig.joints.iter().enumerate() {
            model[place] = rotation_above(rig, joint, &model, local) * local[joint.node.slot()].rotation;
            if let Some(bone) = joint.bone {
                by_bone[bone.index()] = model[place];
            }
        }
        let model_from_above = model_from_node(rig.hips_ancestors(), local);
        let hips = humanoid.node(HumanBone::Hips);
        let position = hips.map(|hips| model_from_above.transform_point3(local[hips.slot()].translation));
        pose.set_turned(humanoid, |bone, _| by_bone[bone.index()], position);
        pose
    }

    /// Takes the rotations of bones in the model, and the position of the hips there.
    fn set_turned(&mut self, humanoid: &Humanoid, now: impl Fn(HumanBone, &BoneAtRest) -> Quat, hips: Option<Vec3>) {
        let facing = humanoid.facing();
        let mut turns = [Quat::IDENTITY; HumanBone::COUNT];
        for bone in HumanBone::ALL {
            let parent = bone.parent().map_or(Quat::IDENTITY, |parent| turns[parent.index()]);
            turns[bone.index()] = parent;
            if let Some(rest) = humanoid.at_rest(bone) {
                let turn = facing.convert(delta_from_rest(now(bone, rest), rest.rotation.model));
                turns[bone.index()] = turn;
                self.rotations[bone.index()] = normalized_from_deltas(parent, turn);
            }
        }
        if let Some(position) = hips {
            self.hips_position = Some(facing.convert_vector(position));
        }
    }

    /// Whether all of it is numbers, and every rotation of unit length: what is set here is, and what a log says may not be.
    pub fn is_usable(&self) -> bool {
        let lengths = [self.proportions.hips_height, self.proportions.leg_length];
        self.hips_position.is_none_or(Vec3::is_finite)
            && self.proportions.hips_rest.is_none_or(Vec3::is_finite)
            && lengths.into_iter().flatten().all(f32::is_finite)
            // Products of single precision are off by 2⁻²⁴ each; a chain of bones has no thousand of them.
            && self.rotations.iter().all(|rotation| (rotation.length_squared() - 1.0).abs() < 1e-3)
    }

    /// The bones that have a rotation; the others move with their parents.
    pub fn bones(&self) -> BoneSet {
        self.bones
    }

    /// The normalized rotation of a bone; the identity for a bone that has none.
    pub fn rotation(&self, bone: HumanBone) -> Quat {
        self.rotations[bone.index()]
    }

    /// Sets the normalized rotation of a bone. It is normalized; one without length or with a number that is not finite
    /// means no rotation.
    pub fn set_rotation(&mut self, bone: HumanBone, rotation: Quat) {
        let length = rotation.length();
        let has_length = length.is_finite() && length > f32::MIN_POSITIVE;
        self.rotations[bone.index()] = if has_length { rotation / length } else { Quat::IDENTITY };
        self.bones.insert(bone);
    }

    /// Takes the rotation of a bone away: it moves with its parent.
    pub fn clear_rotation(&mut self, bone: HumanBone) {
        self.rotations[bone.index()] = Quat::IDENTITY;
        self.bones.remove(bone);
    }

    /// Metres in the model of a figure that looks along +Z and has [`HumanPose::proportions`]; where those do not say where
    /// the hips rest, of the very figure that the posture is for. `None` leaves the hips of every figure where they are.
    pub fn hips_position(&self) -> Option<Vec3> {
        self.hips_position
    }

    /// Sets where the hips are; see [`HumanPose::hips_position`].
    pub fn set_hips_position(&mut self, position: Option<Vec3>) {
        self.hips_position = position.filter(|position| position.is_finite());
    }

    /// The figure that the position of the hips is measured on.
    pub fn proportions(&self) -> Proportions {
        self.proportions
    }

    /// Measures the position of the hips on another figure, from now on.
    pub fn rescale(&mut self, proportions: Proportions, policy: HipsPolicy) {
        self.hips_position = self.hips_position.map(|position| policy.carry(position, &self.proportions, &proportions));
        self.proportions = proportions;
    }

    /// How far each bone has turned from rest, seen in the model of a figure that looks along +Z.
    pub fn turns(&self) -> [Quat; HumanBone::COUNT] {
        let mut turns = [Quat::IDENTITY; HumanBone::COUNT];
        for bone in HumanBone::ALL {
            let parent = bone.parent().map_or(Quat::IDENTITY, |parent| turns[parent.index()]);
            turns[bone.index()] = delta_from_normalized(parent, self.rotations[bone.index()]);
        }
        turns
    }

    /// Between this pose (`t` = 0) and another (`t` = 1): rotations along the shorter arc, the hips on a straight line.
    /// The result is measured on this pose's figure; the other's hips are carried over to it by their heights.
    pub fn blend(&self, other: &Self, t: f32) -> Self {
        let mut blend = *self;
        for ((rotation, from), to) in blend.rotations.iter_mut().zip(&self.rotations).zip(&other.rotations) {
            *rotation = slerp(*from, *to, t);
        }
        blend.bones = self.bones.union(other.bones);
        let other_hips = other
            .hips_position
            .map(|position| HipsPolicy::Height.carry(position, &other.proportions, &self.proportions));
        blend.hips_position = match (self.hips_position, other_hips) {
            (Some(from), Some(to)) => Some(from.lerp(to, t)),
            (one, another) => one.or(another),
        };
        blend
    }

    /// Puts a figure into this posture: writes the local rotations of its bones and the local translation of its hips.
    /// Everything else stays as it is and is accounted for: a node between two bones may be turned, and the bone below
    /// it still ends where the posture has it. Bones that the figure lacks turn their children.
    ///
    /// `local` must be of the figure's model; a shorter one is left as it is.
    pub fn apply(&self, humanoid: &Humanoid, policy: HipsPolicy, local: &mut [Transform]) {
        let rig = humanoid.rig();
        if local.len() < rig.node_count() {
            return;
        }
        let turns = self.turns();
        let facing = humanoid.facing();
        write_rotations(rig, local, |_, bone| {
            let rest = humanoid.at_rest(bone).map_or(Quat::IDENTITY, |rest| rest.rotation.model);
            rotation_from_delta(facing.convert(turns[bone.index()]), rest)
        });
        if let (Some(position), Some(hips)) = (self.hips_position, humanoid.node(HumanBone::Hips)) {
            let position = policy.carry(position, &self.proportions, &humanoid.proportions());
            write_hips(rig, hips, facing.convert_vector(position), local);
        }
    }
}

/// Writes the local rotation of every bone so that it has the model rotation that `wanted` gives for it (by its place in
/// the rig). One pass, parents first.
pub(super) fn write_rotations(rig: &Rig, local: &mut [Transform], wanted: impl Fn(usize, HumanBone) -> Quat) {
    let mut model = [Quat::IDENTITY; Rig::MAX_JOINTS];
    for (place, joint) in rig.joints.iter().enumerate() {
        let parent = rotation_above(rig, joint, &model, local);
        let rotation = &mut local[joint.node.slot()].rotation;
        model[place] = match joint.bone {
            Some(bone) => {
                let now = wanted(place, bone);
                *rotation = local_below(parent, now);
                now
            }
            None => parent * *rotation,
        };
    }
}

/// Turns the eyes of a figure, left and right, by normalized rotations: relative to its head, wherever that is. Everything
/// else stays. Transforms of another model, and so too few, are left as they are.
pub(super) fn write_eyes(humanoid: &Humanoid, eyes: [Quat; 2], local: &mut [Transform]) {
    let (rig, facing) = (humanoid.rig(), humanoid.facing());
    if local.len() < rig.node_count() {
        return;
    }
    let mut model = [Quat::IDENTITY; Rig::MAX_JOINTS];
    let mut turns = [Quat::IDENTITY; HumanBone::COUNT];
    let rest = |bone: HumanBone| humanoid.at_rest(bone).map_or(Quat::IDENTITY, |rest| rest.rotation.model);
    for (place, joint) in rig.joints.iter().enumerate() {
        model[place] = rotation_above(rig, joint, &model, local) * local[joint.node.slot()].rotation;
        if let Some(bone) = joint.bone {
            turns[bone.index()] = delta_from_rest(model[place], rest(bone));
        }
    }
    for joint in &rig.joints {
        let (bone, eye) = match joint.bone {
            Some(bone @ HumanBone::LeftEye) => (bone, eyes[0]),
            Some(bone @ HumanBone::RightEye) => (bone, eyes[1]),
            _ => continue,
        };
        let parent = humanoid.parent(bone).map_or(Quat::IDENTITY, |parent| turns[parent.index()]);
        let now = rotation_from_delta(delta_from_normalized(parent, facing.convert(eye)), rest(bone));
        local[joint.node.slot()].rotation = local_below(rotation_above(rig, joint, &model, local), now);
    }
}

/// The rotation in the model of the node above a joint, from those of the joints above it.
fn rotation_above(rig: &Rig, joint: &RigJoint, model: &[Quat; Rig::MAX_JOINTS], local: &[Transform]) -> Quat {
    let above = joint.above.map_or(Quat::IDENTITY, |above| model[usize::from(above)]);
    rig.between(joint).iter().fold(above, |model, node| model * local[node.slot()].rotation)
}

/// Writes the local translation of the hips so that they are at a position in the model.
pub(super) fn write_hips(rig: &Rig, hips: NodeId, position: Vec3, local: &mut [Transform]) {
    let translation = if rig.hips_ancestors().is_empty() {
        position
    } else {
        model_from_node(rig.hips_ancestors(), local).inverse().transform_point3(position)
    };
    // Below a flattened node no local translation leads to the position, and the hips stay.
    if translation.is_finite() {
        local[hips.slot()].translation = translation;
    }
}

/// From the space of the last of some nodes, each below the one before it, to that above the first.
pub(super) fn model_from_node(nodes: &[NodeId], local: &[Transform]) -> Affine3A {
    nodes.iter().fold(Affine3A::IDENTITY, |matrix, node| matrix * local[node.slot()].to_affine())
}

impl Pose {
    /// The posture of the model's figure, as of the last [`Pose::evaluate`]; `None` for a model without one.
    pub fn human_pose(&self, model: &Model) -> Option<HumanPose> {
        model.humanoid().map(|humanoid| HumanPose::extract(humanoid, self.model_space()))
    }

    /// Puts the model's figure into a posture; nothing happens on a model without one. Call [`Pose::evaluate`]
    /// afterwards.
    pub fn apply_human_pose(&mut self, model: &Model, human_pose: &HumanPose, policy: HipsPolicy) {
        if let Some(humanoid) = model.humanoid() {
            human_pose.apply(humanoid, policy, &mut self.local);
        }
    }
}
