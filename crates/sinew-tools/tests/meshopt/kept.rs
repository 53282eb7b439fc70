//! Verbs that write files leave what is compressed as it is.

use sinew::Model;
use sinew::document::{Document, NoResources, Value, WriteOptions};
use sinew_tools::inspection::Inspection;
use sinew_tools::normalize::normalize;

use crate::{found, open};

/// Written as both formats and read again.
fn written(document: &Document) -> [Document; 2] {
    let options = WriteOptions { embed: true };
    let glb = document.to_glb(options, &NoResources).unwrap().main;
    let gltf = document.to_gltf("x", options, &NoResources).unwrap().main;
    [glb, gltf].map(|bytes| Document::read(bytes, &NoResources).unwrap())
}

fn compressed(document: &Document) -> Vec<String> {
    let views = document.root().get("bufferViews").into_iter().flat_map(Value::elements);
    views.filter_map(|view| Some(view.get("extensions")?.text().to_owned())).collect()
}

/// The compressed model and the plain one are normalized alike: meshes, skins and keys are new floats, and what was compressed
/// stays beside them.
#[test]
fn a_compressed_model_is_normalized_as_a_plain_one_is() {
    let normalized = |name: &str| {
        let document = open(name);
        let (model, _) = Model::from_document(&document);
        (normalize(&document, &model).unwrap(), document)
    };
    let ((plain, _), (after, before)) = (normalized("normalize/animated.gltf"), normalized("meshopt/normalize.gltf"));
    assert!(after.report.rotations_removed > 0);
    assert_eq!(format!("{:?}", after.report), format!("{:?}", plain.report));
    assert_eq!(compressed(&after.document), compressed(&before));
    for copy in written(&after.document) {
        assert_eq!(found(&copy), found(&plain.document));
        let (model, diagnostics) = Model::from_document(&copy);
        let (expected, reported) = Model::from_document(&plain.document);
        assert_eq!(diagnostics.as_slice(), reported.as_slice());
        assert_eq!(format!("{:?}", model.animations()), format!("{:?}", expected.animations()));
        for node in model.hierarchy().nodes() {
            assert_eq!(model.hierarchy().rest(node), expected.hierarchy().rest(node));
        }
    }
}

#[test]
fn inspection_reports_what_is_read_and_where_bytes_are_not_needed() {
    let document = open("meshopt/curves.glb");
    let (model, diagnostics) = Model::from_document(&document);
    let inspection = Inspection::new("x.glb", &document, &model, &diagnostics);
    assert_eq!(inspection.extensions_run, ["KHR_meshopt_compression"]);
    let buffers: Vec<_> = inspection.buffers.iter().map(|buffer| (buffer.source, buffer.available.is_some())).collect();
    assert_eq!(buffers, [("binaryChunk", true), ("fallback", false)]);
    // As many as the file lists: none is left out.
    let channels =
        |list: Value<'_>| list.elements().filter_map(|one| one.get("channels")).map(Value::len).sum::<usize>();
    let listed = document.root().get("animations").map_or(0, channels);
    assert_eq!(inspection.animations.iter().map(|animation| animation.channels.len()).sum::<usize>(), listed);
}
