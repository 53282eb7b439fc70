//! The look-at direction as yaw and pitch, and the eye rotations from them (`VRMC_vrm` 1.0, lookAt; `VRMC_vrm_animation` 1.0,
//! "Eye gaze direction"). Yaw is about Y, to the left where positive; pitch about X, down where positive. All angles are degrees.

use glam::{Quat, Vec3};

use crate::math::{atan2, sin_cos};

/// The yaw and pitch of a rotation that is read as extrinsic Z, X, Y: `Ry(yaw) · Rx(pitch) · Rz(roll)`. The roll does not
/// move the line of sight, so both angles are those of where +Z ends. Straight up and down have no yaw.
pub fn yaw_and_pitch(rotation: Quat) -> (f32, f32) {
    let ahead = rotation * Vec3::Z;
    let level = Vec3::new(ahead.x, 0.0, ahead.z).length();
    // Ry(yaw)·Rx(pitch)·Z = (sin yaw · cos pitch, −sin pitch, cos yaw · cos pitch).
    let yaw = if level > 1e-6 { atan2(ahead.x, ahead.z) } else { 0.0 };
    (yaw.to_degrees(), atan2(-ahead.y, level).to_degrees())
}

/// The rotation `Ry(yaw) · Rx(pitch)`.
pub fn rotation(yaw: f32, pitch: f32) -> Quat {
    let (yaw_sine, yaw_cosine) = sin_cos(yaw.to_radians() * 0.5);
    let (pitch_sine, pitch_cosine) = sin_cos(pitch.to_radians() * 0.5);
    Quat::from_xyzw(0.0, yaw_sine, 0.0, yaw_cosine) * Quat::from_xyzw(pitch_sine, 0.0, 0.0, pitch_cosine)
}

/// "RangeMap": in proportion up to `input_max_value`, then `output_scale`; by the absolute value of the angle. With an
/// `input_max_value` of at most 0, every angle but 0 maps to `output_scale`.
pub fn range_map(angle: f32, input_max_value: f32, output_scale: f32) -> f32 {
    let angle = angle.abs();
    match input_max_value > 0.0 {
        true => angle.min(input_max_value) / input_max_value * output_scale,
        false if angle > 0.0 => output_scale,
        false => 0.0,
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers have no rounding in them")]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_line_of_sight_whatever_the_roll() {
        for (yaw, pitch) in [(0.0, 0.0), (30.0, -20.0), (-135.0, 60.0), (179.0, 5.0)] {
            for roll in [0.0_f32, 40.0, -100.0] {
                let (yaw_found, pitch_found) =
                    yaw_and_pitch(rotation(yaw, pitch) * Quat::from_rotation_z(roll.to_radians()));
                assert!((yaw_found - yaw).abs() < 1e-3 && (pitch_found - pitch).abs() < 1e-3, "{yaw} {pitch} {roll}");
            }
        }
    }

    #[test]
    fn left_and_down_are_positive() {
        // A quarter turn about +Y takes +Z to +X, the humanoid's left; one about +X takes +Z to −Y.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        assert!((yaw_and_pitch(Quat::from_xyzw(0.0, half, 0.0, half)).0 - 90.0).abs() < 1e-3);
        let (yaw, pitch) = yaw_and_pitch(Quat::from_xyzw(half, 0.0, 0.0, half));
        assert!(yaw == 0.0 && (pitch - 90.0).abs() < 1e-3);
    }

    #[test]
    fn a_range_map_rises_and_then_stays() {
        assert_eq!([0.0, -45.0, 90.0, 170.0].map(|angle| range_map(angle, 90.0, 10.0)), [0.0, 5.0, 10.0, 10.0]);
        assert_eq!([0.0, 0.1].map(|angle| range_map(angle, 0.0, 10.0)), [0.0, 10.0]);
    }
}
