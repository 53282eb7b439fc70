//! Position: the destination takes the source's translation from rest (`VRMC_constraints-1.0`, Position Constraint).

use glam::{BVec3, Mat3A, Vec3};

/// Returns the contribution of the source's translation from rest, in the source's space: the constrained components, times
/// the weight (sections Freeze Axes, Weight).
#[inline]
pub fn contribution(source_rest: Vec3, source: Vec3, axes: BVec3, weight: f32) -> Vec3 {
    Vec3::select(axes, source - source_rest, Vec3::ZERO) * weight
}

/// Returns the destination's local translation for a contribution in its local space.
#[inline]
pub fn apply_local(destination_rest: Vec3, contribution: Vec3) -> Vec3 {
    destination_rest + contribution
}

/// Returns the destination's local translation for a contribution in the model's space; `model_from_parent` is the parent's
/// matrix without its translation.
///
/// Below a parent with a singular matrix no local translation has this effect; the destination rests.
#[inline]
pub fn apply_model(model_from_parent: Mat3A, destination_rest: Vec3, contribution: Vec3) -> Vec3 {
    let local = solve(model_from_parent, contribution);
    if local.is_finite() { destination_rest + local } else { destination_rest }
}

/// The vector that the matrix makes into `target` (Cramer's rule); not finite where there is none.
fn solve(matrix: Mat3A, target: Vec3) -> Vec3 {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec3::from);
    let minors = Vec3::new(y.cross(z).dot(target), z.cross(x).dot(target), x.cross(y).dot(target));
    minors / x.dot(y.cross(z))
}
