//! Errors of compressed buffer views.
//!
//! [`compressed_view`](crate::compressed_view) finds them, [`decoded_views`](crate::decoded_views) keeps them, and
//! [`accessor`](crate::accessor) reports them.

use std::fmt;

use crate::index::BufferIndex;
use crate::meshopt::MeshoptError;

/// Why a compressed buffer view cannot be decoded.
#[derive(Clone, Debug)]
pub(crate) struct CompressionError {
    /// The JSON pointer (RFC 6901) of the extension, or of one of its properties.
    pub(crate) pointer: String,
    pub(crate) problem: CompressionProblem,
}

/// The problem of a compressed buffer view.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompressionProblem {
    /// A property is invalid; the message of its diagnostic.
    Property(String),
    /// The stream or its description is invalid.
    Stream(MeshoptError),
    /// The view has another length than the elements have.
    Length {
        /// What the view declares.
        view: u64,
        /// Stride times count of the elements.
        elements: u64,
    },
    /// The view has another stride than the elements have.
    Stride {
        /// What the view declares.
        view: u64,
        /// What the extension declares.
        elements: u64,
    },
    /// There is no such buffer.
    NoBuffer(BufferIndex),
    /// The bytes of the buffer are not available, which a diagnostic of the document reports.
    NoBytes(BufferIndex),
    /// The compressed bytes lie behind the end of their buffer.
    BeyondBuffer {
        /// Where they end; `None` if that overflows.
        end: Option<u64>,
        /// Bytes that there are.
        length: u64,
    },
    /// All decompressed views together exceed the limit.
    Limit {
        /// Bytes of the decompressed view.
        bytes: u64,
        /// [`Limits::decompressed_bytes`](crate::Limits::decompressed_bytes).
        limit: u64,
    },
}

impl fmt::Display for CompressionProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Property(message) => out.write_str(message),
            Self::Stream(error) => error.fmt(out),
            Self::Length { view, elements } => {
                write!(out, "its elements take {elements} bytes, and the byteLength of the buffer view is {view}")
            }
            Self::Stride { view, elements } => {
                write!(out, "its stride is {elements} bytes, and that of the buffer view {view}")
            }
            Self::NoBuffer(buffer) => write!(out, "{buffer} does not exist"),
            Self::NoBytes(buffer) => write!(out, "the bytes of {buffer} are not available"),
            Self::BeyondBuffer { end: Some(end), length } => {
                write!(out, "its stream ends at byte {end} of a buffer of {length} bytes")
            }
            Self::BeyondBuffer { end: None, .. } => out.write_str("the end of its stream overflows"),
            Self::Limit { bytes, limit } => {
                write!(
                    out,
                    "it decompresses to {bytes} bytes, which exceeds the limit of {limit} for all buffer views together"
                )
            }
        }
    }
}
