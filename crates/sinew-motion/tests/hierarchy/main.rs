//! The node hierarchy of a file, in any order of its nodes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod arguments;
mod properties;
mod rest;
mod scenes;
mod tree;

use std::path::PathBuf;

use sinew_document::{Diagnostics, Document, NoResources, NodeIndex};
use sinew_model::{Model, NodeId};

/// A hand-written file of `fixtures/hierarchy`.
fn fixture(name: &str) -> (Model, Diagnostics) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/hierarchy");
    Model::open(folder.join(name).with_extension("gltf")).unwrap()
}

/// The model of a text that stands between the braces of a file.
fn model(members: &str) -> (Model, Diagnostics) {
    let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, {members}}}");
    Model::from_document(&Document::read(text, &NoResources).unwrap())
}

/// `severity CODE /pointer` for each finding.
fn findings(diagnostics: &Diagnostics) -> Vec<String> {
    diagnostics.iter().map(|found| format!("{} {} {}", found.severity, found.code, found.pointer)).collect()
}

fn node(model: &Model, index: u32) -> NodeId {
    model.hierarchy().id(NodeIndex(index)).unwrap()
}

/// The file's indices of some nodes.
fn indices(model: &Model, nodes: impl Iterator<Item = NodeId>) -> Vec<u32> {
    nodes.map(|node| model.hierarchy().index(node).0).collect()
}

/// The file's index of each node's parent, by the file's index.
fn parents(model: &Model) -> Vec<Option<u32>> {
    let hierarchy = model.hierarchy();
    let nodes = hierarchy.nodes_in_file_order();
    nodes.map(|node| hierarchy.parent(node).map(|parent| hierarchy.index(parent).0)).collect()
}
