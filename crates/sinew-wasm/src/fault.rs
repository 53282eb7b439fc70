//! Failures, as JavaScript sees them: an `Error` with a code for programs and a JSON pointer into the file.

use std::borrow::Cow;

use sinew::bvh::BvhError;
use sinew::motion::ClipError;
use sinew::{SnapshotError, StepError, WorldError};
use sinew_document::ReadError;
#[cfg(feature = "physics")]
use sinew_document::WriteError;
#[cfg(feature = "physics")]
use sinew_tools::bake::BakeError;
#[cfg(feature = "physics")]
use sinew_tools::fault::bake_code;
use sinew_tools::fault::{read_code, snapshot_code};
use wasm_bindgen::JsValue;

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    /// The JSON pointer of the value; empty for the whole file, and where no file is concerned.
    pub(crate) pointer: Cow<'static, str>,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, pointer: Cow::Borrowed(""), message: message.into() }
    }

    /// An argument is of the wrong type, shape or range.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    /// A number of an argument is not finite, or its rotation has no length.
    pub(crate) fn not_finite(what: &str) -> Self {
        Self::new(WorldError::NotFinite.code(), format!("{what}: {}", WorldError::NotFinite))
    }

    pub(crate) fn unknown_instance() -> Self {
        WorldError::UnknownInstance.into()
    }

    pub(crate) fn unknown_node(node: u32) -> Self {
        Self::new(WorldError::UnknownNode.code(), format!("node {node}: {}", WorldError::UnknownNode))
    }
}

impl From<Fault> for JsValue {
    fn from(fault: Fault) -> Self {
        let error = js_sys::Error::new(&fault.message);
        error.set_name("SinewError");
        for (key, value) in [("code", fault.code), ("pointer", &*fault.pointer)] {
            // An object that was created a line above accepts every property.
            let _ = js_sys::Reflect::set(&error, &key.into(), &value.into());
        }
        error.into()
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        let (code, pointer) = read_code(&error);
        Self { code, pointer: Cow::Borrowed(pointer), message: error.to_string() }
    }
}

impl From<StepError> for Fault {
    fn from(error: StepError) -> Self {
        let pointer = error.pointers().into_iter().next().unwrap_or_default();
        Self { code: error.code(), pointer: Cow::Owned(pointer), message: error.to_string() }
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
            ClipError::NoHumanoid => {
                Self::new(WorldError::NoHumanoid.code(), "the file does not map nodes to human bones")
            }
            ClipError::NoAnimation => {
                Self { pointer: Cow::Borrowed("/animations"), ..Self::new("NO_ANIMATION", "the file has no animation") }
            }
            ClipError::UnknownAnimation { index, count } => Self {
                pointer: Cow::Borrowed("/animations"),
                ..Self::new(WorldError::UnknownAnimation.code(), format!("there is no animation {index} among {count}"))
            },
            _ => Self::new("NO_ANIMATION", "the file is not a clip"),
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
        Self::new(snapshot_code(&error), error.to_string())
    }
}

#[cfg(feature = "physics")]
impl From<BakeError> for Fault {
    fn from(error: BakeError) -> Self {
        Self::new(bake_code(&error), error.to_string())
    }
}

#[cfg(feature = "physics")]
impl From<WriteError> for Fault {
    fn from(error: WriteError) -> Self {
        Self::new("BAKE_FAILED", error.to_string())
    }
}
