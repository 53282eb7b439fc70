//! The pose of one figure carried over to another, compiled.

use glam::{Quat, Vec3};

use crate::ModelSpace;
use crate::human_pose::{HipsPolicy, write_hips, write_rotations};
use sinew_model::kernel::retarget::hips_position;
use sinew_model::math::Transform;
use sinew_model::model::{Facing, HumanBone, Humanoid, NodeId};
use sinew_model::prepared::Rig;

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
    hips: Option<Hips>,
    /// Turns the source to face as the target does.
    turn: Facing,
    source_nodes: usize,
}

/// The hips of both, with the way of their positions: the source's, turned to face as the target does, are at the target's
/// when moved by the rests and scaled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hips {
    pub(super) source: NodeId,
    pub(super) target: NodeId,
    turn: Facing,
    /// In the target's model, and so is what the source's rest becomes there.
    rest_source: Vec3,
    rest_target: Vec3,
    ratio: f32,
}

impl Hips {
    /// `None` where one of the figures has none.
    pub(super) fn new(source: &Humanoid, target: &Humanoid, policy: HipsPolicy) -> Option<Self> {
        let turn = turn_between(source, target);
        let (from, to) = (source.at_rest(HumanBone::Hips)?, target.at_rest(HumanBone::Hips)?);
        Some(Self {
            source: from.node,
            target: to.node,
            turn,
            rest_source: turn.convert_vector(from.position),
            rest_target: to.position,
            ratio: policy.ratio(&source.proportions(), &target.proportions()),
        })
    }

    /// Where the target's hips are to be in its model while the source's are at a position in theirs.
    pub(super) fn carry(&self, position: Vec3) -> Vec3 {
        let position = self.turn.convert_vector(position);
        hips_position(position, Some(self.rest_source), Some(self.rest_target), self.ratio)
    }
}

/// Turns one figure to face as another does.
fn turn_between(source: &Humanoid, target: &Humanoid) -> Facing {
    if source.facing() == target.facing() { Facing::PositiveZ } else { Facing::NegativeZ }
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
        let turn = turn_between(source, target);
        let step = |bone: Option<HumanBone>| {
            let rest = |humanoid: &Humanoid, bone| humanoid.at_rest(bone).map(|rest| (rest.node, rest.rotation.model));
            let target_rest = bone.and_then(|bone| rest(target, bone)).map_or(Quat::IDENTITY, |(_, rotation)| rotation);
            match bone.and_then(|bone| source.nearest(bone)).and_then(|bone| rest(source, bone)) {
                Some((node, source_rest)) => {
                    Step { source: Some(node), correction: turn.convert(source_rest).conjugate() * target_rest }
                }
                None => Step { source: None, correction: target_rest },
            }
        };
        Self {
            steps: target.rig().joints.iter().map(|joint| step(joint.bone)).collect(),
            rig: target.rig().clone(),
            hips: Hips::new(source, target, policy),
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
                Some(node) => self.turn.convert(source.rotation(node)) * step.correction,
                None => step.correction,
            }
        });
        if let Some(hips) = &self.hips {
            let position: Vec3 = source.matrix(hips.source).translation.into();
            write_hips(&self.rig, hips.target, hips.carry(position), target);
        }
    }
}
