//! What goes wrong, as JavaScript sees it: an `Error` with a code for programs and a place in the file.

use sinew::bvh::BvhError;
use sinew::motion::ClipError;
use sinew::{SnapshotError, WorldError};
use sinew_document::{ReadError, WriteError};
use sinew_tools::bake::BakeError;
use wasm_bindgen::JsValue;

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    /// The JSON pointer of the value it is about; empty for the whole file, and for what is about no file.
    pub(crate) pointer: &'static str,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, pointer: "", message: message.into() }
    }

    /// Something that a caller has handed over cannot be used.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    pub(crate) fn no_instance() -> Self {
        Self::new("UNKNOWN_INSTANCE", "this instance is not in the world")
    }

    pub(crate) fn no_node(node: u32) -> Self {
        Self::new("UNKNOWN_NODE", format!("there is no node {node}"))
    }

    pub(crate) fn no_figure() -> Self {
        Self::new("NO_HUMANOID", "nothing in the file says which node is which human bone")
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = js_sys::Error::new(&fault.message);
        error.set_name("SinewError");
        for (key, value) in [("code", fault.code), ("pointer", fault.pointer)] {
            // An object that was made a line above takes every property.
            let _ = js_sys::Reflect::set(&error, &key.into(), &value.into());
        }
        error.into()
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        let (code, pointer) = match &error {
            ReadError::TooLarge { .. } => ("FILE_TOO_LARGE", ""),
            ReadError::Glb(_) => ("GLB_INVALID", ""),
            ReadError::NotUtf8 { .. } => ("NOT_UTF8", ""),
            ReadError::Json(_) => ("JSON_INVALID", ""),
            ReadError::NoVersion => ("NO_VERSION", "/asset/version"),
            ReadError::Version { .. } => ("UNKNOWN_VERSION", "/asset/version"),
            ReadError::RequiredExtensions(_) => ("UNKNOWN_REQUIRED_EXTENSION", "/extensionsRequired"),
            _ => ("NOT_GLTF", ""),
        };
        Self { code, pointer, message: error.to_string() }
    }
}

impl From<BvhError> for Fault {
    fn from(error: BvhError) -> Self {
        Self::new("BVH_INVALID", format!("not a usable BVH file: {error}"))
    }
}

impl From<ClipError> for Fault {
    fn from(error: ClipError) -> Self {
        match error {
            ClipError::NoHumanoid => Self::no_figure(),
            ClipError::NoAnimation => {
                Self { pointer: "/animations", ..Self::new("NO_ANIMATION", "the file has no animation") }
            }
            ClipError::UnknownAnimation { index, count } => Self {
                pointer: "/animations",
                ..Self::new("UNKNOWN_ANIMATION", format!("there is no animation {index} among {count}"))
            },
            _ => Self::new("NO_ANIMATION", "the file is no clip"),
        }
    }
}

impl From<WorldError> for Fault {
    fn from(error: WorldError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<SnapshotError> for Fault {
    fn from(error: SnapshotError) -> Self {
        let code = match error {
            SnapshotError::OtherVersion => "SNAPSHOT_OTHER_VERSION",
            SnapshotError::Damaged => "SNAPSHOT_DAMAGED",
            SnapshotError::OtherWorld => "SNAPSHOT_OTHER_WORLD",
            SnapshotError::UnknownClip => "SNAPSHOT_UNKNOWN_CLIP",
            _ => "NOT_A_SNAPSHOT",
        };
        Self::new(code, error.to_string())
    }
}

impl From<BakeError> for Fault {
    fn from(error: BakeError) -> Self {
        let code = match error {
            BakeError::Nothing => "BAKE_NOTHING",
            BakeError::TooLarge { .. } => "BAKE_TOO_LARGE",
            _ => "BAKE_FAILED",
        };
        Self::new(code, error.to_string())
    }
}

impl From<WriteError> for Fault {
    fn from(error: WriteError) -> Self {
        Self::new("BAKE_FAILED", error.to_string())
    }
}
