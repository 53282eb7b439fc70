//! Accessors give the numbers that the specification says their bytes mean, and say what is wrong where they cannot.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, also in what its tests share")]

mod assets;
mod errors;
mod properties;
mod sparse;
mod values;

use std::collections::BTreeMap;

use sinew_document::{Accessor, AccessorError, AccessorIndex, Document};

/// A document with one buffer of these bytes.
fn document(bytes: &[u8], views: &str, accessors: &str) -> Document {
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "buffers": [{{"uri": "data.bin", "byteLength": {}}}],
            "bufferViews": [{views}], "accessors": [{accessors}]}}"#,
        bytes.len()
    );
    Document::read(text, &BTreeMap::from([("data.bin".to_owned(), bytes.to_vec())])).unwrap()
}

/// A document whose only view is the whole buffer, and whose only accessor has these properties besides the view.
fn packed(bytes: &[u8], properties: &str) -> Document {
    let view = format!(r#"{{"buffer": 0, "byteLength": {}}}"#, bytes.len());
    document(bytes, &view, &format!(r#"{{"bufferView": 0, {properties}}}"#))
}

fn first(document: &Document) -> Accessor<'_> {
    document.accessor(AccessorIndex(0)).unwrap()
}

/// The numbers of all elements, one after another, whatever their shape.
fn read_flat(accessor: &Accessor<'_>) -> Result<Vec<f32>, AccessorError> {
    Ok(match accessor.shape().components() {
        1 => accessor.read_f32::<1>()?.into_flattened(),
        2 => accessor.read_f32::<2>()?.into_flattened(),
        3 => accessor.read_f32::<3>()?.into_flattened(),
        4 => accessor.read_f32::<4>()?.into_flattened(),
        9 => accessor.read_f32::<9>()?.into_flattened(),
        _ => accessor.read_f32::<16>()?.into_flattened(),
    })
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}
