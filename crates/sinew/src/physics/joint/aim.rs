//! Aiming a joint of the engine along a limit.
//!
//! The engine solves rows of its own: a distance along the first frame's X axis, a turn about it. Near a pose, a metric of
//! gradient J is such a row: X along J, one metre or radian of the row for |J| of the metric. The pose is the one that the
//! bodies will have half a step from now, if nothing stops them: what the gradient turns in the step is then wrong by
//! equal and opposite amounts before and after, instead of growing.

use glam::{Quat, Vec3};
use rapier3d::prelude::{GenericJoint, JointAxesMask, JointAxis, RigidBody};

use crate::kernel::limit::{Measure, Metric, unwrap};
use crate::math::{Rigid, from_rotation_vector, rotation_between};
use crate::model::physics::LimitRow;
use crate::physics::instance::{from_pose, to_pose};

use super::live::End;

/// No step turns farther than this, radians: an end beyond it is out of reach. Together with the other end it stays
/// within the half turn that the engine can tell from the other way round.
const REACH: f32 = 1.5;

/// The longest gradient of a twist that is followed: the axis is swung by 169° there, and a little farther the twist
/// means nothing.
const STEEPEST: f32 = 10.0;

/// Where a frame will be after a time, if its body moves on as it does.
pub(super) fn predicted(body: &RigidBody, end: &End, seconds: f32) -> Rigid {
    let now = from_pose(body.position());
    if body.is_fixed() {
        return now * end.body_from_frame;
    }
    let center = body.center_of_mass();
    let turn = from_rotation_vector(body.angvel() * seconds);
    let ahead = Rigid::new(
        turn * (now.translation - center) + center + body.linvel() * seconds,
        (turn * now.rotation).normalize(),
    );
    ahead * end.body_from_frame
}

/// What a row is about at a pose, and how far its ends are away.
pub(super) struct Reading {
    measure: Measure,
    a: Rigid,
    b: Rigid,
    row: LimitRow,
}

impl Reading {
    /// At a pose; `turns` is what the twist was before, with its turns.
    pub(super) fn new(row: &LimitRow, a: Rigid, b: Rigid, turns: Option<f32>) -> Self {
        let mut measure = row.metric.measure(&a, &b);
        if let Some(before) = turns {
            measure.value = unwrap(before, measure.value);
        }
        Self { measure, a, b, row: *row }
    }

    /// Whether an end is nearer than `distance` metres or radians, or past.
    pub(super) fn is_near_end(&self, distance: f32) -> bool {
        let value = self.measure.value;
        self.row.min.is_some_and(|min| value - min < distance) || self.row.max.is_some_and(|max| max - value < distance)
    }

    /// How far the ends are from the value: below (negative while inside), above; in reach of a step.
    pub(super) fn ends(&self, scale: f32) -> [f32; 2] {
        let value = self.measure.value;
        let low = self.row.min.map_or(-REACH, |min| ((min - value) / scale).clamp(-REACH, REACH));
        let high = self.row.max.map_or(REACH, |max| ((max - value) / scale).clamp(-REACH, REACH));
        [low, high]
    }

    /// The part of the range of a hinge that is in reach, on the turn that the engine reads.
    pub(super) fn hinge_range(&self) -> [f32; 2] {
        let [low, high] = self.ends(1.0);
        let read = unwrap(0.0, self.measure.value);
        [read + low, read + high]
    }

    /// Aims a joint whose frames are given relative to its bodies.
    pub(super) fn aim(&self, data: &mut GenericJoint, body_a: &End, body_b: &End) {
        // b_from_body·… : the predicted frames tell where the predicted bodies are.
        let body_from_world_a = body_a.body_from_frame * self.a.inverse();
        let body_from_world_b = body_b.body_from_frame * self.b.inverse();
        let (first, second) = if self.row.metric.is_angular() { self.aim_turn(data) } else { self.aim_distance(data) };
        let (first, second) = (body_from_world_a * first, body_from_world_b * second);
        data.local_frame1 = to_pose(first);
        data.local_frame2 = to_pose(second);
    }

    fn aim_distance(&self, data: &mut GenericJoint) -> (Rigid, Rigid) {
        let direction = self.measure.gradient.linear;
        let rotation = rotation_between(Vec3::X, direction);
        let mut from = self.a.translation;
        if let (true, Some(value)) = (self.row.is_lock(), self.row.min) {
            from += direction * value;
            data.locked_axes = JointAxesMask::LIN_X;
        } else {
            let [min, max] = [self.row.min.unwrap_or(-f32::MAX), self.row.max.unwrap_or(f32::MAX)];
            data.set_limits(JointAxis::LinX, [min, max]);
        }
        (Rigid::new(from, rotation), Rigid::new(self.b.translation, rotation))
    }

    fn aim_turn(&self, data: &mut GenericJoint) -> (Rigid, Rigid) {
        let gradient = self.measure.gradient.angular_b;
        // Never zero: every metric has a way to change it, of unit length at least.
        let length = gradient.length().max(1.0);
        let rotation = rotation_between(Vec3::X, gradient / length);
        let (first, mut second) = (Rigid::new(self.a.translation, rotation), Rigid::new(self.b.translation, rotation));
        let ends = self.ends(length);
        if self.row.is_lock() {
            // Turned back by what is missing, the two frames agree where the row has its one value.
            second.rotation = from_rotation_vector(gradient / length * -ends[1]) * rotation;
            data.locked_axes = JointAxesMask::ANG_X;
        } else if length > STEEPEST && matches!(self.row.metric, Metric::Twist(_)) {
            data.set_limits(JointAxis::AngX, [-REACH, REACH]);
        } else {
            data.set_limits(JointAxis::AngX, ends);
        }
        (first, second)
    }
}

/// Lets a row rest that no end is near.
pub(super) fn rest(data: &mut GenericJoint, metric: Metric) {
    if metric.is_angular() {
        data.set_limits(JointAxis::AngX, [-REACH, REACH]);
        data.local_frame1.rotation = Quat::IDENTITY;
        data.local_frame2.rotation = Quat::IDENTITY;
    } else {
        data.set_limits(JointAxis::LinX, [-f32::MAX, f32::MAX]);
    }
}
