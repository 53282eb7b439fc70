//! The errors of edits.

use std::fmt;

use super::piece::fresh_kind;
use crate::json::{JsonError, Kind};

/// The error of an edit. Earlier edits stay; the refused one changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The text is not a JSON pointer that can be edited.
    Pointer {
        /// The text.
        pointer: String,
    },
    /// There is nothing at the pointer, and it is not something that can be made on the way.
    NotFound {
        /// The pointer of what is missing.
        pointer: String,
    },
    /// The pointer goes into something that is not an object or array, or is not the one that the edit needs.
    WrongKind {
        /// The pointer of the value that is in the way.
        pointer: String,
        /// What stands there.
        found: Kind,
        /// What the edit needs there.
        needed: &'static str,
    },
    /// Taking out the element would give every element behind it another index.
    WouldShiftIndices {
        /// The element's pointer.
        pointer: String,
    },
    /// A number is NaN or infinite, which JSON cannot say; `serde_json` makes `null` of such a number.
    NotFinite {
        /// Where the number, or the `null`, would have stood.
        pointer: String,
    },
    /// A buffer view or an accessor of no bytes, which glTF does not have.
    Empty,
    /// More nested arrays and objects than the document's limits allow.
    TooDeep {
        /// The pointer of the edit.
        pointer: String,
        /// The limit.
        limit: usize,
    },
    /// The result is no glTF 2 any more: the edits took `asset.version` away, or changed it to another version.
    NotGltf,
    /// The result is no JSON that can be read back; it is longer than 4 GiB.
    Json(JsonError),
}

impl EditError {
    pub(super) fn not_an_array(pointer: &str, found: &serde_json::Value) -> Self {
        Self::WrongKind { pointer: pointer.to_owned(), found: fresh_kind(found), needed: "an array" }
    }
}

impl fmt::Display for EditError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pointer { pointer } => {
                write!(out, "\"{pointer}\" does not point into the document; write it like /nodes/3/name")
            }
            Self::NotFound { pointer } => {
                write!(out, "there is no value at {pointer}; add elements to an array with push")
            }
            Self::WrongKind { pointer, found, needed } => {
                write!(out, "{pointer} is {}; must be {needed}", found.with_article())
            }
            Self::WouldShiftIndices { pointer } => write!(
                out,
                "removing {pointer} would change the index of every element behind it; replace it with an empty one"
            ),
            Self::NotFinite { pointer } => {
                write!(
                    out,
                    "the number at {pointer} is null, NaN or infinite, which glTF cannot hold; give a finite one"
                )
            }
            Self::Empty => out.write_str("glTF has no buffer views and accessors without bytes; leave it out"),
            Self::TooDeep { pointer, limit } => {
                write!(out, "{pointer} would nest more than {limit} arrays and objects; raise Limits::json_depth")
            }
            Self::NotGltf => out.write_str("/asset/version must stay \"2.0\" for the document to be glTF"),
            Self::Json(error) => write!(out, "the edited document cannot be read back: {error}"),
        }
    }
}

impl std::error::Error for EditError {}
