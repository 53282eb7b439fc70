//! Files that give no document, each with the reason in words.

use std::io;

use sinew_document::glb;
use sinew_document::{Document, GlbProblem, Limits, NoResources, ReadError, ReadOptions};

use crate::path;

fn refusal(name: &str) -> ReadError {
    Document::open(path(name)).unwrap_err()
}

fn refusal_of(bytes: impl Into<Vec<u8>>) -> ReadError {
    Document::read(bytes, &NoResources).unwrap_err()
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = refusal("no such file.gltf");
    let ReadError::Io { path: named, source } = &error else { panic!("{error}") };
    assert_eq!((named, source.kind()), (&path("no such file.gltf"), io::ErrorKind::NotFound));
    let message = error.to_string();
    assert!(message.starts_with("cannot read ") && message.contains("no such file.gltf: "), "{message}");
    assert!(matches!(refusal("."), ReadError::Io { .. }), "a folder is no file");
}

#[test]
fn what_is_neither_a_glb_nor_an_object_is_no_gltf() {
    for bytes in [&b""[..], b"   \n", b"solid cube", b"\x89PNG\r\n", b"5", b"\"{}\"", b"glT", b"\xef\xbb\xbf"] {
        assert!(matches!(refusal_of(bytes), ReadError::NotGltf), "{bytes:?}");
    }
    let message = "not a glTF file: it is neither a GLB nor a JSON object";
    assert_eq!(refusal("array.gltf").to_string(), message);
}

