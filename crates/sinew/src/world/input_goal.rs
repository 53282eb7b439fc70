//! The goal of a bone, as an input has it.

use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use sinew_motion::InstanceId;

use super::World;
use super::error::WorldError;
use super::input_look_at::RecordedLookAt;
use super::stages::goals::BoneGoal;

/// A [`BoneGoal`](super::BoneGoal).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedBoneGoal {
    /// Where it is.
    pub target: RecordedLookAt,
    /// The rotation of the hand or the foot in the world: x, y, z, w.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// The point of the world that the elbow or the knee is bent towards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pole: Option<[f32; 3]>,
    /// The most degrees that a bone other than a hand or a foot is rotated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<f32>,
    /// How much of it counts, 0…1.
    #[serde(default = "all")]
    pub weight: f32,
}

fn all() -> f32 {
    1.0
}

impl RecordedBoneGoal {
    /// The goal in a world, whose instances have numbers.
    pub(super) fn in_world(
        self,
        world: &World,
        instance: impl Fn(u32) -> Result<InstanceId, WorldError>,
    ) -> Result<BoneGoal, WorldError> {
        Ok(BoneGoal {
            target: self.target.in_world(world, instance)?,
            rotation: self.rotation.map(Quat::from_array),
            pole: self.pole.map(Vec3::from_array),
            limit: self.limit,
            weight: self.weight,
        })
    }
}

/// Bones by their names of `VRMC_vrm` 1.0.
pub(super) mod bone {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use sinew_model::model::HumanBone;

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
    pub(in crate::world) fn serialize<S: Serializer>(bone: &HumanBone, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(bone.name())
    }

    pub(in crate::world) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<HumanBone, D::Error> {
        let name = String::deserialize(deserializer)?;
        HumanBone::from_name(&name).ok_or_else(|| D::Error::custom(format!("there is no human bone `{name}`")))
    }
}
