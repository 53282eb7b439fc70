//! Where a path leads when it is written to.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::WriteError;

/// Links in a row that are followed; systems follow forty.
const MOST_LINKS: usize = 40;

/// Where a path leads when it is written to: links are followed, so that they stay links and what they lead to is written.
pub(super) enum WriteTarget {
    /// A regular file.
    Existing(PathBuf, Metadata),
    /// Nothing yet, in a folder that there is.
    New(PathBuf),
    /// A pipe, a device, or what some process holds open (`/dev/stdout`): it is written to as it stands and never replaced.
    Stream,
}

impl WriteTarget {
    /// Where a path leads.
    ///
    /// # Errors
    /// It leads to a folder, into none, or cannot be followed.
    pub(super) fn of(path: &Path) -> Result<Self, WriteError> {
        let followed = follow(path);
        let found = match fs::metadata(path) {
            Ok(found) => found,
            // A part of the way that is a file is no folder, which is told below.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                let real = followed.unwrap_or_else(|| path.to_owned());
                let folder = folder_of(&real);
                return if folder.is_dir() {
                    Ok(Self::New(real))
                } else {
                    Err(WriteError::NoFolder { path: folder.to_owned() })
                };
            }
            Err(source) => return Err(WriteError::Io { path: path.to_owned(), source }),
        };
        match followed {
            _ if found.is_dir() => Err(WriteError::IsFolder { path: path.to_owned() }),
            Some(real) if found.is_file() => Ok(Self::Existing(real, found)),
            _ => Ok(Self::Stream),
        }
    }

    /// The path of the regular file that is written.
    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::Existing(path, _) | Self::New(path) => Some(path),
            Self::Stream => None,
        }
    }
}

/// The folder that a file stands in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The end of a chain of links; none where it is what a process holds open, which may be a file that has another name.
fn follow(path: &Path) -> Option<PathBuf> {
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        if is_held_open(&at) {
            return None;
        }
        match fs::read_link(&at) {
            Ok(next) => at = folder_of(&at).join(next),
            Err(_) => return Some(at),
        }
    }
    Some(at)
}

/// Whether a path is one of `/dev/fd` or `/proc/…/fd`.
fn is_held_open(path: &Path) -> bool {
    let Ok(folder) = folder_of(path).canonicalize() else { return false };
    folder == Path::new("/dev/fd") || (folder.starts_with("/proc") && folder.ends_with("fd"))
}
