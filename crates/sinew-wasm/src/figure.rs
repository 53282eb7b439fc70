//! Postures of human figures, as numbers: whether the hips have a position and where, whether the height of the hips at
//! rest is known and what it is, the same of where they rest and of the length of the legs, then for each bone, parents
//! first, whether it has a rotation and which.

use sinew::{HumanBone, HumanPose, Proportions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::numbers::{hips_policy, rotation, vector};
use crate::world::RawWorld;

/// Numbers before the bones.
const HEAD: usize = 12;
/// Numbers of a bone.
const BONE: usize = 5;
/// Numbers of a posture.
const NUMBERS: usize = HEAD + BONE * HumanBone::COUNT;

#[wasm_bindgen]
impl RawWorld {
    /// The posture that the figure of an instance is in, as of the last step; none without a figure.
    ///
    /// # Errors
    /// The instance is not there.
    pub fn human_pose(&self, instance: u32) -> Result<Option<Vec<f32>>, JsValue> {
        let spawned = self.spawned(instance)?;
        let pose = self.world.pose(spawned.id).and_then(|pose| pose.human_pose(&spawned.model));
        Ok(pose.map(|pose| numbers_of(&pose)))
    }

    /// Keeps the figure of an instance in a posture.
    ///
    /// # Errors
    /// The instance is not there or has no figure, or a number is none.
    pub fn set_human_pose(&mut self, instance: u32, numbers: &[f32], hips: &str) -> Result<(), JsValue> {
        let (pose, policy) = (pose_of(numbers)?, hips_policy(hips)?);
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_human_pose(id, Some((&pose, policy))).map_err(Fault::from)?)
    }

    /// Lets go of the figure of an instance.
    ///
    /// # Errors
    /// The instance is not there or has no figure.
    pub fn clear_human_pose(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_human_pose(id, None).map_err(Fault::from)?)
    }
}

fn numbers_of(pose: &HumanPose) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(NUMBERS);
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    numbers.push(flag(pose.hips_position().is_some()));
    numbers.extend(pose.hips_position().unwrap_or_default().to_array());
    let Proportions { hips_rest, hips_height, leg_length } = pose.proportions();
    numbers.extend([flag(hips_height.is_some()), hips_height.unwrap_or_default()]);
    numbers.push(flag(hips_rest.is_some()));
    numbers.extend(hips_rest.unwrap_or_default().to_array());
    numbers.extend([flag(leg_length.is_some()), leg_length.unwrap_or_default()]);
    for bone in HumanBone::ALL {
        numbers.push(flag(pose.bones().contains(bone)));
        numbers.extend(pose.rotation(bone).to_array());
    }
    numbers
}

fn pose_of(numbers: &[f32]) -> Result<HumanPose, Fault> {
    if numbers.len() != NUMBERS {
        return Err(Fault::argument(format!("a posture has {NUMBERS} numbers, and not {}", numbers.len())));
    }
    let (head, bones) = numbers.split_at(HEAD);
    let mut pose = HumanPose::default();
    let length = |at: usize, name: &str| match (head[at] != 0.0, head[at + 1]) {
        (true, length) if length.is_finite() && length > 0.0 => Ok(Some(length)),
        (true, _) => Err(Fault::argument(format!("{name} must be a number above zero"))),
        (false, _) => Ok(None),
    };
    let proportions = Proportions {
        hips_height: length(4, "hipsHeight")?,
        hips_rest: (head[6] != 0.0).then(|| vector(&head[7..10], "hipsRest")).transpose()?,
        leg_length: length(10, "legLength")?,
    };
    // Of no position yet, so that nothing is scaled.
    pose.rescale(proportions, sinew::HipsPolicy::None);
    if head[0] != 0.0 {
        pose.set_hips_position(Some(vector(&head[1..4], "hips")?));
    }
    for (bone, numbers) in HumanBone::ALL.into_iter().zip(bones.chunks_exact(BONE)) {
        if numbers[0] != 0.0 {
            pose.set_rotation(bone, rotation(&numbers[1..], bone.name())?);
        }
    }
    Ok(pose)
}

#[cfg(test)]
mod tests {
    use sinew::glam::{Quat, Vec3};

    use super::*;

    #[test]
    fn a_posture_comes_back_as_it_was_given() {
        let mut pose = HumanPose::default();
        let proportions =
            Proportions { hips_rest: Some(Vec3::new(0.1, 0.9, -0.2)), hips_height: Some(0.9), leg_length: Some(0.8) };
        pose.rescale(proportions, sinew::HipsPolicy::None);
        pose.set_hips_position(Some(Vec3::new(0.0, 0.8, 0.1)));
        pose.set_rotation(HumanBone::Head, Quat::from_xyzw(0.0, 0.6, 0.0, 0.8));
        assert_eq!(pose_of(&numbers_of(&pose)), Ok(pose));
    }

    #[test]
    fn numbers_that_are_no_posture_are_refused() {
        let good = numbers_of(&HumanPose::default());
        assert!(pose_of(&good[1..]).is_err());
        let with = |place: usize, value: f32| {
            let mut numbers = good.clone();
            for at in [0, 4, 5, 6, 10, 11, HEAD] {
                numbers[at] = 1.0;
            }
            numbers[place] = value;
            pose_of(&numbers)
        };
        assert!(with(2, 0.5).is_ok());
        assert!(
            [(2, f32::NAN), (5, 0.0), (8, f32::NAN), (11, -1.0), (HEAD + 4, f32::NAN), (HEAD + 4, 0.0)]
                .iter()
                .all(|(at, x)| with(*at, *x).is_err())
        );
    }
}
