//! The compressed streams of `EXT_meshopt_compression` and `KHR_meshopt_compression` (the appendices "Bitstream" and
//! "Filters" of both texts), decoded.
//!
//! [`decode`] takes any bytes: invalid ones are an error, and no more is allocated than a stream of that length can hold.
//! `compressed_view` finds the streams of a file.
//!
//! | part | is |
//! |---|---|
//! | `attributes` | mode 0: bytes of consecutive elements as differences, in versions 0 and 1 |
//! | `triangles` | mode 1: lists of triangles by edges and vertices met before |
//! | `indices` | mode 2: any indices as differences |
//! | `filter` | what is done to decoded attributes |
//! | `reader` | bytes one after the other, up to an end |

mod attributes;
mod error;
mod filter;
mod indices;
mod reader;
mod triangles;

pub use error::MeshoptError;

use crate::string_enum;

/// Bytes that a stride of attributes may have (both texts, "JSON schema updates").
const MOST_STRIDE: usize = 256;

string_enum! {
    /// What a stream is made of.
    pub enum Mode {
        /// Elements of any kind.
        "ATTRIBUTES" => Attributes,
        /// Indices, three a triangle.
        "TRIANGLES" => Triangles,
        /// Indices of any topology.
        "INDICES" => Indices,
    }
}

string_enum! {
    /// What is done to attributes once they are decoded.
    pub enum Filter {
        /// Nothing.
        "NONE" => None,
        /// Unit vectors are unfolded from an octahedron.
        "OCTAHEDRAL" => Octahedral,
        /// The largest part of a quaternion is worked out of the others.
        "QUATERNION" => Quaternion,
        /// Floats are composed of a mantissa and an exponent.
        "EXPONENTIAL" => Exponential,
        /// Colours are converted from luma and chroma to red, green and blue; only in `KHR_meshopt_compression`.
        "COLOR" => Color,
    }
}

/// What a stream holds: a stride and a filter that its mode allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    mode: Mode,
    filter: Filter,
    stride: usize,
    count: usize,
}

impl Layout {
    /// Checks what both texts ask of mode, filter, stride (in bytes) and count of elements.
    ///
    /// # Errors
    /// They do not fit together.
    pub fn new(mode: Mode, filter: Filter, stride: u64, count: u64) -> Result<Self, MeshoptError> {
        let is_index = matches!(mode, Mode::Triangles | Mode::Indices);
        let fits_mode = if is_index {
            matches!(stride, 2 | 4)
        } else {
            stride.is_multiple_of(4) && (4..=MOST_STRIDE as u64).contains(&stride)
        };
        if !fits_mode {
            return Err(MeshoptError::Stride { mode, stride });
        }
        let fits_filter = match filter {
            Filter::None => true,
            _ if is_index => return Err(MeshoptError::FilterOfIndices { mode, filter }),
            Filter::Octahedral | Filter::Color => matches!(stride, 4 | 8),
            Filter::Quaternion => stride == 8,
            Filter::Exponential => true,
        };
        if !fits_filter {
            return Err(MeshoptError::FilterStride { filter, stride });
        }
        if mode == Mode::Triangles && !count.is_multiple_of(3) {
            return Err(MeshoptError::NotThrees { count });
        }
        let bytes = count.checked_mul(stride).and_then(|bytes| usize::try_from(bytes).ok());
        bytes.ok_or(MeshoptError::TooLarge)?;
        Ok(Self { mode, filter, stride: stride as usize, count: count as usize })
    }

    /// Bytes of all elements, once they are decoded.
    pub fn bytes(&self) -> usize {
        self.count * self.stride
    }
}

/// The elements of a stream, which has nothing before or behind it.
///
/// # Errors
/// The bytes are no such stream, or the memory does not suffice.
pub fn decode(stream: &[u8], layout: Layout) -> Result<Vec<u8>, MeshoptError> {
    match layout.mode {
        Mode::Attributes => {
            let mut elements = attributes::decode(stream, layout)?;
            filter::apply(&mut elements, layout);
            Ok(elements)
        }
        Mode::Triangles => triangles::decode(stream, layout),
        Mode::Indices => indices::decode(stream, layout),
    }
}

/// Room for the elements of a stream whose shortest form is `least` bytes long.
fn reserve(stream: &[u8], layout: Layout, least: Option<usize>) -> Result<Vec<u8>, MeshoptError> {
    if least.is_none_or(|least| stream.len() < least) {
        return Err(MeshoptError::TooShort { found: stream.len(), least });
    }
    let mut elements = Vec::new();
    elements.try_reserve_exact(layout.bytes()).map_err(|_| MeshoptError::OutOfMemory { bytes: layout.bytes() })?;
    Ok(elements)
}

/// Checks the first byte of a stream.
fn check_header(stream: &[u8], known: &[u8]) -> Result<u8, MeshoptError> {
    match stream.first() {
        Some(header) if known.contains(header) => Ok(*header),
        found => Err(MeshoptError::Header { found: found.copied() }),
    }
}

/// Adds an index to elements of two or four bytes; what is beyond two wraps around.
fn push_index(elements: &mut Vec<u8>, index: u32, stride: usize) {
    let bytes = index.to_le_bytes();
    elements.extend_from_slice(bytes.get(..stride).unwrap_or_default());
}
