//! Reads, edits and writes glTF 2.0 without losing anything.
//!
//! A [`Document`] is the text of the file with an index of its values. Unknown extensions, unknown properties, `extras`,
//! the order of keys and the digits of numbers survive, because nobody ever takes them apart: an untouched document is
//! written back byte for byte, and an edit splices the text around what it changes.
//!
//! ```
//! use sinew_document::{Document, NoResources, NodeIndex};
//!
//! let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "door", "X_mine": 1.50}]}"#;
//! let document = Document::read(file, &NoResources)?;
//! let mut edit = document.edit();
//! edit.set("/nodes/0/name", "gate".into())?;
//! let edited = edit.finish()?;
//! assert_eq!(edited.json().text(), file.replace("door", "gate"));
//! assert_eq!(edited.count::<NodeIndex>(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | see |
//! |---|---|
//! | read a file | [`Document::open`], [`Document::read`]; [`Resources`] for what is not embedded in it |
//! | know whether two files are the same | [`Document::open_with_checksums`] |
//! | look at its JSON | [`Document::root`], [`Document::get`], [`Value`] |
//! | read an object into a type | [`core`] for the objects of core glTF, [`object!`] for one's own |
//! | read numbers from buffers | [`Document::accessor`] |
//! | change it | [`Document::edit`] |
//! | write it | [`Document::save`], [`Document::to_gltf`], [`Document::to_glb`] |
//! | know what is wrong with it | [`Diagnostic`] for what can be lived with, [`ReadError`] for what cannot |
//!
//! Nothing here knows what an extension *does*; that is the crate `sinew`.

pub mod accessor;
pub mod buffer;
pub mod checksum;
pub mod code;
mod compressed_view;
mod compression_error;
pub mod core;
mod data_uri;
mod decoded_views;
pub mod diagnostic;
pub mod document;
pub mod edit;
pub mod error;
mod explanation;
pub mod extension;
pub mod glb;
pub mod index;
pub mod json;
pub mod limits;
pub mod meshopt;
mod object;
pub mod resources;
mod severity;
pub mod write;

pub use accessor::{Accessor, AccessorError, AccessorProblem, ComponentType, ElementShape};
pub use buffer::{Buffer, BufferSource};
pub use checksum::{Checksum, Checksums};
pub use code::Code;
pub use compression_error::CompressionProblem;
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use document::{Container, Document, ReadOptions};
pub use edit::{AccessorData, Edit, EditError};
pub use error::{GlbProblem, ReadError};
pub use explanation::{Example, examples, explanation, specification};
pub use index::{
    AccessorIndex, AnimationIndex, BufferIndex, BufferViewIndex, CameraIndex, EntryIndex, ImageIndex, Index,
    MaterialIndex, MeshIndex, NodeIndex, SceneIndex, SkinIndex,
};
pub use json::{Elements, Json, JsonError, Kind, Members, Value};
pub use limits::Limits;
pub use object::{
    FromJson, Object, ValueType, excerpt, expect_object, report_mismatch, report_undefined, report_unexpected,
};
pub use resources::{Folder, NoResources, ResourceError, Resources};
pub use write::{Package, PackageFile, SaveOptions, Saved, WriteError, WriteOptions};
