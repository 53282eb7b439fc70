//! Aim: an axis of the destination points at the source (`VRMC_node_constraint` 1.0, Aim Constraint).

use glam::{Quat, Vec3};

use crate::math::{power, rotation_between};

/// The destination's local rotation: from rest by the shortest rotation that makes `axis` face `to_source`, the way from
/// the destination to the source in the model. `axis` is the aim axis of the destination at rest, a unit vector as the
/// parent sees it: `destination_rest·aimAxis`.
///
/// The text rotates in world space and transforms the result back through the parent, `P⁻¹·R(a → b)·P`; the same is
/// `R(P⁻¹a → P⁻¹b)`, so the shortest rotation is looked for in the parent's frame. That also settles a source straight
/// behind the axis, where several rotations by π are shortest: the chosen one moves with the model.
///
/// A source at the position of the destination has no direction; the destination rests.
#[inline]
pub fn aim_axis(parent: Quat, destination_rest: Quat, axis: Vec3, to_source: Vec3, weight: f32) -> Quat {
    let Some(toward) = (parent.conjugate() * to_source).try_normalize() else { return destination_rest };
    power(rotation_between(axis, toward), weight) * destination_rest
}
