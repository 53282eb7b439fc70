//! The messages about invalid humanoids, for every file format.

use super::{HumanBone, Humanoid};

/// The angle in degrees by which an arm or a leg may deviate from the T-pose before it is reported. Bent elbows and knees of stylized humanoids
/// reach 15°; the arms of an A-pose, which is what people get wrong, are 30° or more below the T.
const T_POSE_TOLERANCE: f32 = 25.0;

impl HumanBone {
    /// The bones whose limbs decide how a pose looks, parents first; hands, feet and fingers of stylized humanoids have no fixed
    /// direction.
    pub const LIMBS: [Self; 8] = [
        Self::LeftUpperLeg,
        Self::LeftLowerLeg,
        Self::RightUpperLeg,
        Self::RightLowerLeg,
        Self::LeftUpperArm,
        Self::LeftLowerArm,
        Self::RightUpperArm,
        Self::RightLowerArm,
    ];
}

impl Humanoid {
    /// Returns a message about missing required bones.
    pub fn missing_bones(&self, is_required: fn(HumanBone) -> bool) -> Option<String> {
        let missing = HumanBone::ALL.into_iter().filter(|&bone| is_required(bone) && !self.bones().contains(bone));
        let missing: Vec<&str> = missing.map(HumanBone::name).collect();
        let every = "which every humanoid must have";
        match missing.as_slice() {
            [] => None,
            [one] => Some(format!("the humanoid has no {one}, {every}")),
            many => Some(format!("the humanoid lacks {} bones, {every}: {}", many.len(), many.join(", "))),
        }
    }

    /// Returns a message if the hips are not above the ground.
    pub fn unmeasurable_hips(&self) -> Option<String> {
        let hips = self.at_rest(HumanBone::Hips).filter(|_| self.hips_height().is_none())?;
        let height = hips.position.y;
        Some(format!("the hips rest at a height of {height} m; their motion is carried over without scaling"))
    }

    /// Returns a message if arms or legs deviate from the T-pose.
    pub fn off_t_pose(&self) -> Option<String> {
        let report = self.t_pose();
        let limbs = HumanBone::LIMBS.into_iter().filter_map(|bone| report.limb(bone));
        let off: Vec<String> = limbs
            .filter(|limb| limb.degrees > T_POSE_TOLERANCE)
            .map(|limb| format!("the {} by {:.0}°", limb.bone, limb.degrees))
            .collect();
        (!off.is_empty())
            .then(|| format!("arms or legs rest off the T-pose, and poses will be off: {}", off.join(", ")))
    }
}
