//! Scripts that steer: what they set by pointer and by name, what they add, and what they are refused.

use serde_json::{Value, json};

use crate::{assert_near, file, fixture, folder, sinew};

const KHR: &str = "KHR_physics_rigid_bodies";

/// A lift that moves along y from −1 to 1 below a post, and everything that a script can name by its node.
fn lift() -> Value {
    let collider = json!({"geometry": {"shape": 0}, "physicsMaterial": 0, "collisionFilter": 0});
    let limits = json!([
        {"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
        {"linearAxes": [1], "min": -1, "max": 1}]);
    json!({"asset": {"version": "2.0"},
        "nodes": [
            {"name": "post", "extensions": {"KHR_node_visibility": {},
                "VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": 1}}},
                "OMI_physics_body": {"trigger": {"shape": 0}},
                "OMI_physics_gravity": {"type": "point", "gravity": 0, "point": {}}}},
            {"name": "Lift", "extensions": {KHR: {
                "motion": {"mass": 2, "inertiaDiagonal": [1, 1, 1]}, "collider": collider,
                "joint": {"connectedNode": 0, "joint": 0}}}},
            {"name": "Hand", "translation": [5, 0, 0]},
            {"name": "a/b", "translation": [9, 0, 0]}],
        "extensions": {
            "KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}]},
            "OMI_physics_shape": {"shapes": [{"type": "sphere", "sphere": {"radius": 1}}]},
            KHR: {"physicsJoints": [{"limits": limits}], "physicsMaterials": [{}],
                "collisionFilters": [{"collisionSystems": ["lift"]}, {"collisionSystems": ["cargo"]}]}}})
}

struct Run {
    answer: Value,
    notes: String,
}

impl Run {
    fn value(&self, pointer: &str) -> &Value {
        let list = self.answer["properties"].as_array().unwrap();
        let found = list.iter().find(|property| property["pointer"] == pointer);
        assert!(found.is_some(), "{pointer} is not in {list:?}");
        &found.unwrap()["value"]
    }
}

/// Runs a script on a file, and replays its log.
fn run(name: &str, model: &Value, actions: &Value) -> Run {
    let place = folder(&format!("scripts_{name}"));
    let path = file(&place, "model.gltf", &model.to_string());
    let script = file(&place, "script.json", &json!({"actions": actions}).to_string());
    let log = place.join("log.jsonl").display().to_string();
    let run = sinew(&["simulate", &path, "--seconds", "1", "--input", &script, "--json", "--record", &log, "--force"]);
    assert_eq!(sinew(&["replay", &path, &log, "--verify"]).code, Some(0), "{name}");
    Run { answer: run.json(), notes: run.stderr }
}

#[test]
fn all_of_a_set_count_together_or_none() {
    // The members are in an order in which each on its own would be refused.
    let moved = json!([{"time": 0.5, "set": {"Lift/limits/2/min": 3, "Lift/limits/2/max": 4}},
        {"time": 0.75, "set": {"Lift/limits/2/max": -3, "Lift/limits/2/min": -4}}]);
    let ran = run("together", &lift(), &moved);
    let end = |key: &str| format!("/extensions/{KHR}/physicsJoints/0/limits/2/{key}");
    assert_near(&json!([ran.value(&end("min")), ran.value(&end("max"))]), &[-4.0, -3.0]);
    assert!(!ran.notes.contains("no effect"), "{}", ran.notes);

    let refused = json!([{"time": 0.5, "set": {"Lift/gravityFactor": 0, "Lift/limits/2/min": 5}}]);
    let ran = run("refused", &lift(), &refused);
    assert_eq!(ran.answer.get("properties"), None, "{}", ran.answer);
    // The real reason, its code and the pointer.
    for word in ["at 0.5 s", "PROPERTY_OUT_OF_RANGE", &end("min"), "at most the limit's `max` 1"] {
        assert!(ran.notes.contains(word), "{word}: {}", ran.notes);
    }
}

#[test]
fn bodies_and_joints_that_a_script_adds_can_be_set() {
    let slide = json!({"limits": [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}],
        "drives": [{"type": "linear", "axis": 1, "positionTarget": 0, "stiffness": 1e5, "damping": 2e3}]});
    let actions = json!([
        {"time": 0, "input": {"do": "addBody", "node": "Hand", "body": {"mass": 1}}},
        {"time": 0, "input": {"do": "addJoint", "node": "Hand", "joint": slide, "to": {"node": "post"}}},
        {"time": 0.1, "set": {"Hand/mass": 3, "Hand/drives/0/positionTarget": 0.25}},
        {"time": 0.2, "set": {"/extensions/KHR_physics_rigid_bodies/physicsJoints/1/drives/0/stiffness": 2e5}},
        {"time": 0.3, "node": "Hand", "impulse": [0, 0.1, 0]},
    ]);
    let ran = run("added", &lift(), &actions);
    assert!(!ran.notes.contains("no effect"), "{}", ran.notes);
    assert_near(&json!([ran.value(&format!("/nodes/2/extensions/{KHR}/motion/mass"))]), &[3.0]);
    let drive = |key: &str| format!("/extensions/{KHR}/physicsJoints/1/drives/0/{key}");
    assert_near(&json!([ran.value(&drive("positionTarget")), ran.value(&drive("stiffness"))]), &[0.25, 2e5]);
    // What is not there when it is set is a note, with its code.
    let late = json!([
        {"time": 0, "input": {"do": "addBody", "node": "Hand", "body": {"mass": 1}}},
        {"time": 0.1, "input": {"do": "removeBody", "node": "Hand"}},
        {"time": 0.2, "set": {"Hand/mass": 3}},
        {"time": 0.3, "set": {"Hand/drives/0/positionTarget": 3}},
    ]);
    let ran = run("removed", &lift(), &late);
    assert!(ran.notes.contains("PROPERTY_UNDEFINED") && ran.notes.contains("motion/mass"), "{}", ran.notes);
    assert!(ran.notes.contains("NO_JOINT"), "{}", ran.notes);
}

