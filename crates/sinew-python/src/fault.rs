//! Failures, as Python sees them: a `SinewError` with a code for programs and a JSON pointer into the file.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use sinew::bvh::BvhError;
use sinew::motion::ClipError;
use sinew::{SnapshotError, WorldError};
use sinew_document::{ReadError, WriteError};
use sinew_tools::bake::BakeError;
use sinew_tools::fault::{bake_code, clip_code, read_code, snapshot_code};

pyo3::create_exception!(
    sinew_gltf,
    SinewError,
    PyException,
    "A failure, with a `code` for programs and a JSON `pointer` into the file."
);

/// A failure.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    /// The JSON pointer of the value; empty for the whole file, and where no file is concerned.
    pub(crate) pointer: &'static str,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, pointer: "", message: message.into() }
    }

    /// An argument is of the wrong type, shape or range.
    pub(crate) fn argument(message: impl Into<String>) -> Self {
        Self::new("INVALID_ARGUMENT", message)
    }

    pub(crate) fn unknown_instance() -> Self {
        WorldError::UnknownInstance.into()
    }

    pub(crate) fn unknown_node(node: u32) -> Self {
        Self::new(WorldError::UnknownNode.code(), format!("node {node}: {}", WorldError::UnknownNode))
    }

    /// A file could not be made of another.
    pub(crate) fn write(error: impl std::fmt::Display) -> Self {
        Self::new("WRITE_FAILED", error.to_string())
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let error = SinewError::new_err(fault.message);
        Python::attach(|py| {
            let value = error.value(py);
            // An exception that was created a line above accepts every attribute.
            let _ = value.setattr("code", fault.code);
            let _ = value.setattr("pointer", fault.pointer);
        });
        error
    }
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        let (code, pointer) = read_code(&error);
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
        let (code, pointer) = clip_code(&error);
        Self { code, pointer, message: error.to_string() }
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

impl From<BakeError> for Fault {
    fn from(error: BakeError) -> Self {
        Self::new(bake_code(&error), error.to_string())
    }
}

impl From<WriteError> for Fault {
    fn from(error: WriteError) -> Self {
        Self::write(error)
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::argument(error.to_string())
    }
}
