//! Compressed streams are decoded as the reference implementation decodes them, and damaged ones are reported.
//!
//! `fixtures/meshopt/` is written by the reference implementation (`web/test/meshopt.js`, npm `meshoptimizer` 1.3.0); what it decodes
//! stands beside each stream.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, also in what its tests share")]

mod damage;
mod fallback;
mod streams;
mod views;

use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sinew_document::meshopt::{Filter, Layout, Mode};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/meshopt").join(name)
}

/// A stream and what the reference implementation makes of it.
struct Stream {
    mode: Mode,
    filter: Filter,
    stride: u64,
    count: u64,
    bytes: Vec<u8>,
    /// FNV-1a of 32 bits over the decoded bytes.
    digest: u32,
    /// Where they are few.
    decoded: Option<Vec<u8>>,
}

impl Stream {
    fn from_line(line: &str) -> Self {
        let value: Value = serde_json::from_str(line).unwrap();
        let bytes = |value: &Value| STANDARD.decode(value.as_str().unwrap()).unwrap();
        Self {
            mode: match value["mode"].as_str().unwrap() {
                "ATTRIBUTES" => Mode::Attributes,
                "TRIANGLES" => Mode::Triangles,
                _ => Mode::Indices,
            },
            filter: match value["filter"].as_str().unwrap() {
                "OCTAHEDRAL" => Filter::Octahedral,
                "QUATERNION" => Filter::Quaternion,
                "EXPONENTIAL" => Filter::Exponential,
                "COLOR" => Filter::Color,
                _ => Filter::None,
            },
            stride: value["stride"].as_u64().unwrap(),
            count: value["count"].as_u64().unwrap(),
            bytes: bytes(&value["stream"]),
            digest: value["digest"].as_u64().unwrap() as u32,
            decoded: value.get("decoded").map(bytes),
        }
    }

    fn layout(&self) -> Layout {
        Layout::new(self.mode, self.filter, self.stride, self.count).unwrap()
    }

    fn name(&self) -> String {
        let Self { mode, filter, stride, count, .. } = self;
        format!("{mode:?} {filter:?}, stride {stride}, count {count}, header {:02x}", self.bytes[0])
    }
}

/// The streams of the fixture.
fn streams() -> Vec<Stream> {
    let text = std::fs::read_to_string(fixture("streams.jsonl")).unwrap();
    text.lines().map(Stream::from_line).collect()
}

fn digest(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
