//! A glTF file as it is written.

use std::io::{self, Read as _};
use std::path::Path;

use crate::buffer::{self, Buffer, BufferSource};
use crate::code::Code;
use crate::core::Asset;
use crate::decoded_views::DecodedViews;
use crate::diagnostic::Diagnostics;
use crate::error::ReadError;
use crate::glb::{self, Chunk};
use crate::index::{BufferIndex, Index};
use crate::json::{Json, Kind, Value};
use crate::limits::Limits;
use crate::object::FromJson;
use crate::resources::{Folder, Resources};

/// A glTF file as it is written: its JSON, its buffers, and the diagnostics of reading them.
///
/// A document is not changed in place: [`Document::edit`] collects changes and gives a new one.
#[derive(Clone, Debug)]
pub struct Document {
    pub(crate) json: Json,
    pub(crate) buffers: Vec<Buffer>,
    pub(crate) container: Container,
    pub(crate) limits: Limits,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) decoded: DecodedViews,
}

/// What the JSON came in, and what else that held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Container {
    /// A text file (`.gltf`).
    Gltf,
    /// A binary file (`.glb`, `.vrm`, `.vrma`).
    Glb {
        /// Chunks that glTF 2.0 does not define, and a binary chunk that no buffer refers to.
        others: Vec<Chunk>,
    },
}

/// How a file is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// Refuse a file that requires an unsupported extension, as the core specification asks of a renderer. By default such
    /// a file is read and the extension is reported, since Sinew does not render.
    pub strict: bool,
    /// The limits on the file.
    pub limits: Limits,
}

impl Document {
    /// Reads a `.gltf`, `.glb`, `.vrm` or `.vrma`, and its buffers from the same folder.
    ///
    /// # Errors
    /// The file cannot be opened, or is not glTF 2.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Self::open_with(path, ReadOptions::default())
    }

    /// As [`Document::open`], with options.
    ///
    /// # Errors
    /// The file cannot be opened, is not glTF 2, or breaks a limit or the strictness asked for.
    pub fn open_with(path: impl AsRef<Path>, options: ReadOptions) -> Result<Self, ReadError> {
        let path = path.as_ref();
        Self::read_with(Self::read_bytes(path, &options)?, &Folder::of_file(path), options)
    }

    /// The bytes of a file, within the limits.
    pub(crate) fn read_bytes(path: &Path, options: &ReadOptions) -> Result<Vec<u8>, ReadError> {
        let io_error = |source| ReadError::Io { path: path.to_owned(), source };
        let mut file = std::fs::File::open(path).map_err(io_error)?;
        let length = file.metadata().map_err(io_error)?.len();
        check_size(length, &options.limits)?;
        // A pipe or a device has no known length, and may be infinite.
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(usize::try_from(length).unwrap_or(0))
            .map_err(|_| io_error(io::ErrorKind::OutOfMemory.into()))?;
        let most = options.limits.file_bytes.saturating_add(1);
        file.by_ref().take(most).read_to_end(&mut bytes).map_err(io_error)?;
        Ok(bytes)
    }

    /// Reads a file from memory; `resources` gives what is not embedded in it.
    ///
    /// # Errors
    /// The bytes are not glTF 2.
    pub fn read(bytes: impl Into<Vec<u8>>, resources: &dyn Resources) -> Result<Self, ReadError> {
        Self::read_with(bytes, resources, ReadOptions::default())
    }

    /// As [`Document::read`], with options.
    ///
    /// # Errors
    /// The bytes are not glTF 2, or break a limit or the strictness asked for.
    pub fn read_with(
        bytes: impl Into<Vec<u8>>,
        resources: &dyn Resources,
        options: ReadOptions,
    ) -> Result<Self, ReadError> {
        let bytes = bytes.into();
        check_size(bytes.len() as u64, &options.limits)?;
        let mut diagnostics = Diagnostics::new();
        let (text, binary, mut container) = unpack(bytes, &mut diagnostics)?;
        let json = Json::parse(text, options.limits.json_depth)?;
        check_version(json.root(), &mut diagnostics)?;
        check_required_extensions(json.root(), options.strict, &mut diagnostics)?;
        let first_buffer = json.root().get("buffers").and_then(|buffers| buffers.element(0));
        let is_binary_used = first_buffer.is_some_and(|buffer| buffer.get("uri").is_none());
        if let (Some(bytes), false, Container::Glb { others }) = (&binary, is_binary_used, &mut container) {
            others.insert(0, Chunk { kind: glb::BINARY, bytes: bytes.clone() });
        }
        let buffers = buffer::load(json.root(), binary, resources, &options.limits, &mut diagnostics);
        Ok(Self { json, buffers, container, limits: options.limits, diagnostics, decoded: DecodedViews::default() })
    }

    /// The whole JSON.
    pub fn root(&self) -> Value<'_> {
        self.json.root()
    }

    /// The JSON text with its index.
    pub fn json(&self) -> &Json {
        &self.json
    }

    /// Returns how many objects of a kind the file has: `document.count::<NodeIndex>()`. A property that is not an array
    /// counts as empty.
    pub fn count<I: Index>(&self) -> usize {
        self.root().get(I::ARRAY).filter(|list| list.kind() == Kind::Array).map_or(0, Value::len)
    }

    /// The JSON of one object: `document.get(NodeIndex(3))`.
    pub fn get<I: Index>(&self, index: I) -> Option<Value<'_>> {
        self.root().get(I::ARRAY)?.element(index.to_usize())
    }

    /// All objects of a kind with their indices: `for (index, value) in document.iter::<NodeIndex>()`.
    pub fn iter<I: Index>(&self) -> impl Iterator<Item = (I, Value<'_>)> {
        let elements = self.root().get(I::ARRAY).into_iter().flat_map(Value::elements);
        elements.enumerate().map(|(position, value)| (I::from_usize(position), value))
    }

    /// Reads one object into its type: `document.read_object::<core::Node>(NodeIndex(3), &mut diagnostics)`.
    pub fn read_object<'json, T: FromJson<'json>>(
        &'json self,
        index: impl Index,
        diagnostics: &mut Diagnostics,
    ) -> Option<T> {
        T::from_json(self.get(index)?, diagnostics)
    }

    /// The file's `asset`.
    pub fn asset(&self) -> Option<Asset<'_>> {
        Asset::from_json(self.root().get("asset")?, &mut Diagnostics::new())
    }

    /// The data of an extension on the file as a whole.
    pub fn extension(&self, name: &str) -> Option<Value<'_>> {
        self.root().extension(name)
    }

    /// The names in `extensionsUsed`.
    pub fn extensions_used(&self) -> impl Iterator<Item = std::borrow::Cow<'_, str>> {
        names(self.root(), "extensionsUsed")
    }

    /// The names in `extensionsRequired`.
    pub fn extensions_required(&self) -> impl Iterator<Item = std::borrow::Cow<'_, str>> {
        names(self.root(), "extensionsRequired")
    }

    /// Returns the bytes of a buffer; `None` if they are not available.
    pub fn buffer_bytes(&self, index: BufferIndex) -> Option<&[u8]> {
        self.buffers.get(index.to_usize())?.bytes.as_ref().map(|bytes| bytes.as_slice())
    }

    /// Where the bytes of a buffer came from.
    pub fn buffer_source(&self, index: BufferIndex) -> Option<&BufferSource> {
        self.buffers.get(index.to_usize()).map(|buffer| &buffer.source)
    }

    /// What the JSON came in.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// The limits that the file was read with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the diagnostics of reading the file.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }
}

