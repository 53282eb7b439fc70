//! What can be wrong with an accessor, and where in the file.

use std::fmt;

use super::{ComponentType, ElementShape};
use crate::code::Code;
use crate::compressed_view::CompressionProblem;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::index::BufferIndex;

/// Why an accessor could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessorError {
    /// The JSON pointer (RFC 6901) of what is wrong: the accessor, its buffer view, or a property of them.
    pub pointer: String,
    /// What is wrong.
    pub problem: AccessorProblem,
}

/// What is wrong with an accessor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AccessorProblem {
    /// An index points behind the end of its array.
    Missing {
        /// The array, such as `bufferViews`.
        array: &'static str,
        /// The index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A property cannot be read, in the words of the reader.
    Property(String),
    /// The component type is not one of glTF's.
    ComponentType(u32),
    /// The type is not one of glTF's; the beginning of what stands there.
    ElementType(String),
    /// The bytes of the buffer could not be had, which a diagnostic on the document has told.
    NoBytes {
        /// The buffer.
        buffer: BufferIndex,
    },
    /// The bytes stand compressed elsewhere, and cannot be had from there.
    Compressed(CompressionProblem),
    /// Elements would overlap, or sparse data are not packed.
    Stride {
        /// The file's stride in bytes.
        stride: u64,
        /// Bytes of one element.
        element: u64,
    },
    /// Offset, stride and count give a size that no file can have.
    Overflow,
    /// Elements lie behind the end of their buffer view.
    BeyondView {
        /// Where the elements end, in bytes from the view's beginning.
        end: u64,
        /// Bytes of the view.
        length: u64,
    },
    /// Elements lie behind the end of the buffer's bytes.
    BeyondBuffer {
        /// Where the elements end, in bytes from the buffer's beginning.
        end: u64,
        /// Bytes that there are.
        length: u64,
    },
    /// An accessor without a buffer view asks for more zeros than allowed.
    Limit {
        /// Bytes that it would take; `None` where that is beyond counting.
        bytes: Option<u64>,
        /// [`Limits::accessor_bytes`](crate::Limits::accessor_bytes).
        limit: u64,
    },
    /// More elements are replaced than there are.
    SparseCount {
        /// Elements to replace.
        sparse: u64,
        /// Elements that there are.
        count: u64,
    },
    /// Sparse indices are not unsigned integers.
    SparseIndexType(u32),
    /// Sparse indices do not strictly increase.
    SparseOrder {
        /// Position in the list of indices.
        position: usize,
        /// The index there.
        index: u32,
        /// The index before it.
        previous: u32,
    },
    /// A sparse index names an element that does not exist.
    SparseIndex {
        /// Position in the list of indices.
        position: usize,
        /// The index there.
        index: u32,
        /// How many elements there are.
        count: u64,
    },
    /// The elements are not of the shape that is needed.
    Shape {
        /// How many numbers are needed for an element.
        expected: usize,
        /// The shape in the file.
        found: ElementShape,
    },
    /// The numbers are not of a type that can be used here.
    WrongComponentType {
        /// What is needed.
        expected: &'static str,
        /// The type in the file.
        found: ComponentType,
    },
    /// glTF 2.0, section 5.1.4, forbids normalized 32-bit integers, and gives no formula for them.
    NormalizedU32,
    /// A float is infinite or not a number.
    NotFinite {
        /// Which element.
        element: usize,
        /// Which of its numbers.
        component: usize,
    },
    /// The memory for the elements could not be had.
    OutOfMemory {
        /// How much was asked for.
        bytes: u128,
    },
}

impl AccessorError {
    /// The error as a finding about the file.
    pub fn into_diagnostic(self) -> Diagnostic {
        let code = self.code();
        Diagnostic { code, severity: code.severity(), message: self.problem.to_string(), pointer: self.full_pointer() }
    }

    /// Notes the error as a finding about the file.
    pub fn report(self, diagnostics: &mut Diagnostics) {
        let (code, message) = (self.code(), self.problem.to_string());
        if code == Code::BUFFER_VIEW_UNREADABLE {
            // It is the same for all accessors over the view.
            diagnostics.report_once_at(code, self.full_pointer(), message);
        } else {
            diagnostics.report_at(code, self.full_pointer(), message);
        }
    }

    /// The rule that is broken.
    fn code(&self) -> Code {
        match self.problem {
            AccessorProblem::Compressed(_) => Code::BUFFER_VIEW_UNREADABLE,
            _ => Code::ACCESSOR_UNREADABLE,
        }
    }

    /// Where in the file it is: for an accessor that is not there the list that lacks it, or the whole file.
    fn full_pointer(self) -> String {
        match self.problem {
            AccessorProblem::Missing { array, index, count } if self.pointer == format!("/{array}/{index}") => {
                if count == 0 { String::new() } else { format!("/{array}") }
            }
            _ => self.pointer,
        }
    }
}

impl fmt::Display for AccessorError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.pointer, self.problem)
    }
}

impl std::error::Error for AccessorError {}

impl fmt::Display for AccessorProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { array, index, count } => {
                write!(out, "there is no entry {index} in `{array}`, which has {count}")
            }
            Self::Property(message) => out.write_str(message),
            Self::ComponentType(code) => {
                write!(out, "{code} is no component type; those are 5120, 5121, 5122, 5123, 5125 and 5126")
            }
            Self::ElementType(found) => {
                write!(out, "{found} is no type; those are SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 and MAT4")
            }
            Self::NoBytes { buffer } => write!(out, "the bytes of {buffer} are not there"),
            Self::Compressed(problem) => problem.fmt(out),
            Self::Stride { stride, element } => {
                write!(out, "a stride of {stride} bytes does not fit elements of {element} bytes")
            }
            Self::Overflow => out.write_str("its offset, stride and count give a size that no file can have"),
            Self::BeyondView { end, length } => {
                write!(out, "its elements end at byte {end} of a buffer view of {length} bytes")
            }
            Self::BeyondBuffer { end, length } => {
                write!(out, "its elements end at byte {end} of a buffer of {length} bytes")
            }
            Self::Limit { bytes: Some(bytes), limit } => {
                write!(out, "it has no buffer view and would take {bytes} bytes of zeros; the limit is {limit}")
            }
            Self::Limit { bytes: None, limit } => {
                write!(out, "it has no buffer view and would take zeros beyond counting; the limit is {limit} bytes")
            }
            Self::SparseCount { sparse, count } => write!(out, "it replaces {sparse} elements of {count}"),
            Self::SparseIndexType(code) => {
                write!(out, "{code} is no component type of sparse indices; those are 5121, 5123 and 5125")
            }
            Self::SparseOrder { position, index, previous } => {
                write!(out, "sparse indices must increase, and number {position} is {index} behind {previous}")
            }
            Self::SparseIndex { position, index, count } => {
                write!(out, "sparse index number {position} is {index}, and there are {count} elements")
            }
            Self::Shape { expected, found } => {
                let (name, numbers) = (found.as_str(), found.components());
                write!(out, "elements of {expected} numbers are needed here, and {name} has {numbers}")
            }
            Self::WrongComponentType { expected, found } => {
                write!(out, "{expected} are needed here, and these are of type {}", found.as_str())
            }
            Self::NormalizedU32 => out.write_str("UNSIGNED_INT cannot be normalized"),
            Self::NotFinite { element, component } => {
                write!(out, "number {component} of element {element} is not finite")
            }
            Self::OutOfMemory { bytes } => write!(out, "there is no memory for its {bytes} bytes"),
        }
    }
}
