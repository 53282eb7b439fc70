//! Reads, edits and writes glTF 2.0 without losing anything.

pub mod accessor;
pub mod buffer;
pub mod code;
pub mod core;
mod data_uri;
pub mod diagnostic;
pub mod document;
pub mod edit;
pub mod error;
pub mod extension;
pub mod glb;
pub mod index;
pub mod json;
pub mod limits;
mod object;
pub mod resources;
pub mod write;

pub use accessor::{Accessor, AccessorError, AccessorProblem, ComponentType, ElementShape};
pub use buffer::{Buffer, BufferSource};
pub use code::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use document::{Container, Document, ReadOptions};
pub use edit::{AccessorData, Edit, EditError};
pub use error::{GlbProblem, ReadError};
pub use index::{
    AccessorIndex, AnimationIndex, BufferIndex, BufferViewIndex, CameraIndex, ImageIndex, Index, MaterialIndex,
    MeshIndex, NodeIndex, SceneIndex, SkinIndex,
};
pub use json::{Elements, Json, JsonError, Kind, Members, Value};
pub use limits::Limits;
pub use object::{FromJson, excerpt, expect_object, report_mismatch, report_undefined, report_unexpected};
pub use resources::{Folder, NoResources, ResourceError, Resources};
pub use write::{Package, PackageFile, SaveOptions, Saved, WriteError, WriteOptions};
