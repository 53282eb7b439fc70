//! The metrics of joint limits: the six of `KHR_physics_rigid_bodies` (appendix "Constraint Limit Metrics"),
//! each with its gradient, as functions of the two frames.
//!
//! With d from the origin of frame a to that of frame b, q the rotation from a to b, and eₖ an axis of a frame:
//!
//! | limited axes | metric | here |
//! |---|---|---|
//! | linear i | eᵢ·d along a's axis | [`Metric::Along`] |
//! | linear i, j | distance from the line along a's remaining axis | [`Metric::FromLine`] |
//! | linear all | distance | [`Metric::Distance`] |
//! | angular i | twist of q about eᵢ, signed | [`Metric::Twist`] |
//! | angular i, j | angle between the remaining axes of both | [`Metric::Cone`] |
//! | angular all | angle of q | [`Metric::Angle`] |
//!
//! The appendix writes angles as arc cosines, which lose half of their digits near zero and, for the twist, the sign; here
//! they are arc tangents of the same numbers. All is computed in `f64`: a solver asks for metrics to a nanometre.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3};

use crate::math::double::{atan2, sin_cos};
use crate::math::{Axis, Rigid};

/// Below this, what would be a direction or a divisor is rounding: a distance in metres, a sine, or the squared length of
/// a twist.
const DEGENERATE: f64 = 1e-9;

/// A metric of two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Metric {
    /// The position of b along an axis of a; signed, metres.
    Along(Axis),
    /// The distance of b from the line through a along its axis; metres.
    FromLine(Axis),
    /// The distance of the origins; metres.
    Distance,
    /// The twist of b about an axis of a; signed, −π…π.
    Twist(Axis),
    /// The angle between an axis of a and the same of b; 0…π.
    Cone(Axis),
    /// The angle of the rotation from a to b; 0…π.
    Angle,
}

/// A frame: an origin, and axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Metres.
    pub translation: DVec3,
    /// A unit quaternion.
    pub rotation: DQuat,
}

/// The value of a metric and its gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// Metres or radians.
    pub value: f64,
    /// Its gradient.
    pub gradient: Gradient,
}

/// The gradient of a metric (its Jacobian), in world axes. A unit of generalized force along the metric is the force `linear`
/// and the torque `angular_b` on frame b, and `−linear` and `angular_a` on frame a, each at the frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gradient {
    /// Per velocity of b's origin, and the negative of that per velocity of a's origin; of unit length or zero.
    pub linear: DVec3,
    /// Per angular velocity of a.
    pub angular_a: DVec3,
    /// Per angular velocity of b.
    pub angular_b: DVec3,
}

/// The velocity of a frame, in world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameVelocity {
    /// Of the frame's origin, m/s.
    pub linear: DVec3,
    /// rad/s.
    pub angular: DVec3,
}

impl Frame {
    /// The frame of the space itself.
    pub const IDENTITY: Self = Self { translation: DVec3::ZERO, rotation: DQuat::IDENTITY };
}

impl std::ops::Mul for Frame {
    type Output = Self;

    /// The frame `inner`, which is given in this one.
    fn mul(self, inner: Self) -> Self {
        Self {
            translation: self.translation + self.rotation * inner.translation,
            rotation: self.rotation * inner.rotation,
        }
    }
}

impl From<Rigid> for Frame {
    fn from(rigid: Rigid) -> Self {
        // A unit quaternion of single precision is a millionth off.
        Self { translation: rigid.translation.as_dvec3(), rotation: rigid.rotation.as_dquat().normalize() }
    }
}

impl Metric {
    /// Whether it measures an angle rather than a distance.
    pub fn is_angular(self) -> bool {
        matches!(self, Self::Twist(_) | Self::Cone(_) | Self::Angle)
    }

