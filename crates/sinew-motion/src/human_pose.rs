//! Human poses, independent of the rest pose of any humanoid.

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

/// The pose of a human: the position of the hips, and a normalized rotation for each bone, which is its local rotation
/// on a humanoid that faces +Z and rests without rotations. It applies to every humanoid.
///
/// ```
/// # use sinew_motion::{HipsPolicy, HumanPose, Pose};
/// # use sinew_model::{HumanBone, Model};
/// # use sinew_document::{Document, NoResources};
/// # let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"translation": [0, 1, 0]}],
/// #     "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}}}}}}"#;
/// # let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
/// # let mut pose = Pose::rest(&model);
/// let mut human_pose = pose.human_pose(&model).unwrap_or_default();
/// human_pose.set_rotation(HumanBone::Head, glam::Quat::from_rotation_y(0.5)); // looks to the left
/// pose.apply_human_pose(&model, &human_pose, HipsPolicy::Height);
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

/// How the motion of the hips is scaled from one humanoid to another: the factor of their displacement from rest. On
/// every humanoid they start at their own rest position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum HipsPolicy {
    /// By the heights of the hips at rest, so that humanoids of any size stay on the ground.
    #[default]
    Height,
    /// Without scaling.
    None,
    /// By the lengths of the legs, for steps of the right length if hips are unusually high or low.
    Legs,
}

impl HipsPolicy {
    /// The factor from hips displacements on one humanoid to those on another; 1 if a length is unknown or 0.
    #[must_use]
    pub fn ratio(self, from: &Proportions, to: &Proportions) -> f32 {
        match self {
            Self::Height => length_ratio(from.hips_height, to.hips_height),
            Self::None => 1.0,
            Self::Legs => length_ratio(from.leg_length, to.leg_length),
        }
    }

    /// Maps a hips position from one humanoid to another, both facing +Z.
    #[must_use]
    pub fn carry(self, position: Vec3, from: &Proportions, to: &Proportions) -> Vec3 {
        hips_position(position, from.hips_at_rest(), to.hips_at_rest(), self.ratio(from, to))
    }
}

impl Default for HumanPose {
    /// The T-pose without a humanoid: no bone has a rotation, and the hips have no position.
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
    /// The T-pose of a humanoid.
    #[must_use]
    pub fn rest(humanoid: &Humanoid) -> Self {
        let hips = humanoid.at_rest(HumanBone::Hips);
        Self {
            hips_position: hips.map(|hips| humanoid.facing().convert_vector(hips.position)),
            proportions: humanoid.proportions(),
            bones: humanoid.bones(),
            ..Self::default()
        }
    }

    /// Extracts the human pose of a humanoid. `space` must be of the humanoid's model; otherwise the rest pose is
    /// returned.
    #[must_use]
    pub fn extract(humanoid: &Humanoid, space: &ModelSpace) -> Self {
        let mut pose = Self::rest(humanoid);
        if space.len() < humanoid.rig().node_count() {
            return pose;
        }
        let position = humanoid.node(HumanBone::Hips).map(|hips| space.matrix(hips).translation.into());
        pose.set_model_rotations(humanoid, |_, rest| space.rotation(rest.node), position);
        pose
    }

    /// As [`HumanPose::extract`], from up-to-date local transforms of the humanoid's model.
    pub(super) fn extract_local(humanoid: &Humanoid, local: &[Transform]) -> Self {
        let mut pose = Self::rest(humanoid);
        let rig = humanoid.rig();
        if local.len() < rig.node_count() {
            return pose;
        }
        let mut model = [Quat::IDENTITY; Rig::MAX_JOINTS];
        let mut by_bone = [Quat::IDENTITY; HumanBone::COUNT];
        for (index, joint) in rig.joints.iter().enumerate() {
            model[index] = rotation_above(rig, joint, &model, local) * local[joint.node.slot()].rotation;
            if let Some(bone) = joint.bone {
                by_bone[bone.index()] = model[index];
            }
        }
        let model_from_above = model_from_node(rig.hips_ancestors(), local);
        let hips = humanoid.node(HumanBone::Hips);
        let position = hips.map(|hips| model_from_above.transform_point3(local[hips.slot()].translation));
        pose.set_model_rotations(humanoid, |bone, _| by_bone[bone.index()], position);
        pose
    }

