//! Why a stream cannot be decoded.

use std::fmt;

use super::{Filter, Mode};

/// Why a stream cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshoptError {
    /// The mode has no elements of this size.
    Stride {
        /// The mode.
        mode: Mode,
        /// Bytes of an element.
        stride: u64,
    },
    /// The filter knows no elements of this size.
    FilterStride {
        /// The filter.
        filter: Filter,
        /// Bytes of an element.
        stride: u64,
    },
    /// Indices are not filtered.
    FilterOfIndices {
        /// The mode.
        mode: Mode,
        /// The filter.
        filter: Filter,
    },
    /// Triangles have three indices each.
    NotThrees {
        /// How many indices there should be.
        count: u64,
    },
    /// Stride and count give a size that no memory has.
    TooLarge,
    /// As many elements cannot be in a stream this short.
    TooShort {
        /// Bytes of the stream.
        found: usize,
        /// Bytes of the shortest stream with as many elements; `None` if that overflows.
        least: Option<usize>,
    },
    /// The first byte is that of no known version.
    Header {
        /// The byte, where there is one.
        found: Option<u8>,
    },
    /// The stream ends before its elements do.
    Truncated,
    /// The elements end before the stream does.
    Leftover {
        /// Bytes that are left.
        bytes: usize,
    },
    /// A number has more than five bytes.
    LongNumber,
    /// The bytes at the end ask for differences that are not known.
    Channel {
        /// Four bytes of the element, by their position.
        channel: usize,
        /// What is asked for.
        found: u8,
    },
    /// The table at the end has an entry that it must not have.
    Table,
    /// A triangle refers to an edge or a vertex that nothing came before for.
    NothingBefore {
        /// The triangle, by its position.
        triangle: usize,
    },
    /// The memory does not suffice.
    OutOfMemory {
        /// Bytes that were needed.
        bytes: usize,
    },
}

impl fmt::Display for MeshoptError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stride { mode: Mode::Attributes, stride } => {
                write!(out, "byteStride is {stride}; ATTRIBUTES require a multiple of 4 from 4 to 256")
            }
            Self::Stride { mode, stride } => {
                write!(out, "byteStride is {stride}; {} require 2 or 4", mode.as_str())
            }
            Self::FilterStride { filter, stride } => {
                let needed = if *filter == Filter::Quaternion { "8" } else { "4 or 8" };
                write!(out, "the filter {} needs a stride of {needed} bytes, not of {stride}", filter.as_str())
            }
            Self::FilterOfIndices { mode, filter } => {
                write!(out, "{} have no filter, and {} is given", mode.as_str(), filter.as_str())
            }
            Self::NotThrees { count } => write!(out, "count is {count}; TRIANGLES require a multiple of 3"),
            Self::TooLarge => out.write_str("its stride and count give a size that no memory has"),
            Self::TooShort { found, least: Some(least) } => {
                write!(out, "the stream has {found} bytes, and as many elements take at least {least}")
            }
            Self::TooShort { found, least: None } => {
                write!(out, "the stream has {found} bytes, and as many elements take more bytes than can be counted")
            }
            Self::Header { found: Some(found) } => {
                write!(out, "the stream begins with 0x{found:02x}, which its mode does not")
            }
            Self::Header { found: None } => out.write_str("the stream is empty"),
            Self::Truncated => out.write_str("the stream ends before its elements do"),
            Self::Leftover { bytes } => write!(out, "{bytes} bytes of the stream are left behind its elements"),
            Self::LongNumber => out.write_str("a number in the stream has more than five bytes"),
            Self::Channel { channel, found } => {
                write!(out, "channel {channel} of the stream has the mode 0x{found:02x}, which is not known")
            }
            Self::Table => out.write_str("the table at the end of the stream has an entry that it must not have"),
            Self::NothingBefore { triangle } => {
                write!(out, "triangle {triangle} refers to an edge or a vertex that did not come before")
            }
            Self::OutOfMemory { bytes } => write!(out, "{bytes} bytes cannot be allocated"),
        }
    }
}

impl std::error::Error for MeshoptError {}
