//! Rigid transforms in double precision.

use glam::{DMat3, DQuat, DVec3};
use sinew_model::math::double::{atan2, rotation};

/// A rotation, then a translation: `a_from_c = a_from_b * b_from_c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) translation: DVec3,
    pub(crate) rotation: DQuat,
}

impl Pose {
    pub(crate) const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY };

    pub(crate) fn new(translation: DVec3, rotation: DQuat) -> Self {
        Self { translation, rotation }
    }

    pub(crate) fn at(translation: DVec3) -> Self {
        Self { translation, rotation: DQuat::IDENTITY }
    }

    pub(crate) fn inverse(self) -> Self {
        let rotation = self.rotation.conjugate();
        Self { translation: rotation * -self.translation, rotation }
    }

    pub(crate) fn point(self, point: DVec3) -> DVec3 {
        self.translation + self.rotation * point
    }

    /// The rotation by an angle about an axis through a point.
    pub(crate) fn about(point: DVec3, axis: DVec3, angle: f64) -> Self {
        let turn = rotation(axis * angle);
        Self { translation: point - turn * point, rotation: turn }
    }
}

impl std::ops::Mul for Pose {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        Self { translation: self.point(inner.translation), rotation: (self.rotation * inner.rotation).normalize() }
    }
}

/// The shortest rotation that takes +Z to a direction.
pub(crate) fn from_z(direction: DVec3) -> DQuat {
    shortest(DVec3::Z, direction)
}

/// The shortest rotation that takes one unit vector to the direction of another.
pub(crate) fn shortest(from: DVec3, to: DVec3) -> DQuat {
    let Some(to) = to.try_normalize() else { return DQuat::IDENTITY };
    let across = from.cross(to);
    let sine = across.length();
    if sine > 1e-10 {
        return rotation(across / sine * atan2(sine, from.dot(to)));
    }
    if from.dot(to) > 0.0 { DQuat::IDENTITY } else { rotation(from.any_orthonormal_vector() * std::f64::consts::PI) }
}

/// The rotation of a right-handed frame from its first two axes, which need not be perpendicular or of unit length.
pub(crate) fn from_axes(x: DVec3, y: DVec3) -> Option<DQuat> {
    let x = x.try_normalize()?;
    let y = (y - x * x.dot(y)).try_normalize()?;
    Some(DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize())
}
