//! What is odd about the container around the JSON, and is lived with.

use sinew_document::glb::{self, Chunk};
use sinew_document::{BufferIndex, BufferSource, Container, Document, NoResources};

use crate::{findings, read};

const WITH_BUFFER: &str = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]}"#;
const WITHOUT_BUFFER: &str = r#"{"asset":{"version":"2.0"}}"#;

#[test]
fn a_binary_chunk_is_the_first_buffer() {
    let document = read(glb::write(WITH_BUFFER, Some(&[1, 2, 3, 4]), &[]).unwrap());
    assert_eq!(document.buffer_bytes(BufferIndex(0)), Some(&[1, 2, 3, 4][..]));
    assert_eq!(document.buffer_source(BufferIndex(0)), Some(&BufferSource::BinaryChunk));
    assert!(document.diagnostics().is_empty());
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let document = read(format!("\u{feff}{WITHOUT_BUFFER}"));
    assert_eq!(findings(document.diagnostics()), ["warning BYTE_ORDER_MARK "]);
    assert_eq!(document.asset().unwrap().version, "2.0");
}

#[test]
fn zeros_behind_the_json_are_passed_over() {
    // 27 characters and one of padding, which stands at byte 12 + 8 + 27.
    let mut file = glb::write(WITHOUT_BUFFER, None, &[]).unwrap();
    assert_eq!((WITHOUT_BUFFER.len(), file[47]), (27, b' '));
    file[47] = 0;
    assert_eq!(findings(read(file).diagnostics()), ["warning GLB_PADDING "]);
}

#[test]
fn a_wrong_length_in_the_header_is_reported_and_what_is_there_is_read() {
    let mut file = glb::write(WITH_BUFFER, Some(&[1, 2, 3, 4]), &[]).unwrap();
    file.extend_from_slice(b"more");
    let document = read(file.clone());
    assert_eq!(findings(document.diagnostics()), ["warning GLB_LENGTH_MISMATCH "]);
    assert_eq!(document.buffer_bytes(BufferIndex(0)), Some(&[1, 2, 3, 4][..]));
    // An interrupted download: the binary chunk ends after two of its four bytes.
    file.truncate(file.len() - 4 - 2);
    let document = read(file);
    let expected =
        ["warning GLB_LENGTH_MISMATCH ", "warning GLB_LENGTH_MISMATCH ", "error BUFFER_TOO_SHORT /buffers/0"];
    assert_eq!(findings(document.diagnostics()), expected);
    assert_eq!(document.buffer_bytes(BufferIndex(0)), Some(&[1, 2][..]));
}

#[test]
fn unknown_chunks_are_kept() {
    let chunk = Chunk { kind: 0x4546_4157, bytes: vec![5; 8] };
    let document = read(glb::write(WITH_BUFFER, Some(&[0; 4]), std::slice::from_ref(&chunk)).unwrap());
    assert_eq!(findings(document.diagnostics()), ["warning GLB_UNKNOWN_CHUNK "]);
    let message = "a chunk of type 0x45464157 with 8 bytes is preserved and not used";
    assert_eq!(document.diagnostics().as_slice()[0].message, message);
    assert_eq!(document.container(), &Container::Glb { others: vec![chunk] });
}

#[test]
fn a_binary_chunk_that_no_buffer_means_is_kept() {
    let with_uri = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":1,"uri":"data:,x"}]}"#;
    for json in [WITHOUT_BUFFER, with_uri] {
        let document = read(glb::write(json, Some(&[1, 2, 3, 4]), &[]).unwrap());
        assert_eq!(findings(document.diagnostics()), ["warning GLB_UNUSED_BINARY_CHUNK /buffers"]);
        let Container::Glb { others } = document.container() else { panic!("it was a GLB") };
        assert_eq!(others[0].bytes, [1, 2, 3, 4]);
    }
}

#[test]
fn a_buffer_without_a_uri_in_a_text_file_has_no_bytes() {
    let document = Document::read(WITH_BUFFER, &NoResources).unwrap();
    assert_eq!(findings(document.diagnostics()), ["error BUFFER_UNAVAILABLE /buffers/0"]);
}
