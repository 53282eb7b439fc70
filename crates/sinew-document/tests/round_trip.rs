//! What is read is written: equal JSON and equal buffers, in the same format and in the other.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::{Value, json};
use sinew_document::glb::{self, Chunk};
use sinew_document::{
    BufferIndex, Code, Container, Document, Folder, NoResources, Package, Resources, Value as Json, WriteOptions,
};

const KEEP: WriteOptions = WriteOptions { embed: false };
const EMBED: WriteOptions = WriteOptions { embed: true };

/// Everything that a tree of values would lose or refuse.
const NASTY: &str = "\r\n{ \"unknown\" : { \"\\u0041\\/\\n\" : null , \"\" : [ ] , \"é漢😀\" : { } } ,\n\
    \"numbers\":[1e2,1.0,-0.0,12345678901234567890,123456789012345678901234567890,1E+2,0.1000,1e400],\n\
    \"twice\":1,\"twice\":{\"a\":1,\"a\":2},\t\"asset\":{\"generator\":\"\\ud83d\\ude00\",\"version\":\"2.0\",\"x\":[[[]]]},\n\
    \"nodes\":[{\"extras\":{\"deep\":[[[[[[{\"a\":[{}]}]]]]]]},\"extensions\":{\"A_b\":{\"z\":1,\"a\":2}},\"what\":true}],\n\
    \"extras\":\"\\ud83d\" } \n\n";

fn files_of(package: &Package) -> BTreeMap<String, Vec<u8>> {
    package.files.iter().map(|file| (file.uri.clone(), file.bytes.to_vec())).collect()
}

fn codes(package: &Package) -> Vec<(Code, &str)> {
    package.diagnostics.iter().map(|found| (found.code, found.pointer.as_str())).collect()
}

fn buffers(document: &Document) -> Vec<Option<&[u8]>> {
    (0..document.count::<BufferIndex>()).map(|at| document.buffer_bytes(BufferIndex(at as u32))).collect()
}

