//! Joints in what `inspect` and `simulate` say.

use serde_json::{Value, json};

use crate::{fixture, sinew};

/// Numbers rounded to a thousandth, so that f32 and the text's decimals compare.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!((number.as_f64().unwrap() * 1e3).round() / 1e3),
        Value::Array(list) => list.iter().map(rounded).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), rounded(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn inspect_reports_the_class_the_bodies_and_the_limits_of_each_joint() {
    let answer = sinew(&["inspect", &fixture("running/joints.gltf"), "--json"]).json();
    let joints = rounded(&answer["physics"]["joints"]);
    let classes: Vec<&str> = joints.as_array().unwrap().iter().map(|joint| joint["class"].as_str().unwrap()).collect();
    // In the file's order: the hook, the hinge, the spring, the motor and the end of the first link.
    assert_eq!(classes, ["pin", "hinge", "slider", "hinge", "pin"]);
    // The hinge of the door as the file has it: it rests at no angle.
    let limit = |kind: &str, axes: &[u32], min: f64, max: f64| json!({"kind": kind, "axes": axes, "min": min, "max": max, "stiffness": null, "damping": null, "metric": 0.0});
    let limits =
        [limit("linear", &[0, 1, 2], 0.0, 0.0), limit("angular", &[0, 1], 0.0, 0.0), limit("angular", &[2], -0.8, 0.8)];
    let expected = rounded(&json!({"node": 2, "class": "hinge", "bodyA": null, "bodyB": 11, "frameA": 2, "frameB": 10,
        "enableCollision": false, "limits": limits, "drives": []}));
    assert_eq!(joints[1], expected);
    assert_eq!(joints[2]["limits"][2]["stiffness"], json!(80.0));
    assert_eq!((&joints[4]["bodyA"], &joints[4]["bodyB"]), (&json!(5.0), &json!(8.0)));
    let motor = json!({"kind": "angular", "axis": 2.0, "mode": "force", "maxForce": 40.0, "positionTarget": 0.0,
        "velocityTarget": 4.0, "stiffness": 0.0, "damping": 20.0});
    assert_eq!(joints[3]["drives"], json!([motor]));

    let shown = sinew(&["inspect", &fixture("running/joints.gltf")]);
    let text = shown.text();
    // 0.8 rad are 45.837°.
    for words in [
        "Joints",
        "rotation XY 0°",
        "rotation Z -45.837…45.837°",
        "translation Y -0.2…0.2 m soft 80",
        "rotation Z at 4 rad/s",
        "the world",
    ] {
        assert!(text.contains(words), "{words} in {text}");
    }
}

#[test]
fn simulate_reports_how_joints_are_kept_and_what_drives_do() {
    let path = fixture("running/joints.gltf");
    let answer = sinew(&["simulate", &path, "--seconds", "20", "--json"]).json();
    let joints = answer["joints"].as_array().unwrap();
    let nodes: Vec<u64> = joints.iter().map(|joint| joint["node"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [1, 2, 3, 4, 7]);
    // 2 kg on 80 N/m, below the end of the range: m·g/k = 0.24525 m. Of its swing, 2·m/c = 2 s is the time to fall to 1/e:
    // e⁻¹⁰ of 0.445 m is left.
    let sag = joints[2]["maxViolation"].as_f64().unwrap();
    assert!((sag - 0.24525).abs() < 1e-4, "{sag}");
    // A soft limit is not broken by giving way: the worst is of the hard ones, of which it has five axes.
    let worst = joints[2]["worst"].as_object().unwrap();
    assert!(worst["linear"].as_f64().unwrap() < 1e-3 && worst["angular"].as_f64().unwrap() < 1e-3, "{worst:?}");
    // The wheel rotates at its target velocity.
    let drive = &joints[3]["drives"][0];
    assert!((drive["velocity"].as_f64().unwrap() - 4.0).abs() < 0.02, "{drive}");
    assert!(drive["force"].as_f64().unwrap().abs() < 0.01, "{drive}");
    // Revolutions since the start are counted: 4 rad/s for 20 s, less what it took to get there
    // (I/c = 0.17/20 s).
    assert!((drive["position"].as_f64().unwrap() - 80.0).abs() < 0.5, "{drive}");

    let shown = sinew(&["simulate", &path, "--seconds", "1"]);
    let text = shown.text();
    for words in
        ["Joints", "hard limits were violated by at most", " mm and ", "worst mm", "about Z at", "rad/s", "N·m"]
    {
        assert!(text.contains(words), "{words} in {text}");
    }
}