    /// Sets rotations and hips position from model rotations of the bones and the model position of the hips.
    fn set_model_rotations(
        &mut self,
        humanoid: &Humanoid,
        now: impl Fn(HumanBone, &BoneAtRest) -> Quat,
        hips: Option<Vec3>,
    ) {
        let facing = humanoid.facing();
        let mut from_rest = [Quat::IDENTITY; HumanBone::COUNT];
        for bone in HumanBone::ALL {
            let parent = bone.parent().map_or(Quat::IDENTITY, |parent| from_rest[parent.index()]);
            from_rest[bone.index()] = parent;
            if let Some(rest) = humanoid.at_rest(bone) {
                let rotation = facing.convert(delta_from_rest(now(bone, rest), rest.rotation.model));
                from_rest[bone.index()] = rotation;
                self.rotations[bone.index()] = normalized_from_deltas(parent, rotation);
            }
        }
        if let Some(position) = hips {
            self.hips_position = Some(facing.convert_vector(position));
        }
    }

    /// Whether all numbers are finite and every rotation has unit length. Poses from a log may violate that.
    pub fn is_usable(&self) -> bool {
        let lengths = [self.proportions.hips_height, self.proportions.leg_length];
        self.hips_position.is_none_or(Vec3::is_finite)
            && self.proportions.hips_rest.is_none_or(Vec3::is_finite)
            && lengths.into_iter().flatten().all(f32::is_finite)
            // A product in single precision has an error of 2⁻²⁴; a chain of bones has fewer than a thousand.
            && self.rotations.iter().all(|rotation| (rotation.length_squared() - 1.0).abs() < 1e-3)
    }

    /// The bones that have a rotation; the others move with their parents.
    pub fn bones(&self) -> BoneSet {
        self.bones
    }

    /// The normalized rotation of a bone; the identity for a bone without one.
    pub fn rotation(&self, bone: HumanBone) -> Quat {
        self.rotations[bone.index()]
    }

    /// Sets the normalized rotation of a bone. The quaternion is normalized; one without length or with non-finite
    /// components becomes the identity.
    pub fn set_rotation(&mut self, bone: HumanBone, rotation: Quat) {
        let length = rotation.length();
        let has_length = length.is_finite() && length > f32::MIN_POSITIVE;
        self.rotations[bone.index()] = if has_length { rotation / length } else { Quat::IDENTITY };
        self.bones.insert(bone);
    }

    /// Removes the rotation of a bone, which then moves with its parent.
    pub fn clear_rotation(&mut self, bone: HumanBone) {
        self.rotations[bone.index()] = Quat::IDENTITY;
        self.bones.remove(bone);
    }

    /// The position of the hips in metres, in the model of a humanoid that faces +Z and has [`HumanPose::proportions`].
    /// If those have no rest position of the hips, the position is that on the target humanoid itself. `None` leaves
    /// the hips of every humanoid unchanged.
    pub fn hips_position(&self) -> Option<Vec3> {
        self.hips_position
    }

    /// Sets the position of the hips; see [`HumanPose::hips_position`].
    pub fn set_hips_position(&mut self, position: Option<Vec3>) {
        self.hips_position = position.filter(|position| position.is_finite());
    }

    /// The proportions of the humanoid on which the hips position is measured.
    pub fn proportions(&self) -> Proportions {
        self.proportions
    }

    /// Converts the hips position to the proportions of another humanoid.
    pub fn rescale(&mut self, proportions: Proportions, policy: HipsPolicy) {
        self.hips_position = self.hips_position.map(|position| policy.carry(position, &self.proportions, &proportions));
        self.proportions = proportions;
    }

    /// The rotation of each bone from rest, in the model of a humanoid that faces +Z.
    #[must_use]
    pub fn rotations_from_rest(&self) -> [Quat; HumanBone::COUNT] {
        let mut from_rest = [Quat::IDENTITY; HumanBone::COUNT];
        for bone in HumanBone::ALL {
            let parent = bone.parent().map_or(Quat::IDENTITY, |parent| from_rest[parent.index()]);
            from_rest[bone.index()] = delta_from_normalized(parent, self.rotations[bone.index()]);
        }
        from_rest
    }

    /// Blends this pose (`t` = 0) with another (`t` = 1): rotations along the shorter arc, the hips linearly. The
    /// result has this pose's proportions; the other's hips are scaled by their heights.
    #[must_use]
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

