//! Pointers of our own, where no text has one: the face and the gaze of an avatar, the world's gravity, the friction of a joint.

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
    row(
        "/nodes/{}/extensions/SINEW_joint/friction",
        PropertyKind::Bool,
        Source::JointFriction,
        PropertyRange::Any,
        Some(&[1.0]),
    ),
    row("/extensions/SINEW_world/gravity", PropertyKind::Float3, Source::WorldGravity, PropertyRange::Any, None),
];
