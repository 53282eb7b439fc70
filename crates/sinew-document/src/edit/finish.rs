//! From edits to a new document. Nothing is loaded again: bytes are carried over, and what reading would notice about
//! the new JSON is noticed anew.

use std::sync::Arc;

use super::{Edit, EditError, Growth};
use crate::buffer::{self, Buffer, BufferSource, Placeholders};
use crate::code::Code;
use crate::compressed_view::DecodedViews;
use crate::core::RawBuffer;
use crate::data_uri;
use crate::diagnostic::Diagnostics;
use crate::document::{self, Document};
use crate::index::{BufferIndex, Index};
use crate::json::{Json, Value};
use crate::object::FromJson;

impl Edit<'_> {
    /// Builds the new document. The one that was edited stays as it is.
    ///
    /// # Errors
    /// The edits took away what makes the document glTF 2, or made it larger than 4 GiB.
    pub fn finish(mut self) -> Result<Document, EditError> {
        let old = self.document;
        let grown = self.grow()?;
        let text = self.draft.get_mut().finish();
        let json = Json::parse(text, old.limits.json_depth).map_err(EditError::Json)?;
        let mut diagnostics = Diagnostics::new();
        for found in old.diagnostics.iter().filter(|found| is_about_container(found.code)) {
            diagnostics.report_at(found.code, found.pointer.clone(), found.message.clone());
        }
        document::check_version(json.root(), &mut diagnostics).map_err(|_| EditError::NotGltf)?;
        // Without strictness no extension is refused.
        let _ = document::check_required_extensions(json.root(), false, &mut diagnostics);
        let buffers = carry_buffers(old, &json, grown, &mut diagnostics);
        Ok(Document {
            json,
            buffers,
            container: old.container.clone(),
            limits: old.limits,
            diagnostics,
            decoded: DecodedViews::default(),
        })
    }

    /// The text alone, for writing; bytes that were added are not in it.
    pub(crate) fn into_text(mut self) -> String {
        self.draft.get_mut().finish()
    }

    /// Puts the bytes that were added into their buffer, and says so in its JSON.
    fn grow(&mut self) -> Result<Option<(BufferIndex, Buffer)>, EditError> {
        let Some(Growth { buffer: index, base, bytes: added }) = self.growth.take() else { return Ok(None) };
        let old = self.document.buffer_bytes(index).filter(|_| base > 0).unwrap_or_default();
        let mut bytes = Vec::with_capacity(base + added.len());
        bytes.extend_from_slice(old);
        bytes.resize(base, 0);
        bytes.extend_from_slice(&added);
        self.set(&format!("{index}/byteLength"), bytes.len().into())?;
        let source = match self.document.buffer_source(index) {
            Some(BufferSource::BinaryChunk) => BufferSource::BinaryChunk,
            Some(BufferSource::DataUri) => {
                let uri = self.get(&format!("{index}/uri"));
                let mime_type = uri.as_ref().and_then(|uri| uri.as_str()).and_then(data_uri_mime_type);
                let uri = data_uri::encode(mime_type.unwrap_or("application/octet-stream"), &bytes);
                self.set(&format!("{index}/uri"), uri.into())?;
                BufferSource::DataUri
            }
            Some(BufferSource::Resource(uri)) => {
                // The file behind the URI does not hold the new bytes.
                self.remove(&format!("{index}/uri"))?;
                BufferSource::Memory { former_uri: Some(uri.clone()) }
            }
            Some(memory @ BufferSource::Memory { .. }) => memory.clone(),
            Some(BufferSource::Unknown | BufferSource::Fallback) | None => BufferSource::Memory { former_uri: None },
        };
        Ok(Some((index, Buffer { bytes: Some(Arc::new(bytes)), source })))
    }
}

fn data_uri_mime_type(uri: &str) -> Option<&str> {
    let mime_type = uri.split_once(',')?.0.get(5..)?.strip_suffix(";base64")?;
    (!mime_type.is_empty()).then_some(mime_type)
}

