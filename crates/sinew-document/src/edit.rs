//! Editing: an [`Edit`] collects changes and builds a new document from them.
//!
//! What is not touched stays as it is written, byte for byte: digits, blanks, the order of keys. What is touched is
//! spliced in; a replaced value keeps its place and a new key goes to the end of its object. No edit changes the
//! meaning of an index that it does not name.
//!
//! ```
//! use serde_json::json;
//! use sinew_document::{Document, NoResources, NodeIndex};
//!
//! let document = Document::read(br#"{"asset": {"version": "2.0"}, "nodes": [{"mass": 1.50}]}"#, &NoResources)?;
//! let mut edit = document.edit();
//! edit.set("/nodes/0/name", json!("ball"))?;
//! edit.set_node_extension(NodeIndex(0), "EXT_bounce", json!({"height": 2}))?;
//! let edited = edit.finish()?;
//! assert_eq!(
//!     edited.get(NodeIndex(0)).unwrap().text(),
//!     r#"{"mass": 1.50,"name": "ball","extensions": {"EXT_bounce":{"height":2}}}"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | part | is |
//! |---|---|
//! | `piece` | a value that is part old text, part new |
//! | `draft` | the whole JSON while it is edited, by JSON pointer |
//! | `typed` | nodes, animations and extensions |
//! | `data` | buffer views and accessors |
//! | `finish` | from edits to a new document |

mod data;
mod draft;
mod error;
mod finish;
mod piece;
mod typed;

use std::cell::RefCell;

pub use data::AccessorData;
pub use error::EditError;

use crate::document::Document;
use data::Growth;
use draft::{Draft, Path};

/// Edits of a document that have not been built yet. An edit that is refused changes nothing.
pub struct Edit<'d> {
    document: &'d Document,
    /// Reading settles what waits (see [`Edit::remove_node`]), which is why it is in a cell.
    draft: RefCell<Draft<'d>>,
    growth: Option<Growth>,
}

impl Document {
    /// Starts to collect edits; [`Edit::finish`] builds the new document.
    pub fn edit(&self) -> Edit<'_> {
        let draft = RefCell::new(Draft::new(&self.json, self.limits.json_depth));
        Edit { document: self, draft, growth: None }
    }
}

impl Edit<'_> {
    /// The value at a JSON pointer (RFC 6901) with the edits so far.
    pub fn get(&self, pointer: &str) -> Option<serde_json::Value> {
        let path = Path::parse(pointer).ok()?;
        self.draft.borrow_mut().view(&path).map(|view| view.to_serde())
    }

    /// Sets the value at a JSON pointer: replaces it, or adds a member at the end of its object. Missing objects on the path
    /// are created, arrays are not: [`Edit::push`] adds an element.
    ///
    /// ```
    /// # use sinew_document::{Document, NoResources};
    /// # let document = Document::read(br#"{"asset":{"version":"2.0"},"nodes":[{}]}"#, &NoResources)?;
    /// let mut edit = document.edit();
    /// edit.set("/nodes/0/extensions/EXT_x/weight", 0.5.into())?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The pointer does not lead to an object member or an array element, or the value holds a new `null`:
    /// `serde_json` makes `null` of NaN and infinite numbers, and glTF has no use for it outside `extras`.
    pub fn set(&mut self, pointer: &str, value: serde_json::Value) -> Result<(), EditError> {
        self.draft.get_mut().set(&Path::parse(pointer)?, value)
    }

    /// Appends a value to the array at a JSON pointer and returns its position. A missing array is created.
    ///
    /// # Errors
    /// As [`Edit::set`]; or the value at the pointer is not an array.
    pub fn push(&mut self, pointer: &str, value: serde_json::Value) -> Result<usize, EditError> {
        self.draft.get_mut().push(&Path::parse(pointer)?, value)
    }

    /// Removes the value at a JSON pointer. Returns whether there was one.
    ///
    /// glTF allows neither an empty array in its core objects nor an empty `extensions`: one that is left empty goes
    /// too. Arrays inside extension data and `extras` stay, as their own texts say what may be empty.
    ///
    /// # Errors
    /// The element of an array that the rest of the file refers to by index is not taken out, as those behind it would
    /// move up: elements of the arrays at the top, of an animation's samplers, and of the arrays directly in an
    /// extension of the root. Replace it instead, or see [`Edit::remove_node`] and [`Edit::remove_animation`].
    pub fn remove(&mut self, pointer: &str) -> Result<bool, EditError> {
        self.draft.get_mut().remove(&Path::parse(pointer)?)
    }
}
