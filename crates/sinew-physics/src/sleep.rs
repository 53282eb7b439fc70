//! When bodies fall asleep.

use rapier3d::prelude::RigidBody;

/// The speed below which a body may fall asleep, m/s. The engine's own 0.05 is passed too late by what swings or rolls slowly, or falls
/// on a small moon: it would hang in the air for good.
const DEFAULT_SPEED: f32 = 1e-3;

/// The speed that counts as standing still where even a slow motion goes on for ever, m/s: a thousandth of what a spring of
/// ω = 100/s sags by is passed within a step at this speed.
const STRICT_SPEED: f32 = 1e-4;

/// Lets a body fall asleep only when it is slow indeed.
pub(super) fn set_default_thresholds(body: &mut RigidBody) {
    set_thresholds(body, DEFAULT_SPEED);
}

/// Lets a body fall asleep only when it stands still.
pub(super) fn set_strict_thresholds(body: &mut RigidBody) {
    set_thresholds(body, STRICT_SPEED);
}

fn set_thresholds(body: &mut RigidBody, speed: f32) {
    let activation = body.activation_mut();
    // Below zero are those that never sleep.
    activation.normalized_linear_threshold = activation.normalized_linear_threshold.min(speed);
    activation.angular_threshold = activation.angular_threshold.min(speed);
}
