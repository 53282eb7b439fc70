//! Aim: the destination faces the source by yaw and pitch (`VRMC_constraints-1.0`, Aim Constraint).

use glam::{Quat, Vec3};

use crate::math::{atan2, power};

/// The frame of yaw and pitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AimFrame {
    aim: Vec3,
    up: Vec3,
    /// `up × aim`, the axis of pitch.
    right: Vec3,
    /// `right × up`, where yaw is 0.
    forward: Vec3,
    /// Radians of the aim vector above the plane across `up`.
    elevation: f32,
}

/// Which of the two angles are constrained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AimAngles {
    /// About the up vector.
    pub yaw: bool,
    /// About the cross product of up and aim vector.
    pub pitch: bool,
}

impl AimFrame {
    /// The sine of the least angle between aim and up vector that makes a plane; below, the digits that files print
    /// decide about it.
    const LEAST_SINE: f32 = 1e-4;

    /// The frame of an aim vector and an up vector of any length; `None` where one is zero or both are parallel.
    pub fn new(aim_vector: Vec3, up_vector: Vec3) -> Option<Self> {
        let (aim, up) = (aim_vector.try_normalize()?, up_vector.try_normalize()?);
        let across = up.cross(aim);
        if across.length() < Self::LEAST_SINE {
            return None;
        }
        let right = across.normalize();
        let forward = right.cross(up);
        Some(Self { aim, up, right, forward, elevation: atan2(up.dot(aim), forward.dot(aim)) })
    }

    /// The direction that faces the source, a unit vector.
    pub fn aim(&self) -> Vec3 {
        self.aim
    }

    /// The axis of yaw, a unit vector.
    pub fn up(&self) -> Vec3 {
        self.up
    }
}

/// The rotation that makes the aim vector face the source while the up vector stays on its side: first pitch, then yaw.
/// An angle that is not constrained is 0. `None` if the source is at the position of the destination.
///
/// A source straight above or below has no yaw, which is 0 then.
#[inline]
pub fn facing(frame: &AimFrame, to_source: Vec3, angles: AimAngles) -> Option<Quat> {
    let direction = to_source.try_normalize()?;
    let (sideways, ahead) = (frame.right.dot(direction), frame.forward.dot(direction));
    let level = Vec3::new(sideways, ahead, 0.0).length();
    let has_yaw = angles.yaw && level > 1e-6;
    let yaw = if has_yaw { atan2(sideways, ahead) } else { 0.0 };
    // A positive rotation about `right` lowers the aim vector.
    let pitch = if angles.pitch { frame.elevation - atan2(frame.up.dot(direction), level) } else { 0.0 };
    Some(Quat::from_axis_angle(frame.up, yaw) * Quat::from_axis_angle(frame.right, pitch))
}

/// What aiming contributes: the rotation from how the destination would face with everything at rest to how it faces
/// now, by the weight. A source that is in no direction now contributes nothing; one that was in none at rest counts
/// as straight ahead then, with a `facing_rest` of the identity.
#[inline]
pub fn contribution(facing_rest: Quat, facing: Option<Quat>, weight: f32) -> Quat {
    facing.map_or(Quat::IDENTITY, |facing| power(facing * facing_rest.conjugate(), weight))
}

/// Returns the destination's local rotation for a contribution about its parent's axes.
#[inline]
pub fn apply_local(destination_rest: Quat, contribution: Quat) -> Quat {
    contribution * destination_rest
}

/// Returns the destination's local rotation for a contribution about the model's axes: its model rotation is the contribution
/// times its model rotation at rest, however the parent moves.
#[inline]
pub fn apply_model(parent: Quat, destination_model_rest: Quat, contribution: Quat) -> Quat {
    parent.conjugate() * contribution * destination_model_rest
}
