//! Sleep thresholds of bodies.

use rapier3d::prelude::RigidBody;

/// The speed below which a body may sleep, m/s. The engine's own 0.05 is too high for bodies that swing or roll slowly,
/// or fall on a small moon: they would freeze in mid-air.
const DEFAULT_SPEED: f32 = 1e-3;

/// The speed below which a body may sleep that no force brings to rest, m/s. Within a step at this speed, a body moves
/// by a thousandth of the sag of a spring with ω = 100/s.
const STRICT_SPEED: f32 = 1e-4;

/// Lets a body sleep below the default speed.
pub(super) fn set_default_thresholds(body: &mut RigidBody) {
    set_thresholds(body, DEFAULT_SPEED);
}

/// Lets a body sleep only at rest.
pub(super) fn set_strict_thresholds(body: &mut RigidBody) {
    set_thresholds(body, STRICT_SPEED);
}

fn set_thresholds(body: &mut RigidBody, speed: f32) {
    let activation = body.activation_mut();
    // Bodies that never sleep have negative thresholds.
    activation.normalized_linear_threshold = activation.normalized_linear_threshold.min(speed);
    activation.angular_threshold = activation.angular_threshold.min(speed);
}
