//! Properties by pointer, in every verb that knows of them.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use sinew::math::Rigid;
use sinew::property::PropertyValue;
use sinew::{Model, World, WorldOptions};

use crate::{assert_near, file, fixture, folder, sinew};

const FILE: &str = "animation/pointers.gltf";
const TARGET: &str = "/extensions/KHR_physics_rigid_bodies/physicsJoints/0/drives/0/positionTarget";

/// The value of a property in an answer.
fn value<'a>(answer: &'a Value, pointer: &str) -> &'a Value {
    let list = answer["properties"].as_array().unwrap();
    let found = list.iter().find(|property| property["pointer"] == pointer);
    assert!(found.is_some(), "{pointer} is not in {list:?}");
    &found.unwrap()["value"]
}

#[test]
fn evaluate_lists_what_an_animation_animates_besides_nodes() {
    let answer = sinew(&["evaluate", &fixture(FILE), "--animation", "0", "--time", "0.5", "--json"]).json();
    assert_near(value(&answer, "/materials/0/pbrMetallicRoughness/baseColorFactor"), &[0.5, 0.0, 0.5, 1.0]);
    assert_near(&json!([value(&answer, TARGET)]), &[-0.5]);
    assert_eq!(*value(&answer, "/nodes/0/extensions/KHR_node_visibility/visible"), true);
    let kinds: Vec<&str> =
        answer["properties"].as_array().unwrap().iter().map(|property| property["type"].as_str().unwrap()).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == "float").count(), 2, "{kinds:?}");
    let run = sinew(&["evaluate", &fixture(FILE), "--animation", "0", "--time", "1"]);
    let text = run.text();
    assert!(text.contains("baseColorFactor") && text.contains("false"), "{text}");
}

#[test]
fn inspect_lists_the_channels_with_pointers() {
    let answer = sinew(&["inspect", &fixture(FILE), "--json"]).json();
    let channels = answer["animations"][0]["properties"].as_array().unwrap();
    assert_eq!(channels.len(), 4);
    let expected =
        json!({"pointer": "/materials/0/alphaCutoff", "type": "float", "keys": 2, "interpolation": "LINEAR"});
    assert!(channels.contains(&expected), "{channels:?}");
}

#[test]
fn simulate_plays_pointers_and_scripts_set_them() {
    let answer = sinew(&["simulate", &fixture(FILE), "--seconds", "1", "--json"]).json();
    // One second in, the target is 1 m up; the damper lags by c·v/k, 1 cm.
    let height = answer["nodes"][1]["local"]["translation"][1].as_f64().unwrap();
    assert!((height - 0.99).abs() < 5e-3, "{height}");
    assert_near(value(&answer, "/materials/0/pbrMetallicRoughness/baseColorFactor"), &[0.0, 0.0, 1.0, 1.0]);

    let arm = fixture("examples/arm.gltf");
    let gravity = "/nodes/4/extensions/KHR_physics_rigid_bodies/motion/gravityFactor";
    let script = json!({"actions": [
        {"time": 0, "set": {"Elbow/drives/0/positionTarget": 0.5, "Shoulder/drives/0/positionTarget": 0.25}},
        {"time": 0.5, "set": {gravity: 0}},
    ]});
    let path = file(&folder("properties_script"), "steer.json", &script.to_string());
    let answer = sinew(&["simulate", &arm, "--seconds", "4", "--input", &path, "--json"]).json();
    let elbow = "/extensions/KHR_physics_rigid_bodies/physicsJoints/1/drives/0/positionTarget";
    assert_near(&json!([value(&answer, elbow), value(&answer, gravity)]), &[0.5, 0.0]);
    let position = answer["joints"][1]["drives"][0]["position"].as_f64().unwrap();
    assert!((position - 0.5).abs() < 1e-3, "{position}");
}

