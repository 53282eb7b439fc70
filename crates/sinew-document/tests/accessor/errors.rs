//! Every way in which an accessor can be wrong has its own error, at its place.

use std::collections::BTreeMap;

use sinew_document::{
    AccessorError, AccessorIndex, AccessorProblem as Problem, BufferIndex, Code, ComponentType, Diagnostics, Document,
    ElementShape, Limits, ReadOptions,
};

use crate::{document, first, floats, packed};

const VIEW: &str = r#"{"buffer": 0, "byteLength": 8}"#;

fn refusal(views: &str, accessor: &str) -> (String, Problem) {
    let document = document(&[0; 8], views, accessor);
    let AccessorError { pointer, problem } = document.accessor(AccessorIndex(0)).unwrap_err();
    (pointer, problem)
}

fn assert_refused(views: &str, accessor: &str, pointer: &str, problem: &Problem) {
    let found = refusal(views, accessor);
    assert_eq!((found.0.as_str(), &found.1), (pointer, problem), "{accessor}");
}

#[test]
fn unresolved_indices_are_reported_at_their_referrer() {
    let missing = |array, index, count| Problem::Missing { array, index, count };
    let nothing = document(&[], "", "");
    let error = nothing.accessor(AccessorIndex(3)).unwrap_err();
    assert_eq!(error.to_string(), "/accessors/3: there is no entry 3 in `accessors`, which has 0");
    // A finding points at what is there: the whole file, or the list that has no such entry.
    assert_eq!(error.into_diagnostic().pointer, "");
    let one = document(&[], "", r#"{"componentType": 5121, "type": "SCALAR", "count": 1}"#);
    assert_eq!(one.accessor(AccessorIndex(3)).unwrap_err().into_diagnostic().pointer, "/accessors");
    let accessor = r#"{"bufferView": 4, "componentType": 5121, "type": "SCALAR", "count": 1}"#;
    assert_refused(VIEW, accessor, "/accessors/0/bufferView", &missing("bufferViews", 4, 1));
    let accessor = r#"{"bufferView": 0, "componentType": 5121, "type": "SCALAR", "count": 1}"#;
    assert_refused(r#"{"buffer": 1, "byteLength": 8}"#, accessor, "/bufferViews/0/buffer", &missing("buffers", 1, 1));
}

#[test]
fn unknown_types_are_refused() {
    let accessor = r#"{"bufferView": 0, "componentType": 5124, "type": "SCALAR", "count": 1}"#;
    assert_refused(VIEW, accessor, "/accessors/0/componentType", &Problem::ComponentType(5124));
    let accessor = r#"{"bufferView": 0, "componentType": 5121, "type": "VEC5", "count": 1}"#;
    assert_refused(VIEW, accessor, "/accessors/0/type", &Problem::ElementType("\"VEC5\"".to_owned()));
}

#[test]
fn a_property_that_cannot_be_read_is_not_taken_as_absent() {
    let rest = r#""componentType": 5121, "type": "SCALAR""#;
    for (accessor, pointer) in [
        (format!(r#"{{"bufferView": -1, "count": 1, {rest}}}"#), "/accessors/0/bufferView"),
        (format!(r#"{{"bufferView": 0, "byteOffset": "4", "count": 1, {rest}}}"#), "/accessors/0/byteOffset"),
        (format!(r#"{{"bufferView": 0, "count": 1.5, {rest}}}"#), "/accessors/0/count"),
        (format!(r#"{{"bufferView": 0, "count": 1, "sparse": [], {rest}}}"#), "/accessors/0/sparse"),
        (format!(r#"{{"bufferView": 0, "count": 1, "sparse": {{"count": 0}}, {rest}}}"#), "/accessors/0/sparse"),
        (format!(r#"{{"bufferView": 0, {rest}}}"#), "/accessors/0"),
        ("5".to_owned(), "/accessors/0"),
    ] {
        let (found, problem) = refusal(VIEW, &accessor);
        assert_eq!(found, pointer, "{accessor}");
        assert!(matches!(problem, Problem::Property(_)), "{problem:?}");
    }
    let accessor = format!(r#"{{"bufferView": 0, "count": 1, {rest}}}"#);
    let (found, _) = refusal(r#"{"buffer": 0, "byteLength": 8, "byteStride": null}"#, &accessor);
    assert_eq!(found, "/bufferViews/0/byteStride");
}

#[test]
fn a_bad_name_does_not_keep_the_numbers_from_being_read() {
    let document = packed(&[7], r#""name": 5, "other": 1, "componentType": 5121, "type": "SCALAR", "count": 1"#);
    assert_eq!(first(&document).read_indices().unwrap(), [7]);
}

#[test]
fn a_fault_behind_thousands_of_unknown_properties_is_still_a_fault() {
    let unknown = "\"x\": 0,".repeat(Diagnostics::LIMIT);
    let accessor = format!(r#"{{{unknown} "bufferView": "0", "componentType": 5121, "type": "SCALAR", "count": 1}}"#);
    assert!(matches!(refusal(VIEW, &accessor).1, Problem::Property(_)));
}

#[test]
fn elements_must_fit_their_view_and_their_buffer() {
    let accessor = r#"{"bufferView": 0, "byteOffset": 1, "componentType": 5126, "type": "VEC2", "count": 1}"#;
    assert_refused(VIEW, accessor, "/accessors/0", &Problem::BeyondView { end: 9, length: 8 });
    // 4 bytes into a buffer of 8, a view claims 100: 4 + 1 + 8 = 13.
    let view = r#"{"buffer": 0, "byteOffset": 4, "byteLength": 100}"#;
    assert_refused(view, accessor, "/accessors/0", &Problem::BeyondBuffer { end: 13, length: 8 });
    // The first element is there, the second begins at 5 and needs 4 bytes: 9.
    let view = r#"{"buffer": 0, "byteLength": 8, "byteStride": 5}"#;
    let accessor = r#"{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2}"#;
    assert_refused(view, accessor, "/accessors/0", &Problem::BeyondView { end: 9, length: 8 });
}

#[test]
fn sizes_beyond_every_file_are_refused_before_memory_is_asked_for() {
    let huge = u64::MAX;
    let view = format!(r#"{{"buffer": 0, "byteLength": {huge}, "byteOffset": 9}}"#);
    let accessor = format!(r#"{{"bufferView": 0, "componentType": 5126, "type": "MAT4", "count": {huge}}}"#);
    assert_refused(&view, &accessor, "/accessors/0", &Problem::Overflow);
    let accessor = format!(r#"{{"bufferView": 0, "componentType": 5121, "type": "SCALAR", "count": {huge}}}"#);
    assert_refused(&view, &accessor, "/accessors/0", &Problem::Overflow);
    let accessor = format!(r#"{{"componentType": 5126, "type": "MAT4", "count": {huge}}}"#);
    let limit = Limits::default().accessor_bytes;
    assert_refused(VIEW, &accessor, "/accessors/0/count", &Problem::Limit { bytes: None, limit });
    let view = format!(r#"{{"buffer": 0, "byteLength": {huge}}}"#);
    let accessor = r#"{"bufferView": 0, "componentType": 5121, "type": "SCALAR", "count": 1000000000000}"#;
    let end = 1_000_000_000_000;
    assert_refused(&view, accessor, "/accessors/0", &Problem::BeyondBuffer { end, length: 8 });
}

#[test]
fn zeros_without_a_view_are_limited_by_what_they_take_when_read() {
    // 25 elements of one byte become 25 floats: 100 bytes.
    let read = |limit| {
        let text = r#"{"asset": {"version": "2.0"}, "accessors": [
            {"componentType": 5121, "type": "SCALAR", "count": 25}]}"#;
        let limits = Limits { accessor_bytes: limit, ..Limits::default() };
        let nothing = BTreeMap::<String, Vec<u8>>::new();
        let document = Document::read_with(text, &nothing, ReadOptions { strict: false, limits }).unwrap();
        document.accessor(AccessorIndex(0)).map(|accessor| accessor.count()).map_err(|error| error.problem)
    };
    assert_eq!(read(100), Ok(25));
    assert_eq!(read(99), Err(Problem::Limit { bytes: Some(100), limit: 99 }));
}

#[test]
fn strides_that_would_overlap_elements_are_refused() {
    let accessor = r#"{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2}"#;
    for stride in [0, 1, 3] {
        let view = format!(r#"{{"buffer": 0, "byteLength": 8, "byteStride": {stride}}}"#);
        assert_refused(&view, accessor, "/bufferViews/0/byteStride", &Problem::Stride { stride, element: 4 });
    }
}

#[test]
fn a_buffer_without_bytes_is_reported_at_the_accessor() {
    let text = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "gone.bin", "byteLength": 8}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2}]}"#;
    let document = Document::read(text, &BTreeMap::<String, Vec<u8>>::new()).unwrap();
    let error = document.accessor(AccessorIndex(0)).unwrap_err();
    assert_eq!(error.problem, Problem::NoBytes { buffer: BufferIndex(0) });
    assert_eq!(error.to_string(), "/accessors/0: the bytes of /buffers/0 are not available");
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bytes = floats(&[1.0, 2.0, 3.0, 4.0, 5.0, bad, bad, 8.0, 9.0]);
        let document = packed(&bytes, r#""componentType": 5126, "type": "VEC3", "count": 3"#);
        let error = first(&document).read_f32::<3>().unwrap_err();
        assert_eq!(error.to_string(), "/accessors/0: component 2 of element 1 is not finite");
        assert_eq!(error.problem, Problem::NotFinite { element: 1, component: 2 });
    }
}

#[test]
fn readers_refuse_shapes_and_types_that_are_not_theirs() {
    let document_of = |component_type: u32, shape: &str| {
        packed(&[0; 16], &format!(r#""componentType": {component_type}, "type": "{shape}", "count": 1"#))
    };
    let vec4 = document_of(5126, "VEC4");
    let shape = |expected| Problem::Shape { expected, found: ElementShape::Vec4 };
    assert_eq!(first(&vec4).read_f32::<3>().unwrap_err().problem, shape(3));
    assert_eq!(first(&vec4).read_f32::<0>().unwrap_err().problem, shape(0));
    assert_eq!(first(&vec4).read_scalars().unwrap_err().pointer, "/accessors/0/type");
    let bytes = document_of(5121, "VEC4");
    assert_eq!(first(&bytes).read_indices().unwrap_err().problem, shape(1));

    for (code, found) in [(5120, ComponentType::I8), (5122, ComponentType::I16), (5126, ComponentType::F32)] {
        let document = document_of(code, "SCALAR");
        let error = first(&document).read_indices().unwrap_err();
        assert_eq!(error.problem, Problem::WrongComponentType { expected: "unsigned integers", found });
        assert_eq!(error.pointer, "/accessors/0/componentType");
        let document = document_of(code, "VEC4");
        assert!(matches!(
            first(&document).read_u16x4().unwrap_err().problem,
            Problem::WrongComponentType { found: refused, .. } if refused == found
        ));
    }
    assert!(first(&document_of(5125, "VEC4")).read_u16x4().is_err());
    assert!(first(&document_of(5123, "VEC3")).read_u16x4().is_err());
}

#[test]
fn normalized_ints_of_32_bits_have_no_meaning_as_fractions() {
    let document = packed(&[7, 0, 0, 0], r#""componentType": 5125, "normalized": true, "type": "SCALAR", "count": 1"#);
    assert_eq!(first(&document).read_scalars().unwrap_err().problem, Problem::NormalizedU32);
    assert_eq!(first(&document).read_indices().unwrap(), [7]);
}

#[test]
fn an_error_becomes_a_diagnostic_at_its_own_place() {
    let document = document(&[0; 8], VIEW, r#"{"bufferView": 0, "componentType": 1, "type": "SCALAR", "count": 1}"#);
    let error = document.accessor(AccessorIndex(0)).unwrap_err();
    let mut diagnostics = Diagnostics::new();
    error.clone().report(&mut diagnostics);
    assert_eq!(diagnostics.as_slice(), [error.clone().into_diagnostic()]);
    let found = &diagnostics.as_slice()[0];
    assert_eq!((found.code, found.pointer.as_str()), (Code::ACCESSOR_UNREADABLE, "/accessors/0/componentType"));
    assert_eq!(format!("{}: {}", found.pointer, found.message), error.to_string());
}
