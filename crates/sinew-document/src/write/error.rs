//! The errors of writing.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::edit::EditError;
use crate::resources::ResourceError;

/// The error of a document that cannot be written. No incomplete file is left behind.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The file's extension names no format that can be written.
    Format {
        /// The file.
        path: PathBuf,
    },
    /// The GLB would be larger than the 4 GiB that its header can count.
    TooLarge,
    /// The JSON could not be changed as the format asks.
    Edit(EditError),
    /// There is a file of that name already.
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// There is a file of that name which the caller wants to keep, such as one that is read.
    Kept {
        /// The file.
        path: PathBuf,
    },
    /// There is a folder of that name.
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The folder to write into does not exist.
    NoFolder {
        /// The folder.
        path: PathBuf,
    },
    /// A file beside the main one would be put outside its folder.
    Companion {
        /// The URI as the document writes it.
        uri: String,
        /// What is wrong with it.
        why: ResourceError,
    },
    /// Two different files would have the same path, as when the document refers to a buffer by the name of the output.
    SamePath {
        /// The path.
        path: PathBuf,
    },
    /// The system refused.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { path } => {
                write!(out, "the format of {} is unknown; name it .gltf, .glb, .vrm or .vrma", path.display())
            }
            Self::TooLarge => out.write_str("a GLB cannot be larger than 4 GiB; write a .gltf instead"),
            Self::Edit(error) => error.fmt(out),
            Self::Exists { path } => {
                write!(out, "{} exists; choose another name, or ask to overwrite", path.display())
            }
            Self::Kept { path } => write!(out, "{} is read, and is not replaced; choose another name", path.display()),
            Self::IsFolder { path } => write!(out, "{} is a folder; name a file in it", path.display()),
            Self::NoFolder { path } => write!(out, "folder {} does not exist; create it first", path.display()),
            Self::Companion { uri, why } => write!(out, "cannot put `{uri}` beside the file: {why}"),
            Self::SamePath { path } => {
                write!(
                    out,
                    "the document refers to a file by the name of the output, {}; choose another",
                    path.display()
                )
            }
            Self::Io { path, source } if source.kind() == io::ErrorKind::PermissionDenied => {
                write!(out, "no permission to write {}; choose another folder", path.display())
            }
            Self::Io { path, source } => write!(out, "cannot write {}: {source}", path.display()),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Edit(error) => Some(error),
            Self::Companion { why, .. } => Some(why),
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<EditError> for WriteError {
    fn from(error: EditError) -> Self {
        Self::Edit(error)
    }
}
