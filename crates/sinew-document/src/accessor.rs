//! Accessors: typed views of the bytes in a file's buffers (glTF 2.0, section 3.6.2).
//!
//! ```
//! use sinew_document::{AccessorIndex, Document, NoResources};
//!
//! let file = br#"{"asset": {"version": "2.0"}, "accessors": [{"componentType": 5126, "type": "VEC3", "count": 1}]}"#;
//! let document = Document::read(file, &NoResources)?;
//! // Without a buffer view, an accessor is zeros.
//! assert_eq!(document.accessor(AccessorIndex(0))?.read_f32::<3>()?, [[0.0; 3]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Document::accessor`] checks the JSON and the ranges once, so the loops that decode have nothing left to check. Memory
//! is allocated only for bytes that the file has.
//!
//! | part | is |
//! |---|---|
//! | `format` | component types, element shapes, and how an element lies in memory |
//! | `resolve` | from the JSON to a checked [`Accessor`] |
//! | `decode` | the loops from bytes to numbers |
//! | `error` | the errors, with the pointer of each |

mod decode;
mod error;
mod format;
mod resolve;

pub use error::{AccessorError, AccessorProblem};
pub use format::{ComponentType, ElementShape};

use decode::Component;
use format::Layout;

use crate::compressed_view;
use crate::document::Document;
use crate::index::{AccessorIndex, BufferViewIndex};

/// An accessor whose bytes have been found and checked, ready to be read.
///
/// Unaligned data is read too, although glTF requires alignment to the component size.
#[derive(Clone, Debug)]
pub struct Accessor<'a> {
    index: AccessorIndex,
    component_type: ComponentType,
    shape: ElementShape,
    normalized: bool,
    count: usize,
    /// The elements in the buffer view; zeros where there is none (glTF 2.0, section 3.6.2.3).
    base: Option<Run<'a>>,
    sparse: Option<Sparse<'a>>,
}

/// Elements at equal distances; the first byte is the first element's, the last byte the last element's.
#[derive(Clone, Copy, Debug)]
struct Run<'a> {
    bytes: &'a [u8],
    /// Bytes from one element to the next, at least those of one element.
    stride: usize,
}

/// Elements that replace those of the buffer view (glTF 2.0, section 3.6.2.3).
#[derive(Clone, Debug)]
struct Sparse<'a> {
    /// Strictly increasing, and each below the accessor's count.
    indices: Vec<u32>,
    /// As many elements as there are indices.
    values: Run<'a>,
}

impl Document {
    /// Resolves an accessor and checks that the file has the bytes of all its elements.
    ///
    /// # Errors
    /// The file has no such accessor, its description is invalid, its bytes are missing, or it would exceed the
    /// document's [`Limits`](crate::Limits).
    pub fn accessor(&self, index: AccessorIndex) -> Result<Accessor<'_>, AccessorError> {
        resolve::resolve(self, index)
    }

    /// Whether a buffer view is compressed. Checks the description of a compressed one and decodes nothing.
    ///
    /// # Errors
    /// The description of the compressed bytes is invalid.
    pub fn check_compression(&self, index: BufferViewIndex) -> Result<bool, AccessorError> {
        Ok(compressed_view::check(self, index)?)
    }
}

