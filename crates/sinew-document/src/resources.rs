//! Where the bytes behind a URI come from. The library opens only files that a [`Resources`] of the caller opens.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

/// Provides the bytes behind the URIs of a file: buffers and images that are not embedded in it.
pub trait Resources {
    /// Returns the bytes behind a URI, as the file writes it. `limit` is the maximum size in bytes.
    ///
    /// # Errors
    /// There is nothing at the URI, it may not be read, or it is larger than `limit`.
    fn load(&self, uri: &str, limit: u64) -> Result<Vec<u8>, ResourceError>;
}

/// The error of a URI whose bytes are not available.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResourceError {
    /// The URI has a scheme (`https:`); nothing is fetched from elsewhere.
    Remote,
    /// The URI leads out of the asset's folder: an absolute path, `..`, or a link that points away.
    OutsideFolder,
    /// The URI is malformed.
    Malformed(&'static str),
    /// The resource is larger than the limit.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// There are no resources here, or none of that name.
    NotFound,
    /// An error of the operating system.
    Io(io::Error),
}

impl fmt::Display for ResourceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remote => {
                out.write_str("it is a URL, and nothing is fetched from elsewhere; put the file beside the asset")
            }
            Self::OutsideFolder => out.write_str("it leads out of the asset's folder; put the file beside the asset"),
            Self::Malformed(why) => write!(out, "it is malformed: {why}"),
            Self::TooLarge { limit } => write!(out, "it has more than the {limit} bytes that the limits leave"),
            Self::NotFound => out.write_str("there is no such file"),
            Self::Io(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for ResourceError {}

/// The files in an asset's folder and below it.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder at a path.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// Returns the folder of a file.
    pub fn of_file(file: &Path) -> Self {
        let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
        Self::new(parent.unwrap_or(Path::new(".")))
    }

    /// Resolves a URI to a path inside the folder.
    ///
    /// # Errors
    /// The URI has a scheme, is absolute, contains `..`, or is not a percent-encoded UTF-8 path.
    pub fn resolve(&self, uri: &str) -> Result<PathBuf, ResourceError> {
        Ok(self.root.join(relative_path(uri)?))
    }
}

/// Resolves a URI to a relative path.
///
/// # Errors
/// The URI has a scheme, is absolute, contains `..`, or is not a percent-encoded UTF-8 path.
pub fn relative_path(uri: &str) -> Result<PathBuf, ResourceError> {
    let decoded = percent_decode(uri)?;
    if has_scheme(uri) {
        // A drive letter (`C:`) looks like a scheme and is refused as well.
        return Err(ResourceError::Remote);
    }
    if decoded.is_empty() {
        return Err(ResourceError::Malformed("it is empty"));
    }
    if decoded.contains('\0') {
        return Err(ResourceError::Malformed("it contains a zero byte"));
    }
    // Exporters on Windows write backslashes; taken as separators everywhere, so that `..\` is caught everywhere.
    let path = PathBuf::from(decoded.replace('\\', "/"));
    let stays_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if stays_below { Ok(path) } else { Err(ResourceError::OutsideFolder) }
}

impl Resources for Folder {
    fn load(&self, uri: &str, limit: u64) -> Result<Vec<u8>, ResourceError> {
        let path = self.resolve(uri)?;
        let file = path.canonicalize().map_err(io_error)?;
        let root = self.root.canonicalize().map_err(io_error)?;
        if !file.starts_with(root) {
            return Err(ResourceError::OutsideFolder);
        }
        // A pipe or a device has no end and no length to check.
        if !file.metadata().map_err(io_error)?.is_file() {
            return Err(ResourceError::Malformed("it is not a regular file"));
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(file).map_err(io_error)?;
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(io_error)?;
        if bytes.len() as u64 > limit { Err(ResourceError::TooLarge { limit }) } else { Ok(bytes) }
    }
}

/// No resources: only embedded data can be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoResources;

impl Resources for NoResources {
    fn load(&self, _: &str, _: u64) -> Result<Vec<u8>, ResourceError> {
        Err(ResourceError::NotFound)
    }
}

/// Files in memory, by their path relative to the asset.
impl Resources for BTreeMap<String, Vec<u8>> {
    fn load(&self, uri: &str, limit: u64) -> Result<Vec<u8>, ResourceError> {
        let bytes = match self.get(uri) {
            Some(bytes) => bytes,
            None => self.get(&*percent_decode(uri)?).ok_or(ResourceError::NotFound)?,
        };
        if bytes.len() as u64 > limit { Err(ResourceError::TooLarge { limit }) } else { Ok(bytes.clone()) }
    }
}

fn io_error(error: io::Error) -> ResourceError {
    if error.kind() == io::ErrorKind::NotFound { ResourceError::NotFound } else { ResourceError::Io(error) }
}

/// RFC 3986, section 3.1: a letter, then letters, digits, `+`, `-`, `.`, then a colon.
pub(crate) fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    })
}

/// RFC 3986, section 2.1. Text that is not encoded passes unchanged, as exporters often forget to encode.
pub(crate) fn percent_decode(uri: &str) -> Result<Cow<'_, str>, ResourceError> {
    if !uri.contains('%') {
        return Ok(Cow::Borrowed(uri));
    }
    let mut decoded = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let hex = |digit: u8| char::from(digit).to_digit(16);
        match (byte, tail) {
            (b'%', [high, low, tail @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                decoded.push((hex(*high).unwrap_or(0) * 16 + hex(*low).unwrap_or(0)) as u8);
                rest = tail;
            }
            _ => {
                decoded.push(byte);
                rest = tail;
            }
        }
    }
    let text = String::from_utf8(decoded).map_err(|_| ResourceError::Malformed("its percent-encoding is not UTF-8"))?;
    Ok(Cow::Owned(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_the_folder_resolve() {
        assert_eq!(relative_path("a/b%20c.bin").unwrap(), Path::new("a/b c.bin"));
        assert_eq!(relative_path("./100%.bin").unwrap(), Path::new("./100%.bin"));
        for uri in ["/etc/passwd", "../x.bin", "a/../../x", "%2e%2e/x", "..\\x", "%2Fetc%2Fpasswd", "a\\..\\..\\x"] {
            assert!(matches!(relative_path(uri), Err(ResourceError::OutsideFolder)), "{uri}");
        }
        for uri in ["https://example.org/x.bin", "file:///etc/passwd", "C:/x.bin", "data:,x"] {
            assert!(matches!(relative_path(uri), Err(ResourceError::Remote)), "{uri}");
        }
        for uri in ["", "a%00b", "%ff%fe"] {
            assert!(matches!(relative_path(uri), Err(ResourceError::Malformed(_))), "{uri}");
        }
    }

    #[test]
    fn memory_answers_for_encoded_and_plain_names() {
        let files = BTreeMap::from([("a b.bin".to_owned(), vec![1, 2, 3])]);
        assert_eq!(files.load("a%20b.bin", 3).unwrap(), [1, 2, 3]);
        assert_eq!(files.load("a b.bin", 3).unwrap(), [1, 2, 3]);
        assert!(matches!(files.load("a b.bin", 2), Err(ResourceError::TooLarge { limit: 2 })));
        assert!(matches!(files.load("c.bin", 9), Err(ResourceError::NotFound)));
    }
}
