//! Codes for programs, and pointers into the file, of failures: the same in every language.

use sinew::motion::ClipError;
use sinew::{SnapshotError, WorldError};
use sinew_document::ReadError;

#[cfg(feature = "physics")]
use crate::bake::BakeError;

/// The code of a file that cannot be read, and the JSON pointer of the value; empty for the whole file.
pub fn read_code(error: &ReadError) -> (&'static str, &'static str) {
    match error {
        ReadError::Io { .. } => ("IO", ""),
        ReadError::TooLarge { .. } => ("FILE_TOO_LARGE", ""),
        ReadError::Glb(_) => ("GLB_INVALID", ""),
        ReadError::NotUtf8 { .. } => ("NOT_UTF8", ""),
        ReadError::Json(_) => ("JSON_INVALID", ""),
        ReadError::NoVersion => ("NO_VERSION", "/asset/version"),
        ReadError::Version { .. } => ("UNKNOWN_VERSION", "/asset/version"),
        ReadError::RequiredExtensions(_) => ("UNKNOWN_REQUIRED_EXTENSION", "/extensionsRequired"),
        _ => ("NOT_GLTF", ""),
    }
}

/// The code of a file that is not a clip, and the JSON pointer of the value.
pub fn clip_code(error: &ClipError) -> (&'static str, &'static str) {
    match error {
        ClipError::NoHumanoid => (WorldError::NoHumanoid.code(), ""),
        ClipError::UnknownAnimation { .. } => (WorldError::UnknownAnimation.code(), "/animations"),
        ClipError::NoAnimation => ("NO_ANIMATION", "/animations"),
        _ => ("NO_ANIMATION", ""),
    }
}

/// The code of a snapshot that cannot be restored.
pub fn snapshot_code(error: &SnapshotError) -> &'static str {
    match error {
        SnapshotError::OtherVersion => "SNAPSHOT_OTHER_VERSION",
        SnapshotError::Damaged => "SNAPSHOT_DAMAGED",
        SnapshotError::OtherWorld => "SNAPSHOT_OTHER_WORLD",
        SnapshotError::UnknownClip => "SNAPSHOT_UNKNOWN_CLIP",
        _ => "NOT_A_SNAPSHOT",
    }
}

/// The code of a simulation that cannot be written as an animation.
#[cfg(feature = "physics")]
pub fn bake_code(error: &BakeError) -> &'static str {
    match error {
        BakeError::Nothing => "BAKE_NOTHING",
        BakeError::TooLarge { .. } => "BAKE_TOO_LARGE",
        _ => "BAKE_FAILED",
    }
}
