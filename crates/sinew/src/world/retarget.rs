//! The pose of one figure carried over to another, compiled.

use glam::{Quat, Vec3};

use crate::math::Transform;
use crate::model::{Facing, HumanBone, Humanoid, NodeId, Rig};
use crate::world::ModelSpace;
use crate::world::human_pose::{HipsPolicy, write_hips, write_rotations};

/// From the poses of one figure to those of another: made once, run every frame in one pass, shared by all instances.
/// Gives what [`HumanPose::extract`](crate::HumanPose::extract) and [`HumanPose::apply`](crate::HumanPose::apply) give.
///
/// With `rest` the rest rotation in the model, a bone of the target is to turn as far as the same bone of the source:
/// `now_b · rest_b⁻¹ = now_a · rest_a⁻¹`. So `now_b = now_a · C` with `C = rest_a⁻¹ · rest_b`, known beforehand.
#[derive(Clone, Debug)]
pub struct RetargetMap {
    /// By the place in the target's rig.
    steps: Vec<Step>,
    rig: Rig,
    /// The hips of the source and of the target, with the ratio between their positions.
    hips: Option<(NodeId, NodeId, f32)>,
    /// Turns the source to face as the target does.
    turn: Facing,
    source_nodes: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    /// The node that turns the bone: the same bone of the source, or the nearest above it that the source has.
    source: Option<NodeId>,
    /// The C of the formula; the target's rest rotation where there is no source.
    correction: Quat,
}

impl RetargetMap {
    /// Prepares the way from one figure to another.
    pub fn new(source: &Humanoid, target: &Humanoid, policy: HipsPolicy) -> Self {
        let turn = if source.facing() == target.facing() { Facing::PositiveZ } else { Facing::NegativeZ };
        let step = |bone: Option<HumanBone>| {
            let rest = |humanoid: &Humanoid, bone| humanoid.at_rest(bone).map(|rest| (rest.node, rest.rotation.model));
            let target_rest = bone.and_then(|bone| rest(target, bone)).map_or(Quat::IDENTITY, |(_, rotation)| rotation);
            match bone.and_then(|bone| source.nearest(bone)).and_then(|bone| rest(source, bone)) {
                Some((node, source_rest)) => {
                    Step { source: Some(node), correction: turn.turn(source_rest).conjugate() * target_rest }
                }
                None => Step { source: None, correction: target_rest },
            }
        };
        let ratio = policy.ratio(&source.proportions(), &target.proportions());
        let hips = source.node(HumanBone::Hips).zip(target.node(HumanBone::Hips));
        Self {
            steps: target.rig().joints.iter().map(|joint| step(joint.bone)).collect(),
            rig: target.rig().clone(),
            hips: hips.map(|(source, target)| (source, target, ratio)),
            turn,
            source_nodes: source.rig().node_count(),
        }
    }

    /// Puts the target into the posture that the source is in. Local transforms that are not of bones stay as they are
    /// and are accounted for. Nothing is allocated. A `source` or a `target` of too few nodes is of another model, and
    /// nothing happens.
    pub fn apply(&self, source: &ModelSpace, target: &mut [Transform]) {
        if source.len() < self.source_nodes || target.len() < self.rig.node_count() {
            return;
        }
        write_rotations(&self.rig, target, |place, _| {
            let step = &self.steps[place];
            match step.source {
                Some(node) => self.turn.turn(source.rotation(node)) * step.correction,
                None => step.correction,
            }
        });
        if let Some((source_hips, target_hips, ratio)) = self.hips {
            let position: Vec3 = source.matrix(source_hips).translation.into();
            write_hips(&self.rig, target_hips, self.turn.turn_vector(position) * ratio, target);
        }
    }
}
