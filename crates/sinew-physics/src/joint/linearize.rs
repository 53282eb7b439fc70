//! Linearizes limits for the engine.
//!
//! The engine solves rows of its own: a distance along an axis of the first frame, or a rotation about it. Near a pose,
//! a metric with the gradient J is such a row: the axis along J, and |J| of the metric for one metre or radian of the
//! row.
//!
//! - The gradient is evaluated at the predicted poses in the middle of the step. The errors before and after the middle
//!   are then equal and opposite, and cancel.
//! - The ends are set so that row and metric agree at the predicted end of the step. In between, the error of the row
//!   is of second order in the rotation of a step.
//! - The gradient of a twist lies half way between the axes of a and b, and the gradient of their cone is orthogonal to
//!   both. So these two rows share one joint. Locks of all three translations, or of all three rotations, are the same
//!   along any axes, so a linearized joint can have them too; the engine then makes its rows orthogonal to them.

use glam::{Mat3, Quat, Vec3};
use rapier3d::prelude::{GenericJoint, JointAxesMask, RigidBody};

use super::engine_joint::{LinearizedJoint, angular, linear};
use super::simulated_joint::BodyFrames;
use crate::instance::{from_pose, to_pose};
use sinew_model::kernel::limit::{Measure, Metric, beyond_twist, half_of_twist, unwrap};
use sinew_model::math::{Axis, Rigid, from_rotation_vector, rotation_between};
use sinew_model::model::physics::LimitRow;

/// The largest rotation in one step, radians: an end beyond it is out of reach. Both ends together stay within the half
/// revolution that the engine resolves.
const REACH: f32 = 1.5;

/// Above this length of a twist's gradient (a swing of 67°), only the nearer end is limited, by a measure that stays
/// smooth where the axis swings through half a revolution.
const STEEP: f32 = 1.2;

/// The largest correction of a row by its predicted error, metres or radians. At higher speeds the prediction is
/// unreliable.
const LARGEST_DIFFERENCE: f32 = 0.05;

/// The world transforms of both frames at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorldFrames {
    pub(super) a: Rigid,
    pub(super) b: Rigid,
}

impl WorldFrames {
    /// The rotation from a to b.
    fn a_from_b(&self) -> Quat {
        self.a.rotation.conjugate() * self.b.rotation
    }
}

/// The predicted frames in the middle and at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct PredictedFrames {
    middle: WorldFrames,
    end: WorldFrames,
}

impl PredictedFrames {
    /// Predicts the frames from the current velocities, for a step of `dt` seconds.
    pub(super) fn new(a: &RigidBody, b: &RigidBody, ends: &BodyFrames, dt: f32) -> Self {
        let after = |seconds: f32| WorldFrames {
            a: predicted_pose(a, seconds) * ends.a.body_from_frame,
            b: predicted_pose(b, seconds) * ends.b.body_from_frame,
        };
        Self { middle: after(0.5 * dt), end: after(dt) }
    }

    /// Moves a transform on a's body from the middle to the end of the step.
    fn end_of_a(&self, world_from_something: Rigid) -> Rigid {
        self.end.a * self.middle.a.inverse() * world_from_something
    }

    fn end_of_b(&self, world_from_something: Rigid) -> Rigid {
        self.end.b * self.middle.b.inverse() * world_from_something
    }
}

/// A row with its measure in the middle of a step and its predicted value at the end.
pub(super) struct PredictedRow {
    row: LimitRow,
    measure: Measure,
    /// The predicted value of the metric at the end of the step.
    end: f32,
}

impl PredictedRow {
    /// Measures a row. `twist` is the unwrapped one before the step, if the row needs it.
    pub(super) fn new(row: &LimitRow, predicted: &PredictedFrames, twist: Option<f32>) -> Self {
        let (middle, end) = (&predicted.middle, &predicted.end);
        let mut measure = row.metric.measure(&middle.a, &middle.b);
        let mut after = row.metric.value(&end.a, &end.b);
        if let Metric::Twist(axis) = row.metric {
            measure.value = unwrapped(row, twist, measure.value);
            if measure.gradient.angular_b.length() > STEEP && !row.is_lock() {
                return Self::steep(row, axis, measure.value, predicted);
            }
            after = unwrap(measure.value, after);
        }
        Self { row: *row, measure, end: after }
    }

