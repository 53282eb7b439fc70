//! More of something than any honest file has: depth, breadth, length.

use sinew::Pose;
use sinew::document::{Diagnostics, Document, NoResources, NodeIndex};

use crate::{findings, run, run_members};

const MANY: usize = 200_000;

#[test]
fn a_chain_of_200_000_nodes_is_lowered_and_evaluated() {
    let nodes: Vec<String> =
        (1..=MANY)
            .map(|next| {
                if next < MANY { format!("{{\"translation\":[1,0,0],\"children\":[{next}]}}") } else { "{}".to_owned() }
            })
            .collect();
    let (model, diagnostics) = run_members(&format!("\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{}]", nodes.join(",")));
    assert_eq!(findings(&diagnostics), ["LOOK_AT_UNAVAILABLE "]);
    let last = model.hierarchy().id(NodeIndex(MANY as u32 - 1)).unwrap();
    assert_eq!(model.hierarchy().ancestors(last).count(), MANY - 1);
    // One metre a node, and the sum of 199,999 ones is exact in single precision (below 2²⁴).
    let end = Pose::rest(&model).model_from_node(last).translation;
    assert_eq!(end, glam::Vec3A::new(199_999.0, 0.0, 0.0));
}

#[test]
fn a_node_of_200_000_children_keeps_them_in_order() {
    let children: Vec<String> = (1..=MANY).map(|child| child.to_string()).collect();
    let nodes = format!("{{\"children\":[{}]}}{}", children.join(","), ",{}".repeat(MANY));
    let (model, _) = run_members(&format!("\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{nodes}]"));
    let hierarchy = model.hierarchy();
    let root = hierarchy.id(NodeIndex(0)).unwrap();
    assert!(hierarchy.children(root).map(|child| hierarchy.index(child).0).eq(1..=MANY as u32));
}

#[test]
fn a_child_listed_200_000_times_is_reported_as_often_as_there_is_room() {
    let children = vec!["1"; MANY].join(",");
    let (model, diagnostics) =
        run_members(&format!("\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"children\":[{children}]}},{{}}]"));
    assert_eq!(model.hierarchy().len(), 2);
    // The flood up to the limit, and the one finding of another rule.
    assert_eq!(diagnostics.as_slice().len(), Diagnostics::LIMIT + 1);
    // All but the first are one too many; and there is no look-at point.
    assert_eq!(diagnostics.as_slice().len() + diagnostics.suppressed(), MANY - 1 + 1);
}

#[test]
fn complaints_about_the_end_of_a_long_list_are_as_cheap_as_about_its_beginning() {
    // 10,000 walks over two million elements would take a minute.
    let listed = format!("{}{}", "0,".repeat(2_000_000), vec!["9"; 10_000].join(","));
    let (_, diagnostics) = run_members(&format!("\"scenes\":[{{\"nodes\":[{listed}]}}],\"nodes\":[{{}}]"));
    assert_eq!(findings(&diagnostics)[9_999], "UNRESOLVED_REFERENCE /scenes/0/nodes/2009999");
}

#[test]
fn a_root_of_a_million_members_answers_as_fast_as_a_small_one() {
    // Each of 20,000 nodes is asked for through the root; walking its members each time would take minutes.
    let junk = "\"a\":0,".repeat(1_000_000);
    let nodes = vec!["{\"mesh\":7}"; 20_000].join(",");
    let text =
        format!("{{{junk}\"asset\":{{\"version\":\"2.0\"}},\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{nodes}]}}");
    let start = std::time::Instant::now();
    let document = Document::read(text, &NoResources).unwrap();
    assert_eq!((0..20_000).filter_map(|index| document.get(NodeIndex(index))).count(), 20_000);
    let last = document.get(NodeIndex(19_999)).unwrap();
    assert_eq!(last.get("mesh").unwrap().pointer(), "/nodes/19999/mesh");
    assert!(start.elapsed() < crate::PATIENCE);
}

#[test]
fn a_cycle_of_200_000_nodes_is_opened_once() {
    let nodes: Vec<String> = (1..=MANY).map(|next| format!("{{\"children\":[{}]}}", next % MANY)).collect();
    let (model, diagnostics) = run_members(&format!("\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{}]", nodes.join(",")));
    let expected = [format!("NODE_CYCLE /nodes/{}/children", MANY - 1), "LOOK_AT_UNAVAILABLE ".to_owned()];
    assert_eq!(findings(&diagnostics), expected);
    assert_eq!(model.hierarchy().nodes().len(), MANY);
}

#[test]
fn json_nested_a_million_deep_is_refused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let text = format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}0{}}}",
            open.repeat(1_000_000),
            close.repeat(1_000_000)
        );
        let error = run(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("not valid JSON: arrays and objects nested more than 128 deep at line 1"), "{error}");
    }
}

