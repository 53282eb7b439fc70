//! Rotation: the destination takes the source's rotation from rest (`VRMC_constraints-1.0`, Rotation Constraint;
//! `VRMC_node_constraint` 1.0, Rotation Constraint, which is this one with a local source, a local destination and all
//! axes: `slerp(r, r·d, w) = r·slerp(1, d, w)`).

use glam::{BVec3, Quat, Vec3};

use crate::math::{from_rotation_vector, power, rotation_vector};

/// Returns the source's rotation from rest about its own axes, for a source in local space.
#[inline]
pub fn difference_local(source_rest: Quat, source: Quat) -> Quat {
    source_rest.conjugate() * source
}

/// Returns the source's rotation from rest about the model's axes, for a source in model space.
#[inline]
pub fn difference_model(source_rest: Quat, source: Quat) -> Quat {
    source * source_rest.conjugate()
}

/// Returns the contribution of the difference (sections Freeze Axes, Weight). The text does not say how an axis is ignored: the
/// rotation vector, axis times angle, loses that component. Weight is a slerp from the identity, which for a rotation
/// vector is a factor.
#[inline]
pub fn contribution(difference: Quat, axes: BVec3, weight: f32) -> Quat {
    if axes.all() {
        return power(difference, weight);
    }
    power(from_rotation_vector(Vec3::select(axes, rotation_vector(difference), Vec3::ZERO)), weight)
}

/// Returns the destination's local rotation for a contribution about its own axes at rest.
#[inline]
pub fn apply_local(destination_rest: Quat, contribution: Quat) -> Quat {
    destination_rest * contribution
}

/// Returns the destination's local rotation for a contribution about the model's axes; `parent` is the parent's
/// rotation in the model as it is now.
#[inline]
pub fn apply_model(parent: Quat, destination_rest: Quat, contribution: Quat) -> Quat {
    parent.conjugate() * contribution * parent * destination_rest
}
