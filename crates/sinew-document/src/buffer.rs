//! The bytes of a file's buffers, wherever they come from.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::code::Code;
use crate::core::RawBuffer;
use crate::data_uri;
use crate::diagnostic::Diagnostics;
use crate::extension::meshopt_compression;
use crate::index::BufferIndex;
use crate::json::Value;
use crate::limits::Limits;
use crate::object::FromJson;
use crate::resources::{ResourceError, Resources};

/// A buffer's bytes and where they came from.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The bytes; `None` where none are needed, or where they could not be had, which a diagnostic has told.
    pub bytes: Option<Arc<Vec<u8>>>,
    /// Where the bytes came from.
    pub source: BufferSource,
}

/// Where a buffer's bytes come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferSource {
    /// The binary chunk of the GLB.
    BinaryChunk,
    /// The URI carries the bytes itself.
    DataUri,
    /// A file beside the asset, by its URI.
    Resource(String),
    /// An edit made or extended the buffer, and its bytes are nowhere else yet; writing gives them a place.
    Memory {
        /// The URI of the file that held the bytes before they were extended.
        former_uri: Option<String>,
    },
    /// There are no bytes and none are needed: every buffer view in it is compressed, and has its bytes elsewhere
    /// (`EXT_meshopt_compression` and `KHR_meshopt_compression`, "Fallback buffers").
    Fallback,
    /// The file does not say, or says nonsense.
    Unknown,
}

/// Gathers the bytes of all buffers. One that cannot be had is reported, and the others are still read.
pub(crate) fn load(
    root: Value<'_>,
    binary: Option<Vec<u8>>,
    resources: &dyn Resources,
    limits: &Limits,
    diagnostics: &mut Diagnostics,
) -> Vec<Buffer> {
    let mut loader = Loader {
        binary: binary.map(Arc::new),
        resources,
        loaded: HashMap::new(),
        remaining: limits.buffer_bytes,
        placeholders: Placeholders::new(root),
    };
    let elements = root.get("buffers").into_iter().flat_map(Value::elements);
    let buffers =
        elements.enumerate().map(|(position, value)| loader.load(BufferIndex(position as u32), value, diagnostics));
    let buffers: Vec<Buffer> = buffers.collect();
    if loader.binary.is_some() {
        let message = "no buffer without a `uri` stands first in `buffers`, so the binary chunk is kept and not read";
        diagnostics.report_at(Code::GLB_UNUSED_BINARY_CHUNK, "/buffers", message);
    }
    buffers
}

/// Reports a buffer that has fewer bytes than it declares.
pub(crate) fn report_short(length: usize, declared: u64, about: Value<'_>, diagnostics: &mut Diagnostics) {
    if (length as u64) < declared {
        let message = format!("byteLength is {declared}, and there are only {length} bytes");
        diagnostics.report(Code::BUFFER_TOO_SHORT, about, message);
    }
}

/// The buffers that need no bytes, worked out when the first one without is met.
pub(crate) struct Placeholders<'a> {
    root: Value<'a>,
    known: Option<HashSet<u64>>,
}

impl<'a> Placeholders<'a> {
    pub(crate) fn new(root: Value<'a>) -> Self {
        Self { root, known: None }
    }

    pub(crate) fn contains(&mut self, buffer: BufferIndex) -> bool {
        self.known.get_or_insert_with(|| placeholders(self.root)).contains(&buffer.0.into())
    }
}

/// The buffers that say that they are fallbacks, or that compressed views name, and that nothing takes bytes from.
fn placeholders(root: Value<'_>) -> HashSet<u64> {
    let buffer = |object: Value<'_>| object.get("buffer").and_then(Value::as_u64);
    let list = |key| root.get(key).into_iter().flat_map(Value::elements);
    let tagged = list("buffers").enumerate().filter(|(_, value)| meshopt_compression::is_fallback(*value));
    let mut placeholders: HashSet<u64> = tagged.map(|(index, _)| index as u64).collect();
    let mut needed = HashSet::new();
    for view in list("bufferViews") {
        match meshopt_compression::find(view) {
            Some((_, extension)) => {
                placeholders.extend(buffer(view));
                needed.extend(buffer(extension));
            }
            None => needed.extend(buffer(view)),
        }
    }
    placeholders.retain(|index| !needed.contains(index));
    placeholders
}

struct Loader<'a> {
    /// The binary chunk, until the buffer that it belongs to has taken it.
    binary: Option<Arc<Vec<u8>>>,
    resources: &'a dyn Resources,
    /// Many buffers may name one file, which is then read and held once.
    loaded: HashMap<String, Arc<Vec<u8>>>,
    remaining: u64,
    placeholders: Placeholders<'a>,
}

impl Loader<'_> {
    fn load(&mut self, index: BufferIndex, value: Value<'_>, diagnostics: &mut Diagnostics) -> Buffer {
        let Some(table) = RawBuffer::from_json(value, diagnostics) else {
            return Buffer { bytes: None, source: BufferSource::Unknown };
        };
        let (source, bytes) = match table.uri.as_deref() {
            None if index.0 == 0 && self.binary.is_some() => {
                (BufferSource::BinaryChunk, self.binary.take().ok_or(String::new()))
            }
            None if self.placeholders.contains(index) => return Buffer { bytes: None, source: BufferSource::Fallback },
            None => (BufferSource::Unknown, Err("it has no `uri`, and no binary chunk stands for it".to_owned())),
            Some(uri) if data_uri::is_data_uri(uri) => {
                (BufferSource::DataUri, data_uri::decode(uri).map(Arc::new).map_err(str::to_owned))
            }
            Some(uri) => {
                let bytes = self.load_resource(uri).map_err(|error| format!("`{uri}`: {error}"));
                (BufferSource::Resource(uri.to_owned()), bytes)
            }
        };
        match bytes {
            Err(why) => {
                diagnostics.report(Code::BUFFER_UNAVAILABLE, value, format!("the buffer's bytes cannot be had: {why}"));
                Buffer { bytes: None, source }
            }
            Ok(bytes) => {
                report_short(bytes.len(), table.byte_length, value, diagnostics);
                Buffer { bytes: Some(bytes), source }
            }
        }
    }

    fn load_resource(&mut self, uri: &str) -> Result<Arc<Vec<u8>>, ResourceError> {
        if let Some(bytes) = self.loaded.get(uri) {
            return Ok(bytes.clone());
        }
        let bytes = Arc::new(self.resources.load(uri, self.remaining)?);
        self.remaining = self.remaining.saturating_sub(bytes.len() as u64);
        self.loaded.insert(uri.to_owned(), bytes.clone());
        Ok(bytes)
    }
}
