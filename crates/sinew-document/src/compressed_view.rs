//! Buffer views whose bytes stand compressed elsewhere (`EXT_meshopt_compression`, `KHR_meshopt_compression`).
//!
//! A view is decoded when the first accessor over it is read, and then kept as long as the document.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::accessor::{AccessorError, AccessorProblem};
use crate::core::RawBufferView;
use crate::diagnostic::{Diagnostics, Severity};
use crate::document::Document;
use crate::extension::meshopt_compression::{self, RawCompressedView};
use crate::index::{BufferIndex, BufferViewIndex, Index};
use crate::json::Value;
use crate::limits::Limits;
use crate::meshopt::{self, Layout, MeshoptError};
use crate::object::FromJson;

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

/// The compressed views that have been read, shared by all clones of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct DecodedViews(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// One for each buffer view, once there is one to decode.
    views: OnceLock<Box<[OnceLock<Decoded>]>>,
    /// Bytes that views have become.
    taken: AtomicU64,
}

type Decoded = Result<Box<[u8]>, AccessorError>;

impl DecodedViews {
    /// Takes room for a view, where the limits leave it.
    fn take(&self, bytes: u64, limits: &Limits) -> Result<(), CompressionProblem> {
        let limit = limits.decompressed_bytes;
        let within = |taken: u64| taken.checked_add(bytes).filter(|sum| *sum <= limit);
        let outcome = self.0.taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, within);
        outcome.map(drop).map_err(|_| CompressionProblem::Limit { bytes, limit })
    }
}

impl Document {
    /// Whether a buffer view is compressed and, where it is, whether its description is in order. Nothing is decoded.
    ///
    /// # Errors
    /// The buffer view says that it is compressed, and how is not in order.
    pub fn check_compression(&self, index: BufferViewIndex) -> Result<bool, AccessorError> {
        let Some(value) = self.get(index) else { return Ok(false) };
        let Some((name, extension)) = meshopt_compression::find(value) else { return Ok(false) };
        let byte = |key| value.get(key).and_then(Value::as_u64);
        let view = View { place: index, name, extension, length: byte("byteLength"), stride: byte("byteStride") };
        view.find(self).map(|_| true)
    }
}

/// The decoded bytes of a buffer view; `None` where it is not compressed.
pub(crate) fn bytes<'a>(
    document: &'a Document,
    index: BufferViewIndex,
    table: &RawBufferView<'a>,
) -> Option<Result<&'a [u8], AccessorError>> {
    // Nearly all buffer views have no extensions at all.
    table.extensions?;
    let (name, extension) = meshopt_compression::find(document.get(index)?)?;
    let view = View { place: index, name, extension, length: Some(table.byte_length), stride: table.byte_stride };
    let slots = document.decoded.0.views.get_or_init(|| {
        let count = document.count::<BufferViewIndex>();
        std::iter::repeat_with(OnceLock::new).take(count).collect()
    });
    let decoded = slots.get(index.to_usize())?.get_or_init(|| view.decode(document));
    Some(decoded.as_deref().map_err(Clone::clone))
}

/// A buffer view that is compressed.
struct View<'a> {
    place: BufferViewIndex,
    name: &'static str,
    extension: Value<'a>,
    length: Option<u64>,
    stride: Option<u64>,
}

impl View<'_> {
    fn decode(&self, document: &Document) -> Decoded {
        let (stream, layout) = self.find(document)?;
        let of_stream = |error| self.error("", CompressionProblem::Stream(error));
        document.decoded.take(layout.bytes() as u64, document.limits()).map_err(|problem| self.error("", problem))?;
        meshopt::decode(stream, layout).map(Vec::into_boxed_slice).map_err(of_stream)
    }

    /// The stream and what is in it, once its description is in order.
    fn find<'d>(&self, document: &'d Document) -> Result<(&'d [u8], Layout), AccessorError> {
        let table = self.table()?;
        let here = |problem| self.error("", problem);
        let layout = Layout::new(table.mode, table.filter, table.byte_stride, table.count)
            .map_err(|error| here(CompressionProblem::Stream(error)))?;
        let elements = layout.bytes() as u64;
        if let Some(view) = self.length.filter(|view| *view != elements) {
            return Err(here(CompressionProblem::Length { view, elements }));
        }
        // The later text has no such rule: there the view alone says where accessors find elements.
        let is_bound = self.name == meshopt_compression::NAME;
        if let Some(view) = self.stride.filter(|view| is_bound && *view != table.byte_stride) {
            return Err(self.error("/byteStride", CompressionProblem::Stride { view, elements: table.byte_stride }));
        }
        let buffer = table.buffer;
        if buffer.to_usize() >= document.buffers.len() {
            return Err(self.error("/buffer", CompressionProblem::NoBuffer(buffer)));
        }
        let bytes = document.buffer_bytes(buffer).ok_or_else(|| here(CompressionProblem::NoBytes(buffer)))?;
        let length = bytes.len() as u64;
        let end = table.byte_offset.checked_add(table.byte_length);
        let stream =
            end.filter(|end| *end <= length).and_then(|end| bytes.get(table.byte_offset as usize..end as usize));
        let stream = stream.ok_or_else(|| here(CompressionProblem::BeyondBuffer { end, length }))?;
        Ok((stream, layout))
    }

    /// Here a bad property is not as good as an absent one, whose default would make other bytes of the stream.
    fn table(&self) -> Result<RawCompressedView, AccessorError> {
        let mut findings = Diagnostics::new();
        let table = RawCompressedView::from_json(self.extension, &mut findings);
        let is_grave = |code: crate::Code| code.severity() == Severity::Error || code == crate::Code::VALUE_NOT_IN_LIST;
        match (findings.into_iter().find(|finding| is_grave(finding.code)), table) {
            (None, Some(table)) => Ok(table),
            (Some(fault), _) => {
                let problem = AccessorProblem::Compressed(CompressionProblem::Property(fault.message));
                Err(AccessorError { pointer: fault.pointer, problem })
            }
            (None, None) => Err(self.error("", CompressionProblem::Property("it cannot be read".to_owned()))),
        }
    }

    fn error(&self, property: &str, problem: CompressionProblem) -> AccessorError {
        let pointer = format!("{}/extensions/{}{property}", self.place, self.name);
        AccessorError { pointer, problem: AccessorProblem::Compressed(problem) }
    }
}
