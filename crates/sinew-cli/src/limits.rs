//! The limits of `--limit`.

use std::path::Path;
use std::sync::OnceLock;

#[cfg(feature = "physics")]
use sinew_document::Checksums;
use sinew_document::{Document, Limits, ReadOptions};

use crate::failure::{Failure, begins_as_fbx};
use crate::inputs;
use crate::stdin::is_stdin;

/// One bound: `joints=1000`, `file=64M`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bound {
    name: &'static str,
    value: u64,
}

/// The names of limits.
const NAMES: &[&str] = &["file", "buffers", "accessor", "decompressed", "depth", "bodies", "colliders", "joints"];

/// Set once, before the first file is read.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Sets the limits of every file that is read from now on.
pub(crate) fn set(bounds: &[Bound]) {
    LIMITS.get_or_init(|| bounds.iter().fold(Limits::default(), with));
}

/// Reads a file within the limits.
pub(crate) fn open(path: &Path) -> Result<Document, Failure> {
    if is_stdin(path) {
        return document(path, inputs::read(path, file_bytes())?);
    }
    inputs::note(path);
    let document = Document::open_with(path, options()).map_err(|error| Failure::unreadable(path, &error))?;
    inputs::note_named_by(path, &document);
    Ok(document)
}

/// Parses the bytes of a file.
pub(crate) fn document(path: &Path, bytes: Vec<u8>) -> Result<Document, Failure> {
    refuse_fbx(path, &bytes)?;
    let document = Document::read_with(bytes, &inputs::folder(path), options());
    let document = document.map_err(|error| Failure::unreadable(path, &error))?;
    inputs::note_named_by(path, &document);
    Ok(document)
}

/// As [`document`], with the checksums of the bytes and of the buffers beside them.
#[cfg(feature = "physics")]
pub(crate) fn document_with_checksums(path: &Path, bytes: Vec<u8>) -> Result<(Document, Checksums), Failure> {
    refuse_fbx(path, &bytes)?;
    let read = Document::read_with_checksums(bytes, &inputs::folder(path), options());
    let (document, sums) = read.map_err(|error| Failure::unreadable(path, &error))?;
    inputs::note_named_by(path, &document);
    Ok((document, sums))
}

/// Standard input cannot be read a second time, to see what it was.
fn refuse_fbx(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if begins_as_fbx(bytes) { Err(Failure::fbx(path)) } else { Ok(()) }
}

/// The maximum size of a file, bytes.
pub(crate) fn file_bytes() -> u64 {
    LIMITS.get().copied().unwrap_or_default().file_bytes
}

fn options() -> ReadOptions {
    ReadOptions { limits: LIMITS.get().copied().unwrap_or_default(), ..ReadOptions::default() }
}

fn with(limits: Limits, bound: &Bound) -> Limits {
    let value = bound.value;
    let count = usize::try_from(value).unwrap_or(usize::MAX);
    match bound.name {
        "file" => Limits { file_bytes: value, ..limits },
        "buffers" => Limits { buffer_bytes: value, ..limits },
        "accessor" => Limits { accessor_bytes: value, ..limits },
        "decompressed" => Limits { decompressed_bytes: value, ..limits },
        "depth" => Limits { json_depth: count, ..limits },
        "bodies" => Limits { bodies: count, ..limits },
        "colliders" => Limits { colliders: count, ..limits },
        "joints" => Limits { joints: count, ..limits },
        _ => limits,
    }
}

/// `NAME=N`, where N may end in k, M or G for powers of 1024.
pub(crate) fn bound(typed: &str) -> Result<Bound, String> {
    let expected = || format!("give a name of {} and a number, such as file=64M or joints=1000", NAMES.join(", "));
    let (name, value) = typed.split_once('=').ok_or_else(expected)?;
    let name = NAMES.iter().find(|known| **known == name).ok_or_else(expected)?;
    Ok(Bound { name, value: count(value).ok_or_else(expected)? })
}

/// A number that may end in k, M or G for powers of 1024.
pub(crate) fn count(typed: &str) -> Option<u64> {
    let digits = typed.trim_end_matches(['k', 'K', 'M', 'G']);
    let unit = match &typed[digits.len()..] {
        "" => Some(1),
        "k" | "K" => Some(1 << 10),
        "M" => Some(1 << 20),
        "G" => Some(1 << 30),
        _ => None,
    };
    digits.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_bounds_something() {
        for name in NAMES {
            let bound = bound(&format!("{name}=7")).unwrap();
            assert_ne!(with(Limits::default(), &bound), Limits::default(), "{name}");
        }
    }

    #[test]
    fn units_are_powers_of_1024() {
        let bytes = |typed: &str| bound(typed).map(|bound| bound.value).ok();
        assert_eq!(
            ["file=3", "file=2k", "file=64M", "file=1G"].map(bytes),
            [3, 2048, 67_108_864, 1_073_741_824].map(Some)
        );
        for wrong in ["file", "file=", "file=-1", "file=1T", "file=1kk", "files=1", "file=99999999999G"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
        }
    }
}