fn is_about_container(code: Code) -> bool {
    let codes = [
        Code::BYTE_ORDER_MARK,
        Code::GLB_PADDING,
        Code::GLB_LENGTH_MISMATCH,
        Code::GLB_UNKNOWN_CHUNK,
        Code::GLB_UNUSED_BINARY_CHUNK,
    ];
    codes.contains(&code)
}

fn carry_buffers(
    old: &Document,
    json: &Json,
    mut grown: Option<(BufferIndex, Buffer)>,
    diagnostics: &mut Diagnostics,
) -> Vec<Buffer> {
    let elements = json.root().get("buffers").into_iter().flat_map(Value::elements);
    let mut placeholders = Placeholders::new(json.root());
    let buffers = elements.enumerate().map(|(position, value)| {
        let index = BufferIndex::from_usize(position);
        let table = RawBuffer::from_json(value, diagnostics);
        let mut buffer = match grown.take_if(|(grown, _)| *grown == index) {
            Some((_, buffer)) => buffer,
            None => carry_buffer(old, index, table.as_ref()),
        };
        // Edits can make a buffer one that needs no bytes, or no longer is one.
        if matches!(buffer.source, BufferSource::Fallback | BufferSource::Unknown) && buffer.bytes.is_none() {
            let has_uri = table.as_ref().is_none_or(|table| table.uri.is_some());
            let is_placeholder = !has_uri && placeholders.contains(index);
            buffer.source = if is_placeholder { BufferSource::Fallback } else { BufferSource::Unknown };
        }
        match (&buffer.bytes, table) {
            _ if buffer.source == BufferSource::Fallback => {}
            (Some(bytes), Some(table)) => buffer::report_short(bytes.len(), table.byte_length, value, diagnostics),
            (None, Some(_)) => {
                let message = why_unavailable(old, index, &buffer.source);
                diagnostics.report(Code::BUFFER_UNAVAILABLE, value, message);
            }
            (_, None) => {}
        }
        buffer
    });
    buffers.collect()
}

/// The bytes of a buffer that did not grow: what the same URI meant before.
fn carry_buffer(old: &Document, index: BufferIndex, table: Option<&RawBuffer<'_>>) -> Buffer {
    let uri = table.and_then(|table| table.uri.as_deref());
    let before = old.get(index).and_then(|buffer| buffer.get("uri")).and_then(Value::as_str);
    match (old.buffers.get(index.to_usize()), uri) {
        (Some(buffer), _) if uri == before.as_deref() => buffer.clone(),
        (_, Some(uri)) if data_uri::is_data_uri(uri) => {
            Buffer { bytes: data_uri::decode(uri).ok().map(Arc::new), source: BufferSource::DataUri }
        }
        (_, Some(uri)) => {
            let source = BufferSource::Resource(uri.to_owned());
            let same = old.buffers.iter().find(|buffer| buffer.source == source);
            Buffer { bytes: same.and_then(|buffer| buffer.bytes.clone()), source }
        }
        (_, None) => Buffer { bytes: None, source: BufferSource::Unknown },
    }
}

fn why_unavailable(old: &Document, index: BufferIndex, source: &BufferSource) -> String {
    let pointer = index.to_string();
    let is_this = |code: Code, place: &str| code == Code::BUFFER_UNAVAILABLE && place == pointer;
    let before = old.diagnostics.iter().find(|found| is_this(found.code, &found.pointer));
    let why = match (source, before) {
        (BufferSource::Resource(uri), None) => format!("`{uri}` is new, and an edit loads nothing"),
        (BufferSource::DataUri, None) => "its data URI is malformed".to_owned(),
        (_, Some(found)) if old.buffer_source(index) == Some(source) => return found.message.clone(),
        _ => "nothing holds them".to_owned(),
    };
    format!("the buffer's bytes cannot be had: {why}")
}
