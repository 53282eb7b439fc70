//! Faces and eyes from the command line.

use serde_json::{Value, json};

use crate::{file, folder, sinew};

/// An avatar with a happy face that also reddens, and eyes that expressions move.
const AVATAR: &str = r#"{"asset": {"version": "2.0"}, "nodes": [
    {"name": "Hips", "translation": [0, 1, 0], "children": [1, 2]}, {"name": "Head", "translation": [0, 0.5, 0]},
    {"name": "Face", "mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {}, "targets": [{}]}]}], "materials": [{}],
    "extensions": {"VRMC_vrm": {"specVersion": "1.0",
        "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}},
        "lookAt": {"type": "expression", "offsetFromHeadBone": [0, 0, 0]},
        "expressions": {"preset": {"lookLeft": {}, "happy": {
            "morphTargetBinds": [{"node": 2, "index": 0, "weight": 0.5}],
            "materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1, 0, 0, 1]}]}}}}}}"#;

fn files(name: &str, script: &Value) -> (String, String) {
    let folder = folder(name);
    (file(&folder, "avatar.gltf", AVATAR), file(&folder, "script.json", &script.to_string()))
}

#[test]
fn a_script_sets_a_face_and_the_answer_has_its_weights() {
    let script = json!({"actions": [
        {"expressions": {"happy": 0.5}},
        {"time": 0.1, "lookAt": {"point": [1, 1.5, 1]}}]});
    let (avatar, script) = files("avatar_script", &script);
    let answer = sinew(&["simulate", &avatar, "--input", &script, "--seconds", "0.5", "--json"]).json();
    // 45° of 90° is half of the range.
    assert_eq!(answer["expressions"], json!([{"name": "lookLeft", "value": 0.5}, {"name": "happy", "value": 0.5}]));
    let pointer = "/materials/0/pbrMetallicRoughness/baseColorFactor";
    let reddened = json!([{"material": 0, "type": "color", "pointer": pointer, "value": [1.0, 0.5, 0.5, 1.0]}]);
    assert_eq!(answer["materials"], reddened);
    let inspected = sinew(&["inspect", &avatar, "--json"]).json();
    assert_eq!(inspected["humanoid"]["expressions"][1]["materials"], 1);
}

#[test]
fn a_script_that_asks_for_what_is_not_there_is_refused() {
    for (action, message) in [
        (json!({"expressions": {"grin": 1}}), "there is no expression `grin`"),
        (json!({"lookAt": {"node": "Toy"}}), "Toy"),
        (json!({"lookAt": {"virtualTransform": 3}}), "there is no virtual transform `3`"),
        (json!({"lookAt": {"point": [0, 0, 0], "node": 1}}), "exactly one of"),
        (json!({"lookAt": {}}), "exactly one of"),
    ] {
        let (avatar, script) = files("avatar_refused", &json!({"actions": [action]}));
        let run = sinew(&["simulate", &avatar, "--input", &script]);
        let failure = run.failure(3);
        assert!(failure.contains(message), "{action}: {failure}");
    }
}
