//! Imported robots: what is in the result, how it moves, what is listed as lost, and what hostile files give.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod contents;
mod hostile;
mod motion;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sinew_document::Folder;
use sinew_import::{ImportError, ImportOptions, Imported, import};

/// The folder of the fixtures.
fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/import")
}

/// A fixture, imported.
fn fixture(name: &str) -> Imported {
    let bytes = std::fs::read(fixtures().join(name)).unwrap();
    import(&bytes, name, &Folder::new(fixtures()), &ImportOptions::default()).unwrap()
}

/// A text, imported with files in memory.
fn text_with(text: &str, files: &[(&str, &[u8])]) -> Result<Imported, ImportError> {
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
    import(text.as_bytes(), "model.xml", &files, &ImportOptions::default())
}

/// A text, imported.
fn text(text: &str) -> Result<Imported, ImportError> {
    text_with(text, &[])
}

/// The JSON of the result.
fn json(imported: &Imported) -> Value {
    serde_json::from_str(imported.document.json().text()).unwrap()
}

/// A node of the result by its name.
fn node<'a>(json: &'a Value, name: &str) -> &'a Value {
    let nodes = json["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["name"] == name).unwrap_or_else(|| panic!("no node {name}"))
}

/// What a node has of the extension.
fn physics<'a>(json: &'a Value, name: &str) -> &'a Value {
    &node(json, name)["extensions"]["KHR_physics_rigid_bodies"]
}

/// The description of a joint by its name.
fn joint<'a>(json: &'a Value, name: &str) -> &'a Value {
    let joints = json["extensions"]["KHR_physics_rigid_bodies"]["physicsJoints"].as_array().unwrap();
    joints.iter().find(|joint| joint["name"] == name).unwrap_or_else(|| panic!("no joint {name}"))
}

/// The losses as `line property`.
fn lost(imported: &Imported) -> Vec<String> {
    imported.losses.iter().map(|loss| format!("{} {}", loss.line, loss.property)).collect()
}
