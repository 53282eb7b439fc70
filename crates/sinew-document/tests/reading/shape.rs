//! Objects and properties that are not of the shape their specification gives them.

use sinew_document::core::{Animation, Node, Sampler, Scene};
use sinew_document::{
    AnimationIndex, BufferIndex, BufferSource, Diagnostics, Document, FromJson, Index, NodeIndex, SceneIndex, Severity,
};

use crate::{findings, path};

#[test]
fn buffers_that_cannot_be_had_leave_the_others_readable() {
    let document = Document::open(path("mixed.gltf")).unwrap();
    assert_eq!(
        findings(document.diagnostics()),
        [
            "error TYPE_MISMATCH /asset/generator",
            "info UNSUPPORTED_EXTENSION /extensionsRequired/0",
            "error BUFFER_TOO_SHORT /buffers/1",
            "error BUFFER_UNAVAILABLE /buffers/2",
            "error BUFFER_UNAVAILABLE /buffers/3",
            "error BUFFER_UNAVAILABLE /buffers/4",
            "error UNDEFINED_PROPERTY /buffers/5",
            "error TYPE_MISMATCH /buffers/6",
            "warning UNEXPECTED_PROPERTY /buffers/7/unit",
            "warning DUPLICATE_PROPERTY /buffers/8/byteLength",
            "error TYPE_MISMATCH /buffers/9/uri",
            "error BUFFER_UNAVAILABLE /buffers/9",
        ]
    );
    let bytes = |index| document.buffer_bytes(BufferIndex(index));
    // Base64 of 00 01 02 03; the second buffer has these four of its nine.
    assert_eq!([bytes(0), bytes(1)], [Some(&[0, 1, 2, 3][..]); 2]);
    assert_eq!((2..7).filter_map(bytes).count(), 0);
    assert_eq!([bytes(7), bytes(8), bytes(9), bytes(10)], [Some(&b"abcd"[..]), Some(b"abcd"), None, None]);
    let source = |index| document.buffer_source(BufferIndex(index)).unwrap();
    assert_eq!(*source(2), BufferSource::Resource("missing.bin".to_owned()));
    assert_eq!((source(3), source(4)), (&BufferSource::DataUri, &BufferSource::Unknown));
}

#[test]
fn messages_say_what_is_wrong_with_a_buffer() {
    let document = Document::open(path("mixed.gltf")).unwrap();
    let message = |pointer: &str| {
        let found = document.diagnostics().iter().filter(|found| found.pointer == pointer);
        found.map(|found| found.message.clone()).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(message("/buffers/1"), "byteLength is 9, and the buffer has 4 bytes");
    assert_eq!(message("/buffers/2"), "the buffer's bytes cannot be read: `missing.bin`: there is no such file");
    assert_eq!(message("/buffers/3"), "the buffer's bytes cannot be read: the data URI is not base64");
    let expected = "the buffer's bytes cannot be read: it has no `uri`, and the file has no binary chunk for it";
    assert_eq!(message("/buffers/4"), expected);
    assert_eq!(message("/buffers/5"), "`byteLength` is required");
    assert_eq!(message("/buffers/6"), "expected an object, found a string");
    assert_eq!(message("/buffers/8/byteLength"), "`byteLength` occurs twice; the last value counts");
}

#[test]
fn a_bad_property_is_as_good_as_an_absent_one() {
    let document = Document::open(path("types.gltf")).unwrap();
    assert!(document.diagnostics().is_empty(), "objects are checked when they are asked for");
    let mut diagnostics = Diagnostics::new();
    let nodes: Vec<Node<'_>> =
        document.iter::<NodeIndex>().map(|(_, value)| Node::from_json(value, &mut diagnostics).unwrap()).collect();
    assert_eq!(
        findings(&diagnostics),
        [
            "error TYPE_MISMATCH /nodes/0/name",
            "error ARRAY_LENGTH_NOT_IN_LIST /nodes/1/translation",
            "error VALUE_NOT_FINITE /nodes/2/translation/2",
            "error TYPE_MISMATCH /nodes/3/rotation/2",
            "error INVALID_INDEX /nodes/4/mesh",
            "error TYPE_MISMATCH /nodes/5/translation",
            "warning UNEXPECTED_PROPERTY /nodes/5/colour",
            "warning DUPLICATE_PROPERTY /nodes/6/translation",
        ]
    );
    assert_eq!((nodes[0].name.as_deref(), nodes[0].translation), (None, Some([1.0, 2.0, 3.0])));
    assert_eq!((nodes[1].translation, nodes[1].scale), (None, Some([2.0; 3])));
    assert_eq!((nodes[2].translation, nodes[3].rotation, nodes[4].mesh), (None, None, None));
    assert_eq!(nodes[6].translation, Some([1.0, 0.0, 0.0]), "of a repeated key the last value counts");
    assert!(diagnostics.iter().any(|found| found.message == "1e39 exceeds the range of a float"));
    assert!(diagnostics.iter().any(|found| found.message == "-1 is not an index"));
}

#[test]
fn a_word_that_is_not_in_the_list_is_reported_and_the_default_taken() {
    let document = Document::open(path("types.gltf")).unwrap();
    let mut diagnostics = Diagnostics::new();
    let animation: Animation<'_> = document.read_object(AnimationIndex(0), &mut diagnostics).unwrap();
    let sampler = Sampler::from_json(animation.samplers[0], &mut diagnostics).unwrap();
    assert_eq!(sampler.interpolation.as_str(), "LINEAR");
    let scene: Option<Scene<'_>> = document.read_object(SceneIndex(0), &mut diagnostics);
    assert_eq!(scene.unwrap().nodes.unwrap().len(), 7);
    assert_eq!(document.read_object::<Scene<'_>>(SceneIndex(1), &mut diagnostics).map(|scene| scene.name), None);
    assert_eq!(
        findings(&diagnostics),
        ["warning VALUE_NOT_IN_LIST /animations/0/samplers/0/interpolation", "error TYPE_MISMATCH /scenes/0/name"]
    );
    let message = r#""CUBIC" is none of "LINEAR", "STEP", "CUBICSPLINE""#;
    assert_eq!(diagnostics.as_slice()[0].message, message);
    assert_eq!(diagnostics.as_slice()[0].severity, Severity::Warning);
}

#[test]
fn arrays_that_are_no_arrays_hold_nothing() {
    for nodes in ["5", "{\"0\": {}}", "null", "\"nodes\"", "[]"] {
        let text = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"nodes\": {nodes}, \"buffers\": {nodes}}}");
        let document = crate::read(text);
        assert_eq!((document.iter::<NodeIndex>().count(), document.get(NodeIndex(0))), (0, None), "{nodes}");
        assert_eq!(document.buffer_bytes(BufferIndex::from_usize(0)), None);
    }
}
