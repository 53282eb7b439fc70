use serde_json::{Value, json};

use crate::retarget_bvh::raising;
use crate::{assert_near, demo, file, fixture, folder, sinew};

/// A body without a collider, which falls.
const DROP: &str = r#"{"asset": {"version": "2.0"}, "nodes": [
    {"name": "Drop", "translation": [0, 10, 0], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}}}},
    {"name": "Tree"}]}"#;

fn simulate(arguments: &[&str]) -> Value {
    sinew(&[&["simulate"], arguments, &["--json"]].concat()).json()
}

#[test]
fn the_answer_is_the_contract() {
    let path = file(&folder("simulate_contract"), "drop.gltf", DROP);
    let answer = simulate(&[&path, "--seconds", "1", "--gravity", "-1,0,0"]);
    let members: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(members[..7], ["dt", "steps", "time", "digest", "nodes", "events", "bodies"]);
    assert_eq!((&answer["steps"], &answer["dt"], &answer["events"]), (&json!(60), &json!(1.0 / 60.0), &json!([])));
    assert!((answer["time"].as_f64().unwrap() - 1.0).abs() < 1e-12);
    let digest = answer["digest"].as_str().unwrap();
    assert!(digest.len() == 16 && digest.bytes().all(|digit| digit.is_ascii_hexdigit()), "{digest}");
    let [body] = answer["bodies"].as_array().unwrap().as_slice() else { panic!("one body") };
    assert_eq!((&body["node"], &body["sleeping"], &body["driven"]), (&json!(0), &json!(false), &json!(false)));
    // A second at 1 m/s² along −X is −1 m/s, and half a metre; a step of difference is a sixtieth of that speed.
    assert!((body["linearVelocity"][0].as_f64().unwrap() + 1.0).abs() < 1e-4, "{body}");
    assert_eq!(body["angularVelocity"], json!([0.0, 0.0, 0.0]));
    let drop = &answer["nodes"][0];
    assert!((drop["local"]["translation"][0].as_f64().unwrap() + 0.5).abs() < 1.0 / 60.0, "{drop}");
    assert_eq!(drop["model"]["matrix"][12], drop["local"]["translation"][0]);
    assert_eq!(simulate(&[&path, "--seconds", "1", "--gravity", "-1,0,0"]), answer);
}

#[test]
fn steps_are_the_seconds_over_the_step_rounded() {
    let path = file(&folder("simulate_steps"), "drop.gltf", DROP);
    for (seconds, step, steps) in [("1", "1/60", 60), ("0.1", "0.03", 3), ("1", "0.1", 10), ("0", "1/60", 0)] {
        assert_eq!(simulate(&[&path, "--seconds", seconds, "--step", step])["steps"], steps);
    }
    for (option, value) in [
        ("--step", "0"),
        ("--step", "1/0"),
        ("--seconds", "-1"),
        ("--gravity", "1,2"),
        ("--step", "x"),
        ("--step", "-1/60"),
    ] {
        assert!(sinew(&["simulate", &path, option, value]).failure(2).contains("such as"), "{option} {value}");
    }
    assert!(sinew(&["simulate", &path, "--seconds", "1e9"]).failure(2).contains("larger --step"));
}

#[test]
fn the_number_of_threads_changes_no_answer() {
    for scene in ["running/heap.gltf", "running/joints.gltf"].map(fixture) {
        let answer = simulate(&[&scene, "--seconds", "2"]);
        for threads in ["0", "1", "2", "4"] {
            assert_eq!(simulate(&[&scene, "--seconds", "2", "--threads", threads]), answer, "{threads}");
        }
    }
    for threads in ["--threads=-1", "--threads=257", "--threads=x"] {
        assert!(sinew(&["simulate", threads]).failure(2).contains("--threads"), "{threads}");
    }
}

#[test]
fn animations_play_by_default() {
    // The tower of the crane stands at 60° after a second, half of which has the sine ½.
    let tower = |arguments: &[&str]| {
        let answer = simulate(&[&[demo().as_str(), "--seconds", "1"], arguments].concat());
        answer["nodes"][3]["local"]["rotation"][1].as_f64().unwrap()
    };
    assert!((tower(&[]) - 0.5).abs() < 1e-5 && (tower(&["--animation", "Swing"]) - 0.5).abs() < 1e-5);
    assert!(tower(&["--animation", "none"]).abs() < 1e-6 && tower(&["--animation", "1"]).abs() < 1e-6);
    assert!(sinew(&["simulate", &demo(), "--animation", "Dance"]).failure(2).contains("it has 0 (Swing)"));
}