fn gltf(members: &str) -> String {
    format!(r#"{{"asset":{{"version":"2.0"}},{members}}}"#)
}

#[test]
fn an_untouched_text_is_written_byte_for_byte() {
    let document = Document::read(NASTY, &NoResources).unwrap();
    let package = document.to_gltf("x", KEEP, &NoResources).unwrap();
    assert_eq!(String::from_utf8(package.main).unwrap(), NASTY);
    assert!(package.files.is_empty() && package.diagnostics.is_empty());
}

#[test]
fn a_text_keeps_its_every_digit_through_the_other_format() {
    let document = Document::read(NASTY, &NoResources).unwrap();
    let glb = document.to_glb(KEEP, &NoResources).unwrap();
    let document = Document::read(glb.main, &NoResources).unwrap();
    assert_eq!(document.json().text().trim_end(), NASTY.trim_end());
    let again = document.to_gltf("x", KEEP, &NoResources).unwrap();
    assert_eq!(String::from_utf8(again.main).unwrap().trim_end(), NASTY.trim_end());
}

#[test]
fn an_untouched_glb_is_written_byte_for_byte() {
    let chunk = |kind: &[u8; 4], bytes: &[u8]| Chunk { kind: u32::from_le_bytes(*kind), bytes: bytes.to_vec() };
    let buffer = |length: usize| gltf(&format!(r#""buffers":[{{"byteLength":{length}}}]"#));
    let unknown = [chunk(b"ABCD", &[1, 2, 3, 4]), chunk(b"BIN\0", &[5, 6, 7, 8]), chunk(b"WXYZ", &[])];
    let cases = [
        ("no binary chunk", gltf(r#""x": 1.0"#), None, &[][..]),
        ("zero bytes", buffer(0), Some(&[][..]), &[]),
        ("five bytes filled up to eight", buffer(5), Some(&[1, 2, 3, 4, 5, 0, 0, 0]), &[]),
        ("filled up with other bytes", buffer(5), Some(&[1, 2, 3, 4, 5, 9, 9, 9]), &[]),
        ("more bytes than declared", buffer(1), Some(&[1, 2, 3, 4, 5, 6, 7, 8]), &[]),
        ("fewer bytes than declared", buffer(100), Some(&[1, 2, 3, 4]), &[]),
        ("unknown chunks", buffer(4), Some(&[1, 2, 3, 4]), &unknown),
        ("unknown chunks alone", gltf(r#""x":1"#), None, &unknown),
        ("a binary chunk for nobody", gltf(r#""x":1"#), Some(&[1, 2, 3, 4]), &unknown),
        (
            "a binary chunk beside a URI",
            gltf(r#""buffers":[{"uri":"data:,a","byteLength":1}]"#),
            Some(&[1, 2, 3, 4]),
            &[],
        ),
        ("a buffer that cannot be had", gltf(r#""buffers":[{"uri":"no.bin","byteLength":1}]"#), None, &[]),
        ("an image beside it", gltf(r#""images":[{"uri":"no.png"}]"#), None, &[]),
    ];
    for (name, text, binary, others) in cases {
        let file = glb::write(&text, binary, others).unwrap();
        let document = Document::read(file.clone(), &NoResources).unwrap();
        assert_eq!(document.to_glb(KEEP, &NoResources).unwrap().main, file, "{name}");
    }
}

#[test]
fn the_first_buffer_of_a_text_becomes_the_binary_chunk_and_others_data_uris() {
    let files = BTreeMap::from([("a.bin".to_owned(), vec![1, 2, 3]), ("b.bin".to_owned(), vec![4, 5])]);
    let text = gltf(
        r#""buffers":[{"uri":"a.bin","byteLength":3},{"byteLength":2,"uri":"b.bin"},{"uri":"data:,c","byteLength":1},{"uri":"d.bin","byteLength":1}]"#,
    );
    let document = Document::read(text, &files).unwrap();
    let package = document.to_glb(KEEP, &files).unwrap();
    assert_eq!(codes(&package), [(Code::BUFFER_UNAVAILABLE, "/buffers/3")]);
    let glb = Document::read(package.main, &NoResources).unwrap();
    // base64 of 4 5 is BAU=.
    let expected = r#"[{"byteLength":3},{"byteLength":2,"uri":"data:application/octet-stream;base64,BAU="},{"uri":"data:,c","byteLength":1},{"uri":"d.bin","byteLength":1}]"#;
    assert_eq!(glb.root().get("buffers").unwrap().text(), expected);
    assert_eq!(buffers(&glb), [Some(&[1, 2, 3, 0][..]), Some(&[4, 5]), Some(b"c"), None]);
}

#[test]
fn a_buffer_without_uri_and_bytes_stays_as_it_is() {
    let text = gltf(r#""buffers":[{"byteLength":3}]"#);
    let document = Document::read(text.clone(), &NoResources).unwrap();
    let package = document.to_glb(KEEP, &NoResources).unwrap();
    assert_eq!(codes(&package), [(Code::BUFFER_UNAVAILABLE, "/buffers/0")]);
    assert_eq!(Document::read(package.main, &NoResources).unwrap().json().text().trim_end(), text);
    assert_eq!(document.to_gltf("x", KEEP, &NoResources).unwrap().main, text.as_bytes());
}

#[test]
fn images_that_can_be_had_become_buffer_views_and_others_stay() {
    let png = b"\x89PNG\r\n\x1a\nxyz".to_vec();
    let files = BTreeMap::from([
        ("a b.dat".to_owned(), png.clone()),
        ("c.jpg".to_owned(), vec![1, 2, 3]),
        ("d".to_owned(), vec![1]),
    ]);
    let text = gltf(
        r#""images":[{"uri":"a%20b.dat","name":"x"},{"uri":"c.jpg","mimeType":"image/jpeg"},{"uri":"a%20b.dat"},{"uri":"no.png"},{"uri":"d"},{"uri":"data:,x"},{"uri":"https://example.org/a.png"}]"#,
    );
    let document = Document::read(text, &files).unwrap();
    let package = document.to_glb(KEEP, &files).unwrap();
    assert_eq!(codes(&package), [(Code::IMAGE_UNAVAILABLE, "/images/3"), (Code::IMAGE_UNAVAILABLE, "/images/4")]);
    let glb = Document::read(package.main, &NoResources).unwrap();
    let expected = json!([
        {"name": "x", "mimeType": "image/png", "bufferView": 0},
        {"mimeType": "image/jpeg", "bufferView": 1},
        {"mimeType": "image/png", "bufferView": 0},
        {"uri": "no.png"},
        {"uri": "d"},
        {"uri": "data:,x"},
        {"uri": "https://example.org/a.png"},
    ]);
    assert_eq!(glb.root().get("images").unwrap().to_serde(), expected);
    // 11 bytes of the first image are filled up to 12.
    let views =
        json!([{"buffer": 0, "byteOffset": 0, "byteLength": 11}, {"buffer": 0, "byteOffset": 12, "byteLength": 3}]);
    assert_eq!(glb.root().get("bufferViews").unwrap().to_serde(), views);
    let bytes = glb.buffer_bytes(BufferIndex(0)).unwrap();
    assert_eq!((&bytes[..11], &bytes[12..15]), (&png[..], &[1, 2, 3][..]));
}

#[test]
fn a_binary_chunk_becomes_a_file_with_its_padding() {
    let text = gltf(r#""buffers":[{"byteLength":3}],"images":[{"uri":"model.bin"}]"#);
    let file = glb::write(&text, Some(&[1, 2, 3, 9]), &[Chunk { kind: 7, bytes: vec![1; 4] }]).unwrap();
    let document = Document::read(file, &NoResources).unwrap();
    let package = document.to_gltf("model", KEEP, &NoResources).unwrap();
    assert_eq!(codes(&package), [(Code::IMAGE_UNAVAILABLE, "/images/0"), (Code::GLB_CHUNK_DROPPED, "")]);
    assert_eq!(files_of(&package), BTreeMap::from([("model_1.bin".to_owned(), vec![1, 2, 3, 9])]));
    let expected = gltf(r#""buffers":[{"byteLength":3,"uri":"model_1.bin"}],"images":[{"uri":"model.bin"}]"#);
    assert_eq!(String::from_utf8(package.main).unwrap().trim_end(), expected);
}

#[test]
fn embedding_leaves_no_file_beside_a_text() {
    let files = BTreeMap::from([("a.bin".to_owned(), vec![1, 2, 3]), ("c.jpg".to_owned(), vec![4, 5])]);
    let text = gltf(r#""buffers":[{"uri":"a.bin","byteLength":3}],"images":[{"uri":"c.jpg"}]"#);
    let document = Document::read(text, &files).unwrap();
    let package = document.to_gltf("x", EMBED, &files).unwrap();
    assert!(package.files.is_empty());
    let expected = gltf(
        r#""buffers":[{"uri":"data:application/octet-stream;base64,AQID","byteLength":3}],"images":[{"uri":"data:image/jpeg;base64,BAU="}]"#,
    );
    assert_eq!(String::from_utf8(package.main).unwrap(), expected);
}

#[test]
fn files_that_a_text_refers_to_are_listed_once_under_their_names() {
    let files = BTreeMap::from([("d/a b.bin".to_owned(), vec![1, 2, 3]), ("c.jpg".to_owned(), vec![4, 5])]);
    let text = gltf(
        r#""buffers":[{"uri":"d/a%20b.bin","byteLength":3},{"uri":"d/a%20b.bin","byteLength":3}],"images":[{"uri":"c.jpg"},{"uri":"../e.png"}]"#,
    );
    let document = Document::read(text.clone(), &files).unwrap();
    let package = document.to_gltf("x", KEEP, &files).unwrap();
    assert_eq!(package.files.iter().map(|file| &*file.uri).collect::<Vec<_>>(), ["d/a%20b.bin", "c.jpg"]);
    assert_eq!(codes(&package), [(Code::IMAGE_UNAVAILABLE, "/images/1")]);
    assert_eq!(package.main, text.as_bytes());
}

#[test]
fn a_file_outside_the_folder_is_referred_to_and_not_copied() {
    let files = BTreeMap::from([("../a.bin".to_owned(), vec![1]), ("https://example.org/b.bin".to_owned(), vec![2])]);
    let text =
        gltf(r#""buffers":[{"uri":"../a.bin","byteLength":1},{"uri":"https://example.org/b.bin","byteLength":1}]"#);
    let document = Document::read(text.clone(), &files).unwrap();
    let package = document.to_gltf("x", KEEP, &files).unwrap();
    assert_eq!(codes(&package), [(Code::RESOURCE_NOT_COPIED, "/buffers/0")]);
    assert!(package.files.is_empty());
    assert_eq!(package.main, text.as_bytes());
}

#[test]
fn a_buffer_that_an_edit_made_is_written_in_both_formats() {
    let files = BTreeMap::from([("a.bin".to_owned(), vec![1, 2, 3, 4])]);
    let document = Document::read(gltf(r#""buffers":[{"uri":"missing.bin","byteLength":9}]"#), &files).unwrap();
    let mut edit = document.edit();
    edit.add_buffer_view(&[7, 8]).unwrap();
    let edited = edit.finish().unwrap();
    for package in [edited.to_gltf("x", KEEP, &files).unwrap(), edited.to_glb(KEEP, &files).unwrap()] {
        let again = Document::read(package.main.clone(), &files_of(&package)).unwrap();
        assert_eq!(buffers(&again), [None, Some(&[7, 8][..])]);
    }
}

/// Where bytes are is what a change of format changes; everything else must be equal.
fn without_places(document: &Document) -> Value {
    let mut root = document.root().to_serde();
    if let Some(buffers) = root.get_mut("buffers").and_then(Value::as_array_mut) {
        for buffer in buffers.iter_mut().filter_map(Value::as_object_mut) {
            buffer.shift_remove("uri");
        }
    }
    root
}

/// Writes in both formats, reads back, and compares. Documents whose images are files are compared without what
/// embedding adds.
fn check(document: &Document, resources: &dyn Resources) -> Result<(), TestCaseError> {
    let gltf = document.to_gltf("model", KEEP, resources).unwrap();
    let glb = document.to_glb(KEEP, resources).unwrap();
    let as_gltf = Document::read(gltf.main.clone(), &files_of(&gltf)).unwrap();
    let as_glb = Document::read(glb.main.clone(), &files_of(&glb)).unwrap();
    match document.container() {
        Container::Gltf => prop_assert_eq!(document.json().text(), as_gltf.json().text()),
        Container::Glb { .. } => prop_assert_eq!(document.json().text().trim_end(), as_glb.json().text().trim_end()),
    }
    prop_assert_eq!(without_places(document), without_places(&as_gltf));
    prop_assert_eq!(buffers(document), buffers(&as_gltf));
    check_equal_but_for_images(document, &as_glb)?;
    let back = as_glb.to_gltf("model", KEEP, &files_of(&glb)).unwrap();
    let back = Document::read(back.main.clone(), &files_of(&back)).unwrap();
    prop_assert_eq!(without_places(&as_glb), without_places(&back));
    prop_assert_eq!(buffers(&as_glb), buffers(&back));
    let back = as_gltf.to_glb(KEEP, &files_of(&gltf)).unwrap();
    check_equal_but_for_images(document, &Document::read(back.main.clone(), &files_of(&back)).unwrap())
}

fn check_equal_but_for_images(before: &Document, after: &Document) -> Result<(), TestCaseError> {
    let is_file =
        |image: Json<'_>| image.get("uri").and_then(Json::as_str).is_some_and(|uri| !uri.starts_with("data:"));
    let has_image_files = before.root().get("images").is_some_and(|images| images.elements().any(is_file));
    let (mut a, mut b) = (without_places(before), without_places(after));
    if has_image_files {
        for root in [&mut a, &mut b] {
            root["images"] = Value::Null;
            let views = before.root().get("bufferViews").map_or(0, Json::len);
            let list = root.as_object_mut().unwrap().entry("bufferViews").or_insert(json!([]));
            list.as_array_mut().unwrap().truncate(views);
            let list = root.as_object_mut().unwrap().entry("buffers").or_insert(json!([]));
            list.as_array_mut().unwrap().truncate(before.count::<BufferIndex>());
            if let Some(first) = list.get_mut(0) {
                first["byteLength"] = Value::Null;
            }
        }
    }
    prop_assert_eq!(a, b);
    for (a, b) in buffers(before).into_iter().zip(buffers(after)) {
        // The binary chunk is filled up to four bytes, and images may follow.
        let length = a.map_or(0, <[u8]>::len);
        prop_assert_eq!(a, b.and_then(|b| b.get(..length)));
        prop_assert!(has_image_files || b.map_or(0, <[u8]>::len) <= length.next_multiple_of(4));
    }
    Ok(())
}

fn any_json() -> impl Strategy<Value = String> {
    let number = prop_oneof!["-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,2})?"];
    let string =
        "([a-z/~é漢 ]|\\\\n|\\\\\"|\\\\u00e9|\\\\ud83d\\\\ude00){0,5}".prop_map(|inner| format!("\"{inner}\""));
    let leaf = prop_oneof![Just("null".to_owned()), Just("true".to_owned()), number, string.clone()];
    let blank = prop::sample::select(vec!["", " ", "\n", "\t", "\r\n  "]);
    leaf.prop_recursive(5, 40, 5, move |inner| {
        let element = (blank.clone(), inner.clone(), blank.clone()).prop_map(|(a, value, b)| format!("{a}{value}{b}"));
        let member = (blank.clone(), string.clone(), blank.clone(), inner, blank.clone())
            .prop_map(|(a, key, b, value, c)| format!("{a}{key}{b}:{value}{c}"));
        prop_oneof![
            prop::collection::vec(element, 0..5).prop_map(|list| format!("[{}]", list.join(","))),
            prop::collection::vec(member, 0..5).prop_map(|list| format!("{{{}}}", list.join(","))),
        ]
    })
}

#[derive(Clone, Debug)]
struct AnyBuffer {
    bytes: Vec<u8>,
    is_file: bool,
    extras: String,
}

fn any_buffer() -> impl Strategy<Value = AnyBuffer> {
    (prop::collection::vec(any::<u8>(), 0..20), any::<bool>(), any_json())
        .prop_map(|(bytes, is_file, extras)| AnyBuffer { bytes, is_file, extras })
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(part.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let letter = LETTERS[bits >> (18 - 6 * at) & 63];
            text.push(if at <= part.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_document_survives_both_formats(
        unknown in any_json(),
        nodes in prop::collection::vec(any_json(), 0..4),
        list in prop::collection::vec(any_buffer(), 0..4),
        binary in prop::option::of(prop::collection::vec(any::<u8>(), 0..20)),
        others in prop::collection::vec((any::<u32>(), prop::collection::vec(any::<u8>(), 0..9)), 0..3),
        is_glb in any::<bool>(),
    ) {
        let mut files = BTreeMap::new();
        let mut buffers = Vec::new();
        if let (true, Some(bytes)) = (is_glb, &binary) {
            buffers.push(format!("{{\"byteLength\" : {}}}", bytes.len()));
        }
        for (at, buffer) in list.iter().enumerate() {
            let uri = if buffer.is_file { format!("b%20{at}.bin") } else { format!("data:;base64,{}", base64(&buffer.bytes)) };
            buffers.push(format!("{{\"uri\": \"{uri}\",\"extras\":{}, \"byteLength\" : {}}}", buffer.extras, buffer.bytes.len()));
            if buffer.is_file {
                files.insert(format!("b {at}.bin"), buffer.bytes.clone());
            }
        }
        let text = gltf(&format!(
            "\"unknown\": {unknown}, \"nodes\":[{}],\n\"buffers\":[{}]", nodes.join(" , "), buffers.join(",")
        ));
        let file = if is_glb {
            let others: Vec<_> = others.into_iter().map(|(kind, bytes)| Chunk { kind, bytes }).collect();
            glb::write(&text, binary.as_deref(), &others).unwrap()
        } else {
            text.into_bytes()
        };
        let document = Document::read(file, &files).unwrap();
        prop_assert!(self::buffers(&document).iter().all(Option::is_some));
        check(&document, &files)?;
    }
}

#[test]
fn every_real_asset_survives_both_formats() {
    let root = std::env::var_os("SINEW_ASSETS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/assets"), PathBuf::from);
    let mut folders = vec![root.clone()];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            println!("skipped: there are no assets at {}", root.display());
            return;
        };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if ["gltf", "glb", "vrm", "vrma"].contains(&extension) {
                let Ok(document) = Document::open(&path) else {
                    println!("no glTF: {}", path.display());
                    continue;
                };
                if let Err(error) = check(&document, &Folder::of_file(&path)) {
                    panic!("{}: {error}", path.display());
                }
                count += 1;
            }
        }
    }
    println!("{count} assets");
    assert!(count > 0);
}
