//! A performer for random programs: an avatar with a face, eyes, hair and a behaviour graph, and the inputs that are for such a one.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};
use sinew::document::{Document, NoResources};
use sinew::{Input, Model};

use crate::Random;

pub(crate) fn performer() -> Arc<Model> {
    let bones = ["hips", "spine", "head", "leftUpperArm", "leftLowerArm", "leftHand", "leftEye", "rightEye"];
    let human: serde_json::Map<String, Value> =
        bones.iter().enumerate().map(|(node, bone)| ((*bone).to_owned(), json!({"node": node}))).collect();
    let map = json!({"inputMaxValue": 90, "outputScale": 10});
    let vrm = json!({"specVersion": "1.0", "humanoid": {"humanBones": human},
        "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0, 0], "rangeMapHorizontalInner": map,
            "rangeMapHorizontalOuter": map, "rangeMapVerticalDown": map, "rangeMapVerticalUp": map},
        "expressions": {"preset": {"happy": {"morphTargetBinds": [{"node": 8, "index": 0, "weight": 1}]}}}});
    let hair = json!({"specVersion": "1.0", "springs": [{"joints": [
        {"node": 9, "hitRadius": 0.02, "stiffness": 1, "dragForce": 0.3, "gravityPower": 0.5}, {"node": 10}]}]});
    // An event carries where the button goes.
    let graph = json!({"types": [{"signature": "float3"}], "events": [{"id": "go", "values": {"to": {"type": 0}}}],
        "declarations": [{"op": "event/receive"}, {"op": "pointer/set"}],
        "nodes": [
            {"declaration": 0, "configuration": {"event": {"value": [0]}}, "flows": {"out": {"node": 1}}},
            {"declaration": 1, "configuration": {"pointer": {"value": ["/nodes/11/translation"]}, "type": {"value": [0]}},
                "values": {"value": {"node": 0, "socket": "to"}}}]});
    let nodes = json!([
        {"name": "hips", "translation": [0, 0.9, 0], "children": [1]},
        {"name": "spine", "translation": [0, 0.1, 0], "children": [2, 3]},
        {"name": "head", "translation": [0, 0.5, 0], "children": [6, 7, 8, 9]},
        {"name": "leftUpperArm", "translation": [0.15, 0.3, 0], "children": [4]},
        {"name": "leftLowerArm", "translation": [0.25, 0, 0], "children": [5]},
        {"name": "leftHand", "translation": [0.25, 0, 0]},
        {"name": "leftEye", "translation": [0.03, 0.05, 0.1]},
        {"name": "rightEye", "translation": [-0.03, 0.05, 0.1]},
        {"name": "face", "mesh": 0},
        {"name": "hair", "translation": [0, 0.1, -0.1], "children": [10]},
        {"name": "tip", "translation": [0, -0.3, 0]},
        {"name": "button", "translation": [1, 0, 0]},
    ]);
    let file = json!({"asset": {"version": "2.0"}, "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {}, "targets": [{}]}], "weights": [0]}],
        "extensions": {"VRMC_vrm": vrm, "VRMC_springBone": hair, "KHR_interactivity": {"graph": 0, "graphs": [graph]}}});
    Arc::new(Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap()).0)
}

/// One input for the performer, who is instance 2, or for the bodies of the machine, which is instance 0.
pub(crate) fn input(random: &mut Random) -> Value {
    let mut number = |low: f32, high: f32| low + (high - low) * random.below(1000) as f32 / 1000.0;
    let vector = [number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0)];
    let part = number(0.0, 1.0);
    let at = json!({"translation": [3.0 + vector[0], 0.0, vector[2]], "rotation": [0.0, 0.6, 0.0, 0.8]});
    let body = [2, 3, 4, 5][random.below(4) as usize];
    let is_on = random.below(3) > 0;
    let optional = |value: Value| if is_on { value } else { Value::Null };
    match random.below(23) {
        0 => json!({"do": "move", "instance": 2, "at": at}),
        1 => json!({"do": "teleportRoot", "instance": 2, "at": at}),
        2 => json!({"do": "wind", "instance": 2, "wind": vector}),
        3 => json!({"do": "springBody", "instance": 2, "of": 0, "node": 5, "collides": is_on}),
        4 => json!({"do": "resetSprings", "instance": 2}),
        5 => json!({"do": "impulse", "instance": 0, "node": body, "impulse": vector}),
        6 => json!({"do": "impulse", "instance": 0, "node": body, "impulse": vector, "point": [0.1, part, 0.0]}),
        7 => {
            json!({"do": "angularImpulse", "instance": 0, "node": body, "impulse": vector.map(|number| 0.05 * number)})
        }
        8 => json!({"do": "velocity", "instance": 0, "node": 5, "linear": vector, "angular": [part, 0.0, 0.0]}),
        9 => json!({"do": "teleport", "instance": 0, "node": 5, "at": {"translation": [vector[0], -2.0, vector[2]]}}),
        10 => json!({"do": "wake", "instance": 0, "node": body}),
        11 => {
            json!({"do": "override", "instance": 2, "node": 1, "change": optional(json!({"rotation": [0.0, 0.0, 0.6, 0.8]}))})
        }
        12 => json!({"do": "humanPose", "instance": 2}),
        13 => {
            json!({"do": "playClip", "instance": 2, "clip": "wave", "hips": "height", "lookAt": is_on, "repeat": "loop"})
        }
        14 => json!({"do": "select", "instance": 2, "node": 11, "selection": {"point": vector}}),
        15 => json!({"do": "hover", "instance": 2, "node": optional(json!(11))}),
        16 => json!({"do": "sendEvent", "instance": 2, "event": "go", "values": {"to": vector}}),
        17 => json!({"do": "expression", "instance": 2, "expression": "happy", "value": optional(json!(part))}),
        18 => json!({"do": "lookAt", "instance": 2, "target": optional(json!({"point": vector}))}),
        19 => json!({"do": "boneGoal", "instance": 2, "bone": "leftHand",
            "goal": optional(json!({"target": {"point": vector}, "weight": part}))}),
        20 => {
            json!({"do": "set", "instance": 2, "pointer": "/extensions/VRMC_vrm/lookAt/yaw", "value": 20.0 * vector[0]})
        }
        21 => json!({"do": "setAll", "instance": 2, "values": {
            "/extensions/VRMC_vrm/lookAt/yaw": 20.0 * vector[0], "/extensions/VRMC_vrm/lookAt/pitch": 20.0 * vector[1]}}),
        _ => json!({"do": "set", "instance": 0, "pointer":
            format!("/nodes/{body}/extensions/KHR_physics_rigid_bodies/motion/gravityFactor"), "value": part}),
    }
}

/// The names of all kinds of inputs, as their reader lists them where it is asked for one that it does not know.
pub(crate) fn all_kinds() -> BTreeSet<String> {
    let complaint = serde_json::from_value::<Input>(json!({"do": "none of them"})).unwrap_err().to_string();
    let (_, list) = complaint.split_once("expected one of").unwrap();
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
