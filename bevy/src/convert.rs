//! Sinew's numbers as Bevy's, and back.
//!
//! Bevy 0.19 has a glam of its own, so every vector crosses by its numbers; where both have the same glam, this is a copy.

use bevy::math::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use bevy::transform::components::Transform;
use sinew::math::Rigid;

/// A vector of Sinew as Bevy's.
pub fn vec3(vector: sinew::glam::Vec3) -> Vec3 {
    Vec3::from_array(vector.to_array())
}

/// A vector of Bevy as Sinew's.
pub fn to_vec3(vector: Vec3) -> sinew::glam::Vec3 {
    sinew::glam::Vec3::from_array(vector.to_array())
}

/// A rotation of Sinew as Bevy's.
pub fn quat(rotation: sinew::glam::Quat) -> Quat {
    Quat::from_array(rotation.to_array())
}

/// A rotation of Bevy as Sinew's.
pub fn to_quat(rotation: Quat) -> sinew::glam::Quat {
    sinew::glam::Quat::from_array(rotation.to_array())
}

/// A matrix of Sinew as Bevy's.
pub fn affine(matrix: sinew::glam::Affine3A) -> Affine3A {
    let axis = |axis: sinew::glam::Vec3A| Vec3A::from_array(axis.to_array());
    let [x, y, z] = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis].map(axis);
    Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: axis(matrix.translation) }
}

/// A local transform of Sinew as Bevy's.
pub fn transform(local: sinew::math::Transform) -> Transform {
    Transform { translation: vec3(local.translation), rotation: quat(local.rotation), scale: vec3(local.scale) }
}

/// The rigid part of a transform of Bevy.
pub fn to_rigid(transform: &Transform) -> Rigid {
    Rigid::new(to_vec3(transform.translation), to_quat(transform.rotation))
}