    /// Whether its value is signed. The others are never negative, so that a minimum of at most zero has no effect.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Along(_) | Self::Twist(_))
    }

    /// The value for two frames, in world space or in any other that both share.
    pub fn value(self, a: &Frame, b: &Frame) -> f64 {
        let between = b.translation - a.translation;
        match self {
            Self::Along(axis) => (a.rotation * vector(axis)).dot(between),
            Self::FromLine(axis) => between.reject_from_normalized(a.rotation * vector(axis)).length(),
            Self::Distance => between.length(),
            Self::Twist(axis) => twist(a.rotation.conjugate() * b.rotation, vector(axis)),
            Self::Cone(axis) => angle_between(a.rotation * vector(axis), b.rotation * vector(axis)),
            Self::Angle => {
                let relative = shortest(a.rotation.conjugate() * b.rotation);
                2.0 * atan2(relative.xyz().length(), relative.w)
            }
        }
    }

    /// The value and its gradient.
    pub fn measure(self, a: &Frame, b: &Frame) -> Measure {
        match self {
            Self::Along(axis) => along(a, b, axis),
            Self::FromLine(axis) => from_line(a, b, axis),
            Self::Distance => distance(a, b),
            Self::Twist(axis) => twist_measure(a, b, axis),
            Self::Cone(axis) => cone(a, b, axis),
            Self::Angle => angle(a, b),
        }
    }
}

impl Gradient {
    /// Returns the rate of change of the metric.
    pub fn rate(&self, a: &FrameVelocity, b: &FrameVelocity) -> f64 {
        self.linear.dot(b.linear - a.linear) + self.angular_a.dot(a.angular) + self.angular_b.dot(b.angular)
    }

    /// Of a distance that grows along `direction`, measured in a's axes, which rotate with a. The force on a acts at
    /// the origin of b.
    pub fn of_distance(direction: DVec3, between: DVec3) -> Self {
        Self { linear: direction, angular_a: direction.cross(between), angular_b: DVec3::ZERO }
    }

    /// Of an angle that grows as b rotates about `axis` relative to a.
    pub fn of_angle(axis: DVec3) -> Self {
        Self { linear: DVec3::ZERO, angular_a: -axis, angular_b: axis }
    }
}

/// Unwraps an angle: adds the multiple of 2π to `now` that brings it nearest to `previous`. Applied to each new value of
/// [`Metric::Twist`], it allows ranges beyond ±π, as long as a step rotates by less than π.
pub fn unwrap(previous: f64, now: f64) -> f64 {
    now + TAU * ((previous - now) / TAU).round()
}

/// How far the twist about an axis is beyond `end`, radians, shrunk by cos(swing / 2): 2·cos(swing / 2)·sin((twist − end) / 2).
/// It is positive beyond the end, and unlike the twist itself it is smooth where the swing passes π. `relative` is the
/// rotation from a to b; it and its negative have opposite values.
pub fn beyond_twist(a: &Frame, relative: DQuat, axis: Axis, end: f64) -> Measure {
    let e = vector(axis);
    let relative = twisted_back(relative, axis, end);
    // q̇ = ½ω·q: the part along e changes with ½ω·(w·e + v × e).
    let gradient = relative.w * e + relative.xyz().cross(e);
    Measure { value: 2.0 * relative.xyz().dot(e), gradient: Gradient::of_angle(a.rotation * gradient) }
}

/// The value of [`beyond_twist`] alone.
pub fn beyond_twist_value(relative: DQuat, axis: Axis, end: f64) -> f64 {
    2.0 * twisted_back(relative, axis, end).xyz()[axis.index()]
}

/// q·rot(e, −end): it has the twist beyond the end as its twist, and sin(half of it) as its part along e.
fn twisted_back(relative: DQuat, axis: Axis, end: f64) -> DQuat {
    if end == 0.0 {
        return relative;
    }
    let (sine, cosine) = sin_cos(-0.5 * end);
    relative * DQuat::from_vec4((vector(axis) * sine).extend(cosine))
}

fn along(a: &Frame, b: &Frame, axis: Axis) -> Measure {
    let between = b.translation - a.translation;
    let direction = a.rotation * vector(axis);
    Measure { value: direction.dot(between), gradient: Gradient::of_distance(direction, between) }
}

