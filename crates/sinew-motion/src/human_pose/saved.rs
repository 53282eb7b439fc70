//! Serialized human poses.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};

use super::HumanPose;
use sinew_model::model::{BoneSet, HumanBone, Proportions};

/// A human pose in serializable form, to the last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedHumanPose {
    /// Metres, in the model.
    pub hips_position: Option<[f32; 3]>,
    /// Metres, in the model, at rest.
    pub hips_rest: Option<[f32; 3]>,
    /// Metres above the ground, at rest.
    pub hips_height: Option<f32>,
    /// Metres.
    pub leg_length: Option<f32>,
    /// One for each bone.
    pub rotations: Vec<[f32; 4]>,
    /// Whether each bone has a rotation.
    pub has_rotation: Vec<bool>,
}

impl HumanPose {
    /// Converts to the serializable form.
    #[must_use]
    pub fn save(&self) -> SavedHumanPose {
        SavedHumanPose {
            hips_position: self.hips_position.map(Vec3::into),
            hips_rest: self.proportions.hips_rest.map(Vec3::into),
            hips_height: self.proportions.hips_height,
            leg_length: self.proportions.leg_length,
            rotations: self.rotations.iter().map(Quat::to_array).collect(),
            has_rotation: HumanBone::ALL.iter().map(|&bone| self.bones.contains(bone)).collect(),
        }
    }

    /// All numbers of the pose; `None` for values that it does not have.
    pub fn numbers(&self) -> impl Iterator<Item = Option<f32>> + '_ {
        let axes = |point: Option<Vec3>| (0..3).map(move |axis| point.map(|point| point.to_array()[axis]));
        let hips = axes(self.hips_position).chain(axes(self.proportions.hips_rest));
        let rotation = |bone: HumanBone| {
            let has_one = self.bones.contains(bone);
            self.rotations[bone.index()].to_array().map(|part| has_one.then_some(part))
        };
        let lengths = [self.proportions.hips_height, self.proportions.leg_length];
        hips.chain(lengths).chain(HumanBone::ALL.into_iter().flat_map(rotation))
    }

    /// Converts from the serializable form.
    #[must_use]
    pub fn restore(saved: &SavedHumanPose) -> Self {
        let mut pose = Self {
            hips_position: saved.hips_position.map(Vec3::from_array),
            proportions: Proportions {
                hips_rest: saved.hips_rest.map(Vec3::from_array),
                hips_height: saved.hips_height,
                leg_length: saved.leg_length,
            },
            bones: BoneSet::EMPTY,
            ..Self::default()
        };
        for (own, saved) in pose.rotations.iter_mut().zip(&saved.rotations) {
            *own = Quat::from_array(*saved);
        }
        for (bone, _) in HumanBone::ALL.into_iter().zip(&saved.has_rotation).filter(|(_, has)| **has) {
            pose.bones.insert(bone);
        }
        pose
    }
}
