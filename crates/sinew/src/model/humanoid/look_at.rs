//! How the eyes follow a gaze.

use glam::Vec3;
pub use sinew_document::extension::vrmc_vrm::LookAtKind;

/// How the eyes follow a gaze (`VRMC_vrm` 1.0, lookAt).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAt {
    /// What moves.
    pub kind: LookAtKind,
    /// Metres from the head bone to where the gaze starts, in the space of the head's node.
    pub offset_from_head_bone: Option<Vec3>,
    /// Towards the nose.
    pub horizontal_inner: RangeMap,
    /// Towards the temple; left and right where expressions move.
    pub horizontal_outer: RangeMap,
    /// Down.
    pub vertical_down: RangeMap,
    /// Up.
    pub vertical_up: RangeMap,
}

/// From an angle of the gaze to what moves: in proportion up to the largest angle, then constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeMap {
    /// Degrees; larger ones count as this.
    pub input_max_value: f32,
    /// Degrees of an eye, or the weight of an expression, at that angle.
    pub output_scale: f32,
}

impl RangeMap {
    /// What a file that says nothing means: 90° of gaze are 10° of an eye, or the whole expression.
    pub fn default_of(kind: LookAtKind) -> Self {
        let output_scale = match kind {
            LookAtKind::Bone => 10.0,
            LookAtKind::Expression => 1.0,
        };
        Self { input_max_value: 90.0, output_scale }
    }
}
