//! The deviation of a humanoid's rest pose from the T-pose, which all its poses are relative to.

use glam::Vec3;

use super::{HumanBone, Humanoid};
use crate::math::atan2;

/// How far each limb of a humanoid rests from its direction in the T-pose (`VRMC_vrm` 1.0, tpose, definitions 1.1 to 1.8).
///
/// The definitions are about the humanoid's appearance; here they are applied to its joints, so a few degrees are not
/// significant: an elbow joint is seldom in the middle of the elbow.
#[derive(Clone, Debug, PartialEq)]
pub struct TPoseReport {
    /// The limbs that the humanoid has, torso, legs, arms, hands, fingers.
    pub limbs: Vec<Limb>,
}

/// The line from one joint to another, at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// The bone whose limb it is.
    pub bone: HumanBone,
    /// The bone where it ends.
    pub to: HumanBone,
    /// The direction in the T-pose, for a humanoid that faces +Z.
    pub expected: Vec3,
    /// The direction at rest, for a humanoid that faces +Z; a unit vector.
    pub direction: Vec3,
    /// The angle between both.
    pub degrees: f32,
}

impl TPoseReport {
    pub(super) fn new(humanoid: &Humanoid) -> Self {
        let limbs = limbs().filter_map(|(bone, to, expected)| {
            let position = |bone| humanoid.at_rest(bone).map(|rest| humanoid.facing().convert_vector(rest.position));
            let mut line = position(to)? - position(bone)?;
            if matches!(bone, HumanBone::LeftFoot | HumanBone::RightFoot) {
                // A foot slopes from the ankle to the toes; what counts is where it points on the ground (1.2).
                line.y = 0.0;
            }
            // Two joints in one place, or far beyond every humanoid, have no direction.
            let direction = line.try_normalize()?;
            let degrees = atan2(direction.cross(expected).length(), direction.dot(expected)).to_degrees();
            Some(Limb { bone, to, expected, direction, degrees })
        });
        Self { limbs: limbs.collect() }
    }

    /// The limb that is farthest off.
    pub fn worst(&self) -> Option<&Limb> {
        self.limbs.iter().max_by(|a, b| a.degrees.total_cmp(&b.degrees))
    }

    /// The limb of a bone.
    pub fn limb(&self, bone: HumanBone) -> Option<&Limb> {
        self.limbs.iter().find(|limb| limb.bone == bone)
    }
}

/// Every limb that the definitions speak of, with the direction they ask for.
fn limbs() -> impl Iterator<Item = (HumanBone, HumanBone, Vec3)> {
    use HumanBone as B;
    // Definition 1.8: halfway between the arm and the front.
    let (left_thumb, right_thumb) = (Vec3::new(1.0, 0.0, 1.0).normalize(), Vec3::new(-1.0, 0.0, 1.0).normalize());
    let down = Vec3::NEG_Y;
    let body = [
        (B::Hips, B::Head, Vec3::Y),
        (B::LeftUpperLeg, B::LeftLowerLeg, down),
        (B::LeftLowerLeg, B::LeftFoot, down),
        (B::LeftFoot, B::LeftToes, Vec3::Z),
        (B::RightUpperLeg, B::RightLowerLeg, down),
        (B::RightLowerLeg, B::RightFoot, down),
        (B::RightFoot, B::RightToes, Vec3::Z),
        (B::LeftUpperArm, B::LeftLowerArm, Vec3::X),
        (B::LeftLowerArm, B::LeftHand, Vec3::X),
        (B::LeftHand, B::LeftMiddleProximal, Vec3::X),
        (B::RightUpperArm, B::RightLowerArm, Vec3::NEG_X),
        (B::RightLowerArm, B::RightHand, Vec3::NEG_X),
        (B::RightHand, B::RightMiddleProximal, Vec3::NEG_X),
        (B::LeftThumbMetacarpal, B::LeftThumbProximal, left_thumb),
        (B::LeftThumbProximal, B::LeftThumbDistal, left_thumb),
        (B::RightThumbMetacarpal, B::RightThumbProximal, right_thumb),
        (B::RightThumbProximal, B::RightThumbDistal, right_thumb),
    ];
    let left = [
        [B::LeftIndexProximal, B::LeftIndexIntermediate, B::LeftIndexDistal],
        [B::LeftMiddleProximal, B::LeftMiddleIntermediate, B::LeftMiddleDistal],
        [B::LeftRingProximal, B::LeftRingIntermediate, B::LeftRingDistal],
        [B::LeftLittleProximal, B::LeftLittleIntermediate, B::LeftLittleDistal],
    ];
    let right = [
        [B::RightIndexProximal, B::RightIndexIntermediate, B::RightIndexDistal],
        [B::RightMiddleProximal, B::RightMiddleIntermediate, B::RightMiddleDistal],
        [B::RightRingProximal, B::RightRingIntermediate, B::RightRingDistal],
        [B::RightLittleProximal, B::RightLittleIntermediate, B::RightLittleDistal],
    ];
    let fingers = |fingers: [[HumanBone; 3]; 4], along: Vec3| {
        fingers.into_iter().flat_map(move |[base, middle, tip]| [(base, middle, along), (middle, tip, along)])
    };
    body.into_iter().chain(fingers(left, Vec3::X)).chain(fingers(right, Vec3::NEG_X))
}
