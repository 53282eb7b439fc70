//! Accessors over compressed buffer views, and what is wrong with those.

use sinew_document::meshopt::MeshoptError;
use sinew_document::{
    AccessorIndex, AccessorProblem, BufferViewIndex, CompressionProblem, Document, Limits, NoResources, ReadOptions,
};

use crate::fixture;

/// Two views over one stream of the indices 1 and 3 (worked by hand in `damage`), with a property of the second's replaced.
fn text(from: &str, to: &str) -> String {
    let view = r#"{"buffer": 1, "byteLength": 4, "extensions": {"EXT_meshopt_compression":
        {"buffer": 0, "byteOffset": 1, "byteLength": 7, "byteStride": 2, "count": 2, "mode": "INDICES"}}}"#;
    let changed = view.replace(from, to);
    assert!(from.is_empty() || changed != view, "{from}");
    // A byte, and d1 04 08 00 00 00 00 behind it.
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "extensionsUsed": ["EXT_meshopt_compression"],
            "buffers": [{{"byteLength": 8, "uri": "data:application/octet-stream;base64,/9EECAAAAAA="}}, {{"byteLength": 8}}],
            "bufferViews": [{view}, {changed}],
            "accessors": [{{"bufferView": 0, "componentType": 5123, "type": "SCALAR", "count": 2}},
                          {{"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 2}},
                          {{"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": 1, "byteOffset": 2}}]}}"#
    )
}

fn read(text: String) -> Document {
    Document::read(text, &NoResources).unwrap()
}

fn indices(document: &Document, accessor: u32) -> Vec<u32> {
    document.accessor(AccessorIndex(accessor)).and_then(|accessor| accessor.read_indices()).unwrap()
}

#[test]
fn accessors_read_what_was_decoded() {
    for name in ["EXT_meshopt_compression", "KHR_meshopt_compression"] {
        let document = read(text("", "").replace("EXT_meshopt_compression", name));
        assert!(document.diagnostics().is_empty(), "{:?}", document.diagnostics());
        assert_eq!(
            [indices(&document, 0), indices(&document, 1), indices(&document, 2)],
            [vec![1, 3], vec![1, 3], vec![3]]
        );
        // What was decoded is kept, also for clones.
        assert_eq!(indices(&document.clone(), 2), [3]);
    }
}

/// All fixtures, whole: the reference has written them, and each accessor has the numbers of the file that it was made of.
#[test]
fn files_have_the_numbers_of_what_they_were_made_of() {
    for (name, source) in [
        ("curves.gltf", "animation/curves.gltf"),
        ("curves.glb", "animation/curves.gltf"),
        ("meshes.gltf", "physics_khr/meshes.gltf"),
        ("meshes.glb", "physics_khr/meshes.gltf"),
        ("normalize.gltf", "normalize/animated.gltf"),
    ] {
        let document = Document::open(fixture(name)).unwrap();
        assert!(document.diagnostics().is_empty(), "{name}: {:?}", document.diagnostics());
        let source = Document::open(fixture("..").join(source)).unwrap();
        let count = source.count::<AccessorIndex>();
        assert_eq!(document.count::<AccessorIndex>(), count);
        for index in (0..count as u32).map(AccessorIndex) {
            let numbers = |document: &Document| {
                let accessor = document.accessor(index).unwrap_or_else(|error| panic!("{name}: {error}"));
                match accessor.shape().components() {
                    1 => accessor.read_f32::<1>().unwrap().into_flattened(),
                    3 => accessor.read_f32::<3>().unwrap().into_flattened(),
                    4 => accessor.read_f32::<4>().unwrap().into_flattened(),
                    _ => accessor.read_f32::<16>().unwrap().into_flattened(),
                }
            };
            let (mut found, mut expected) = (numbers(&document), numbers(&source));
            if source.accessor(index).unwrap().component_type().as_str() == "UNSIGNED_SHORT" {
                // The reference turns triangles around, so that their edges are found.
                for list in [&mut found, &mut expected] {
                    list.as_chunks_mut::<3>().0.iter_mut().for_each(|three| three.sort_by(f32::total_cmp));
                }
            }
            assert_eq!(found, expected, "{name}: {index}");
        }
        let compressed = (0..document.count::<BufferViewIndex>() as u32)
            .filter(|view| document.check_compression(BufferViewIndex(*view)).unwrap())
            .count();
        assert!(compressed >= 9, "{name}: {compressed}");
    }
}