pub(crate) fn check_size(bytes: u64, limits: &Limits) -> Result<(), ReadError> {
    let limit = limits.file_bytes;
    if bytes > limit { Err(ReadError::TooLarge { bytes, limit }) } else { Ok(()) }
}

/// The JSON text, the binary chunk, and the container they came in.
fn unpack(bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> Result<(String, Option<Vec<u8>>, Container), ReadError> {
    let (mut bytes, binary, container) = if bytes.starts_with(glb::MAGIC) {
        let glb = glb::read(bytes, diagnostics).map_err(ReadError::Glb)?;
        (glb.json, glb.binary, Container::Glb { others: glb.others })
    } else {
        (bytes, None, Container::Gltf)
    };
    if let Container::Glb { .. } = container {
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        if end < bytes.len() {
            diagnostics.report_at(Code::GLB_PADDING, "", "the JSON chunk is padded with zeros instead of spaces");
            bytes.truncate(end);
        }
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        diagnostics.report_at(Code::BYTE_ORDER_MARK, "", "the byte order mark before the JSON is ignored");
        bytes.drain(..3);
    }
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(ReadError::NotGltf);
    }
    let text =
        String::from_utf8(bytes).map_err(|error| ReadError::NotUtf8 { offset: error.utf8_error().valid_up_to() })?;
    Ok((text, binary, container))
}

/// glTF 2.0, section 3.2: a reader of 2.0 reads every 2.x, unless `minVersion` says otherwise.
pub(crate) fn check_version(root: Value<'_>, diagnostics: &mut Diagnostics) -> Result<(), ReadError> {
    let asset = root.get("asset").ok_or(ReadError::NoVersion)?;
    let asset = Asset::from_json(asset, diagnostics).ok_or(ReadError::NoVersion)?;
    let needed = asset.min_version.as_deref().unwrap_or(&asset.version);
    let is_readable = match asset.min_version.as_deref() {
        Some(needed) => needed == "2.0",
        None => needed.split('.').next() == Some("2"),
    };
    if is_readable { Ok(()) } else { Err(ReadError::Version { version: needed.to_owned() }) }
}

pub(crate) fn check_required_extensions(
    root: Value<'_>,
    strict: bool,
    diagnostics: &mut Diagnostics,
) -> Result<(), ReadError> {
    let Some(required) = root.get("extensionsRequired") else { return Ok(()) };
    let unknown = required.elements().filter_map(|value| Some((value, value.as_str()?)));
    let unknown: Vec<_> = unknown.filter(|(_, name)| !crate::extension::is_known(name)).collect();
    if strict && !unknown.is_empty() {
        return Err(ReadError::RequiredExtensions(unknown.into_iter().map(|(_, name)| name.into_owned()).collect()));
    }
    for (value, name) in unknown {
        let message = format!("{name} is required and not supported; its data is preserved and has no effect");
        diagnostics.report(Code::UNSUPPORTED_EXTENSION, value, message);
    }
    Ok(())
}

fn names<'a>(root: Value<'a>, key: &str) -> impl Iterator<Item = std::borrow::Cow<'a, str>> {
    root.get(key).into_iter().flat_map(Value::elements).filter_map(Value::as_str)
}