#[test]
fn a_name_of_a_megabyte_is_a_name() {
    let name = "n".repeat(1 << 20);
    let (model, diagnostics) = run_members(&format!(
        "\"nodes\":[{{\"name\":\"{name}\"}}],\"animations\":[{{\"name\":\"{name}\",\"channels\":[{{\"sampler\":0,\
         \"target\":{{\"node\":0,\"path\":\"{name}\"}}}}],\"samplers\":[{{\"input\":0,\"output\":0,\
         \"interpolation\":\"{name}\"}}]}}]"
    ));
    assert_eq!(model.hierarchy().find(&name), model.hierarchy().id(NodeIndex(0)));
    let expected = [
        "NO_SCENE ",
        "VALUE_NOT_IN_LIST /animations/0/samplers/0/interpolation",
        "ANIMATION_CHANNEL_UNSUPPORTED /animations/0/channels/0/target/path",
        "LOOK_AT_UNAVAILABLE ",
    ];
    assert_eq!(findings(&diagnostics), expected);
}

#[test]
fn a_key_of_a_megabyte_is_an_unexpected_property() {
    let key = "k".repeat(1 << 20);
    let (_, diagnostics) = run_members(&format!("\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{\"{key}\":1}}]"));
    assert_eq!(findings(&diagnostics)[0], format!("UNEXPECTED_PROPERTY /nodes/0/{key}"));
}

#[test]
fn a_property_repeated_100_000_times_means_its_last_value() {
    let names = vec!["\"name\":\"x\""; 100_000].join(",");
    let (model, diagnostics) =
        run_members(&format!("\"scenes\":[{{\"nodes\":[0]}}],\"nodes\":[{{{names},\"name\":\"last\"}}]"));
    assert!(model.hierarchy().find("last").is_some());
    assert_eq!(diagnostics.as_slice()[0].code.as_str(), "DUPLICATE_PROPERTY");
    assert_eq!(diagnostics.as_slice().len() + diagnostics.suppressed(), 100_001);
}

#[test]
fn a_file_that_requires_100_000_unknown_extensions_is_read() {
    let names: Vec<String> = (0..100_000).map(|number| format!("\"EXT_{number}\"")).collect();
    let (_, diagnostics) = run_members(&format!("\"extensionsRequired\":[{}]", names.join(",")));
    assert_eq!(findings(&diagnostics)[0], "UNSUPPORTED_EXTENSION /extensionsRequired/0");
    assert_eq!(diagnostics.as_slice().len() + diagnostics.suppressed(), 100_001);
}

#[test]
fn counts_that_no_file_holds_are_refused_one_by_one() {
    let accessor = |rest: &str| format!("{{\"componentType\":5126,\"type\":\"VEC3\",{rest}}}");
    let sparse = |count: &str, view: u32| {
        format!(
            "\"sparse\":{{\"count\":{count},\"indices\":{{\"bufferView\":{view},\"componentType\":5125}},\
             \"values\":{{\"bufferView\":{view}}}}}"
        )
    };
    // (accessor, where it is refused, what is said)
    let cases = [
        (accessor(r#""bufferView":0,"count":4000000000"#), "", "its elements end at byte 48000000000"),
        (accessor(r#""count":4000000000"#), "/count", "would take 48000000000 bytes of zeros"),
        (accessor(r#""count":18446744073709551615"#), "/count", "would take more zeros than can be counted"),
        (accessor(r#""bufferView":0,"count":18446744073709551615"#), "", "a size that no file can have"),
        (accessor(r#""bufferView":0,"count":1,"byteOffset":18446744073709551615"#), "", "a size that no file can have"),
        (
            accessor(&format!("\"count\":9,{}", sparse("4000000000", 0))),
            "/sparse/count",
            "replaces 4000000000 elements of 9",
        ),
        (
            accessor(&format!("\"count\":9,{}", sparse("9", 0))),
            "/sparse/indices",
            "end at byte 36 of a buffer view of 24",
        ),
    ];
    let list: Vec<&str> = cases.iter().map(|(accessor, ..)| accessor.as_str()).collect();
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"accessors\":[{}],\"bufferViews\":[{{\"buffer\":0,\"byteLength\":24}}],\
         \"buffers\":[{{\"byteLength\":24,\"uri\":\"data:,{}\"}}]}}",
        list.join(","),
        "x".repeat(24)
    );
    let document = Document::read(text, &NoResources).unwrap();
    for (index, (_, place, words)) in cases.iter().enumerate() {
        let error = document.accessor(sinew::document::AccessorIndex(index as u32)).unwrap_err();
        assert_eq!(error.pointer, format!("/accessors/{index}{place}"));
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn strides_that_make_little_of_much_are_refused() {
    for (stride, count, words) in [
        ("0", "4000000000", "a stride of 0 bytes does not fit"),
        ("1", "20", "a stride of 1 bytes does not fit"),
        ("18446744073709551615", "2", "a size that no file can have"),
    ] {
        let text = format!(
            "{{\"asset\":{{\"version\":\"2.0\"}},\"buffers\":[{{\"byteLength\":4,\"uri\":\"data:,abcd\"}}],\
             \"bufferViews\":[{{\"buffer\":0,\"byteLength\":4,\"byteStride\":{stride}}}],\
             \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"type\":\"SCALAR\",\"count\":{count}}}]}}"
        );
        let document = Document::read(text, &NoResources).unwrap();
        let error = document.accessor(sinew::document::AccessorIndex(0)).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
