//! Postures of human figures, as numbers: whether the hips have a position and where, whether the height of the hips at
//! rest is known and what it is, then for each bone, parents first, whether it has a rotation and which.

use sinew::{HumanBone, HumanPose, Proportions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::numbers::{hips_policy, rotation, vector};
use crate::world::RawWorld;

/// Numbers before the bones.
const HEAD: usize = 6;
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
        let is_set = self.world.set_human_pose(id, Some((&pose, policy)));
        if is_set { Ok(()) } else { Err(Fault::no_figure().into()) }
    }

    /// Lets go of the figure of an instance.
    ///
    /// # Errors
    /// The instance is not there or has no figure.
    pub fn clear_human_pose(&mut self, instance: u32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        if self.world.set_human_pose(id, None) { Ok(()) } else { Err(Fault::no_figure().into()) }
    }
}

fn numbers_of(pose: &HumanPose) -> Vec<f32> {
    let mut numbers = Vec::with_capacity(NUMBERS);
    let flag = |is_set: bool| f32::from(u8::from(is_set));
    numbers.push(flag(pose.hips_position().is_some()));
    numbers.extend(pose.hips_position().unwrap_or_default().to_array());
    let height = pose.proportions().hips_height;
    numbers.extend([flag(height.is_some()), height.unwrap_or_default()]);
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
    if head[4] != 0.0 {
        let height = head[5];
        if !height.is_finite() || height <= 0.0 {
            return Err(Fault::argument("hipsHeight must be a number above zero"));
        }
        // Of no position yet, so that nothing is scaled.
        pose.rescale(Proportions { hips_height: Some(height), ..Proportions::default() }, sinew::HipsPolicy::None);
    }
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
        pose.rescale(Proportions { hips_height: Some(0.9), ..Proportions::default() }, sinew::HipsPolicy::None);
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
            (numbers[0], numbers[4], numbers[5], numbers[HEAD]) = (1.0, 1.0, 1.0, 1.0);
            numbers[place] = value;
            pose_of(&numbers)
        };
        assert!(with(2, 0.5).is_ok());
        assert!(
            [(2, f32::NAN), (5, 0.0), (HEAD + 4, f32::NAN), (HEAD + 4, 0.0)]
                .iter()
                .all(|(at, x)| with(*at, *x).is_err())
        );
    }
}
