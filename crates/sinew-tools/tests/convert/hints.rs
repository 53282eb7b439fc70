//! Virtual transforms as a list, and as marked nodes.

use serde_json::json;
use sinew_tools::convert::Dialect;

use super::{at, document, losses_of, lossless, model, to};

#[test]
fn marked_nodes_become_entries_and_nodes_again() {
    let nodes = json!([
        {"name": "Eyes", "translation": [0, 1.6, 1], "extensions": {"KHR_node_lookat_target": {"hint": "eye_target"}}},
        {"name": "View", "extensions": {"KHR_node_camera_hint": {"role": "portrait"}}},
    ]);
    let listed = lossless(&document(&nodes, &json!({})), Dialect::VirtualTransform);
    let expected = json!([
        {"name": "Eyes", "parent": 0, "tags": ["look_at", "eye_target"]},
        {"name": "View", "parent": 1, "tags": ["camera", "portrait"]}]);
    assert_eq!(at(&listed, "/extensions/KHR_virtual_transform/virtualTransforms"), expected);
    assert_eq!(at(&listed, "/extensionsUsed"), json!(["KHR_virtual_transform"]));
    let marked = lossless(&listed, Dialect::NodeHint);
    assert_eq!(at(&marked, "/nodes/2/extensions/KHR_node_lookat_target"), json!({"hint": "eye_target"}));
    assert_eq!(at(&marked, "/nodes/3/extensions/KHR_node_camera_hint"), json!({"role": "portrait"}));
    assert_eq!(at(&marked, "/nodes/0/children"), json!([2]));
    assert_eq!(at(&marked, "/extensions/KHR_virtual_transform"), json!(null));
    let tags = |document| -> Vec<Vec<String>> {
        model(document).virtual_transforms().iter().map(|(_, entry)| entry.tags.clone()).collect()
    };
    assert_eq!(tags(&marked), tags(&listed));
}

#[test]
fn an_entry_keeps_its_place_in_the_model_and_others_stay_in_the_list() {
    let nodes = json!([{"name": "Head", "translation": [0, 1.5, 0], "scale": [2, 2, 2]}]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let list = json!({"KHR_virtual_transform": {"virtualTransforms": [
        {"name": "grip", "parent": 0, "tags": ["weapon_socket"]},
        {"name": "sight", "parent": 0, "translation": [0, 0.1, 0.2], "rotation": [0, half, 0, half], "tags": ["look_at"]}]}});
    let source = document(&nodes, &list);
    let converted = to(&source, Dialect::NodeHint);
    assert_eq!(losses_of(&converted), [""; 0]);
    let result = converted.document;
    assert_eq!(at(&result, "/extensions/KHR_virtual_transform/virtualTransforms/0/name"), json!("grip"));
    assert_eq!(at(&result, "/extensions/KHR_virtual_transform/virtualTransforms/1"), json!(null));
    let place = |document| {
        let model = model(document);
        let id = model.virtual_transforms().find("sight").unwrap();
        sinew::Pose::rest(&model).model_from_virtual(&model, id).unwrap()
    };
    assert!(place(&source).abs_diff_eq(place(&result), 1e-6));
}

#[test]
fn what_the_other_cannot_say_is_reported() {
    let nodes = json!([
        {"name": "Toy"},
        {"name": "View", "extensions": {"KHR_node_camera_hint": {"role": "r", "targetNode": 0}}},
    ]);
    let converted = to(&document(&nodes, &json!({})), Dialect::VirtualTransform);
    let pointer = "/nodes/1/extensions/KHR_node_camera_hint/targetNode";
    assert_eq!(losses_of(&converted), [format!("{pointer}: camera.targetNode: 0 is lost")]);
    let list = json!({"KHR_virtual_transform": {"virtualTransforms": [
        {"name": "sight", "parent": 0, "respectParentScale": false, "tags": ["look_at", "a", "b"]}]}});
    let converted = to(&document(&json!([{}]), &list), Dialect::NodeHint);
    let entry = "/extensions/KHR_virtual_transform/virtualTransforms/0";
    let expected = [
        format!("{entry}/respectParentScale: virtualTransform.respectParentScale: false becomes true"),
        format!("{entry}/tags: virtualTransform.tags: \"b\" is lost"),
    ];
    assert_eq!(losses_of(&converted), expected);
}
