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

/// What is wrong with a compressed buffer view.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompressionProblem {
    /// A property cannot be read, in the words of the reader.
    Property(String),
    /// The stream is none, or is described wrongly.
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
    /// The bytes of the buffer could not be had, which a diagnostic on the document has told.
    NoBytes(BufferIndex),
    /// The compressed bytes lie behind the end of their buffer.
    BeyondBuffer {
        /// Where they end; `None` where that is beyond counting.
        end: Option<u64>,
        /// Bytes that there are.
        length: u64,
    },
    /// All views together would become more than allowed.
    Limit {
        /// Bytes that the view would become.
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
                write!(out, "its elements take {elements} bytes, and the buffer view has a byteLength of {view}")
            }
            Self::Stride { view, elements } => {
                write!(out, "its stride is {elements} bytes, and that of the buffer view {view}")
            }
            Self::NoBuffer(buffer) => write!(out, "there is no {buffer}"),
            Self::NoBytes(buffer) => write!(out, "the bytes of {buffer} are not there"),
            Self::BeyondBuffer { end: Some(end), length } => {
                write!(out, "its stream ends at byte {end} of a buffer of {length} bytes")
            }
            Self::BeyondBuffer { end: None, .. } => out.write_str("its stream ends beyond all that can be counted"),
            Self::Limit { bytes, limit } => {
                write!(out, "it would become {bytes} bytes, and all that are read together may become {limit}")
            }
        }
    }
}
