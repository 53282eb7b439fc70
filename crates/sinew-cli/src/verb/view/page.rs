//! The built page: a folder, or packed inside the program.
//!
//! `web/viewer/pack.js` packs it: for each file the length of its name (u16), the name, whether it is gzipped (u8), its length (u32), its
//! bytes; numbers are little-endian.

use std::path::{Path, PathBuf};

use sinew_document::{Folder, Resources as _};

/// The maximum size of a file, bytes.
const MAX_BYTES: u64 = 4 << 30;

/// Empty where the page was not packed before the program was built.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/page.bin"));

/// The built page.
#[derive(Debug)]
pub(super) enum Page {
    Folder(Folder),
    Packed,
}

/// A file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed<'a> {
    pub(super) name: &'a str,
    pub(super) is_gzipped: bool,
    pub(super) bytes: &'a [u8],
}

/// The body of an answer.
pub(super) struct Found {
    pub(super) path: PathBuf,
    pub(super) is_gzipped: bool,
    pub(super) bytes: Vec<u8>,
}

impl Page {
    /// The page inside the program, if it has one.
    pub(super) fn packed() -> Option<Self> {
        (!PACKED.is_empty()).then_some(Self::Packed)
    }

    pub(super) fn find(&self, uri: &str) -> Option<Found> {
        match self {
            Self::Folder(folder) => {
                let path = folder.resolve(uri).ok()?;
                let bytes = folder.load(uri, MAX_BYTES).ok()?;
                Some(Found { path, is_gzipped: false, bytes })
            }
            Self::Packed => {
                let Packed { name, is_gzipped, bytes } = files().find(|file| file.name == uri && file.is_gzipped)?;
                Some(Found { path: Path::new(name).to_owned(), is_gzipped, bytes: bytes.to_vec() })
            }
        }
    }
}

/// The files inside the program.
pub(super) fn files() -> impl Iterator<Item = Packed<'static>> {
    unpack(PACKED)
}

/// The files of a packed page; those before a fault if it is damaged.
fn unpack(packed: &[u8]) -> impl Iterator<Item = Packed<'_>> {
    let mut rest = packed;
    std::iter::from_fn(move || {
        let (name_length, after) = rest.split_first_chunk()?;
        let (name, after) = after.split_at_checked(usize::from(u16::from_le_bytes(*name_length)))?;
        let (&is_gzipped, after) = after.split_first()?;
        let (length, after) = after.split_first_chunk()?;
        let (bytes, after) = after.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)?;
        rest = after;
        Some(Packed { name: str::from_utf8(name).ok()?, is_gzipped: is_gzipped != 0, bytes })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(files: &[(&str, u8, &[u8])]) -> Vec<u8> {
        let file = |(name, is_gzipped, bytes): &(&str, u8, &[u8])| {
            let (name_length, length) = (name.len() as u16, bytes.len() as u32);
            [&name_length.to_le_bytes()[..], name.as_bytes(), &[*is_gzipped], &length.to_le_bytes(), bytes].concat()
        };
        files.iter().flat_map(file).collect()
    }

    #[test]
    fn files_are_unpacked_and_a_cut_one_is_left_out() {
        let bytes = packed(&[("index.html", 0, b"<p>"), ("assets/a.js", 1, b"xyz"), ("empty", 0, b"")]);
        let whole: Vec<_> = unpack(&bytes).map(|file| (file.name, file.is_gzipped, file.bytes.to_vec())).collect();
        let expected =
            [("index.html", false, b"<p>".to_vec()), ("assets/a.js", true, b"xyz".to_vec()), ("empty", false, vec![])];
        assert_eq!(whole, expected);
        for length in 0..bytes.len() {
            assert!(unpack(&bytes[..length]).count() < 3, "{length}");
        }
    }
}
