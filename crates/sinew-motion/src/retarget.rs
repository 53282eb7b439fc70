//! Retargets poses from one humanoid to another.

use glam::{Quat, Vec3};

use crate::ModelSpace;
use crate::human_pose::{HipsPolicy, write_hips, write_rotations};
use sinew_model::kernel::retarget::hips_position;
use sinew_model::math::Transform;
use sinew_model::model::{Facing, HumanBone, Humanoid, NodeId};
use sinew_model::prepared::Rig;

/// The compiled map from the poses of one humanoid to those of another: created once, applied every frame in one pass,
/// shared by all instances. Equal to [`HumanPose::extract`](crate::HumanPose::extract) followed by
/// [`HumanPose::apply`](crate::HumanPose::apply).
///
/// With `rest` the rest rotation in the model, a bone of the target rotates from rest like the same bone of the source:
/// `now_b · rest_b⁻¹ = now_a · rest_a⁻¹`. So `now_b = now_a · C` with the constant `C = rest_a⁻¹ · rest_b`.
#[derive(Clone, Debug)]
pub struct RetargetMap {
    /// By the index in the target's rig.
    bones: Vec<BoneMapping>,
    rig: Rig,
    hips: Option<Hips>,
    /// The rotation from the source's facing direction to the target's.
    facing: Facing,
    source_nodes: usize,
}

/// The hips of both humanoids, and the map of their positions: rotated to the target's facing direction, moved by the
/// rest positions and scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hips {
    pub(super) source: NodeId,
    pub(super) target: NodeId,
    facing: Facing,
    /// The rest position of the source's hips, rotated to the target's facing direction.
    rest_source: Vec3,
    rest_target: Vec3,
    ratio: f32,
}

impl Hips {
    /// Returns `None` if one of the humanoids has no hips.
    pub(super) fn new(source: &Humanoid, target: &Humanoid, policy: HipsPolicy) -> Option<Self> {
        let facing = facing_rotation(source, target);
        let (from, to) = (source.at_rest(HumanBone::Hips)?, target.at_rest(HumanBone::Hips)?);
        Some(Self {
            source: from.node,
            target: to.node,
            facing,
            rest_source: facing.convert_vector(from.position),
            rest_target: to.position,
            ratio: policy.ratio(&source.proportions(), &target.proportions()),
        })
    }

    /// Maps a position of the source's hips to that of the target's.
    pub(super) fn carry(&self, position: Vec3) -> Vec3 {
        let position = self.facing.convert_vector(position);
        hips_position(position, Some(self.rest_source), Some(self.rest_target), self.ratio)
    }
}

/// The rotation from one humanoid's facing direction to another's.
fn facing_rotation(source: &Humanoid, target: &Humanoid) -> Facing {
    if source.facing() == target.facing() { Facing::PositiveZ } else { Facing::NegativeZ }
}

#[derive(Clone, Copy, Debug)]
struct BoneMapping {
    /// The source node of the bone: the same bone, or its nearest ancestor bone that the source has.
    source: Option<NodeId>,
    /// The C of the formula; the target's rest rotation without a source.
    correction: Quat,
}

impl RetargetMap {
    /// Compiles the map from one humanoid to another.
    pub fn new(source: &Humanoid, target: &Humanoid, policy: HipsPolicy) -> Self {
        let facing = facing_rotation(source, target);
        let mapping = |bone: Option<HumanBone>| {
            let rest = |humanoid: &Humanoid, bone| humanoid.at_rest(bone).map(|rest| (rest.node, rest.rotation.model));
            let target_rest = bone.and_then(|bone| rest(target, bone)).map_or(Quat::IDENTITY, |(_, rotation)| rotation);
            match bone.and_then(|bone| source.nearest(bone)).and_then(|bone| rest(source, bone)) {
                Some((node, source_rest)) => BoneMapping {
                    source: Some(node),
                    correction: facing.convert(source_rest).conjugate() * target_rest,
                },
                None => BoneMapping { source: None, correction: target_rest },
            }
        };
        Self {
            bones: target.rig().joints.iter().map(|joint| mapping(joint.bone)).collect(),
            rig: target.rig().clone(),
            hips: Hips::new(source, target, policy),
            facing,
            source_nodes: source.rig().node_count(),
        }
    }

    /// Applies the pose of the source to the target. Local transforms of nodes that are no bones stay and are taken
    /// into account. Nothing is allocated. A `source` or `target` with too few nodes belongs to another model, and
    /// nothing is written.
    pub fn apply(&self, source: &ModelSpace, target: &mut [Transform]) {
        if source.len() < self.source_nodes || target.len() < self.rig.node_count() {
            return;
        }
        write_rotations(&self.rig, target, |index, _| {
            let bone = &self.bones[index];
            match bone.source {
                Some(node) => self.facing.convert(source.rotation(node)) * bone.correction,
                None => bone.correction,
            }
        });
        if let Some(hips) = &self.hips {
            let position: Vec3 = source.matrix(hips.source).translation.into();
            write_hips(&self.rig, hips.target, hips.carry(position), target);
        }
    }
}
