//! Hands and feet that are taken to a place.

use glam::{Quat, Vec3};
use sinew_model::kernel::forward::ModelFrame;
use sinew_model::kernel::inverse_kinematics::{TwoBones, aim};
use sinew_model::math::Transform;
use sinew_model::model::{HumanBone, Model, NodeId};

use crate::chain_frame;

/// A limb of two bones with something at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HumanLimb {
    /// To the left hand.
    LeftArm,
    /// To the right hand.
    RightArm,
    /// To the left foot.
    LeftLeg,
    /// To the right foot.
    RightLeg,
}

/// Where the end of a limb is to be, in the model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbGoal {
    /// Of the hand or the foot, metres.
    pub position: Vec3,
    /// The model rotation of the hand or the foot; `None` keeps the one that it has.
    pub rotation: Option<Quat>,
    /// The point that the elbow or the knee is bent towards; `None` keeps it bent as it is.
    pub pole: Option<Vec3>,
    /// How much of it counts, 0…1.
    pub weight: f32,
}

impl HumanLimb {
    /// The limb that ends at a hand or a foot; `None` for any other bone.
    pub fn ending_at(bone: HumanBone) -> Option<Self> {
        match bone {
            HumanBone::LeftHand => Some(Self::LeftArm),
            HumanBone::RightHand => Some(Self::RightArm),
            HumanBone::LeftFoot => Some(Self::LeftLeg),
            HumanBone::RightFoot => Some(Self::RightLeg),
            _ => None,
        }
    }

    /// The bones from the body outwards.
    pub fn bones(self) -> [HumanBone; 3] {
        match self {
            Self::LeftArm => [HumanBone::LeftUpperArm, HumanBone::LeftLowerArm, HumanBone::LeftHand],
            Self::RightArm => [HumanBone::RightUpperArm, HumanBone::RightLowerArm, HumanBone::RightHand],
            Self::LeftLeg => [HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg, HumanBone::LeftFoot],
            Self::RightLeg => [HumanBone::RightUpperLeg, HumanBone::RightLowerLeg, HumanBone::RightFoot],
        }
    }
}

/// Rotates the bones of a limb so that its end is at a goal, or as near as it gets. Returns whether the model has the limb;
/// nothing is changed where it has not.
pub fn reach(model: &Model, local: &mut [Transform], limb: HumanLimb, goal: &LimbGoal) -> bool {
    let Some(humanoid) = model.humanoid() else { return false };
    let [Some(upper), Some(lower), Some(end)] = limb.bones().map(|bone| humanoid.node(bone)) else { return false };
    if local.len() < model.hierarchy().len() || !goal.position.is_finite() {
        return false;
    }
    let frame = |local: &[Transform], node: NodeId| chain_frame(model.hierarchy(), local, node);
    let place = |frame: &ModelFrame| Vec3::from(frame.matrix.translation);
    let [first, second, third] = [upper, lower, end].map(|node| frame(local, node));
    let bones = TwoBones { root: place(&first), middle: place(&second), end: place(&third) };
    let Some(rotations) = bones.reach(goal.position, goal.pole) else { return false };
    let rotations = rotations.weighted(goal.weight);
    let mut set = |node: NodeId, rotation: Quat| {
        let above = model.hierarchy().parent(node).map_or(Quat::IDENTITY, |parent| frame(local, parent).rotation);
        local[node.slot()].rotation = (above.inverse() * rotation).normalize();
    };
    set(upper, rotations.root * first.rotation);
    set(lower, rotations.middle * second.rotation);
    let weight = if goal.weight.is_nan() { 0.0 } else { goal.weight.clamp(0.0, 1.0) };
    let wanted = goal.rotation.map_or(third.rotation, |to| sinew_model::math::slerp(third.rotation, to, weight));
    set(end, wanted);
    true
}

/// Rotates a bone so that its front, which is that of the humanoid at rest, points at a place of the model: at most `limit` radians
/// from where it points, and of that a part. Returns whether the model has the bone; nothing is changed where it has not.
pub fn aim_bone(model: &Model, local: &mut [Transform], bone: HumanBone, point: Vec3, limit: f32, weight: f32) -> bool {
    let Some(humanoid) = model.humanoid() else { return false };
    let Some(rest) = humanoid.at_rest(bone) else { return false };
    if local.len() < model.hierarchy().len() || !point.is_finite() {
        return false;
    }
    let frame = chain_frame(model.hierarchy(), local, rest.node);
    let ahead = humanoid.facing().convert_vector(Vec3::Z);
    let front = frame.rotation * (rest.rotation.model.inverse() * ahead);
    let arc = aim(frame.matrix.translation.into(), front, point, limit, weight);
    let parent = model.hierarchy().parent(rest.node);
    let above = parent.map_or(Quat::IDENTITY, |parent| chain_frame(model.hierarchy(), local, parent).rotation);
    local[rest.node.slot()].rotation = (above.inverse() * arc * frame.rotation).normalize();
    true
}
