//! Buffers that are there for readers without the extension: they need no bytes, and writing keeps them as they are.

use sinew_document::{
    AccessorData, AccessorIndex, BufferIndex, BufferSource, Document, NoResources, Package, WriteOptions,
};

use crate::fixture;

/// A file with these buffers, and one view of the second that is compressed or not.
fn document(second: &str, is_compressed: bool) -> Document {
    let extension = if is_compressed {
        r#", "extensions": {"EXT_meshopt_compression":
            {"buffer": 0, "byteLength": 7, "byteStride": 2, "count": 2, "mode": "INDICES"}}"#
    } else {
        ""
    };
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "buffers": [{{"byteLength": 7, "uri": "data:;base64,0QQIAAAAAA=="}}, {second}],
            "bufferViews": [{{"buffer": 1, "byteLength": 4{extension}}}],
            "accessors": [{{"bufferView": 0, "componentType": 5123, "type": "SCALAR", "count": 2}}]}}"#
    );
    Document::read(text, &NoResources).unwrap()
}

const TAGGED: &str = r#"{"byteLength": 4, "extensions": {"EXT_meshopt_compression": {"fallback": true}}}"#;

fn codes(document: &Document) -> Vec<String> {
    document.diagnostics().iter().map(|found| format!("{} {}", found.code, found.pointer)).collect()
}

#[test]
fn a_buffer_that_only_compressed_views_are_in_needs_no_bytes() {
    for second in [TAGGED, r#"{"byteLength": 4}"#] {
        let document = document(second, true);
        assert_eq!(codes(&document), <Vec<String>>::new());
        assert_eq!(document.buffer_source(BufferIndex(1)), Some(&BufferSource::Fallback));
        assert_eq!(document.buffer_bytes(BufferIndex(1)), None);
    }
}

#[test]
fn a_buffer_that_something_else_is_in_does() {
    for second in [TAGGED, r#"{"byteLength": 4}"#] {
        assert_eq!(codes(&document(second, false)), ["BUFFER_UNAVAILABLE /buffers/1"]);
    }
    let missing = document(r#"{"byteLength": 4, "uri": "gone.bin"}"#, true);
    assert_eq!(codes(&missing), ["BUFFER_UNAVAILABLE /buffers/1"]);
}

/// The compressed bytes count, whatever stands in the fallback: nine and nine here, one and three there.
#[test]
fn the_compressed_bytes_count_where_there_are_others() {
    let document = document(r#"{"byteLength": 4, "uri": "data:;base64,CQAJAA=="}"#, true);
    assert_eq!(document.accessor(AccessorIndex(0)).unwrap().read_indices().unwrap(), [1, 3]);
}

fn again(package: &Package) -> Document {
    let files = package
        .files
        .iter()
        .map(|file| (file.uri.clone(), file.bytes.to_vec()))
        .collect::<std::collections::BTreeMap<_, _>>();
    Document::read(package.main.clone(), &files).unwrap()
}

/// What a file says of compression, as text.
fn views(document: &Document) -> String {
    document.root().get("bufferViews").unwrap().text().to_owned()
}

#[test]
fn copies_keep_streams_placeholders_and_indices() {
    for name in ["curves.gltf", "curves.glb", "meshes.gltf", "meshes.glb", "swing.gltf", "normalize.gltf"] {
        let document = Document::open(fixture(name)).unwrap();
        for embed in [false, true] {
            let options = WriteOptions { embed };
            let gltf = document.to_gltf("copy", options, &NoResources).unwrap();
            let glb = document.to_glb(options, &NoResources).unwrap();
            for package in [gltf, glb] {
                assert!(package.diagnostics.is_empty(), "{name}: {:?}", package.diagnostics);
                let copy = again(&package);
                assert_eq!(codes(&copy), <Vec<String>>::new(), "{name}");
                assert_eq!(views(&copy), views(&document), "{name}");
                for index in (0..document.count::<AccessorIndex>() as u32).map(AccessorIndex) {
                    copy.accessor(index).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
                for index in [BufferIndex(0), BufferIndex(1)] {
                    let (bytes, copied) = (document.buffer_bytes(index), copy.buffer_bytes(index));
                    assert_eq!(copied.is_some(), bytes.is_some(), "{name}: {index}");
                    assert!(copied.unwrap_or_default().starts_with(bytes.unwrap_or_default()), "{name}: {index}");
                }
            }
        }
    }
}

/// New bytes go behind the streams, or into a buffer of their own where the first is a fallback.
#[test]
fn edits_leave_fallbacks_alone() {
    for (name, place) in [("curves.glb", 0), ("curves.gltf", 0), ("swing.gltf", 2)] {
        let document = Document::open(fixture(name)).unwrap();
        let mut edit = document.edit();
        let added = edit.add_accessor(AccessorData::Scalars(&[1.0, 2.0])).unwrap();
        let edited = edit.finish().unwrap();
        assert_eq!(codes(&edited), <Vec<String>>::new(), "{name}");
        for package in [
            edited.to_gltf("copy", WriteOptions::default(), &NoResources).unwrap(),
            edited.to_glb(WriteOptions::default(), &NoResources).unwrap(),
        ] {
            let copy = again(&package);
            assert_eq!(codes(&copy), <Vec<String>>::new(), "{name}");
            assert_eq!(copy.accessor(added).unwrap().read_scalars().unwrap(), [1.0, 2.0]);
            let view = copy.root().get("bufferViews").unwrap().elements().last().unwrap();
            assert_eq!(view.get("buffer").unwrap().as_u64(), Some(place), "{name}");
            for index in (0..added.0).map(AccessorIndex) {
                copy.accessor(index).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
    // A fallback with bytes is one as well.
    let text = document(TAGGED, true).json().text().to_owned();
    let swapped = text
        .replace(TAGGED, r#"{"byteLength": 7, "uri": "data:;base64,0QQIAAAAAA=="}"#)
        .replacen(
            r#"{"byteLength": 7, "uri": "data:;base64,0QQIAAAAAA=="}"#,
            &TAGGED.replace('4', "4, \"uri\": \"data:;base64,CQAJAA==\""),
            1,
        )
        .replace(r#""buffer": 0"#, r#""buffer": 9"#)
        .replace(r#""buffer": 1"#, r#""buffer": 0"#)
        .replace(r#""buffer": 9"#, r#""buffer": 1"#);
    let document = Document::read(swapped, &NoResources).unwrap();
    assert_eq!(document.accessor(AccessorIndex(0)).unwrap().read_indices().unwrap(), [1, 3]);
    let mut edit = document.edit();
    edit.add_accessor(AccessorData::Scalars(&[1.0])).unwrap();
    assert_eq!(edit.finish().unwrap().count::<BufferIndex>(), 3);
}

/// An edit that puts something else into a placeholder makes its bytes missing.
#[test]
fn a_placeholder_that_is_taken_for_something_else_is_one_no_longer() {
    let document = document(TAGGED, true);
    let mut edit = document.edit();
    edit.remove("/bufferViews/0/extensions").unwrap();
    assert_eq!(codes(&edit.finish().unwrap()), ["BUFFER_UNAVAILABLE /buffers/1"]);
}