fn from_line(a: &Frame, b: &Frame, axis: Axis) -> Measure {
    let between = b.translation - a.translation;
    let line = a.rotation * vector(axis);
    let apart = between.reject_from_normalized(line);
    let value = apart.length();
    // On the line the direction is arbitrary; one that rotates with a is continuous.
    let direction = if value > DEGENERATE { apart / value } else { a.rotation * vector(next(axis)) };
    Measure { value, gradient: Gradient::of_distance(direction, between) }
}

fn distance(a: &Frame, b: &Frame) -> Measure {
    let between = b.translation - a.translation;
    let value = between.length();
    // At the same point the direction is arbitrary.
    let direction = if value > DEGENERATE { between / value } else { a.rotation * DVec3::X };
    // Only direction × between = 0 is exact for the symmetric metric; rounding must not rotate a.
    Measure { value, gradient: Gradient { linear: direction, angular_a: DVec3::ZERO, angular_b: DVec3::ZERO } }
}

/// With q = (v, w) from a to b, s = v·e and ω the velocity of b seen from a: q̇ = ½ω·q gives
/// 2·d/dt atan2(s, w) = ω·(w²e + w·v×e + s·v) / (s² + w²). The gradient is 1/cos(swing/2) long.
fn twist_measure(a: &Frame, b: &Frame, axis: Axis) -> Measure {
    let e = vector(axis);
    let relative = a.rotation.conjugate() * b.rotation;
    let (v, w) = (relative.xyz(), relative.w);
    let s = v.dot(e);
    let squared = s * s + w * w;
    let gradient = if squared > DEGENERATE {
        (w * w * e + w * v.cross(e) + s * v) / squared
    } else {
        // The swing is π, and the twist is undefined. Rotation about the axis changes it on either side.
        e
    };
    Measure { value: twist(relative, e), gradient: Gradient::of_angle(a.rotation * gradient) }
}

fn cone(a: &Frame, b: &Frame, axis: Axis) -> Measure {
    let (axis_a, axis_b) = (a.rotation * vector(axis), b.rotation * vector(axis));
    // The cross product is zero at 0 and at π, where every rotation across the axis changes the angle equally.
    let across = axis_a.cross(axis_b);
    let sine = across.length();
    let direction = if sine > DEGENERATE { across / sine } else { a.rotation * vector(next(axis)) };
    Measure { value: atan2(sine, axis_a.dot(axis_b)), gradient: Gradient::of_angle(direction) }
}

fn angle(a: &Frame, b: &Frame) -> Measure {
    // At π two arcs are equally short; `shortest` selects one of them, and the value decreases in both directions.
    let relative = shortest(a.rotation.conjugate() * b.rotation);
    let sine = relative.xyz().length();
    // Without a rotation the axis is arbitrary.
    let axis = if sine > DEGENERATE { relative.xyz() / sine } else { DVec3::X };
    Measure { value: 2.0 * atan2(sine, relative.w), gradient: Gradient::of_angle(a.rotation * axis) }
}

/// The signed twist of a rotation about `axis`, −π…π; zero where the swing is π and the twist undefined.
fn twist(relative: DQuat, axis: DVec3) -> f64 {
    let (s, w) = (relative.xyz().dot(axis), relative.w);
    if s * s + w * w <= DEGENERATE {
        return 0.0;
    }
    // q and −q are one rotation: with w ≥ 0 the half angle lies in −π/2…π/2, and both quaternions of a rotation by π give π.
    if w == 0.0 {
        return 2.0 * atan2(s.abs(), 0.0);
    }
    if w < 0.0 { 2.0 * atan2(-s, -w) } else { 2.0 * atan2(s, w) }
}

fn angle_between(a: DVec3, b: DVec3) -> f64 {
    atan2(a.cross(b).length(), a.dot(b))
}

fn next(axis: Axis) -> Axis {
    match axis {
        Axis::X => Axis::Y,
        Axis::Y => Axis::Z,
        Axis::Z => Axis::X,
    }
}

fn vector(axis: Axis) -> DVec3 {
    DVec3::AXES[axis.index()]
}

/// The one of the two quaternions of a rotation that turns by at most π.
fn shortest(rotation: DQuat) -> DQuat {
    if rotation.w < 0.0 { -rotation } else { rotation }
}

#[cfg(test)]
mod tests;
