//! Checksums: the SHA-256 of a file's bytes, and of the files that its buffers are read from.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::document::{Document, ReadOptions, check_size};
use crate::error::ReadError;
use crate::resources::{Folder, ResourceError, Resources};

/// A SHA-256 (FIPS 180-4), shown in 64 hexadecimal digits as `sha256sum` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Checksum([u8; 32]);

impl Checksum {
    /// Returns the checksum of bytes.
    ///
    /// ```
    /// let sum = sinew_document::Checksum::of(b"abc");
    /// assert_eq!(sum.to_string(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    /// ```
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
    }
}

/// The checksums of a file and of those beside it that its buffers are read from. Two files with the same checksums are read
/// as the same document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checksums {
    /// Of the file's own bytes, with all that is embedded in it.
    pub file: Checksum,
    /// Of each file beside it, by its URI; `None` where it is not available.
    pub buffers: BTreeMap<String, Option<Checksum>>,
}

impl Document {
    /// As [`Document::open_with`], with the checksums of the bytes that are read.
    ///
    /// # Errors
    /// As [`Document::open_with`].
    pub fn open_with_checksums(path: impl AsRef<Path>, options: ReadOptions) -> Result<(Self, Checksums), ReadError> {
        let path = path.as_ref();
        Self::read_with_checksums(Self::read_bytes(path, &options)?, &Folder::of_file(path), options)
    }

    /// As [`Document::read_with`], with the checksums of the bytes that are read.
    ///
    /// # Errors
    /// As [`Document::read_with`].
    pub fn read_with_checksums(
        bytes: impl Into<Vec<u8>>,
        resources: &dyn Resources,
        options: ReadOptions,
    ) -> Result<(Self, Checksums), ReadError> {
        let bytes = bytes.into();
        check_size(bytes.len() as u64, &options.limits)?;
        let file = Checksum::of(&bytes);
        let summed = Summed { resources, buffers: RefCell::default() };
        let document = Self::read_with(bytes, &summed, options)?;
        Ok((document, Checksums { file, buffers: summed.buffers.into_inner() }))
    }
}

/// Resources that keep the checksums of what they give.
struct Summed<'a> {
    resources: &'a dyn Resources,
    buffers: RefCell<BTreeMap<String, Option<Checksum>>>,
}

impl Resources for Summed<'_> {
    fn load(&self, uri: &str, limit: u64) -> Result<Vec<u8>, ResourceError> {
        let loaded = self.resources.load(uri, limit);
        let checksum = loaded.as_ref().ok().map(|bytes| Checksum::of(bytes));
        self.buffers.borrow_mut().insert(uri.to_owned(), checksum);
        loaded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::NoResources;

    const FILE: &str = r#"{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 3, "uri": "a%20b.bin"},
        {"byteLength": 1, "uri": "gone.bin"}, {"byteLength": 3, "uri": "data:application/octet-stream;base64,YWJj"}]}"#;

    /// FIPS 180-4's examples, as NIST publishes them.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    #[test]
    fn it_is_sha_256() {
        assert_eq!(Checksum::of(b"abc").to_string(), ABC);
        assert_eq!(Checksum::of(b"").to_string(), EMPTY);
    }

    #[test]
    fn a_file_has_the_checksums_of_its_bytes_and_of_each_file_beside_it() {
        let files = BTreeMap::from([("a b.bin".to_owned(), b"abc".to_vec())]);
        let (document, sums) = Document::read_with_checksums(FILE, &files, ReadOptions::default()).unwrap();
        assert_eq!(document.buffer_bytes(crate::BufferIndex(0)), Some(&b"abc"[..]));
        assert_eq!(sums.file, Checksum::of(FILE.as_bytes()));
        let buffers: Vec<_> =
            sums.buffers.iter().map(|(uri, sum)| (uri.as_str(), sum.map(|sum| sum.to_string()))).collect();
        assert_eq!(buffers, [("a%20b.bin", Some(ABC.to_owned())), ("gone.bin", None)]);
    }

    #[test]
    fn a_byte_more_anywhere_is_another_file() {
        let files = |bytes: &[u8]| BTreeMap::from([("a b.bin".to_owned(), bytes.to_vec())]);
        let sums = |text: &str, bytes: &[u8]| {
            Document::read_with_checksums(text, &files(bytes), ReadOptions::default()).unwrap().1
        };
        let first = sums(FILE, b"abc");
        assert_eq!(sums(FILE, b"abc"), first);
        let changed = sums(FILE, b"abd");
        assert!(changed.file == first.file && changed.buffers != first.buffers);
        let longer = sums(&format!("{FILE} "), b"abc");
        assert!(longer.file != first.file && longer.buffers == first.buffers);
    }

    #[test]
    fn what_cannot_be_read_has_no_checksums() {
        assert!(Document::read_with_checksums("{", &NoResources, ReadOptions::default()).is_err());
        assert!(Document::open_with_checksums("no such file.gltf", ReadOptions::default()).is_err());
    }
}
