//! A node that moves as another one has moved since rest (`VRMC_constraints-1.0`, Position Constraint).

use glam::{BVec3, Mat3A, Vec3};

/// What the source's way since rest contributes, in the source's space: the constrained components, times the weight
/// (sections Freeze Axes, Weight).
#[inline]
pub fn contribution(source_rest: Vec3, source: Vec3, axes: BVec3, weight: f32) -> Vec3 {
    Vec3::select(axes, source - source_rest, Vec3::ZERO) * weight
}

/// The destination's local translation when the contribution is one of its local space.
#[inline]
pub fn apply_local(destination_rest: Vec3, contribution: Vec3) -> Vec3 {
    destination_rest + contribution
}

/// The destination's local translation when the contribution is one of the model's space: seen from the parent, whose
/// matrix without translation is `model_from_parent`, scale and all.
///
/// Below a parent that is flattened to a plane, a line or a point, no local translation makes up a way in the model;
/// the destination rests.
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
