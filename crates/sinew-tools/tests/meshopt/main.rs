//! Compressed or quantized files have the same meaning as plain ones.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod draco;
mod kept;
mod quantized;
mod same;
mod wrong;

use std::path::Path;

use sinew::document::{Document, NoResources};
use sinew::validate::{Settings, validate};

/// A file of `fixtures`.
fn open(name: &str) -> Document {
    Document::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)).unwrap()
}

fn read(text: &str) -> Document {
    Document::read(text, &NoResources).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What is found in a document: code and pointer.
fn found(document: &Document) -> Vec<String> {
    let validation = validate(document, &Settings::default());
    validation.findings().iter().map(|finding| format!("{} {}", finding.code, finding.pointer)).collect()
}

/// RFC 4648, section 4, as a data URI.
fn data_uri(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = "data:application/octet-stream;base64,".to_owned();
    for group in bytes.chunks(3) {
        let word = group.iter().enumerate().fold(0, |word, (at, byte)| word | u32::from(*byte) << (16 - 8 * at));
        for digit in 0..4 {
            let is_there = digit <= group.len();
            text.push(if is_there { char::from(DIGITS[(word >> (18 - 6 * digit)) as usize & 63]) } else { '=' });
        }
    }
    text
}
