//! Masses, centres and moments of inertia.

use glam::{DMat3, DQuat, DVec3};
use sinew_model::math::principal_axes;

use crate::pose::Pose;

/// The mass of a body, its centre, and its tensor about the centre along the axes of the body's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Inertia {
    pub(crate) mass: f64,
    pub(crate) center: DVec3,
    pub(crate) tensor: DMat3,
}

/// Moments about the principal axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Principal {
    pub(crate) moments: DVec3,
    pub(crate) rotation: DQuat,
}

impl Inertia {
    pub(crate) const ZERO: Self = Self { mass: 0.0, center: DVec3::ZERO, tensor: DMat3::ZERO };

    /// A mass at the origin with moments about the axes.
    pub(crate) fn diagonal(mass: f64, moments: DVec3) -> Self {
        Self { mass, center: DVec3::ZERO, tensor: DMat3::from_diagonal(moments) }
    }

    /// The same body in the frame in which its own is at `pose`.
    pub(crate) fn at(self, pose: Pose) -> Self {
        let rotation = DMat3::from_quat(pose.rotation);
        Self { mass: self.mass, center: pose.point(self.center), tensor: rotation * self.tensor * rotation.transpose() }
    }

    /// Both bodies as one (Huygens and Steiner).
    pub(crate) fn plus(self, other: Self) -> Self {
        let mass = self.mass + other.mass;
        if mass <= 0.0 {
            return Self { tensor: self.tensor + other.tensor, ..self };
        }
        let center = (self.center * self.mass + other.center * other.mass) / mass;
        Self { mass, center, tensor: self.about(center) + other.about(center) }
    }

    /// The tensor about a point.
    pub(crate) fn about(self, point: DVec3) -> DMat3 {
        let d = self.center - point;
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        self.tensor + (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer) * self.mass
    }

    pub(crate) fn scaled(self, factor: f64) -> Self {
        Self { mass: self.mass * factor, center: self.center, tensor: self.tensor * factor }
    }

    pub(crate) fn principal(self) -> Principal {
        // Single precision is that of the file; moments are scaled so that small ones keep their digits.
        let size = self.tensor.to_cols_array().iter().fold(0.0_f64, |size, entry| size.max(entry.abs()));
        if size <= 0.0 {
            return Principal { moments: DVec3::ZERO, rotation: DQuat::IDENTITY };
        }
        let (moments, rotation) = principal_axes(&(self.tensor * size.recip()).as_mat3());
        Principal { moments: moments.as_dvec3() * size, rotation: rotation.as_dquat() }
    }
}

impl Principal {
    /// Whether a solid can have these moments: none is more than the two others together.
    pub(crate) fn is_possible(self) -> bool {
        let [x, y, z] = self.moments.to_array();
        let tolerance = 1e-4 * (x + y + z);
        x + y >= z - tolerance && y + z >= x - tolerance && z + x >= y - tolerance
    }
}

/// Solid shapes with their symmetry axis along Z, as both formats have them.
pub(crate) mod solid {
    use std::f64::consts::PI;

    use glam::DVec3;

    /// Volume and moments for a mass of 1.
    pub(crate) struct Solid {
        pub(crate) volume: f64,
        pub(crate) moments: DVec3,
    }

    /// An ellipsoid by its half axes; a sphere has three equal ones.
    pub(crate) fn ellipsoid(half: DVec3) -> Solid {
        let squares = half * half;
        let moments = DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) / 5.0;
        Solid { volume: 4.0 / 3.0 * PI * half.x * half.y * half.z, moments }
    }

    /// A box by its half sizes.
    pub(crate) fn cuboid(half: DVec3) -> Solid {
        let squares = half * half;
        let moments = DVec3::new(squares.y + squares.z, squares.x + squares.z, squares.x + squares.y) / 3.0;
        Solid { volume: 8.0 * half.x * half.y * half.z, moments }
    }

    /// A cylinder by its radius and half its height.
    pub(crate) fn cylinder(radius: f64, half: f64) -> Solid {
        let across = (3.0 * radius * radius + 4.0 * half * half) / 12.0;
        let moments = DVec3::new(across, across, radius * radius / 2.0);
        Solid { volume: 2.0 * PI * radius * radius * half, moments }
    }

    /// A cylinder with half a sphere at both ends, by its radius and half the cylinder's height.
    pub(crate) fn capsule(radius: f64, half: f64) -> Solid {
        let height = 2.0 * half;
        let caps = 4.0 * radius / (4.0 * radius + 3.0 * height);
        let caps = if caps.is_finite() { caps } else { 0.0 };
        let middle = cylinder(radius, half);
        let sphere = 2.0 / 5.0 * radius * radius;
        // A half sphere's centre lies 3/8 of the radius behind its flat side.
        let across = sphere + height * (3.0 * radius + 2.0 * height) / 8.0;
        let moments = middle.moments * (1.0 - caps) + DVec3::new(across, across, sphere) * caps;
        Solid { volume: middle.volume + 4.0 / 3.0 * PI * radius * radius * radius, moments }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: DMat3, b: DMat3) -> bool {
        (a - b).to_cols_array().iter().all(|entry| entry.abs() < 1e-12)
    }

    #[test]
    fn two_halves_of_a_box_are_the_box() {
        let half = solid::cuboid(DVec3::new(0.5, 1.0, 1.0));
        let half = Inertia::diagonal(half.volume, half.moments * half.volume);
        let both = half.at(Pose::at(DVec3::X * 0.5)).plus(half.at(Pose::at(DVec3::X * -0.5)));
        let whole = solid::cuboid(DVec3::ONE);
        assert!((both.mass - 8.0).abs() < 1e-12 && both.center.length() < 1e-12);
        assert!(close(both.tensor, DMat3::from_diagonal(whole.moments * whole.volume)));
    }

    /// A long capsule is a rod, m·l²/12; one without a middle is a sphere, 2/5·m·r².
    #[test]
    fn a_capsule_is_between_a_rod_and_a_sphere() {
        let rod = solid::capsule(1e-6, 1.0).moments;
        assert!((rod.x - 4.0 / 12.0).abs() < 1e-5 && rod.z < 1e-11);
        let ball = solid::capsule(2.0, 0.0).moments;
        assert!((ball - DVec3::splat(2.0 / 5.0 * 4.0)).length() < 1e-12);
    }

    #[test]
    fn principal_axes_give_the_tensor_back() {
        let rotation = sinew_model::math::double::rotation(DVec3::new(0.3, -1.1, 0.7));
        let body = Inertia::diagonal(1.0, DVec3::new(1e-7, 2e-7, 2.5e-7)).at(Pose::new(DVec3::ZERO, rotation));
        let principal = body.principal();
        let again = Inertia::diagonal(1.0, principal.moments).at(Pose::new(DVec3::ZERO, principal.rotation));
        assert!((again.tensor - body.tensor).to_cols_array().iter().all(|entry| entry.abs() < 1e-12));
        assert!(principal.is_possible());
    }
}
