//! The state of springs, to be written down and gone back to.

use std::fmt;

use glam::{Affine3A, Quat, Vec3};
use serde::{Deserialize, Serialize};
use sinew_model::math::Rigid;

use super::SpringState;

/// The state of springs as numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedSprings {
    /// Joint by joint in the order of the model: the tail now and before.
    tails: Vec<f32>,
    /// Where springs hung and collided in the last step.
    inputs: Vec<f32>,
    /// Translation and rotation.
    root: [f32; 7],
    phase: f64,
    wind: [f32; 3],
}

/// The saved state is of other springs, or not of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpringMismatch;

impl fmt::Display for SpringMismatch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the saved springs are not those of this model")
    }
}

impl std::error::Error for SpringMismatch {}

impl SpringState {
    /// The state to be written.
    pub fn save(&self) -> SavedSprings {
        if self.is_empty() {
            return SavedSprings::default();
        }
        let mut tails = vec![0.0; self.plan.joint_count * 6];
        for (place, numbers) in self.of_joints() {
            if let Some(slots) = tails.get_mut(place * 6..place * 6 + 6) {
                slots.copy_from_slice(&numbers);
            }
        }
        let before = &self.before;
        let mut inputs = before.anchors.as_flattened().as_flattened().as_flattened().to_vec();
        inputs.extend(before.colliders.as_flattened().iter().flat_map(Vec3::to_array));
        inputs.extend(before.centers.iter().flat_map(Affine3A::to_cols_array));
        let ([x, y, z], [a, b, c, d]) = (self.root.translation.to_array(), self.root.rotation.to_array());
        SavedSprings { tails, inputs, root: [x, y, z, a, b, c, d], phase: self.phase, wind: self.wind.to_array() }
    }

    /// Checks that [`SpringState::restore`] can go back to a state.
    ///
    /// # Errors
    /// The state is of other springs, or not of numbers.
    pub fn check(&self, saved: &SavedSprings) -> Result<(), SpringMismatch> {
        if self.is_empty() {
            return if saved.tails.is_empty() { Ok(()) } else { Err(SpringMismatch) };
        }
        let plan = &self.plan;
        let inputs = plan.anchored.len() * 48 + plan.colliders.len() * 6 + plan.centers.len() * 12;
        let is_fitting = saved.tails.len() == plan.joint_count * 6 && saved.inputs.len() == inputs;
        let mut numbers = saved.tails.iter().chain(&saved.inputs).chain(&saved.root).chain(&saved.wind);
        let is_finite = numbers.all(|number| number.is_finite()) && (0.0..1.0).contains(&saved.phase);
        if is_fitting && is_finite { Ok(()) } else { Err(SpringMismatch) }
    }

    /// Goes back to a state; one that does not fit is left alone.
    pub fn restore(&mut self, saved: &SavedSprings) {
        if self.is_empty() || self.check(saved).is_err() {
            return;
        }
        for (tails, group) in self.tails.iter_mut().zip(&self.plan.groups) {
            tails.restore(group, &saved.tails);
        }
        let before = &mut self.before;
        let mut numbers = saved.inputs.iter().copied();
        let anchors = before.anchors.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        anchors.iter_mut().zip(&mut numbers).for_each(|(slot, number)| *slot = number);
        let mut next = || numbers.next().unwrap_or_default();
        for vector in before.colliders.as_flattened_mut() {
            *vector = Vec3::from([next(), next(), next()]);
        }
        for center in &mut before.centers {
            *center = Affine3A::from_cols_array(&std::array::from_fn(|_| next()));
        }
        let [x, y, z, a, b, c, d] = saved.root;
        self.root = Rigid::new(Vec3::new(x, y, z), Quat::from_xyzw(a, b, c, d));
        (self.phase, self.wind) = (saved.phase, Vec3::from(saved.wind));
    }
}
