//! Conversions: what is kept, what is reported as lost, what stays untouched.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod assets;
mod broken;
mod constraints;
mod dialects;
mod geometry;
mod hints;
mod losses;
mod meshes;
mod oracle;
#[cfg(feature = "physics")]
mod simulated;
mod springs;
mod walk;

use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew::{LowerOptions, Model};
use sinew_tools::convert::{Converted, Dialect, convert};

const PHYSICS: [Dialect; 5] = [Dialect::Khr, Dialect::Khr2025, Dialect::KhrSeed, Dialect::Omi, Dialect::OmiSeed];

/// A file of nodes, with extensions of the file as a whole.
fn document(nodes: &Value, extensions: &Value) -> Document {
    let mut used: Vec<String> = extensions.as_object().unwrap().keys().cloned().collect();
    for node in nodes.as_array().unwrap() {
        used.extend(node["extensions"].as_object().into_iter().flat_map(|data| data.keys().cloned()));
    }
    used.sort();
    used.dedup();
    let mut file = json!({"asset": {"version": "2.0"}, "nodes": nodes});
    if !used.is_empty() {
        file["extensionsUsed"] = json!(used);
    }
    if !extensions.as_object().unwrap().is_empty() {
        file["extensions"] = extensions.clone();
    }
    Document::read(file.to_string(), &NoResources).unwrap()
}

fn to(document: &Document, dialect: Dialect) -> Converted {
    convert(document, &LowerOptions::default(), dialect).unwrap()
}

fn model(document: &Document) -> Model {
    Model::from_document(document).0
}

/// The result, which must have lost nothing.
#[track_caller]
fn lossless(document: &Document, dialect: Dialect) -> Document {
    let converted = to(document, dialect);
    assert_eq!(losses_of(&converted), [""; 0], "{}", converted.document.json().text());
    converted.document
}

/// The losses as people read them.
fn losses_of(converted: &Converted) -> Vec<String> {
    converted.losses.iter().map(ToString::to_string).collect()
}

/// The value at a JSON pointer of a document.
fn at(document: &Document, pointer: &str) -> Value {
    let whole: Value = serde_json::from_str(document.json().text()).unwrap();
    whole.pointer(pointer).cloned().unwrap_or(Value::Null)
}