    /// Measures a twist whose axis is swung far.
    fn steep(row: &LimitRow, axis: Axis, value: f32, predicted: &PredictedFrames) -> Self {
        let (middle, after) = (&predicted.middle, &predicted.end);
        // The nearer end limits. `side` orients the measure so that it is positive beyond the end.
        let to_min = row.min.map_or(f32::INFINITY, |min| value - min);
        let to_max = row.max.map_or(f32::INFINITY, |max| max - value);
        let (end, side) = if to_min < to_max { (row.min, -1.0) } else { (row.max, 1.0) };
        let end = end.unwrap_or(value);
        let sign = half_of_twist(&middle.a, &middle.b, axis, value);
        let measure = beyond_twist(&middle.a, &middle.b, axis, end, sign * side);
        let mut reached = beyond_twist(&after.a, &after.b, axis, end, sign * side).value;
        if middle.a_from_b().dot(after.a_from_b()) < 0.0 {
            // The quaternion changed its sign, not the rotation.
            reached = -reached;
        }
        Self { row: LimitRow { min: None, max: Some(0.0), ..*row }, measure, end: reached }
    }

    /// Whether an end is passed, or nearer than `distance` metres or radians.
    pub(super) fn is_near_end(&self, distance: f32) -> bool {
        is_near_end(&self.row, self.measure.value, distance)
    }

    /// The range of a hinge within reach of a step, in the revolution that the engine reads.
    pub(super) fn hinge_range(&self) -> [f32; 2] {
        let read = unwrap(0.0, self.measure.value);
        self.rotation_to_ends(0.0).map(|rotation| read + rotation)
    }

    /// The rotations about the gradient that lead to the two ends, clamped to the reach of a step.
    fn rotation_to_ends(&self, difference: f32) -> [f32; 2] {
        let (value, steepness) = (self.measure.value + difference, self.steepness());
        let to = |end: Option<f32>, none: f32| end.map_or(none, |end| ((end - value) / steepness).clamp(-REACH, REACH));
        [to(self.row.min, -REACH), to(self.row.max, REACH)]
    }

    /// The length of the gradient. Far beyond the end of a steep twist it approaches zero; there, any positive length
    /// pushes back.
    fn steepness(&self) -> f32 {
        self.measure.gradient.angular_b.length().max(0.1)
    }

    fn axis(&self) -> Vec3 {
        self.measure.gradient.angular_b.normalize_or(Vec3::X)
    }

    /// The predicted error at the end of the step of a row that then reads `read`.
    fn difference(&self, read: f32) -> f32 {
        (self.end - read).clamp(-LARGEST_DIFFERENCE, LARGEST_DIFFERENCE)
    }
}

/// Whether an end of a row is passed, or nearer to `value` than `distance` metres or radians.
pub(super) fn is_near_end(row: &LimitRow, value: f32, distance: f32) -> bool {
    row.min.is_some_and(|min| value - min < distance) || row.max.is_some_and(|max| max - value < distance)
}

/// Whether a row depends on the revolutions of its twist. A range narrower than one revolution depends on the pose
/// alone.
pub(super) fn needs_unwrapping(row: &LimitRow) -> bool {
    let is_within_a_revolution =
        matches!((row.min, row.max), (Some(min), Some(max)) if max - min < std::f32::consts::TAU);
    matches!(row.metric, Metric::Twist(_)) && !is_within_a_revolution
}

/// The unwrapped value of a twist: the one nearest to the middle of a range narrower than a revolution, otherwise the
/// one nearest to the value before.
pub(super) fn unwrapped(row: &LimitRow, before: Option<f32>, value: f32) -> f32 {
    match (row.min, row.max) {
        (Some(min), Some(max)) if !needs_unwrapping(row) => unwrap(0.5 * (min + max), value),
        _ => before.map_or(value, |before| unwrap(before, value)),
    }
}