#[test]
fn every_kind_of_property_can_be_named_by_its_node() {
    let actions = json!([{"time": 0, "set": {
        "Lift/collisionFilter": 1, "Lift/enableCollision": true, "post/visible": false, "post/weight": 0.5, "post/gravity": 1,
        "Lift/staticFriction": 0.25, "Lift/box/size": [1, 2, 1], "a/b/translation": [9, 1, 0], "3/scale": [2, 2, 2]}}]);
    let ran = run("names", &lift(), &actions);
    assert!(!ran.notes.contains("no effect"), "{}", ran.notes);
    assert_eq!(*ran.value(&format!("/nodes/1/extensions/{KHR}/collider/collisionFilter")), 1);
    assert_eq!(*ran.value(&format!("/nodes/1/extensions/{KHR}/joint/enableCollision")), true);
    assert_eq!(*ran.value("/nodes/0/extensions/KHR_node_visibility/visible"), false);
    assert_eq!(*ran.value("/nodes/0/extensions/VRMC_node_constraint/constraint/rotation/weight"), 0.5);
    assert_eq!(*ran.value("/nodes/0/extensions/OMI_physics_gravity/gravity"), 1.0);
    assert_eq!(*ran.value(&format!("/extensions/{KHR}/physicsMaterials/0/staticFriction")), 0.25);
    assert_near(ran.value("/extensions/KHR_implicit_shapes/shapes/0/box/size"), &[1.0, 2.0, 1.0]);
    assert_near(&ran.answer["nodes"][3]["local"]["translation"], &[9.0, 1.0, 0.0]);
    assert_near(&ran.answer["nodes"][3]["local"]["scale"], &[2.0, 2.0, 2.0]);

    let place = folder("scripts_wrong_names");
    let path = file(&place, "model.gltf", &lift().to_string());
    let twice = json!({"actions": [
        {"set": {"Lift/mass": 1, "/nodes/1/extensions/KHR_physics_rigid_bodies/motion/mass": 2}},
        {"set": {"Hand/staticFriction": 1}}, {"set": {"Hand/colour": 1}}]});
    let script = file(&place, "script.json", &twice.to_string());
    let refused = sinew(&["simulate", &path, "--input", &script]);
    let output = refused.failure(3);
    for word in ["set twice", "Hand/staticFriction", "Hand/colour"] {
        assert!(output.contains(word), "{word}: {output}");
    }
}

#[test]
fn the_properties_of_spawned_instances_are_in_the_answer() {
    let other = file(&folder("scripts_spawned_other"), "other.gltf", &lift().to_string());
    let actions = json!([{"time": 0, "spawn": other}, {"time": 0, "spawn": other},
        {"time": 0.1, "instance": 2, "set": {"Lift/gravityFactor": 0}}]);
    let ran = run("spawned", &lift(), &actions);
    let pointer = format!("/nodes/1/extensions/{KHR}/motion/gravityFactor");
    let expected = json!([{"instance": 2, "properties": [{"pointer": pointer, "type": "float", "value": 0.0}]}]);
    assert_eq!(ran.answer["instances"], expected);
    assert_eq!(ran.answer.get("properties"), None);
}

/// `docs/playing.md`, As inputs: what is not given has its default, and animations may be named.
#[test]
fn playing_has_the_defaults_and_the_names_of_its_page() {
    let path = fixture("animation/pointers.gltf");
    let mut model: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    model["animations"][0]["name"] = json!("Run");
    for repeat in ["hold", "loop", "release", "pingPong", "clamp", "once"] {
        let actions = json!([
            {"time": 0, "input": {"do": "play", "playing": {"animation": "Run", "repeat": repeat}}},
            {"time": 0.25, "input": {"do": "crossFade", "playing": {"animation": "Run"}, "seconds": 0.1}},
            {"time": 0.5, "input": {"do": "rootMotion", "node": 0}},
            {"time": 0.75, "input": {"do": "stop", "animation": "Run"}},
        ]);
        let ran = run(&format!("playing_{repeat}"), &model, &actions);
        assert!(!ran.notes.contains("no effect"), "{repeat}: {}", ran.notes);
    }
    let place = folder("scripts_playing_unknown");
    let path = file(&place, "model.gltf", &model.to_string());
    let actions = json!({"actions": [{"input": {"do": "stop", "animation": "Walk"}}]});
    let script = file(&place, "script.json", &actions.to_string());
    assert!(sinew(&["simulate", &path, "--input", &script]).failure(3).contains("no animation `Walk`"));
}