impl Accessor<'_> {
    /// Returns the number of elements. A count of 0, which glTF forbids, is an empty accessor.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the type of one component.
    pub fn component_type(&self) -> ComponentType {
        self.component_type
    }

    /// Returns the shape of one element.
    pub fn shape(&self) -> ElementShape {
        self.shape
    }

    /// Whether integers are normalized to fractions of their range. Has no meaning for floats.
    pub fn is_normalized(&self) -> bool {
        self.normalized
    }

    /// Reads all elements as floats, `N` components each; matrices column by column.
    ///
    /// Normalized integers become fractions (glTF 2.0, section 3.11). Other integers keep their value; 32-bit ones above
    /// 2²⁴ become the nearest float.
    ///
    /// # Errors
    /// An element does not have `N` components, a float is not finite, the integers are normalized 32-bit ones, for which
    /// glTF gives no formula, or an allocation fails.
    pub fn read_f32<const N: usize>(&self) -> Result<Vec<[f32; N]>, AccessorError> {
        use ComponentType as C;
        match (self.component_type, self.normalized) {
            (C::F32, _) => {
                let elements = self.gather::<f32, f32, N>(|value| value)?;
                self.check_finite(&elements)?;
                Ok(elements)
            }
            (C::I8, false) => self.gather(|value: i8| value as f32),
            (C::U8, false) => self.gather(|value: u8| value as f32),
            (C::I16, false) => self.gather(|value: i16| value as f32),
            (C::U16, false) => self.gather(|value: u16| value as f32),
            (C::U32, false) => self.gather(|value: u32| value as f32),
            (C::I8, true) => self.gather(decode::normalize_i8),
            (C::U8, true) => self.gather(decode::normalize_u8),
            (C::I16, true) => self.gather(decode::normalize_i16),
            (C::U16, true) => self.gather(decode::normalize_u16),
            (C::U32, true) => Err(self.error("/normalized", AccessorProblem::NormalizedU32)),
        }
    }

    /// Reads all elements of a `SCALAR` accessor, as [`Accessor::read_f32`] converts them.
    ///
    /// # Errors
    /// As for [`Accessor::read_f32`].
    pub fn read_scalars(&self) -> Result<Vec<f32>, AccessorError> {
        Ok(self.read_f32::<1>()?.into_flattened())
    }

    /// Reads all elements of a `SCALAR` accessor of unsigned integers, such as vertex indices.
    ///
    /// # Errors
    /// The accessor is of another shape or component type, or an allocation fails.
    pub fn read_indices(&self) -> Result<Vec<u32>, AccessorError> {
        let elements = match self.component_type {
            ComponentType::U8 => self.gather(|value: u8| u32::from(value)),
            ComponentType::U16 => self.gather(|value: u16| u32::from(value)),
            ComponentType::U32 => self.gather(|value: u32| value),
            found => return Err(self.wrong_component_type("unsigned integers", found)),
        };
        Ok(<Vec<[u32; 1]>>::into_flattened(elements?))
    }

    /// Reads all elements of a `VEC4` accessor of unsigned bytes or shorts, such as `JOINTS_0`.
    ///
    /// # Errors
    /// The accessor is of another shape or component type, or an allocation fails.
    pub fn read_u16x4(&self) -> Result<Vec<[u16; 4]>, AccessorError> {
        match self.component_type {
            ComponentType::U8 => self.gather(|value: u8| u16::from(value)),
            ComponentType::U16 => self.gather(|value: u16| value),
            found => Err(self.wrong_component_type("unsigned bytes or shorts", found)),
        }
    }

    /// Decodes all elements and substitutes the sparse ones. `C` is the accessor's component type.
    fn gather<C: Component, T: Copy + Default, const N: usize>(
        &self,
        convert: impl Fn(C) -> T + Copy,
    ) -> Result<Vec<[T; N]>, AccessorError> {
        if self.shape.components() != N {
            return Err(self.error("/type", AccessorProblem::Shape { expected: N, found: self.shape }));
        }
        let layout = Layout::new(self.component_type, self.shape);
        let out_of_memory = |bytes| self.error("", AccessorProblem::OutOfMemory { bytes });
        let mut elements = match self.base {
            Some(run) => decode::decode(run, self.count, layout, convert),
            None => decode::zeros(self.count),
        }
        .map_err(out_of_memory)?;
        if let Some(sparse) = &self.sparse {
            let values = decode::decode(sparse.values, sparse.indices.len(), layout, convert).map_err(out_of_memory)?;
            for (&index, value) in sparse.indices.iter().zip(values) {
                if let Some(element) = elements.get_mut(index as usize) {
                    *element = value;
                }
            }
        }
        Ok(elements)
    }

    /// glTF 2.0, section 3.6.2.2: infinities and not-a-number must not occur.
    fn check_finite<const N: usize>(&self, elements: &[[f32; N]]) -> Result<(), AccessorError> {
        let numbers = elements.as_flattened();
        // Looking at every number without stopping lets the loop run several at a time.
        if numbers.iter().fold(true, |finite, number| finite & number.is_finite()) {
            return Ok(());
        }
        let position = numbers.iter().position(|number| !number.is_finite()).unwrap_or(0);
        let (element, component) = (position / N.max(1), position % N.max(1));
        Err(self.error("", AccessorProblem::NotFinite { element, component }))
    }

    fn wrong_component_type(&self, expected: &'static str, found: ComponentType) -> AccessorError {
        self.error("/componentType", AccessorProblem::WrongComponentType { expected, found })
    }

    fn error(&self, property: &str, problem: AccessorProblem) -> AccessorError {
        AccessorError { pointer: format!("{}{property}", self.index), problem }
    }
}
