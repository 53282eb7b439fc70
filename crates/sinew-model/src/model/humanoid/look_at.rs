//! How the eyes follow the look-at direction.

use std::sync::Arc;

use glam::{Quat, Vec3};
pub use sinew_document::extension::vrmc_vrm::LookAtKind;

use super::ExpressionPreset;
use crate::kernel::look_at::{self, CurveKey};
use crate::math::Rigid;
use crate::model::NodeId;

/// How the eyes follow the look-at direction (`VRMC_vrm` 1.0, lookAt).
#[derive(Clone, Debug, PartialEq)]
pub struct LookAt {
    /// Whether eye bones or expressions move.
    pub kind: LookAtKind,
    /// Metres from the head bone to where the look-at direction starts, in the space of the head's node.
    pub offset_from_head_bone: Option<Vec3>,
    /// Where the look-at direction is measured; `None` for a humanoid without a head.
    pub space: Option<LookAtSpace>,
    /// Towards the nose.
    pub horizontal_inner: RangeMap,
    /// Towards the temple; left and right where expressions move.
    pub horizontal_outer: RangeMap,
    /// Down.
    pub vertical_down: RangeMap,
    /// Up.
    pub vertical_up: RangeMap,
}

/// The space in which a point is looked at (the text's look-at space): +Z is ahead, +Y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAtSpace {
    /// The node that it follows: the head, or `firstPersonBone` of VRM 0.x.
    pub bone: NodeId,
    /// Where it is in the space of that node.
    pub bone_from_look_at: Rigid,
}

/// Maps a look-at angle to an eye rotation or an expression weight: proportional up to the largest angle, then constant.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeMap {
    /// Degrees; larger ones count as this.
    pub input_max_value: f32,
    /// Degrees of an eye, or the weight of an expression, at that angle.
    pub output_scale: f32,
    /// The keys of a curve in place of the proportion; VRM 0.x alone has them.
    pub curve: Option<Arc<[CurveKey]>>,
}

impl RangeMap {
    /// The default: 90° of look-at map to 10° of an eye, or to an expression weight of 1.
    pub fn default_of(kind: LookAtKind) -> Self {
        let output_scale = match kind {
            LookAtKind::Bone => 10.0,
            LookAtKind::Expression => 1.0,
        };
        Self { input_max_value: 90.0, output_scale, curve: None }
    }

    /// Maps a look-at angle in degrees, of either sign.
    pub fn output(&self, angle: f32) -> f32 {
        match &self.curve {
            None => look_at::range_map(angle, self.input_max_value, self.output_scale),
            Some(keys) => {
                look_at::curve(keys, look_at::range_map(angle, self.input_max_value, 1.0)) * self.output_scale
            }
        }
    }
}

/// One of the two eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// At the humanoid's left.
    Left,
    /// At the humanoid's right.
    Right,
}

impl LookAt {
    /// The normalized rotation of an eye's bone for a look-at direction in degrees ("Apply Yaw and Pitch to bone"): yaw to the left and
    /// pitch down are positive.
    pub fn eye_rotation(&self, eye: Eye, yaw: f32, pitch: f32) -> Quat {
        let is_outwards = (yaw > 0.0) == (eye == Eye::Left);
        let horizontal = if is_outwards { &self.horizontal_outer } else { &self.horizontal_inner };
        let vertical = if pitch > 0.0 { &self.vertical_down } else { &self.vertical_up };
        let signed = |output: f32, angle: f32| if angle.is_sign_negative() { -output } else { output };
        look_at::rotation(signed(horizontal.output(yaw), yaw), signed(vertical.output(pitch), pitch))
    }

    /// The values of the expressions that show a look-at direction in degrees ("Apply Yaw and Pitch to expression").
    pub fn expression_values(&self, yaw: f32, pitch: f32) -> [(ExpressionPreset, f32); 4] {
        let horizontal = self.horizontal_outer.output(yaw);
        let (left, right) = if yaw > 0.0 { (horizontal, 0.0) } else { (0.0, horizontal) };
        let (down, up) =
            if pitch > 0.0 { (self.vertical_down.output(pitch), 0.0) } else { (0.0, self.vertical_up.output(pitch)) };
        [
            (ExpressionPreset::LookLeft, left),
            (ExpressionPreset::LookRight, right),
            (ExpressionPreset::LookDown, down),
            (ExpressionPreset::LookUp, up),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look_at(kind: LookAtKind) -> LookAt {
        let map = |output_scale| RangeMap { input_max_value: 90.0, output_scale, curve: None };
        LookAt {
            kind,
            offset_from_head_bone: None,
            space: None,
            horizontal_inner: map(9.0),
            horizontal_outer: map(18.0),
            vertical_down: map(36.0),
            vertical_up: map(45.0),
        }
    }

    #[test]
    fn eyes_turn_less_towards_the_nose() {
        // 45° of 90° is half of each range; a left yaw is outwards for the left eye alone.
        let cases = [
            (Eye::Left, 45.0, (9.0, 0.0)),
            (Eye::Right, 45.0, (4.5, 0.0)),
            (Eye::Left, -45.0, (-4.5, 0.0)),
            (Eye::Right, -45.0, (-9.0, 0.0)),
        ];
        for (eye, yaw, expected) in cases {
            let found = look_at::yaw_and_pitch(look_at(LookAtKind::Bone).eye_rotation(eye, yaw, 0.0));
            assert!((found.0 - expected.0).abs() < 1e-3 && found.1.abs() < 1e-3, "{eye:?} {yaw}: {found:?}");
        }
        let (_, down) = look_at::yaw_and_pitch(look_at(LookAtKind::Bone).eye_rotation(Eye::Left, 0.0, 45.0));
        let (_, up) = look_at::yaw_and_pitch(look_at(LookAtKind::Bone).eye_rotation(Eye::Left, 0.0, -45.0));
        assert!((down - 18.0).abs() < 1e-3 && (up + 22.5).abs() < 1e-3);
    }

    #[test]
    fn look_at_expressions_use_the_outer_range_for_both_sides() {
        let mut gaze = look_at(LookAtKind::Expression);
        gaze.horizontal_outer.output_scale = 1.0;
        gaze.vertical_up.output_scale = 0.5;
        for ((preset, value), expected) in gaze.expression_values(-45.0, -90.0).into_iter().zip([0.0, 0.5, 0.0, 0.5]) {
            assert!((value - expected).abs() < 1e-6, "{preset:?} is {value}");
        }
    }
}
