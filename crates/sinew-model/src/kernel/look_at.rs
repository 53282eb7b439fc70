//! The look-at direction as yaw and pitch, and the eye rotations from them (`VRMC_vrm` 1.0, lookAt; `VRMC_vrm_animation` 1.0,
//! "Eye gaze direction"). Yaw is about Y, to the left where positive; pitch about X, down where positive. All angles are degrees.

use glam::{Quat, Vec3};

use super::sample::{SplineKey, cubic_spline};
use crate::math::{atan2, sin_cos};

/// A key of the curve that VRM 0.x puts in the place of a proportion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveKey {
    /// The part of the largest angle, 0…1.
    pub input: f32,
    /// The part of the largest output.
    pub output: f32,
    /// The slope before the key.
    pub slope_before: f32,
    /// The slope behind the key.
    pub slope_behind: f32,
}

/// `CalcYawPitch`: the yaw and pitch of a point in look-at space.
pub fn yaw_and_pitch_of(point: Vec3) -> (f32, f32) {
    let level = (point.x * point.x + point.z * point.z).sqrt();
    (atan2(point.x, point.z).to_degrees(), atan2(-point.y, level).to_degrees())
}

/// From one direction towards another, by at most `most` degrees on a straight line of yaw and pitch; yaw goes the shorter arc.
pub fn approach((yaw, pitch): (f32, f32), (to_yaw, to_pitch): (f32, f32), most: f32) -> (f32, f32) {
    let around = wrapped(to_yaw - yaw);
    let (across, up) = (around, to_pitch - pitch);
    let distance = (across * across + up * up).sqrt();
    if distance <= most || distance == 0.0 {
        return (to_yaw, to_pitch);
    }
    let part = most.max(0.0) / distance;
    (wrapped(yaw + across * part), pitch + up * part)
}

/// An angle within −180…180 degrees.
fn wrapped(angle: f32) -> f32 {
    let turns = ((angle + 180.0) / 360.0).floor();
    angle - turns * 360.0
}

/// The value of a curve through keys with slopes (a cubic between two); constant before the first and behind the last. The
/// inputs of the keys increase.
pub fn curve(keys: &[CurveKey], input: f32) -> f32 {
    let after = keys.partition_point(|key| key.input <= input);
    match (after.checked_sub(1).and_then(|before| keys.get(before)), keys.get(after)) {
        (Some(from), Some(to)) => {
            let length = to.input - from.input;
            let key = |key: &CurveKey| SplineKey {
                in_tangent: key.slope_before,
                value: key.output,
                out_tangent: key.slope_behind,
            };
            cubic_spline(key(from), key(to), (input - from.input) / length, length)
        }
        (Some(only), None) | (None, Some(only)) => only.output,
        (None, None) => 0.0,
    }
}

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
    fn a_point_has_the_yaw_and_pitch_of_the_text() {
        // atan2(x, z) and atan2(−y, √(x² + z²)); 36.8699° is the smaller angle of a 3-4-5 triangle.
        let cases = [
            (Vec3::new(0.0, 0.0, 2.0), (0.0, 0.0)),
            (Vec3::new(3.0, 0.0, 3.0), (45.0, 0.0)),
            (Vec3::new(-1.0, 0.0, 0.0), (-90.0, 0.0)),
            (Vec3::new(0.0, 3.0, 4.0), (0.0, -36.869_9)),
            (Vec3::new(0.0, -5.0, 0.0), (0.0, 90.0)),
            (Vec3::new(0.0, 1.0, -1.0), (180.0, -45.0)),
            (Vec3::ZERO, (0.0, 0.0)),
        ];
        for (point, (yaw, pitch)) in cases {
            let found = yaw_and_pitch_of(point);
            assert!((found.0 - yaw).abs() < 1e-4 && (found.1 - pitch).abs() < 1e-4, "{point}: {found:?}");
        }
    }

    #[test]
    fn a_limited_gaze_goes_the_shorter_arc_and_arrives() {
        let near = |(a, b): (f32, f32), (c, d): (f32, f32)| (a - c).abs() < 1e-4 && (b - d).abs() < 1e-4;
        // 3-4-5: five degrees of the ten.
        assert!(near(approach((0.0, 0.0), (6.0, 8.0), 5.0), (3.0, 4.0)));
        assert!(near(approach((170.0, 0.0), (-170.0, 0.0), 15.0), (-175.0, 0.0)));
        assert_eq!(approach((1.0, 2.0), (6.0, 8.0), 50.0), (6.0, 8.0));
        assert_eq!(approach((1.0, 2.0), (6.0, 8.0), 0.0), (1.0, 2.0));
    }

    #[test]
    fn a_curve_goes_through_its_keys_with_their_slopes() {
        let key = |input, output, slope_before, slope_behind| CurveKey { input, output, slope_before, slope_behind };
        // x²: slopes 0, 1 and 2. A cubic through keys of a parabola is that parabola.
        let keys = [key(0.0, 0.0, 0.0, 0.0), key(0.5, 0.25, 1.0, 1.0), key(1.0, 1.0, 2.0, 2.0)];
        for input in [0.0_f32, 0.1, 0.4, 0.5, 0.7, 1.0] {
            assert!((curve(&keys, input) - input * input).abs() < 1e-6, "{input}");
        }
        assert_eq!([curve(&keys, -1.0), curve(&keys, 2.0), curve(&[], 0.3)], [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_range_map_rises_and_then_stays() {
        assert_eq!([0.0, -45.0, 90.0, 170.0].map(|angle| range_map(angle, 90.0, 10.0)), [0.0, 5.0, 10.0, 10.0]);
        assert_eq!([0.0, 0.1].map(|angle| range_map(angle, 0.0, 10.0)), [0.0, 10.0]);
    }
}
