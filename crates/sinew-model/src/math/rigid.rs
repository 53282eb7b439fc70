//! Rigid transforms: a rotation and a translation, without scale.
//!
//! `a_from_b * b_from_c` is `a_from_c`.

use serde::{Deserialize, Serialize};
use std::ops::Mul;

use glam::{Affine3A, Quat, Vec3};

/// A rigid transform: a rotation, then a translation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rigid {
    /// Metres.
    pub translation: Vec3,
    /// A unit quaternion.
    pub rotation: Quat,
}

impl Rigid {
    /// The identity.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };

    /// A rotation and then a translation.
    pub const fn new(translation: Vec3, rotation: Quat) -> Self {
        Self { translation, rotation }
    }

    /// A translation alone.
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { translation, rotation: Quat::IDENTITY }
    }

    /// Returns the inverse.
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { translation: rotation * -self.translation, rotation }
    }

    /// Transforms a point.
    pub fn transform_point(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// Rotates a direction, a velocity or a force.
    pub fn transform_vector(&self, vector: Vec3) -> Vec3 {
        self.rotation * vector
    }

    /// Returns the transform as a matrix.
    pub fn to_affine(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation, self.translation)
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.is_finite()
    }
}

impl Default for Rigid {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul for Rigid {
    type Output = Self;

    /// `a_from_b * b_from_c` is `a_from_c`.
    fn mul(self, other: Self) -> Self {
        Self {
            translation: self.transform_point(other.translation),
            rotation: (self.rotation * other.rotation).normalize(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_product_turns_and_moves_the_inner_one_first() {
        let quarter = Rigid::new(Vec3::new(1.0, 0.0, 0.0), Quat::from_rotation_z(FRAC_PI_2));
        // A quarter turn about Z takes X to Y; then one metre along X.
        let moved = (quarter * Rigid::from_translation(Vec3::X)).transform_point(Vec3::ZERO);
        assert!(moved.distance(Vec3::new(1.0, 1.0, 0.0)) < 1e-6, "{moved}");
    }

    #[test]
    fn there_and_back_is_nowhere() {
        let there = Rigid::new(Vec3::new(1.0, -2.0, 3.0), Quat::from_rotation_y(1.0));
        let point = Vec3::new(0.5, 0.25, -4.0);
        assert!((there.inverse() * there).transform_point(point).distance(point) < 1e-5);
    }
}
