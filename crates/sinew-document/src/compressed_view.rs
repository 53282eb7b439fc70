//! Buffer views whose bytes stand compressed elsewhere (`EXT_meshopt_compression`, `KHR_meshopt_compression`).
//!
//! A view is decoded when the first accessor over it is read, and then cached for the lifetime of the document.

use crate::code::Code;
use crate::compression_error::{CompressionError, CompressionProblem};
use crate::core::RawBufferView;
use crate::decoded_views::Decoded;
use crate::diagnostic::{Diagnostics, Severity};
use crate::document::Document;
use crate::extension::meshopt_compression::{self, RawCompressedView};
use crate::index::{BufferViewIndex, Index};
use crate::json::Value;
use crate::meshopt::{self, Layout};
use crate::object::FromJson;

/// Whether a buffer view is compressed. Checks the description of a compressed one and decodes nothing.
///
/// # Errors
/// The description of the compressed bytes is invalid.
pub(crate) fn check(document: &Document, index: BufferViewIndex) -> Result<bool, CompressionError> {
    let Some(value) = document.get(index) else { return Ok(false) };
    let Some((name, extension)) = meshopt_compression::find(value) else { return Ok(false) };
    let byte = |key| value.get(key).and_then(Value::as_u64);
    let view = View { index, name, extension, length: byte("byteLength"), stride: byte("byteStride") };
    view.find(document).map(|_| true)
}

/// The decoded bytes of a buffer view; `None` where it is not compressed.
pub(crate) fn bytes<'a>(
    document: &'a Document,
    index: BufferViewIndex,
    table: &RawBufferView<'a>,
) -> Option<Result<&'a [u8], CompressionError>> {
    // Nearly all buffer views have no extensions at all.
    table.extensions?;
    let (name, extension) = meshopt_compression::find(document.get(index)?)?;
    let view = View { index, name, extension, length: Some(table.byte_length), stride: table.byte_stride };
    document.decoded.get_or_decode(index.to_usize(), document.count::<BufferViewIndex>(), || view.decode(document))
}

/// A buffer view that is compressed.
struct View<'a> {
    index: BufferViewIndex,
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
    fn find<'d>(&self, document: &'d Document) -> Result<(&'d [u8], Layout), CompressionError> {
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

    /// An invalid property is an error here: its default would decode other bytes.
    fn table(&self) -> Result<RawCompressedView, CompressionError> {
        let mut findings = Diagnostics::new();
        let table = RawCompressedView::from_json(self.extension, &mut findings);
        let is_grave = |code: Code| code.severity() == Severity::Error || code == Code::VALUE_NOT_IN_LIST;
        match (findings.into_iter().find(|finding| is_grave(finding.code)), table) {
            (None, Some(table)) => Ok(table),
            (Some(fault), _) => {
                Err(CompressionError { pointer: fault.pointer, problem: CompressionProblem::Property(fault.message) })
            }
            (None, None) => {
                Err(self.error("", CompressionProblem::Property("the extension cannot be read".to_owned())))
            }
        }
    }

    fn error(&self, property: &str, problem: CompressionProblem) -> CompressionError {
        let pointer = format!("{}/extensions/{}{property}", self.index, self.name);
        CompressionError { pointer, problem }
    }
}
