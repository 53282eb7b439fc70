//! The words of drives, which are the same in both dialects.

use sinew_document::extension::khr_physics_rigid_bodies as table;

use crate::model::physics::{DriveMode, Motion};

pub(super) fn motion(word: table::DriveType) -> Motion {
    match word {
        table::DriveType::Linear => Motion::Linear,
        table::DriveType::Angular => Motion::Angular,
    }
}

pub(super) fn mode(word: table::DriveMode) -> DriveMode {
    match word {
        table::DriveMode::Force => DriveMode::Force,
        table::DriveMode::Acceleration => DriveMode::Acceleration,
    }
}
