//! The errors that prevent a file from being read. What does not is a [`Diagnostic`](crate::Diagnostic).

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::json::JsonError;

/// The error of a file that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be opened or read.
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes are neither a GLB nor a JSON object.
    NotGltf,
    /// The file is larger than [`Limits::file_bytes`](crate::Limits::file_bytes).
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The container of a GLB is broken.
    Glb(GlbProblem),
    /// The JSON is not UTF-8.
    NotUtf8 {
        /// Offset of the first bad byte within the JSON.
        offset: usize,
    },
    /// The JSON is malformed.
    Json(JsonError),
    /// There is no `asset.version`, so the JSON is not glTF.
    NoVersion,
    /// The file is of a version that this reader does not read.
    Version {
        /// The version it needs.
        version: String,
    },
    /// [`ReadOptions::strict`](crate::ReadOptions::strict) is set, and the file requires unsupported extensions.
    RequiredExtensions(Vec<String>),
}

/// What is wrong with the container of a GLB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlbProblem {
    /// The file ends inside the header or inside the JSON chunk.
    Truncated,
    /// The header names a version other than 2.
    Version(u32),
    /// The first chunk is not JSON.
    NoJson,
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, source } => write!(out, "cannot read {}: {source}", path.display()),
            Self::NotGltf => out.write_str("not a glTF file: it is neither a GLB nor a JSON object"),
            Self::TooLarge { bytes, limit } => write!(out, "the file has {bytes} bytes; the limit is {limit}"),
            Self::Glb(problem) => write!(out, "not a usable GLB: {problem}"),
            Self::NotUtf8 { offset } => write!(out, "the JSON is not UTF-8 (byte {offset})"),
            Self::Json(error) => write!(out, "not valid JSON: {error}"),
            Self::NoVersion => out.write_str("not a glTF file: /asset/version is missing"),
            Self::Version { version } => {
                write!(out, "/asset requires glTF {version}, and only 2.x is supported; export it as glTF 2.0")
            }
            Self::RequiredExtensions(names) => {
                write!(out, "/extensionsRequired lists unsupported extensions: {}", names.join(", "))
            }
        }
    }
}

impl fmt::Display for GlbProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => out.write_str("it ends before its JSON does (an interrupted download?)"),
            Self::Version(version) => write!(out, "its container version is {version}; must be 2"),
            Self::NoJson => out.write_str("its first chunk is not JSON"),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Json(error) => Some(error),
            _ => None,
        }
    }
}

impl From<JsonError> for ReadError {
    fn from(error: JsonError) -> Self {
        Self::Json(error)
    }
}