#[test]
fn the_demo_is_worth_seeing() {
    let run = sinew(&["simulate"]);
    let text = run.text();
    assert!(text.starts_with("demo.gltf  5 s in 300 steps"), "{text}");
    assert!(text.contains("4 bodies, 3 of them dynamic"), "{text}");
    let answer = simulate(&[]);
    let position = |node: usize| {
        let matrix = &answer["nodes"][node]["model"]["matrix"];
        [12, 13, 14].map(|place: usize| matrix[place].as_f64().unwrap())
    };
    // The load knocks the upper crate off the lower one, and it ends on the ground or leaning on something.
    assert!(position(16)[1] < 0.6, "{:?}", position(16));
    let kinds: Vec<&str> =
        answer["events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"contactBegin") && kinds.contains(&"triggerEnter"), "{kinds:?}");
    // The parcel falls onto the ground, and the load is kinematic.
    assert!(position(17)[1] < 0.5, "{:?}", position(17));
    let load = answer["bodies"].as_array().unwrap().iter().find(|body| body["node"] == 12).unwrap();
    assert_eq!(load["driven"], true);
}

#[test]
fn a_script_pushes_bodies_at_its_times() {
    let folder = folder("simulate_script");
    let path = file(&folder, "drop.gltf", DROP);
    // 4 N·s on 2 kg after half a second: 2 m/s for the half second that is left.
    let script = r#"{"actions": [{"time": 0.5, "node": "Drop", "impulse": [4, 0, 0]},
        {"node": 0, "teleport": {"translation": [0, 0, 7]}}, {"node": 0, "angularVelocity": [0, 3, 0]}]}"#;
    let input = file(&folder, "script.json", script);
    let answer = simulate(&[&path, "--seconds", "1", "--gravity", "0,0,0", "--input", &input]);
    let translation = &answer["nodes"][0]["local"]["translation"];
    assert!((translation[0].as_f64().unwrap() - 1.0).abs() < 1e-4, "{translation}");
    assert!((translation[2].as_f64().unwrap() - 7.0).abs() < 1e-4, "{translation}");
    assert!((answer["bodies"][0]["angularVelocity"][1].as_f64().unwrap() - 3.0).abs() < 1e-4);
}