#[test]
fn json_errors_name_their_line_and_column() {
    // Line 3 is `  "nodes": [{"name": "a"},]`: two blanks, eight characters of key and colon, a blank, `[{"name": "a"}`
    // (14) and a comma, so the bracket that should be a value stands in column 2 + 8 + 1 + 14 + 1 + 1 = 27.
    assert_eq!(refusal("trailing_comma.gltf").to_string(), "not valid JSON: expected a value at line 3, column 27");
    // `  "nodes": [{"translation": [0, ` has 2 + 8 + 1 + 2 + 14 + 1 + 4 = 32 characters before the N.
    assert_eq!(refusal("not_a_number.gltf").to_string(), "not valid JSON: not a JSON number at line 3, column 33");
    let error = refusal_of("{\"asset\": {\"version\": \"2.0\"}");
    assert_eq!(error.to_string(), "not valid JSON: the JSON ends too early at line 1, column 29");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn an_error_for_invalid_utf_8_names_the_first_bad_byte() {
    let error = refusal_of(*b"{\"a\": \"\xff\"}");
    assert!(matches!(error, ReadError::NotUtf8 { offset: 7 }));
    assert_eq!(error.to_string(), "the JSON is not UTF-8 (byte 7)");
}

#[test]
fn a_file_that_does_not_say_its_version_is_no_gltf() {
    let message = "not a glTF file: /asset/version is missing";
    for name in ["no_version.gltf", "no_asset.gltf"] {
        assert!(matches!(refusal(name), ReadError::NoVersion));
        assert_eq!(refusal(name).to_string(), message, "{name}");
    }
    assert!(matches!(refusal_of(r#"{"asset": {"version": 2.0}}"#), ReadError::NoVersion), "a number is no version");
    assert!(matches!(refusal_of(r#"{"asset": []}"#), ReadError::NoVersion));
}

#[test]
fn versions_that_need_another_reader_are_refused() {
    let message = "/asset requires glTF 1.0, and only 2.x is supported; export it as glTF 2.0";
    assert_eq!(refusal("version_1.gltf").to_string(), message);
    let error = refusal("min_version_2_1.gltf");
    assert!(matches!(&error, ReadError::Version { version } if version == "2.1"), "{error}");
    // glTF 2.0, section 3.2: a reader of 2.0 reads every 2.x that does not ask for more.
    assert!(Document::read(r#"{"asset": {"version": "2.7"}}"#, &NoResources).is_ok());
    assert!(matches!(refusal_of(r#"{"asset": {"version": "20.0"}}"#), ReadError::Version { .. }));
    assert!(matches!(refusal_of(r#"{"asset": {"version": ""}}"#), ReadError::Version { .. }));
}

#[test]
fn a_strict_caller_gets_no_file_that_requires_the_unknown() {
    let options = ReadOptions { strict: true, ..ReadOptions::default() };
    let error = Document::open_with(path("mixed.gltf"), options).unwrap_err();
    assert_eq!(error.to_string(), "/extensionsRequired lists unsupported extensions: EXT_unknown");
    assert!(matches!(error, ReadError::RequiredExtensions(names) if names == ["EXT_unknown"]));
    let known = r#"{"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_virtual_transform"]}"#;
    assert!(Document::read_with(known, &NoResources, options).unwrap().diagnostics().is_empty());
}

#[test]
fn a_file_beyond_the_limit_is_not_even_looked_at() {
    let text = r#"{"asset": {"version": "2.0"}}"#;
    let limits = |file_bytes| Limits { file_bytes, ..Limits::default() };
    let read = |file_bytes| {
        Document::read_with(text, &NoResources, ReadOptions { limits: limits(file_bytes), ..ReadOptions::default() })
    };
    assert!(read(29).is_ok(), "the text has 29 bytes");
    let error = read(28).unwrap_err();
    assert!(matches!(error, ReadError::TooLarge { bytes: 29, limit: 28 }));
    assert_eq!(error.to_string(), "the file has 29 bytes; the limit is 28");
    let options = ReadOptions { limits: limits(10), ..ReadOptions::default() };
    let error = Document::open_with(path("version_1.gltf"), options).unwrap_err();
    assert!(matches!(error, ReadError::TooLarge { limit: 10, .. }));
}

#[cfg(unix)]
#[test]
fn a_device_without_an_end_is_read_up_to_the_limit() {
    let limits = Limits { file_bytes: 1000, ..Limits::default() };
    let error = Document::open_with("/dev/zero", ReadOptions { limits, ..ReadOptions::default() }).unwrap_err();
    assert!(matches!(error, ReadError::TooLarge { bytes: 1001, limit: 1000 }), "{error}");
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let text = |depth: usize| {
        format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"extras\": {}{}}}", "[".repeat(depth), "]".repeat(depth))
    };
    // The root is one level, so 127 arrays reach the default limit of 128.
    assert!(Document::read(text(127), &NoResources).is_ok());
    let error = refusal_of(text(128)).to_string();
    assert!(error.starts_with("not valid JSON: arrays and objects nested more than 128 deep at line 1"), "{error}");
}

#[test]
fn broken_containers_say_what_is_broken() {
    let whole = glb::write(r#"{"asset":{"version":"2.0"}}"#, None, &[]).unwrap();
    let glb_problem = |bytes: Vec<u8>| match refusal_of(bytes) {
        ReadError::Glb(problem) => problem,
        other => panic!("{other}"),
    };
    assert_eq!(glb_problem(whole[..40].to_vec()), GlbProblem::Truncated);
    assert_eq!(glb_problem(b"glTF".to_vec()), GlbProblem::Truncated);
    let mut version = whole.clone();
    version[4] = 1;
    assert_eq!(glb_problem(version.clone()), GlbProblem::Version(1));
    let mut kind = whole;
    kind[16..20].copy_from_slice(b"BIN\0");
    assert_eq!(glb_problem(kind.clone()), GlbProblem::NoJson);
    let expected = "not a usable GLB: its container version is 1; must be 2";
    assert_eq!(refusal_of(version).to_string(), expected);
    assert_eq!(refusal_of(kind).to_string(), "not a usable GLB: its first chunk is not JSON");
    let expected = "not a usable GLB: it ends before its JSON does (an interrupted download?)";
    assert_eq!(refusal_of(*b"glTF\x02\0\0\0").to_string(), expected);
}
