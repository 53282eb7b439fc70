//! The nodes of the active scene.

use crate::{findings, fixture, model, node};

/// By the file's index.
fn in_scene(members: &str) -> (Vec<bool>, Vec<String>) {
    let nodes = r#""nodes": [{"children": [1]}, {}, {"children": [3]}, {}]"#;
    let (model, diagnostics) = model(&format!("{nodes}{members}"));
    let hierarchy = model.hierarchy();
    let flags = hierarchy.nodes_in_file_order().map(|node| hierarchy.is_in_scene(node)).collect();
    (flags, findings(&diagnostics))
}

const SCENES: &str = r#", "scenes": [{"nodes": [0]}, {"nodes": [2]}]"#;
const NONE: [&str; 0] = [];

#[test]
fn the_default_scene_runs_with_all_that_is_below_its_roots() {
    let (flags, found) = in_scene(&format!("{SCENES}, \"scene\": 1"));
    assert_eq!((flags, found.as_slice()), (vec![false, false, true, true], &NONE.map(String::from)[..]));
    let (model, _) = fixture("order");
    let flags: Vec<bool> = (0..8).map(|index| model.hierarchy().is_in_scene(node(&model, index))).collect();
    assert_eq!(flags, [true, true, true, true, true, false, false, false]);
}

#[test]
fn without_a_default_the_first_scene_runs() {
    assert_eq!(in_scene(SCENES), (vec![true, true, false, false], vec![]));
}

#[test]
fn a_default_that_is_not_there_gives_the_first_scene() {
    let (flags, found) = in_scene(&format!("{SCENES}, \"scene\": 2"));
    assert_eq!((flags, found), (vec![true, true, false, false], vec!["error UNRESOLVED_REFERENCE /scene".to_owned()]));
    let (flags, found) = in_scene(&format!("{SCENES}, \"scene\": \"1\""));
    assert_eq!((flags, found), (vec![true, true, false, false], vec!["error INVALID_INDEX /scene".to_owned()]));
}

#[test]
fn without_scenes_everything_runs() {
    assert_eq!(in_scene(""), (vec![true; 4], vec!["info NO_SCENE ".to_owned()]));
    let found = ["error UNRESOLVED_REFERENCE /scene", "info NO_SCENE "].map(String::from).to_vec();
    assert_eq!(in_scene(", \"scene\": 0"), (vec![true; 4], found));
    let (_, diagnostics) = model(r#""nodes": []"#);
    assert!(diagnostics.is_empty(), "a file without nodes needs no scene");
}

#[test]
fn a_listed_node_that_has_a_parent_stays_below_it() {
    let (flags, found) = in_scene(r#", "scenes": [{"nodes": [0, 3, 8]}]"#);
    let expected = ["error UNRESOLVED_REFERENCE /scenes/0/nodes/2", "error SCENE_NON_ROOT_NODE /scenes/0/nodes/1"];
    assert_eq!((flags, found), (vec![true, true, false, true], expected.map(String::from).to_vec()));
}

#[test]
fn an_empty_scene_holds_nothing() {
    assert_eq!(in_scene(r#", "scenes": [{}]"#), (vec![false; 4], vec![]));
    let expected = vec!["error TYPE_MISMATCH /scenes/0/nodes".to_owned()];
    assert_eq!(in_scene(r#", "scenes": [{"nodes": 0}]"#), (vec![false; 4], expected));
}
