//! What the validator finds, where, and how much of it can be repaired.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod assets;
mod declared;
mod fix;
mod physics;
mod report;
mod suites;
mod unused;

use sinew::document::{Document, NoResources};
use sinew::validate::{Settings, validate};

fn read(text: &str) -> Document {
    Document::read(text, &NoResources).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What is found in a text: the code and the pointer of each finding.
fn found(text: &str) -> Vec<String> {
    let validation = validate(&read(text), &Settings::default());
    validation.findings().iter().map(|finding| format!("{} {}", finding.code, finding.pointer)).collect()
}
