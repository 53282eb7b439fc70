//! `EXT_meshopt_compression` (ratified) and `KHR_meshopt_compression` (release candidate, `KhronosGroup/glTF` 77b44be): the
//! same objects on buffer views and buffers. The later text adds a filter and a second version of the attributes' stream.

use crate::index::BufferIndex;
use crate::json::Value;
use crate::meshopt::{Filter, Mode};
use crate::object;

/// The name of the extension.
pub const NAME: &str = "EXT_meshopt_compression";

/// The name of its successor.
pub const KHR_NAME: &str = "KHR_meshopt_compression";

object! {
    /// On a buffer view: where its compressed bytes are, and what is in them.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RawCompressedView {
        /// The buffer with the compressed bytes.
        "buffer" => buffer: BufferIndex,
        /// Bytes before the compressed ones.
        "byteOffset" => byte_offset: u64 = 0,
        /// How many compressed bytes.
        "byteLength" => byte_length: u64,
        /// Bytes of one element, once it is decoded.
        "byteStride" => byte_stride: u64,
        /// How many elements.
        "count" => count: u64,
        /// What the stream is made of.
        "mode" => mode: Mode,
        /// What is done to the elements once they are decoded.
        "filter" => filter: Filter = Filter::None,
    }
}

object! {
    /// On a buffer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RawFallback {
        /// Whether the buffer has nothing but what compressed views hold as well, or would have it if it had bytes.
        "fallback" => fallback: bool = false,
    }
}

/// The extension of a buffer view or a buffer, with its name. Where it has both, which the texts forbid, the later one
/// counts.
pub fn find(object: Value<'_>) -> Option<(&'static str, Value<'_>)> {
    let extensions = object.get("extensions")?;
    [KHR_NAME, NAME].into_iter().find_map(|name| Some((name, extensions.get(name)?)))
}

/// Whether a buffer says that it is there for readers without the extension alone.
pub fn is_fallback(buffer: Value<'_>) -> bool {
    let fallback = find(buffer).and_then(|(_, extension)| extension.get("fallback"));
    fallback.and_then(Value::as_bool) == Some(true)
}
