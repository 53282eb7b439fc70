//! Pointers of our own, where no text has one and no file a value: the face and the gaze of an avatar, and the world's gravity.

use super::field::GazeField;
use super::table::{PropertyRow, Source, row};
use super::{PropertyKind, PropertyRange};

pub(super) static OWN: &[PropertyRow] = &[
    // The index counts the expressions of the file, presets first; `preset/happy` and `custom/NAME` in its place name one.
    row(
        "/extensions/VRMC_vrm/expressions/{}/weight",
        PropertyKind::Float,
        Source::Expression,
        PropertyRange::Unit,
        None,
    ),
    row("/extensions/VRMC_vrm/lookAt/yaw", PropertyKind::Float, Source::Gaze(GazeField::Yaw), PropertyRange::Any, None),
    row(
        "/extensions/VRMC_vrm/lookAt/pitch",
        PropertyKind::Float,
        Source::Gaze(GazeField::Pitch),
        PropertyRange::Any,
        None,
    ),
    row("/extensions/SINEW_world/gravity", PropertyKind::Float3, Source::WorldGravity, PropertyRange::Any, None),
];