/// Every row of the table, by the scripts of `fixtures/properties`: what they set is in the answer, the digest is that of the same calls,
/// and the log replays.
#[test]
fn scripts_set_every_property_as_calls_do() {
    for name in ["bodies", "omi", "avatar", "drawn"] {
        let (path, script) = (format!("properties/{name}.gltf"), fixture(&format!("properties/{name}.json")));
        let actions: Value = serde_json::from_str(&std::fs::read_to_string(&script).unwrap()).unwrap();
        let model = Arc::new(Model::open(fixture(&path)).unwrap().0);
        let mut world = World::new(WorldOptions::default());
        let id = world.spawn(model, Rigid::IDENTITY);
        for action in actions["actions"].as_array().unwrap() {
            let step = (action["time"].as_f64().unwrap() * 60.0).round() as u64;
            while world.steps() < step {
                world.step();
            }
            // Together, as the script does: a body whose centre of mass moves twice has its velocity rounded twice.
            let set = action["set"].as_object().unwrap().iter();
            let values: Vec<(&str, PropertyValue)> = set
                .map(|(pointer, value)| (pointer.as_str(), serde_json::from_value(value.clone()).unwrap()))
                .collect();
            world.set_values(id, values.iter().map(|(pointer, value)| (*pointer, value))).unwrap();
        }
        while world.steps() < 90 {
            world.step();
        }
        let log = folder(&format!("properties_{name}")).join("log.jsonl").display().to_string();
        let (file, seconds) = (fixture(&path), "1.5");
        let run = ["simulate", &file, "--seconds", seconds, "--input", &script, "--json", "--record", &log, "--force"];
        let answer = sinew(&run).json();
        assert_eq!(answer["digest"], format!("{:016x}", world.digest()), "{name}");
        assert_eq!(sinew(&["replay", &file, &log, "--verify"]).code, Some(0), "{name}");
        // As text: a `Value` has the digits of `f64`, and the answer those of `f32`.
        let written =
            |value: &PropertyValue| -> Value { serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap() };
        let expected: Vec<Value> = world
            .changed_properties(id)
            .map(|(id, value)| json!({"pointer": id.pointer(), "type": id.row().kind.name(), "value": written(&value)}))
            .collect();
        assert_eq!(answer["properties"], json!(expected), "{name}");
    }
}

#[test]
fn a_script_that_sets_what_it_cannot_is_refused_with_the_place() {
    let script = json!({"actions": [
        {"set": {"/nodes/0/colour": 1}},
        {"set": {"/nodes.length": 1}},
        {"set": {"Elbow/drives/0/positionTarget": "up"}},
        {"set": {"Forearm/mass": -1}},
        {"set": {"Knee/drives/0/positionTarget": 1}},
        {"set": {}},
    ]});
    let path = file(&folder("properties_refused"), "steer.json", &script.to_string());
    let run = sinew(&["simulate", &fixture("examples/arm.gltf"), "--seconds", "1", "--input", &path]);
    let output = run.failure(3);
    for word in ["colour", "can only be read", "of type float", "0 or more", "Knee", "nothing is set"] {
        assert!(output.contains(word), "{word}: {output}");
    }
}

#[test]
fn bake_writes_pointers_where_a_property_moved() {
    let out = folder("properties_bake").join("out.gltf").display().to_string();
    sinew(&["bake", &fixture(FILE), &out, "--seconds", "1"]).text();
    let answer = sinew(&["inspect", &out, "--json"]).json();
    let baked = answer["animations"].as_array().unwrap().last().unwrap();
    let mut pointers: Vec<&str> =
        baked["properties"].as_array().unwrap().iter().map(|property| property["pointer"].as_str().unwrap()).collect();
    pointers.sort_unstable();
    let expected = [
        "/materials/0/alphaCutoff",
        "/materials/0/pbrMetallicRoughness/baseColorFactor",
        "/nodes/0/extensions/KHR_node_visibility/visible",
    ];
    assert_eq!(pointers, expected);
    let index = baked["index"].to_string();
    let answer = sinew(&["evaluate", &out, "--animation", &index, "--time", "0.5", "--json"]).json();
    assert_near(value(&answer, "/materials/0/pbrMetallicRoughness/baseColorFactor"), &[0.5, 0.0, 0.5, 1.0]);
}

