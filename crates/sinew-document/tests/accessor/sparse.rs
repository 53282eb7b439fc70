//! Accessors whose elements are partly, or all, written elsewhere (glTF 2.0, section 3.6.2.3).

use sinew_document::{AccessorIndex, AccessorProblem, Document};

use crate::{document, first, floats};

/// Base 10, 20, 30, 40 at 0; sparse indices of one byte at 16; sparse values at 20.
fn sparse(indices: &[u8], values: &[f32], base: bool, count: u64) -> Document {
    let mut bytes = floats(&[10.0, 20.0, 30.0, 40.0]);
    bytes.extend(indices);
    bytes.resize(20, 0);
    bytes.extend(floats(values));
    let views = format!(
        r#"{{"buffer": 0, "byteLength": 16}}, {{"buffer": 0, "byteOffset": 16, "byteLength": {}}},
           {{"buffer": 0, "byteOffset": 20, "byteLength": {}}}"#,
        indices.len(),
        values.len() * 4
    );
    let base = if base { r#""bufferView": 0,"# } else { "" };
    let accessor = format!(
        r#"{{{base} "componentType": 5126, "type": "SCALAR", "count": 4, "sparse": {{"count": {count},
             "indices": {{"bufferView": 1, "componentType": 5121}}, "values": {{"bufferView": 2}}}}}}"#
    );
    document(&bytes, &views, &accessor)
}

fn problem(document: &Document) -> (String, AccessorProblem) {
    let error = document.accessor(AccessorIndex(0)).unwrap_err();
    (error.pointer, error.problem)
}

#[test]
fn sparse_values_replace_those_of_the_view() {
    assert_eq!(first(&sparse(&[1, 3], &[-2.0, -4.0], true, 2)).read_scalars().unwrap(), [10.0, -2.0, 30.0, -4.0]);
}

#[test]
fn without_a_view_the_rest_is_zero() {
    assert_eq!(first(&sparse(&[0, 2], &[1.0, 3.0], false, 2)).read_scalars().unwrap(), [1.0, 0.0, 3.0, 0.0]);
}

#[test]
fn without_a_view_and_without_sparse_all_is_zero() {
    let document = document(&[], "", r#"{"componentType": 5121, "type": "VEC4", "count": 2}"#);
    assert_eq!(first(&document).read_f32::<4>().unwrap(), [[0.0; 4]; 2]);
    assert_eq!(first(&document).read_u16x4().unwrap(), [[0; 4]; 2]);
}

#[test]
fn a_value_that_is_replaced_need_not_be_finite() {
    let mut bytes = floats(&[1.0, f32::NAN, 2.0]);
    bytes.extend([1, 0, 0, 0]);
    let views = r#"{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 12, "byteLength": 4},
        {"buffer": 0, "byteOffset": 8, "byteLength": 4}"#;
    let accessor = r#"{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2, "sparse": {"count": 1,
        "indices": {"bufferView": 1, "componentType": 5125}, "values": {"bufferView": 2}}}"#;
    assert_eq!(first(&document(&bytes, views, accessor)).read_scalars().unwrap(), [1.0, 2.0]);
}

#[test]
fn sparse_indices_must_increase() {
    let order = |index, previous| AccessorProblem::SparseOrder { position: 1, index, previous };
    let at = "/accessors/0/sparse/indices".to_owned();
    assert_eq!(problem(&sparse(&[2, 1], &[0.0; 2], true, 2)), (at.clone(), order(1, 2)));
    assert_eq!(problem(&sparse(&[2, 2], &[0.0; 2], true, 2)), (at, order(2, 2)));
}

#[test]
fn sparse_indices_must_name_elements() {
    let expected = AccessorProblem::SparseIndex { position: 1, index: 4, count: 4 };
    assert_eq!(problem(&sparse(&[0, 4], &[0.0; 2], false, 2)), ("/accessors/0/sparse/indices".to_owned(), expected));
}

#[test]
fn sparse_parts_must_be_there() {
    let expected = AccessorProblem::BeyondView { end: 2, length: 1 };
    assert_eq!(problem(&sparse(&[0], &[0.0; 2], true, 2)), ("/accessors/0/sparse/indices".to_owned(), expected));
    let expected = AccessorProblem::BeyondView { end: 8, length: 4 };
    assert_eq!(problem(&sparse(&[0, 1], &[0.0], true, 2)), ("/accessors/0/sparse/values".to_owned(), expected));
    let expected = AccessorProblem::SparseCount { sparse: 5, count: 4 };
    assert_eq!(problem(&sparse(&[0], &[0.0], true, 5)), ("/accessors/0/sparse/count".to_owned(), expected));
}

#[test]
fn sparse_indices_are_unsigned_and_packed() {
    let read = |component_type: u32, stride: &str| {
        let accessor = format!(
            r#"{{"componentType": 5121, "type": "SCALAR", "count": 4, "sparse": {{"count": 2,
                 "indices": {{"bufferView": 0, "componentType": {component_type}}}, "values": {{"bufferView": 0}}}}}}"#
        );
        let document = document(&[0, 0, 1, 0], &format!(r#"{{"buffer": 0, "byteLength": 4 {stride}}}"#), &accessor);
        document.accessor(AccessorIndex(0)).map(|accessor| accessor.read_indices().unwrap()).map_err(|e| e.pointer)
    };
    // The indices are the shorts 0 and 1, the values the bytes 0 and 0.
    assert_eq!(read(5123, "").unwrap(), [0; 4]);
    assert_eq!(read(5120, "").unwrap_err(), "/accessors/0/sparse/indices/componentType");
    assert_eq!(read(5126, "").unwrap_err(), "/accessors/0/sparse/indices/componentType");
    assert_eq!(read(5123, r#", "byteStride": 4"#).unwrap_err(), "/bufferViews/0/byteStride");
}