#[test]
fn an_invalid_compression_is_reported_at_the_extension_of_the_view() {
    let extension = "/bufferViews/1/extensions/EXT_meshopt_compression";
    let stream = |error| CompressionProblem::Stream(error);
    let cases = [
        (r#""byteLength": 7"#, r#""byteLength": 6"#, "", stream(MeshoptError::TooShort { found: 6, least: Some(7) })),
        (r#""byteOffset": 1"#, r#""byteOffset": 0"#, "", stream(MeshoptError::Header { found: Some(0xff) })),
        (r#""byteOffset": 1"#, r#""byteOffset": 2"#, "", CompressionProblem::BeyondBuffer { end: Some(9), length: 8 }),
        (
            r#""byteOffset": 1"#,
            r#""byteOffset": 18446744073709551615"#,
            "",
            CompressionProblem::BeyondBuffer { end: None, length: 8 },
        ),
        (r#"{"buffer": 0"#, r#"{"buffer": 2"#, "/buffer", CompressionProblem::NoBuffer(sinew_document::BufferIndex(2))),
        (r#""count": 2"#, r#""count": 1"#, "", CompressionProblem::Length { view: 4, elements: 2 }),
        (
            r#""INDICES""#,
            r#""INDICES", "filter": "OCTAHEDRAL""#,
            "",
            stream(MeshoptError::FilterOfIndices {
                mode: sinew_document::meshopt::Mode::Indices,
                filter: sinew_document::meshopt::Filter::Octahedral,
            }),
        ),
    ];
    for (from, to, property, problem) in cases {
        let document = read(text(from, to));
        let error = document.accessor(AccessorIndex(1)).unwrap_err();
        assert_eq!(
            (error.pointer.as_str(), &error.problem),
            (&*format!("{extension}{property}"), &AccessorProblem::Compressed(problem))
        );
        assert_eq!(document.accessor(AccessorIndex(2)).unwrap_err(), error);
        // Others are read all the same.
        assert_eq!(indices(&document, 0), [1, 3]);
        assert_eq!(error.into_diagnostic().code.as_str(), "BUFFER_VIEW_UNREADABLE");
    }
    // The stride of the view is looked at by itself: accessors by this one are beyond its end before anything is decoded.
    let strided = read(text(r#""byteLength": 4, "ext"#, r#""byteLength": 4, "byteStride": 4, "ext"#));
    let error = strided.check_compression(BufferViewIndex(1)).unwrap_err();
    let problem = AccessorProblem::Compressed(CompressionProblem::Stride { view: 4, elements: 2 });
    assert_eq!((error.pointer, error.problem), (format!("{extension}/byteStride"), problem));
    for (from, to, property) in [
        (r#""mode": "INDICES""#, r#""mode": "LINES""#, "/mode"),
        (r#", "mode": "INDICES""#, "", ""),
        (r#""count": 2"#, r#""count": -2"#, "/count"),
        (r#"{"buffer": 0"#, r#"{"buffer": "x""#, "/buffer"),
        (r#""byteOffset": 1"#, r#""byteOffset": {}"#, "/byteOffset"),
    ] {
        let error = read(text(from, to)).accessor(AccessorIndex(1)).unwrap_err();
        assert_eq!(error.pointer, format!("{extension}{property}"), "{error}");
    }
}

#[test]
fn views_become_no_more_than_the_limits_allow() {
    let limits = Limits { decompressed_bytes: 7, ..Limits::default() };
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let document = Document::read_with(text("", ""), &NoResources, options).unwrap();
    assert_eq!(indices(&document, 0), [1, 3]);
    // A view that was decoded costs nothing more.
    assert_eq!(indices(&document, 0), [1, 3]);
    let problem = AccessorProblem::Compressed(CompressionProblem::Limit { bytes: 4, limit: 7 });
    assert_eq!(document.accessor(AccessorIndex(1)).unwrap_err().problem, problem);
}

#[test]
fn nothing_known_is_missing_where_a_file_requires_compression() {
    let text =
        text("", "").replacen("\"buffers\"", "\"extensionsRequired\": [\"EXT_meshopt_compression\"], \"buffers\"", 1);
    let options = ReadOptions { strict: true, ..ReadOptions::default() };
    assert!(Document::read_with(text, &NoResources, options).unwrap().diagnostics().is_empty());
    let quantized =
        r#"{"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_mesh_quantization", "KHR_meshopt_compression"]}"#;
    assert!(Document::read_with(quantized, &NoResources, options).unwrap().diagnostics().is_empty());
}
