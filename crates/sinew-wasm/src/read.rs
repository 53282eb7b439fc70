//! Files, and the files that they refer to.

use std::collections::BTreeMap;

use serde::Serialize;
#[cfg(feature = "physics")]
use sinew_document::{BufferIndex, BufferSource};
use sinew_document::{Diagnostic, Document, Limits, ReadOptions};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json;

/// The files that a file refers to, by their URI.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct RawResources {
    files: BTreeMap<String, Vec<u8>>,
}

#[wasm_bindgen]
impl RawResources {
    /// An empty list.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    pub fn add(&mut self, uri: String, bytes: Vec<u8>) {
        self.files.insert(uri, bytes);
    }
}

impl RawResources {
    pub(crate) fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }
}

/// Reads a document within the limits of a 32-bit address space.
pub(crate) fn document(bytes: Vec<u8>, resources: &RawResources) -> Result<Document, Fault> {
    const MEBIBYTE: u64 = 1 << 20;
    let limits = Limits {
        file_bytes: 512 * MEBIBYTE,
        buffer_bytes: 512 * MEBIBYTE,
        accessor_bytes: 64 * MEBIBYTE,
        decompressed_bytes: 128 * MEBIBYTE,
        ..Limits::default()
    };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    Ok(Document::read_with(bytes, resources.files(), options)?)
}

/// The resources that the document does not hold: images.
#[cfg(feature = "physics")]
pub(crate) fn not_taken(document: &Document, mut resources: RawResources) -> RawResources {
    for (buffer, _) in document.iter::<BufferIndex>() {
        if let Some(BufferSource::Resource(uri)) = document.buffer_source(buffer) {
            resources.files.remove(uri);
        }
    }
    resources
}

/// A diagnostic, as `index.d.ts` has it.
#[derive(Debug, Serialize)]
struct Finding<'a> {
    code: &'static str,
    severity: &'static str,
    pointer: &'a str,
    message: &'a str,
    node: Option<u32>,
}

/// Diagnostics as JSON.
pub(crate) fn findings<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let list: Vec<Finding<'_>> = diagnostics
        .into_iter()
        .map(|diagnostic| Finding {
            code: diagnostic.code.as_str(),
            severity: diagnostic.severity.as_str(),
            pointer: &diagnostic.pointer,
            message: &diagnostic.message,
            node: node_of(&diagnostic.pointer),
        })
        .collect();
    json::write(&list)
}

/// The node that a pointer is below.
fn node_of(pointer: &str) -> Option<u32> {
    pointer.strip_prefix("/nodes/")?.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_into_a_node_names_it() {
        assert_eq!(node_of("/nodes/12/extensions/KHR_physics_rigid_bodies"), Some(12));
        assert_eq!(node_of("/nodes/3"), Some(3));
        assert!(
            ["", "/nodes", "/nodes/x", "/meshes/1", "/scenes/0/nodes/1"].iter().all(|other| node_of(other).is_none())
        );
    }

    #[cfg(feature = "physics")]
    #[test]
    fn buffers_of_a_document_are_not_kept_twice() {
        let mut resources = RawResources::new();
        resources.add("a.bin".to_owned(), vec![0; 4]);
        resources.add("b.png".to_owned(), vec![1]);
        let file = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"a.bin"}]}"#;
        let document = document(file.into(), &resources).unwrap();
        let left = not_taken(&document, resources);
        assert_eq!(left.files().keys().collect::<Vec<_>>(), ["b.png"]);
    }
}