/// An animation whose first key is not what the file has, and one of a virtual transform: neither is in a pose.
#[test]
fn bake_writes_first_values_and_virtual_transforms() {
    let mut document: Value = serde_json::from_str(&std::fs::read_to_string(fixture(FILE)).unwrap()).unwrap();
    document["materials"][0]["alphaCutoff"] = json!(0.125);
    document["extensions"]["KHR_virtual_transform"] = json!({"virtualTransforms": [{"name": "grip", "parent": 0}]});
    document["extensionsUsed"].as_array_mut().unwrap().push(json!("KHR_virtual_transform"));
    let translation = "/extensions/KHR_virtual_transform/virtualTransforms/0/translation";
    // 0, 1 s; (0, 0, 0), (0, 3, 0).
    let numbers = [0.0_f32, 1.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0];
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let uri = format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(bytes));
    let count = |list: &str| document[list].as_array().unwrap().len();
    let [buffer, view, accessor] = ["buffers", "bufferViews", "accessors"].map(count);
    let push = |document: &mut Value, list: &str, value: Value| document[list].as_array_mut().unwrap().push(value);
    push(&mut document, "buffers", json!({"byteLength": 32, "uri": uri}));
    push(&mut document, "bufferViews", json!({"buffer": buffer, "byteLength": 32}));
    let of = |offset: u32, kind: &str| json!({"bufferView": view, "byteOffset": offset, "componentType": 5126, "count": 2, "type": kind});
    push(&mut document, "accessors", of(0, "SCALAR"));
    push(&mut document, "accessors", of(8, "VEC3"));
    let animation = &mut document["animations"][0];
    let sampler = animation["samplers"].as_array().unwrap().len();
    animation["samplers"].as_array_mut().unwrap().push(json!({"input": accessor, "output": accessor + 1}));
    let target = json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": translation}}});
    animation["channels"].as_array_mut().unwrap().push(json!({"sampler": sampler, "target": target}));

    let folder = folder("properties_bake_start");
    let (path, out) = (file(&folder, "in.gltf", &document.to_string()), folder.join("out.gltf").display().to_string());
    sinew(&["bake", &path, &out, "--seconds", "1", "--force"]).text();
    let index = sinew(&["inspect", &out, "--json"]).json()["animations"].as_array().unwrap().len() - 1;
    let evaluated =
        |time: &str| sinew(&["evaluate", &out, "--animation", &index.to_string(), "--time", time, "--json"]).json();
    // The first key of the published file is 0.25.
    assert_near(&json!([value(&evaluated("0"), "/materials/0/alphaCutoff")]), &[0.25]);
    assert_near(value(&evaluated("0.5"), translation), &[0.0, 1.5, 0.0]);
}

/// A hand that becomes a body of its own falls for half a second, is held again, and the log of it replays.
#[test]
fn scripts_add_and_remove_bodies_and_joints_and_their_logs_replay() {
    let arm = fixture("examples/arm.gltf");
    let fixed = json!({"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0},
        {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]});
    let hand = json!({"mass": 0.5, "colliders": [{"shape": {"sphere": {"radius": 0.05}}}]});
    let script = json!({"actions": [
        {"time": 0.5, "input": {"do": "addBody", "node": "Hand", "body": hand}},
        {"time": 1, "input": {"do": "addJoint", "node": "Hand", "joint": fixed, "to": {"node": "Forearm", "held": true}}},
        {"time": 1.5, "input": {"do": "removeJoint", "node": "Hand"}},
        {"time": 1.5, "input": {"do": "removeBody", "node": "Hand"}},
        {"time": 1.5, "input": {"do": "filter", "filter": {"collisionSystems": ["arm"]}}},
    ]});
    let folder = folder("properties_structure");
    let path = file(&folder, "steer.json", &script.to_string());
    let log = folder.join("log.jsonl").display().to_string();
    let heights = ["0.5", "1", "1.5", "2"].map(|seconds| {
        let run = ["simulate", &arm, "--input", &path, "--seconds", seconds, "--json", "--record", &log, "--force"];
        sinew(&run).json()["nodes"][5]["model"]["matrix"][13].as_f64().unwrap()
    });
    assert_eq!(sinew(&["replay", &arm, &log, "--verify"]).code, Some(0));
    // g·t²/2 in half a second, with half a step of g·t for the integrator.
    let fallen = heights[0] - heights[1];
    assert!((fallen - 9.81 / 8.0).abs() < 0.05, "{heights:?}");
    assert!((heights[3] - heights[2]).abs() < 0.5, "{heights:?}");
    let bad = json!({"actions": [{"input": {"do": "addBody", "node": "Hand", "body": {"weight": 1}}}]});
    let path = file(&folder, "bad.json", &bad.to_string());
    assert!(sinew(&["simulate", &arm, "--input", &path]).failure(3).contains("weight"));
}
