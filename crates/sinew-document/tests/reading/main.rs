//! What the reader says of files that are not as they should be: an error where there is no document, else a diagnostic with
//! its place, and the rest is read.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod container;
mod folder;
mod refusal;
mod shape;

use std::path::PathBuf;

use sinew_document::{Diagnostics, Document, NoResources};

/// A hand-written file of `fixtures/reading`.
fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/reading").join(name)
}

fn read(bytes: impl Into<Vec<u8>>) -> Document {
    Document::read(bytes, &NoResources).unwrap()
}

/// `severity CODE /pointer` for each finding.
fn findings(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|found| format!("{} {} {}", found.severity, found.code, found.pointer)).collect()
}
