//! Human poses, as JSON with the names of the bones.

use std::collections::BTreeMap;

use serde::Serialize;
use sinew::glam::Vec3;
use sinew::{HipsPolicy, HumanBone, HumanPose, Proportions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json::{self, Fields};
use crate::numbers::{positive, unit_rotation, vector};
use crate::world::RawWorld;

/// A human pose as `index.d.ts` has it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct NamedHumanPose {
    hips: Option<[f32; 3]>,
    hips_height: Option<f32>,
    hips_rest: Option<[f32; 3]>,
    leg_length: Option<f32>,
    /// In the order of the bones, parents first.
    rotations: BTreeMap<BoneName, [f32; 4]>,
}

/// A bone, written as its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "&'static str")]
struct BoneName(HumanBone);

#[wasm_bindgen]
impl RawWorld {
    /// The human pose of an instance as of the last step, as JSON; none without a humanoid.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn human_pose(&self, instance: u32) -> Result<Option<String>, JsValue> {
        let spawned = self.spawned(instance)?;
        let pose = self.world.pose(spawned.id).and_then(|pose| pose.human_pose(&spawned.model));
        Ok(pose.map(|pose| json::write(&NamedHumanPose::from(&pose))))
    }

    /// Holds the humanoid of an instance in a human pose: JSON with `pose`, and `hips`, the hips policy.
    ///
    /// # Errors
    /// The instance is unknown or has no humanoid, or the pose is not one.
    pub fn set_human_pose(&mut self, instance: u32, held: &str) -> Result<(), JsValue> {
        let mut fields = Fields::read(held, "human pose")?;
        let pose = human_pose(fields.fields("pose")?)?;
        let hips = fields.typed("hips")?.unwrap_or_default();
        fields.finish()?;
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_human_pose(id, Some((&pose, hips))).map_err(Fault::from)?)
    }

    /// Releases the humanoid of an instance.
    ///
    /// # Errors
    /// The instance is unknown or has no humanoid.
    pub fn clear_human_pose(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_human_pose(id, None).map_err(Fault::from)?)
    }
}

impl From<&HumanPose> for NamedHumanPose {
    fn from(pose: &HumanPose) -> Self {
        let Proportions { hips_rest, hips_height, leg_length } = pose.proportions();
        Self {
            hips: pose.hips_position().map(Vec3::into),
            hips_height,
            hips_rest: hips_rest.map(Vec3::into),
            leg_length,
            rotations: pose.bones().iter().map(|bone| (BoneName(bone), pose.rotation(bone).to_array())).collect(),
        }
    }
}

/// Reads a human pose.
fn human_pose(mut fields: Fields) -> Result<HumanPose, Fault> {
    let length = |fields: &mut Fields, what: &str| match fields.number(what)? {
        Some(length) => positive(length, what).map(|length| Some(length as f32)),
        None => Ok(None),
    };
    let point = |fields: &mut Fields, what: &str| fields.numbers(what)?.map(|point| vector(&point, what)).transpose();
    let mut pose = HumanPose::default();
    let proportions = Proportions {
        hips_height: length(&mut fields, "hipsHeight")?,
        hips_rest: point(&mut fields, "hipsRest")?,
        leg_length: length(&mut fields, "legLength")?,
    };
    // Before the hips have a position, so that nothing is scaled.
    pose.rescale(proportions, HipsPolicy::None);
    if let Some(hips) = point(&mut fields, "hips")? {
        pose.set_hips_position(Some(hips));
    }
    let mut rotations = fields.fields("rotations")?;
    for name in rotations.names() {
        let bone =
            HumanBone::from_name(&name).ok_or_else(|| Fault::argument(format!("there is no human bone `{name}`")))?;
        if let Some(numbers) = rotations.numbers(&name)? {
            pose.set_rotation(bone, unit_rotation(&numbers, &name)?);
        }
    }
    fields.finish()?;
    Ok(pose)
}

impl From<BoneName> for &'static str {
    fn from(BoneName(bone): BoneName) -> Self {
        bone.name()
    }
}

#[cfg(test)]
mod tests {
    use sinew::glam::Quat;

    use super::*;

    fn parse(text: &str) -> Result<HumanPose, Fault> {
        human_pose(Fields::read(text, "human pose")?)
    }

    #[test]
    fn a_human_pose_is_read_back_as_it_was_written() {
        let mut pose = HumanPose::default();
        let proportions =
            Proportions { hips_rest: Some(Vec3::new(0.1, 0.9, -0.2)), hips_height: Some(0.9), leg_length: Some(0.8) };
        pose.rescale(proportions, HipsPolicy::None);
        pose.set_hips_position(Some(Vec3::new(0.0, 0.8, 0.1)));
        pose.set_rotation(HumanBone::Head, Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
        assert_eq!(parse(&json::write(&NamedHumanPose::from(&pose))), Ok(pose));
    }

    #[test]
    fn bones_are_named_in_the_order_of_the_skeleton() {
        let mut pose = HumanPose::default();
        for bone in [HumanBone::Chest, HumanBone::Hips, HumanBone::Spine] {
            pose.set_rotation(bone, Quat::IDENTITY);
        }
        let text = json::write(&NamedHumanPose::from(&pose));
        let at = |name: &str| text.find(name).unwrap();
        assert!(at("\"hips\":[") < at("spine") && at("spine") < at("chest"), "{text}");
    }

    #[test]
    fn text_that_is_not_a_human_pose_is_refused() {
        let codes = [
            (r#"{"rotations":{"tail":[0,0,0,1]}}"#, "INVALID_ARGUMENT"),
            (r#"{"rotations":{"head":[0,0,1]}}"#, "INVALID_ARGUMENT"),
            (r#"{"rotations":{"head":[0,0,0,0]}}"#, "NOT_FINITE"),
            (r#"{"hipsHeight":0}"#, "INVALID_ARGUMENT"),
            (r#"{"legLength":-1}"#, "INVALID_ARGUMENT"),
            (r#"{"hips":[1,2]}"#, "INVALID_ARGUMENT"),
            (r#"{"hipz":null}"#, "INVALID_ARGUMENT"),
        ];
        for (text, code) in codes {
            assert_eq!(parse(text).unwrap_err().code, code, "{text}");
        }
        assert_eq!(parse("{}"), Ok(HumanPose::default()));
    }
}