/// Sets the frames, locks and limits of an engine joint along its rows.
pub(super) fn linearize(
    data: &mut GenericJoint,
    linearized: &LinearizedJoint,
    readings: &[PredictedRow],
    predicted: &PredictedFrames,
    ends: &BodyFrames,
) {
    data.locked_axes = linearized.locks;
    data.limit_axes = JointAxesMask::empty();
    let is_angular = readings.first().is_some_and(|reading| reading.row.metric.is_angular());
    let frames = if is_angular {
        linearize_angular(data, linearized, readings, predicted)
    } else {
        linearize_linear(data, linearized, readings, predicted)
    };
    data.local_frame1 = to_pose(ends.a.body_from_frame * predicted.middle.a.inverse() * frames.a);
    data.local_frame2 = to_pose(ends.b.body_from_frame * predicted.middle.b.inverse() * frames.b);
}

/// Disables the rows of a joint. Its locks hold along any axes.
pub(super) fn disable_rows(data: &mut GenericJoint, linearized: &LinearizedJoint) {
    data.locked_axes = linearized.locks;
    data.limit_axes = JointAxesMask::empty();
}

fn linearize_linear(
    data: &mut GenericJoint,
    linearized: &LinearizedJoint,
    readings: &[PredictedRow],
    predicted: &PredictedFrames,
) -> WorldFrames {
    let WorldFrames { a, b } = predicted.middle;
    let Some(reading) = readings.first() else { return predicted.middle };
    let direction = reading.measure.gradient.linear;
    let rotation = rotation_between(Vec3::X, direction);
    // The same rotation on b's body as on a's, so that locked rotations stay those from a to b.
    let b_rotation = b.rotation * a.rotation.conjugate() * rotation;
    let mut first = Rigid::new(a.translation, rotation);
    let (end_a, end_b) = (predicted.end_of_a(first), predicted.end_of_b(b));
    let difference = reading.difference(Metric::Along(Axis::X).value(&end_a, &end_b));
    let [min, max] = [reading.row.min, reading.row.max].map(|end| end.map(|end| end - difference));
    if let (true, Some(value)) = (reading.row.is_lock(), min) {
        first.translation += direction * value;
        data.locked_axes |= JointAxesMask::LIN_X;
    } else {
        data.set_limits(linear(Axis::X), [min.unwrap_or(-f32::MAX), max.unwrap_or(f32::MAX)]);
    }
    debug_assert!(!linearized.locks.intersects(JointAxesMask::LIN_AXES), "a locked distance has no range");
    WorldFrames { a: first, b: Rigid::new(b.translation, b_rotation) }
}

fn linearize_angular(
    data: &mut GenericJoint,
    linearized: &LinearizedJoint,
    readings: &[PredictedRow],
    predicted: &PredictedFrames,
) -> WorldFrames {
    let WorldFrames { a, b } = predicted.middle;
    let rotation = match readings {
        [one] => rotation_between(Vec3::X, one.axis()),
        [one, other, ..] => {
            // The two axes are orthogonal up to rounding.
            let (x, y) = (one.axis(), other.axis());
            let z = x.cross(y).normalize_or(x.any_orthonormal_vector());
            Quat::from_mat3(&Mat3::from_cols(x, z.cross(x), z)).normalize()
        }
        [] => Quat::IDENTITY,
    };
    let first = Rigid::new(a.transform_point(linearized.a_from_pin), rotation);
    let mut second = Rigid::new(b.translation, rotation);
    let (end_first, end_second) = (predicted.end_of_a(first), predicted.end_of_b(second));
    for (reading, axis) in readings.iter().zip(Axis::ALL) {
        let steepness = reading.steepness();
        let read = reading.measure.value + steepness * Metric::Twist(axis).value(&end_first, &end_second);
        let ends = reading.rotation_to_ends(reading.difference(read));
        if reading.row.is_lock() {
            // Rotated by the remaining angle, the two frames agree where the row has its locked value.
            second.rotation = from_rotation_vector(reading.axis() * -ends[1]) * second.rotation;
            data.locked_axes |= angular(axis).into();
        } else {
            data.set_limits(angular(axis), ends);
        }
    }
    WorldFrames { a: first, b: second }
}

/// The pose of a body after `seconds` at its current velocity.
fn predicted_pose(body: &RigidBody, seconds: f32) -> Rigid {
    let now = from_pose(body.position());
    if body.is_fixed() {
        return now;
    }
    let center = body.center_of_mass();
    let rotation = from_rotation_vector(body.angvel() * seconds);
    Rigid::new(
        rotation * (now.translation - center) + center + body.linvel() * seconds,
        (rotation * now.rotation).normalize(),
    )
}
