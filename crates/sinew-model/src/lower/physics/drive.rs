//! The strings of drives, which are the same in both dialects.

use sinew_document::extension::khr_physics_rigid_bodies as table;
use sinew_document::{Code, Diagnostics, Value};

use crate::model::physics::{DofKind, DriveMode};

pub(super) fn kind(word: table::DriveType) -> DofKind {
    match word {
        table::DriveType::Linear => DofKind::Linear,
        table::DriveType::Angular => DofKind::Angular,
    }
}

pub(super) fn mode(word: table::DriveMode) -> DriveMode {
    match word {
        table::DriveMode::Force => DriveMode::Force,
        table::DriveMode::Acceleration => DriveMode::Acceleration,
    }
}

/// A target needs what pulls towards it: stiffness a position, damping a velocity. Both are 0 where they are not given. (The later
/// schema of `KHR_physics_rigid_bodies` has it as a dependency; the damper without a target, which it forbids too, acts towards zero velocity.)
pub(super) fn report_unused_targets(drive: Value<'_>, diagnostics: &mut Diagnostics) {
    for (target, strength) in [("positionTarget", "stiffness"), ("velocityTarget", "damping")] {
        if let (Some(at), None) = (drive.get(target), drive.get(strength)) {
            let message = format!("`{strength}` is 0, so that the target has no effect; set it, or remove the target");
            diagnostics.report(Code::JOINT_DRIVE_TARGET_UNUSED, at, message);
        }
    }
}