    /// Applies the pose to a humanoid: writes the local rotations of its bones and the local translation of its hips.
    /// All other transforms stay and are taken into account: a node between two bones may be rotated, and the bone
    /// below it still gets the rotation of the pose. Rotations of bones that the humanoid lacks apply to their
    /// children.
    ///
    /// `local` must be of the humanoid's model; a shorter one stays unchanged.
    pub fn apply(&self, humanoid: &Humanoid, policy: HipsPolicy, local: &mut [Transform]) {
        let rig = humanoid.rig();
        if local.len() < rig.node_count() {
            return;
        }
        let from_rest = self.rotations_from_rest();
        let facing = humanoid.facing();
        write_rotations(rig, local, |_, bone| {
            let rest = humanoid.at_rest(bone).map_or(Quat::IDENTITY, |rest| rest.rotation.model);
            rotation_from_delta(facing.convert(from_rest[bone.index()]), rest)
        });
        if let (Some(position), Some(hips)) = (self.hips_position, humanoid.node(HumanBone::Hips)) {
            let position = policy.carry(position, &self.proportions, &humanoid.proportions());
            write_hips(rig, hips, facing.convert_vector(position), local);
        }
    }
}

/// Writes the local rotation of every bone so that it gets the model rotation that `wanted` returns for it (by its
/// index in the rig). One pass, parents first.
pub(super) fn write_rotations(rig: &Rig, local: &mut [Transform], wanted: impl Fn(usize, HumanBone) -> Quat) {
    let mut model = [Quat::IDENTITY; Rig::MAX_JOINTS];
    for (index, joint) in rig.joints.iter().enumerate() {
        let parent = rotation_above(rig, joint, &model, local);
        let rotation = &mut local[joint.node.slot()].rotation;
        model[index] = match joint.bone {
            Some(bone) => {
                let now = wanted(index, bone);
                *rotation = local_below(parent, now);
                now
            }
            None => parent * *rotation,
        };
    }
}

/// Rotates the left and the right eye of a humanoid by normalized rotations relative to its head. Everything else
/// stays. Transforms of another model with fewer nodes stay unchanged.
pub(super) fn write_eyes(humanoid: &Humanoid, eyes: [Quat; 2], local: &mut [Transform]) {
    let (rig, facing) = (humanoid.rig(), humanoid.facing());
    if local.len() < rig.node_count() {
        return;
    }
    let mut model = [Quat::IDENTITY; Rig::MAX_JOINTS];
    let mut from_rest = [Quat::IDENTITY; HumanBone::COUNT];
    let rest = |bone: HumanBone| humanoid.at_rest(bone).map_or(Quat::IDENTITY, |rest| rest.rotation.model);
    for (index, joint) in rig.joints.iter().enumerate() {
        model[index] = rotation_above(rig, joint, &model, local) * local[joint.node.slot()].rotation;
        if let Some(bone) = joint.bone {
            from_rest[bone.index()] = delta_from_rest(model[index], rest(bone));
        }
    }
    for joint in &rig.joints {
        let (bone, eye) = match joint.bone {
            Some(bone @ HumanBone::LeftEye) => (bone, eyes[0]),
            Some(bone @ HumanBone::RightEye) => (bone, eyes[1]),
            _ => continue,
        };
        let parent = humanoid.parent(bone).map_or(Quat::IDENTITY, |parent| from_rest[parent.index()]);
        let now = rotation_from_delta(delta_from_normalized(parent, facing.convert(eye)), rest(bone));
        local[joint.node.slot()].rotation = local_below(rotation_above(rig, joint, &model, local), now);
    }
}

/// The model rotation of a joint's parent node, from those of the joints above.
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
    // Below a node with a zero scale no local translation reaches the position, and the hips stay.
    if translation.is_finite() {
        local[hips.slot()].translation = translation;
    }
}

/// The transform from the last of a chain of nodes to the space above the first.
pub(super) fn model_from_node(nodes: &[NodeId], local: &[Transform]) -> Affine3A {
    nodes.iter().fold(Affine3A::IDENTITY, |matrix, node| matrix * local[node.slot()].to_affine())
}

impl Pose {
    /// The human pose of the model, as of the last [`Pose::evaluate`]; `None` for a model without a humanoid.
    #[must_use]
    pub fn human_pose(&self, model: &Model) -> Option<HumanPose> {
        model.humanoid().map(|humanoid| HumanPose::extract(humanoid, self.model_space()))
    }

    /// Applies a human pose to the model's humanoid; does nothing for a model without one. Call [`Pose::evaluate`]
    /// afterwards.
    pub fn apply_human_pose(&mut self, model: &Model, human_pose: &HumanPose, policy: HipsPolicy) {
        if let Some(humanoid) = model.humanoid() {
            human_pose.apply(humanoid, policy, &mut self.local);
        }
    }
}
