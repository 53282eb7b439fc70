//! What an edit changes, and that it changes nothing else.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use sinew_document::{
    AccessorData, AnimationIndex, BufferIndex, BufferSource, Code, Document, EditError, Limits, NoResources, NodeIndex,
    ReadOptions, WriteOptions,
};

const HEAD: &str = r#""asset":{"version":"2.0"}"#;

fn read(text: impl Into<String>) -> Document {
    Document::read(text.into(), &NoResources).unwrap()
}

fn document(members: &str) -> Document {
    read(format!("{{{HEAD},{members}}}"))
}

/// The text of the edited document without the `asset` that [`document`] put before it.
fn edited(members: &str, change: impl FnOnce(&mut sinew_document::Edit<'_>)) -> String {
    let document = document(members);
    let mut edit = document.edit();
    change(&mut edit);
    let text = edit.finish().unwrap().json().text().to_owned();
    text.strip_prefix(&format!("{{{HEAD}")).unwrap().strip_suffix('}').unwrap().trim_start_matches(',').to_owned()
}

#[test]
fn no_edits_give_the_same_text() {
    let text = format!(" \n{{ {HEAD} , \"a\" : [ 1e2 , 1.0,-0.0 ] ,\"b\":{{ }} }} \t ");
    let document = read(text.clone());
    assert_eq!(document.edit().finish().unwrap().json().text(), text);
}

#[test]
fn a_replaced_value_keeps_its_place_and_everything_around_it() {
    let text = edited(r#""nodes" : [ { "a" : 1.50 , "b" : [1 , 2] ,"c":3 } ]"#, |edit| {
        edit.set("/nodes/0/b", json!({"x": 1})).unwrap();
    });
    assert_eq!(text, r#""nodes" : [ { "a" : 1.50 , "b" : {"x":1} ,"c":3 } ]"#);
}

#[test]
fn an_element_of_a_nested_array_is_replaced() {
    let text = edited(r#""nodes":[{"t":[1.0, 2.0, 3.0]}]"#, |edit| edit.set("/nodes/0/t/1", json!(9)).unwrap());
    assert_eq!(text, r#""nodes":[{"t":[1.0, 9, 3.0]}]"#);
}

#[test]
fn a_new_key_goes_to_the_end_in_the_layout_of_its_neighbours() {
    let text = edited("\"nodes\": [\n  {\n    \"a\": 1\n  }\n]", |edit| edit.set("/nodes/0/b", json!(2)).unwrap());
    assert_eq!(text, "\"nodes\": [\n  {\n    \"a\": 1,\n    \"b\": 2\n  }\n]");
}

#[test]
fn missing_objects_on_the_way_are_made() {
    let text = edited(r#""nodes":[{}]"#, |edit| edit.set("/nodes/0/extensions/KHR_x/weight", json!(1)).unwrap());
    assert_eq!(text, r#""nodes":[{"extensions":{"KHR_x":{"weight":1}}}]"#);
}

#[test]
fn missing_arrays_on_the_way_are_not_made() {
    let document = document(r#""nodes":[{}]"#);
    let mut edit = document.edit();
    for (pointer, missing) in [
        ("/nodes/1/name", "/nodes/1"),
        ("/nodes/1", "/nodes/1"),
        ("/nodes/-", "/nodes/-"),
        ("/nodes/00/name", "/nodes/00"),
        ("/meshes/0/name", "/meshes"),
    ] {
        let error = edit.set(pointer, json!(1)).unwrap_err();
        assert_eq!(error, EditError::NotFound { pointer: missing.to_owned() }, "{pointer}");
    }
    assert!(matches!(edit.set("/asset/version/x", json!(1)), Err(EditError::WrongKind { .. })));
    assert!(matches!(edit.set("nodes", json!(1)), Err(EditError::Pointer { .. })));
    assert!(matches!(edit.set("", json!({})), Err(EditError::Pointer { .. })));
    assert_eq!(edit.finish().unwrap().json().text(), document.json().text(), "a refused edit leaves nothing behind");
}

#[test]
fn keys_with_slashes_tildes_and_escapes_are_reached() {
    let text = edited(r#""a/b":{"c~d":1},"\u00e9\n":2"#, |edit| {
        edit.set("/a~1b/c~0d", json!(3)).unwrap();
        edit.set("/é\n", json!(4)).unwrap();
        edit.set("/a~1b/q\"\\", json!(5)).unwrap();
    });
    assert_eq!(text, r#""a/b":{"c~d":3,"q\"\\":5},"\u00e9\n":4"#);
}

#[test]
fn of_a_repeated_key_the_last_is_replaced_and_all_are_removed() {
    let members = r#""x":{"a":1,"b":2,"a":3}"#;
    assert_eq!(edited(members, |edit| edit.set("/x/a", json!(4)).unwrap()), r#""x":{"a":1,"b":2,"a":4}"#);
    let text = edited(members, |edit| {
        assert!(edit.remove("/x/a").unwrap());
        assert_eq!(edit.get("/x/a"), None);
    });
    assert_eq!(text, r#""x":{"b":2}"#);
}

#[test]
fn an_object_of_many_keys_answers_like_one_of_few() {
    let document = document(r#""extras":{"k3":"old","k3":"last"}"#);
    let mut edit = document.edit();
    for i in 0..200 {
        edit.set(&format!("/extras/k{i}"), json!(i)).unwrap();
    }
    assert!(edit.remove("/extras/k3").unwrap() && edit.remove("/extras/k150").unwrap());
    edit.set("/extras/k151", json!("new")).unwrap();
    edit.set("/extras/k3", json!("again")).unwrap();
    let mut keys: Vec<_> = (0..200).filter(|i| *i != 3 && *i != 150).map(|i| format!("k{i}")).collect();
    keys.push("k3".to_owned());
    let edited = edit.finish().unwrap();
    let extras = edited.root().get("extras").unwrap();
    assert_eq!(extras.members().map(|(key, _)| key.into_owned()).collect::<Vec<_>>(), keys);
    assert_eq!(extras.get("k151").unwrap().text(), "\"new\"");
}

#[test]
fn get_sees_the_edits_so_far() {
    let document = document(r#""nodes":[{"name":"a","t":[1.5]}]"#);
    let mut edit = document.edit();
    assert_eq!(edit.get("/nodes/0/t/0"), Some(json!(1.5)));
    edit.set("/nodes/0/t", json!([2, {"deep": [3]}])).unwrap();
    edit.set("/nodes/0/t/1/deep/0", json!(4)).unwrap();
    assert_eq!(edit.get("/nodes/0"), Some(json!({"name": "a", "t": [2, {"deep": [4]}]})));
    assert_eq!(edit.get("/nodes/0/t/1/deep/0"), Some(json!(4)));
    assert_eq!(edit.get("/nodes/1"), None);
    assert_eq!(edit.get("no pointer"), None);
    assert_eq!(document.get(NodeIndex(0)).unwrap().text(), r#"{"name":"a","t":[1.5]}"#, "the old one is as it was");
}

#[test]
fn removing_takes_the_comma_along() {
    let members = "\"x\": {\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}";
    let remove = |key: &str| edited(members, |edit| assert!(edit.remove(&format!("/x/{key}")).unwrap()));
    assert_eq!(remove("a"), "\"x\": {\n  \"b\": 2,\n  \"c\": 3\n}");
    assert_eq!(remove("b"), "\"x\": {\n  \"a\": 1,\n  \"c\": 3\n}");
    assert_eq!(remove("c"), "\"x\": {\n  \"a\": 1,\n  \"b\": 2\n}");
    assert_eq!(edited(members, |edit| assert!(!edit.remove("/x/d").unwrap())), members);
}

#[test]
fn what_gltf_forbids_to_be_empty_goes_with_its_last_content() {
    let members = r#""nodes":[{"children":[1],"extensions":{"A":{"list":[1]}},"extras":[1]},{}],"extensions":{"B":{}}"#;
    let text = edited(members, |edit| {
        assert!(edit.remove("/nodes/0/children/0").unwrap());
        assert!(edit.remove("/nodes/0/extensions/A/list/0").unwrap());
        assert!(edit.remove("/nodes/0/extras/0").unwrap());
        assert!(edit.remove("/extensions/B").unwrap());
    });
    assert_eq!(text, r#""nodes":[{"extensions":{"A":{"list":[]}},"extras":[]},{}]"#);
    let text = edited(members, |edit| assert!(edit.remove("/nodes/0/extensions/A").unwrap()));
    assert_eq!(text, r#""nodes":[{"children":[1],"extras":[1]},{}],"extensions":{"B":{}}"#);
}

#[test]
fn an_element_known_by_its_index_is_not_removed() {
    let document = document(
        r#""nodes":[{},{}],"extensions":{"KHR_implicit_shapes":{"shapes":[{}]}},"animations":[{"samplers":[{}]}]"#,
    );
    let mut edit = document.edit();
    for pointer in ["/nodes/0", "/nodes/1", "/extensions/KHR_implicit_shapes/shapes/0", "/animations/0/samplers/0"] {
        let error = edit.remove(pointer).unwrap_err();
        assert_eq!(error, EditError::WouldShiftIndices { pointer: pointer.to_owned() });
    }
    assert!(edit.remove("/nodes").unwrap(), "the whole array can go");
}

#[test]
fn push_gives_the_position_and_makes_a_missing_array() {
    let text = edited(r#""nodes":[ {} ]"#, |edit| {
        assert_eq!(edit.push("/nodes", json!({"name": "n"})), Ok(1));
        assert_eq!(edit.push("/nodes/1/children", json!(0)), Ok(0));
        assert_eq!(edit.push("/scenes", json!({"nodes": [1]})), Ok(0));
        let error = edit.push("/nodes/0/name/x", json!(1)).and_then(|_| edit.push("/asset", json!(1))).unwrap_err();
        assert!(matches!(error, EditError::WrongKind { .. }), "{error}");
    });
    assert_eq!(text, r#""nodes":[ {"name":{"x":[1]}}, {"name":"n","children":[0]} ],"scenes":[{"nodes":[1]}]"#);
}

#[test]
fn a_number_that_json_cannot_hold_is_refused() {
    let document = document(r#""nodes":[{"extras":1,"old":[null]}]"#);
    let mut edit = document.edit();
    let refused = |pointer: &str| EditError::NotFinite { pointer: pointer.to_owned() };
    assert_eq!(edit.set("/nodes/0/mass", json!(f32::NAN)), Err(refused("/nodes/0/mass")));
    let translation = json!({"translation": [0, f64::INFINITY, 0]});
    assert_eq!(edit.push("/nodes", translation), Err(refused("/nodes/1/translation/1")));
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert_eq!(edit.add_accessor(AccessorData::Scalars(&[0.0, bad])), Err(refused("/accessors/0")));
    }
    edit.set("/nodes/0/extras", json!(null)).unwrap();
    edit.set("/nodes/0", json!({"old": [null], "extras": {"any": null}})).unwrap();
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    let options = ReadOptions { limits: Limits { json_depth: 6, ..Limits::default() }, ..ReadOptions::default() };
    let document = Document::read_with(format!("{{{HEAD}}}"), &NoResources, options).unwrap();
    let mut edit = document.edit();
    // Root, x, and four arrays are six containers.
    edit.set("/x/a", json!([[[[1]]]])).unwrap();
    let error = edit.set("/x/a", json!([[[[[1]]]]])).unwrap_err();
    assert_eq!(error, EditError::TooDeep { pointer: "/x/a/0/0/0/0".to_owned(), limit: 6 });
    edit.finish().unwrap();
    assert!(matches!(document.edit().set(&"/a".repeat(100_000), json!(1)), Err(EditError::TooDeep { .. })));
}

#[test]
fn edits_that_leave_no_gltf_are_refused() {
    let document = document(r#""x":1"#);
    let mut edit = document.edit();
    edit.remove("/asset/version").unwrap();
    assert_eq!(edit.finish().unwrap_err(), EditError::NotGltf);
}

#[test]
fn a_node_extension_is_listed_as_used_once() {
    let text = edited(r#""nodes":[{},{}]"#, |edit| {
        edit.set_node_extension(NodeIndex(0), "A/b", json!({"x": 1})).unwrap();
        edit.set_node_extension(NodeIndex(1), "A/b", json!({})).unwrap();
        assert!(edit.set_node_extension(NodeIndex(2), "C", json!({})).is_err());
        assert!(edit.remove_node_extension(NodeIndex(1), "A/b").unwrap());
        assert!(!edit.remove_node_extension(NodeIndex(1), "A/b").unwrap());
    });
    assert_eq!(text, r#""nodes":[{"extensions":{"A/b":{"x":1}}},{}],"extensionsUsed":["A/b"]"#);
}

#[test]
fn an_extension_of_the_file_is_set_and_removed() {
    let members = r#""extensionsUsed":["A","B"],"extensionsRequired":["A"],"extensions":{"A":1}"#;
    let text = edited(members, |edit| {
        edit.set_extension("C", json!({})).unwrap();
        assert!(edit.remove_extension("A").unwrap());
        edit.unuse_extension("A");
        edit.use_extension("B").unwrap();
    });
    assert_eq!(text, r#""extensionsUsed":["B","C"],"extensions":{"C":{}}"#);
}

#[test]
fn a_list_of_extensions_that_is_none_refuses_the_edit() {
    let document = document(r#""extensionsUsed":{},"nodes":[{}]"#);
    let mut edit = document.edit();
    assert!(matches!(edit.set_extension("A", json!({})), Err(EditError::WrongKind { .. })));
    assert_eq!(edit.get("/extensions"), None);
}

#[test]
fn a_child_is_added_to_nodes_that_exist() {
    let text = edited(r#""nodes":[{"children":[1]},{}]"#, |edit| {
        let node = edit.add_node(json!({"name": "new"})).unwrap();
        assert_eq!(node, NodeIndex(2));
        edit.add_child(NodeIndex(0), node).unwrap();
        assert!(edit.add_child(NodeIndex(0), NodeIndex(3)).is_err());
        assert!(edit.add_child(NodeIndex(3), NodeIndex(0)).is_err());
    });
    assert_eq!(text, r#""nodes":[{"children":[1,2]},{},{"name":"new"}]"#);
}

#[test]
fn a_removed_node_leaves_an_empty_one_so_that_no_index_moves() {
    let members =
        r#""scenes":[{"nodes":[0,1]},{"nodes":[1]}],"nodes":[{"children":[1,2]},{"mesh":0},{"children":[1]}]"#;
    let text = edited(members, |edit| {
        edit.remove_node(NodeIndex(1)).unwrap();
        assert_eq!(edit.get("/nodes/0/children"), Some(json!([2])));
        assert!(edit.remove_node(NodeIndex(3)).is_err());
    });
    assert_eq!(text, r#""scenes":[{"nodes":[0]},{}],"nodes":[{"children":[2]},{},{}]"#);
}

#[test]
fn the_last_node_can_be_deleted() {
    let members = r#""scenes":[{"nodes":[0,2]}],"nodes":[{"children":[1]},{},{"name":"last"}]"#;
    let text = edited(members, |edit| {
        edit.pop_node().unwrap();
        edit.pop_node().unwrap();
    });
    assert_eq!(text, r#""scenes":[{"nodes":[0]}],"nodes":[{}]"#);
    let text = edited(r#""nodes":[{}]"#, |edit| {
        edit.pop_node().unwrap();
        assert!(edit.pop_node().is_err());
    });
    assert_eq!(text, "");
}

#[test]
fn a_removed_nodes_place_can_be_used_again() {
    let text = edited(r#""nodes":[{"children":[1]},{}]"#, |edit| {
        edit.remove_node(NodeIndex(1)).unwrap();
        edit.set("/nodes/1", json!({"name": "again"})).unwrap();
        edit.add_child(NodeIndex(0), NodeIndex(1)).unwrap();
    });
    assert_eq!(text, r#""nodes":[{"children":[1]},{"name":"again"}]"#);
}

#[test]
fn only_a_last_animation_really_goes() {
    let members = r#""animations":[{"name":"a"},{"name":"b"},{"name":"c"}]"#;
    let text = edited(members, |edit| {
        edit.remove_animation(AnimationIndex(1)).unwrap();
        assert_eq!(edit.get("/animations/2/name"), Some(json!("c")));
    });
    assert_eq!(text, r#""animations":[{"name":"a"},{"channels":[],"samplers":[]},{"name":"c"}]"#);
    let text = edited(members, |edit| {
        edit.remove_animation(AnimationIndex(1)).unwrap();
        edit.remove_animation(AnimationIndex(2)).unwrap();
        assert!(edit.remove_animation(AnimationIndex(2)).is_err());
        assert_eq!(edit.add_animation(json!({"name": "d"})), Ok(AnimationIndex(1)));
    });
    assert_eq!(text, r#""animations":[{"name":"a"},{"name":"d"}]"#);
    let text = edited(r#""animations":[{}],"x":1"#, |edit| edit.remove_animation(AnimationIndex(0)).unwrap());
    assert_eq!(text, r#""x":1"#);
}

#[test]
fn bytes_go_to_the_first_buffer_at_a_multiple_of_four() {
    // "AQIDBAU=" is base64 for 1 2 3 4 5.
    let document = document(r#""buffers":[{"uri":"data:application/gltf-buffer;base64,AQIDBAU=","byteLength":5}]"#);
    let mut edit = document.edit();
    edit.add_buffer_view(&[9, 8, 7]).unwrap();
    edit.add_buffer_view(&[6]).unwrap();
    assert_eq!(edit.add_buffer_view(&[]), Err(EditError::Empty));
    let edited = edit.finish().unwrap();
    let expected = [1, 2, 3, 4, 5, 0, 0, 0, 9, 8, 7, 0, 6];
    assert_eq!(edited.buffer_bytes(BufferIndex(0)).unwrap(), expected);
    assert_eq!(
        edited.root().get("bufferViews").unwrap().to_serde(),
        json!([{"buffer": 0, "byteOffset": 8, "byteLength": 3}, {"buffer": 0, "byteOffset": 12, "byteLength": 1}])
    );
    let again = read(edited.json().text());
    assert_eq!(again.buffer_bytes(BufferIndex(0)).unwrap(), expected, "the data URI was encoded anew");
    assert!(again.json().text().contains("data:application/gltf-buffer;base64,"));
}

#[test]
fn a_buffer_without_bytes_is_left_and_a_new_one_made() {
    let document = document(r#""buffers":[{"uri":"missing.bin","byteLength":5}]"#);
    let mut edit = document.edit();
    edit.add_buffer_view(&[1, 2]).unwrap();
    let edited = edit.finish().unwrap();
    assert_eq!(
        edited.root().get("buffers").unwrap().to_serde(),
        json!([{"uri": "missing.bin", "byteLength": 5}, {"byteLength": 2}])
    );
    assert_eq!(edited.buffer_bytes(BufferIndex(1)).unwrap(), [1, 2]);
    assert_eq!(edited.diagnostics().as_slice(), document.diagnostics().as_slice(), "what was noticed is still true");
}

#[test]
fn a_cut_buffer_is_not_filled_up_with_other_bytes() {
    let document = document(r#""buffers":[{"uri":"data:;base64,AQID","byteLength":100}]"#);
    let mut edit = document.edit();
    edit.add_buffer_view(&[1, 2]).unwrap();
    let edited = edit.finish().unwrap();
    assert_eq!(edited.buffer_bytes(BufferIndex(0)).unwrap(), [1, 2, 3]);
    assert_eq!(edited.buffer_bytes(BufferIndex(1)).unwrap(), [1, 2]);
}

#[test]
fn a_file_buffer_that_grows_has_its_bytes_in_memory_alone() {
    let files = BTreeMap::from([("a.bin".to_owned(), vec![1, 2, 3, 4])]);
    let text = format!("{{{HEAD},\"buffers\":[{{\"uri\":\"a.bin\",\"byteLength\":4}}]}}");
    let document = Document::read(text, &files).unwrap();
    let mut edit = document.edit();
    edit.add_buffer_view(&[5]).unwrap();
    let edited = edit.finish().unwrap();
    let former_uri = Some("a.bin".to_owned());
    assert_eq!(edited.buffer_source(BufferIndex(0)), Some(&BufferSource::Memory { former_uri }));
    let package = edited.to_gltf("a", WriteOptions::default(), &files).unwrap();
    assert_eq!(package.files.len(), 1);
    assert_eq!(package.files[0].uri, "a_1.bin", "the old name means other bytes");
    assert_eq!(*package.files[0].bytes, [1, 2, 3, 4, 5]);
}

#[test]
fn accessors_carry_their_type_count_and_bounds() {
    let document = document(r#""nodes":[{}]"#);
    let mut edit = document.edit();
    edit.add_accessor(AccessorData::Scalars(&[0.5, -1.0, 2.0])).unwrap();
    edit.add_accessor(AccessorData::Vec3(&[[1.0, 2.0, 3.0], [3.0, -2.0, 0.0]])).unwrap();
    edit.add_accessor(AccessorData::Vec4(&[[0.0, 0.0, 0.0, 1.0]])).unwrap();
    edit.add_accessor(AccessorData::Mat4(&[[0.0; 16]])).unwrap();
    edit.add_accessor(AccessorData::U16(&[1, 2, 0x0304])).unwrap();
    edit.add_accessor(AccessorData::U32(&[7])).unwrap();
    assert_eq!(edit.add_accessor(AccessorData::U32(&[])), Err(EditError::Empty));
    let edited = edit.finish().unwrap();
    let accessor = |view: u32, component: u32, count: u32, kind: &str| json!({"bufferView": view, "componentType": component, "count": count, "type": kind});
    let mut expected = json!([
        accessor(0, 5126, 3, "SCALAR"),
        accessor(1, 5126, 2, "VEC3"),
        accessor(2, 5126, 1, "VEC4"),
        accessor(3, 5126, 1, "MAT4"),
        accessor(4, 5123, 3, "SCALAR"),
        accessor(5, 5125, 1, "SCALAR"),
    ]);
    expected[0]["min"] = json!([-1.0]);
    expected[0]["max"] = json!([2.0]);
    expected[1]["min"] = json!([1.0, -2.0, 0.0]);
    expected[1]["max"] = json!([3.0, 2.0, 3.0]);
    assert_eq!(edited.root().get("accessors").unwrap().to_serde(), expected);
    // 3·4, 2·12, 16, 64 bytes are multiples of four; 3·2 is filled up to 8.
    let offsets: Vec<_> =
        (0..6).map(|i| edited.root().at_pointer(&format!("/bufferViews/{i}/byteOffset")).unwrap()).collect();
    assert_eq!(offsets.iter().map(|value| value.as_u64().unwrap()).collect::<Vec<_>>(), [0, 12, 36, 52, 116, 124]);
    let bytes = edited.buffer_bytes(BufferIndex(0)).unwrap();
    assert_eq!(bytes.len(), 128);
    assert_eq!(bytes[0..4], 0.5_f32.to_le_bytes());
    assert_eq!(bytes[116..124], [1, 0, 2, 0, 4, 3, 0, 0]);
}

#[test]
fn new_json_is_checked_anew_without_loading_anything() {
    let document = document(r#""extensionsRequired":["X_unknown"]"#);
    assert_eq!(document.diagnostics().as_slice().len(), 1);
    let mut edit = document.edit();
    edit.unuse_extension("X_unknown");
    edit.push("/buffers", json!({"byteLength": 2, "uri": "data:;base64,AQI="})).unwrap();
    edit.push("/buffers", json!({"byteLength": 9, "uri": "new.bin"})).unwrap();
    let edited = edit.finish().unwrap();
    assert_eq!(edited.buffer_bytes(BufferIndex(0)).unwrap(), [1, 2]);
    let found: Vec<_> = edited.diagnostics().iter().map(|found| (found.code, found.pointer.as_str())).collect();
    assert_eq!(found, [(Code::BUFFER_UNAVAILABLE, "/buffers/1")]);
}

/// 100,000 edits of each kind on 100,000 nodes. Were one of them to look at all nodes each time, it would take 10¹⁰
/// steps, minutes at the least; the bound is far above what a slow machine needs and far below that.
#[test]
fn many_edits_take_time_in_proportion_to_their_number() {
    const COUNT: u32 = 100_000;
    let children = (1..COUNT).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let nodes = vec![r#",{"name":"n","translation":[1.0,2.0,3.0]}"#; COUNT as usize - 1].concat();
    let document = document(&format!("\"nodes\":[{{\"children\":[{children}]}}{nodes}]"));
    let start = Instant::now();
    let mut edit = document.edit();
    for i in 0..COUNT {
        edit.set_node_extension(NodeIndex(i), "EXT_x", json!({"i": i})).unwrap();
    }
    for _ in 0..COUNT {
        let node = edit.add_node(json!({})).unwrap();
        edit.add_child(NodeIndex(0), node).unwrap();
    }
    for i in 0..COUNT {
        edit.set(&format!("/nodes/{i}/extensions/EXT_x/j"), json!(1)).unwrap();
    }
    for i in 1..COUNT {
        edit.remove_node(NodeIndex(i)).unwrap();
    }
    for i in 0..COUNT {
        edit.set(&format!("/extras/{i}x"), json!(i)).unwrap();
    }
    for i in 0..COUNT {
        edit.add_buffer_view(&i.to_le_bytes()).unwrap();
    }
    let edited = edit.finish().unwrap();
    assert_eq!(edited.count::<NodeIndex>(), 2 * COUNT as usize);
    assert_eq!(edited.root().get("extras").unwrap().len(), COUNT as usize);
    assert_eq!(edited.root().at_pointer("/nodes/0/children").unwrap().len(), COUNT as usize);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    println!("700,000 edits of 100,000 nodes: {:?}", start.elapsed());
}
