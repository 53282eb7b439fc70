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

#[test]
fn a_script_takes_bones_to_goals_and_the_run_replays() {
    let folder = folder("avatar_goals");
    let avatar = crate::fixture("humanoid/avatar_vrm1.gltf");
    let script = json!({"actions": [
        {"boneGoal": {"bone": "leftHand", "point": [0.4, 1.4, 0.2], "pole": [0.4, 0, 0], "rotation": [0, 0, 0, 1]}},
        {"boneGoal": {"bone": "head", "point": [1, 1.45, 1], "limit": 20}},
        {"time": 0.2, "boneGoal": {"bone": "head", "release": true}}]});
    let script = file(&folder, "goals.json", &script.to_string());
    let log = folder.join("log.jsonl").display().to_string();
    let run = ["simulate", &avatar, "--input", &script, "--seconds", "0.5", "--json", "--record", &log];
    let answer = sinew(&run).json();
    let node = |name: &str| {
        let nodes = answer["nodes"].as_array().unwrap();
        nodes.iter().find(|node| node["name"] == name).unwrap().clone()
    };
    let hand = &node("leftHand")["model"]["matrix"];
    for (found, expected) in hand.as_array().unwrap()[12..].iter().zip([0.4, 1.4, 0.2]) {
        assert!((found.as_f64().unwrap() - expected).abs() < 1e-4, "{hand}");
    }
    // A head that was released is as it rests.
    assert!((node("head")["local"]["rotation"][3].as_f64().unwrap().abs() - 1.0).abs() < 1e-6);
    assert!(sinew(&["replay", &avatar, &log, "--verify"]).code == Some(0));
    for (action, message) in [
        (json!({"boneGoal": {"bone": "leftPaw", "point": [0, 0, 0]}}), "there is no human bone `leftPaw`"),
        (json!({"boneGoal": {"point": [0, 0, 0]}}), "has no bone"),
        (json!({"boneGoal": {"bone": "jaw", "point": [0, 0, 0]}}), "the model has no bone `jaw`"),
        (json!({"boneGoal": {"bone": "head"}}), "exactly one of"),
        (json!({"boneGoal": {"bone": "head", "point": [0, 0, 0], "weight": 2}}), "must be 0 to 1"),
        (json!({"boneGoal": {"bone": "head", "point": [0, 0, 0], "pole": [0, 0, 1]}}), "is for hands and feet"),
        (json!({"boneGoal": {"bone": "leftFoot", "point": [0, 0, 0], "limit": 5}}), "bones that point at a goal"),
    ] {
        let script = file(&folder, "refused.json", &json!({"actions": [action]}).to_string());
        // It lacks a jaw.
        let rotated = crate::fixture("humanoid/avatar_vrm1_rotated.gltf");
        let failure = sinew(&["simulate", &rotated, "--input", &script]);
        assert!(failure.failure(3).contains(message), "{action}: {}", failure.stderr);
    }
}