#[test]
fn problems_of_a_script_are_reported_with_their_pointers() {
    let folder = folder("simulate_bad_script");
    let path = file(&folder, "drop.gltf", DROP);
    for (script, words) in [
        (r#"{"actions": [{"node": "Nobody", "impulse": [1, 0, 0]}]}"#, "/actions/0/node: no node is called `Nobody`"),
        (r#"{"actions": [{"node": "Tree", "impulse": [1, 0, 0]}]}"#, "/actions/0/node: node 1 (`Tree`) has no body"),
        (r#"{"actions": [{"node": 0}]}"#, "/actions/0: the action is empty"),
        (r#"{"actions": [{"node": 0, "impulse": [1, 2]}]}"#, "/actions/0/impulse: "),
        (
            r#"{"actions": [{"node": 0, "time": -1, "impulse": [1, 2, 3]}]}"#,
            "/actions/0/time: the time is before the start",
        ),
        (r#"{"actions": [{"node": 0, "point": [1, 2, 3]}]}"#, "/actions/0/point: \"point\" needs an impulse"),
        (r#"{"actions": [{"node": 0, "teleport": {"rotation": [0, 0, 0, 0]}}]}"#, "/actions/0/teleport/rotation: "),
        (r#"{"actions": {}}"#, "/actions: "),
        ("[", "not valid JSON"),
    ] {
        let input = file(&folder, "script.json", script);
        let run = sinew(&["simulate", &path, "--input", &input]);
        let message = run.failure(3);
        assert!(message.contains(words), "{script}: {message}");
    }
}

#[test]
fn a_trace_has_every_step() {
    let folder = folder("simulate_trace");
    let path = file(&folder, "drop.gltf", DROP);
    let (lines, table) = (folder.join("out.jsonl"), folder.join("out.csv"));
    for trace in [&lines, &table] {
        simulate(&[&path, "--seconds", "0.5", "--trace", &trace.display().to_string()]);
    }
    let lines: Vec<Value> =
        std::fs::read_to_string(lines).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[29]["step"], &lines[0]["bodies"][0]["node"]), (30, &json!(30), &json!(0)));
    assert!(
        lines
            .windows(2)
            .all(|pair| pair[1]["bodies"][0]["translation"][1].as_f64()
                < pair[0]["bodies"][0]["translation"][1].as_f64())
    );
    let table = std::fs::read_to_string(table).unwrap();
    assert!(table.starts_with("step,time,node,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,sleeping\n"));
    assert_eq!((table.lines().count(), table.lines().nth(1).unwrap().split(',').count()), (31, 17));
    assert!(sinew(&["simulate", &path, "--trace", "out.txt"]).failure(2).contains(".jsonl or .csv"));
}

#[test]
fn a_clip_moves_a_humanoid_and_needs_one() {
    let avatar = fixture("humanoid/avatar_vrm1.gltf");
    let clip = file(&folder("simulate_clip"), "raise.bvh", &raising(0.0, 90.0));
    let nodes = simulate(&[&avatar, "--seconds", "0.5", "--clip", &clip])["nodes"].clone();
    // Halfway the arm has rotated by 45° about Z, and the hips, of the same height, have gone 5 cm of 10.
    assert_near(&nodes[19]["local"]["rotation"], &[0.0, 0.0, 0.382_683_43, 0.923_879_53]);
    assert_near(&nodes[1]["local"]["translation"], &[0.05, 0.9, 0.0]);
    assert!(sinew(&["simulate", &demo(), "--clip", &clip]).failure(3).contains("no human bones"));
}

#[test]
fn inspect_reports_the_physics_in_both_forms() {
    let physics = sinew(&["inspect", "--json"]).json()["physics"].clone();
    let load = &physics["bodies"][0];
    assert_eq!((&load["node"], &load["name"], &load["kind"]), (&json!(12), &json!("Load"), &json!("kinematic")));
    // A cube of half a metre at 1000 kg/m³ has 125 kg and moments of m·a²/6; the crates are given 20 kg.
    assert!((load["mass"].as_f64().unwrap() - 125.0).abs() < 1e-3, "{load}");
    let crate_ = &physics["bodies"][1];
    assert_eq!((&crate_["mass"], &crate_["colliders"]), (&json!(20.0), &json!([15])));
    for moment in crate_["inertia"]["diagonal"].as_array().unwrap() {
        assert!((moment.as_f64().unwrap() - 20.0 * 0.25 / 6.0).abs() < 1e-5, "{crate_}");
    }
    assert_eq!(physics["staticColliders"], json!([0, 2]));
    let [trigger] = physics["triggers"].as_array().unwrap().as_slice() else { panic!("one trigger") };
    assert_eq!((&trigger["node"], &trigger["nodes"]), (&json!(18), &json!([18])));
    assert_eq!(physics["materials"][1]["restitutionCombine"], "maximum");
    assert_eq!(physics["filters"], json!([]));
    let text = sinew(&["inspect"]).stdout;
    assert!(text.contains("\nBodies\n") && text.contains("  Load #12    kinematic  125"), "{text}");
    assert!(text.contains("\nTriggers\n  Zone #18  its own\n"), "{text}");
}

#[test]
fn actions_without_an_effect_are_reported() {
    let place = folder("simulate_unheard");
    let path = file(&place, "drop.gltf", DROP);
    let script = file(&place, "late.json", r#"{"actions": [{"time": 9, "node": 0, "impulse": [0, 1, 0]}]}"#);
    let ran = sinew(&["simulate", &path, "--seconds", "0.5", "--input", &script]);
    assert!(
        ran.stderr.contains("1 action of the script not applied: from 9 s on, after the end of the simulation"),
        "{}",
        ran.stderr
    );
    // No push changes the velocity of a kinematic body; one that is set does.
    let kinematic = file(&place, "kinematic.gltf", &DROP.replace(r#""mass": 2"#, r#""isKinematic": true"#));
    let script = r#"{"actions": [{"time": 0.1, "node": 0, "impulse": [0, 1, 0]},
        {"time": 0.2, "node": 0, "impulse": [0, 1, 0], "point": [1, 0, 0]},
        {"time": 0.3, "node": 0, "angularImpulse": [0, 1, 0]}, {"time": 0.4, "node": 0, "linearVelocity": [1, 0, 0]}]}"#;
    let script = file(&place, "deaf.json", script);
    let ran = sinew(&["simulate", &kinematic, "--seconds", "0.5", "--input", &script]);
    let reported: Vec<&str> = ran.stderr.lines().filter(|line| line.contains("had no effect")).collect();
    assert_eq!(reported.len(), 3, "{}", ran.stderr);
    assert!(
        reported[0].contains("at 0.1 s") && reported[1].contains("at 0.2 s") && reported[2].contains("at 0.3 s"),
        "{reported:?}"
    );
    assert!(reported.iter().all(|line| line.contains("(BODY_NOT_DYNAMIC)")), "{reported:?}");
}

#[test]
fn speeds_beyond_single_precision_are_written_as_numbers() {
    // Two components of 2.5·10³⁸ make a speed of 3.5·10³⁸, which no single holds.
    let text = DROP.replace(r#""mass": 2"#, r#""mass": 2, "gravityFactor": 0, "linearVelocity": [2.5e38, 2.5e38, 0]"#);
    let path = file(&folder("simulate_huge"), "huge.gltf", &text);
    let run = sinew(&["simulate", &path, "--seconds", "0"]);
    assert!(run.text().contains("3.54e38") && !run.text().contains("inf"), "{}", run.text());
}

#[test]
fn limits_bound_what_a_file_may_have() {
    let path = file(&folder("simulate_limits"), "drop.gltf", DROP);
    let answer = simulate(&[&path, "--seconds", "0", "--limit", "bodies=0"]);
    assert_eq!(answer["bodies"], json!([]));
    assert_eq!(answer["diagnostics"][1]["code"], "TOO_MANY_ELEMENTS", "{}", answer["diagnostics"]);
    let refused = sinew(&["validate", &path, "--limit", "file=100"]);
    assert!(refused.failure(3).contains("100"), "{}", refused.stderr);
    assert!(sinew(&["inspect", &path, "--limit", "bones=1"]).failure(2).contains("such as file=64M"));
}
