//! OMI's physics extensions: what files of both revisions become in the model, and what is said of those that are broken.
#![cfg(feature = "physics")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod assets;
mod bodies;
mod dialects;
mod fields;
mod joints;

use sinew::document::{Diagnostics, Document, NoResources};
use sinew::{LowerOptions, Model};

/// The model of a file with these nodes and these extensions of the file as a whole, and `CODE /pointer` for each finding.
fn lower(nodes: &str, extensions: &str) -> (Model, Vec<String>) {
    lower_with(nodes, extensions, "somebody", &LowerOptions::default())
}

fn lower_with(nodes: &str, extensions: &str, generator: &str, options: &LowerOptions) -> (Model, Vec<String>) {
    let text = format!(
        r#"{{"asset": {{"version": "2.0", "generator": "{generator}"}}, "nodes": {nodes}, "extensions": {extensions}}}"#
    );
    let document = Document::read(text, &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document_with(&document, options);
    (model, findings(&diagnostics))
}

/// All but that the file has no scene, which these files leave to the reader.
fn findings(diagnostics: &Diagnostics) -> Vec<String> {
    let reported = diagnostics.iter().filter(|found| found.code.as_str() != "NO_SCENE");
    reported.map(|found| format!("{} {}", found.code, found.pointer)).collect()
}
