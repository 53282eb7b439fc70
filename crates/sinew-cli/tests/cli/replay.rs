use serde_json::{Value, json};

use crate::{fixture, folder, sinew};

const SCRIPT: &str = r#"{"actions": [
    {"time": 0.1, "node": "drop 3", "impulse": [0.1, 2.5, 0]},
    {"time": 0.2, "node": "drop 0", "teleport": {"translation": [3, 5, 0], "rotation": [0.1, 0.2, 0.3, 0.9]}}]}"#;

/// A log of the heap, and where it is.
fn recorded(test: &str) -> (String, Vec<Value>) {
    let folder = folder(test);
    let (log, script) = (folder.join("log.jsonl"), folder.join("script.json"));
    std::fs::write(&script, SCRIPT).unwrap();
    let (log, script) = (log.display().to_string(), script.display().to_string());
    let heap = fixture("running/heap.gltf");
    sinew(&["simulate", &heap, "--seconds", "0.5", "--input", &script, "--record", &log, "--quiet"]).text();
    let text = std::fs::read_to_string(&log).unwrap();
    (log, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn write(log: &str, lines: &[Value]) {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(log, lines.join("\n") + "\n").unwrap();
}

#[test]
fn a_recorded_simulation_comes_out_the_same() {
    let (log, lines) = recorded("replay_same");
    // How it began, thirty steps, and the mark at the end.
    assert_eq!((lines.len(), &lines[31]), (32, &json!({"end": 30})));
    let pushed = json!([{"do": "impulse", "instance": 0, "node": 5, "impulse": [0.1, 2.5, 0.0]}]);
    assert_eq!(lines[7]["inputs"], pushed);
    let run = sinew(&["replay", &fixture("running/heap.gltf"), &log, "--verify"]);
    assert_eq!(run.text(), "30 steps, all the same\n");
    let run = sinew(&["replay", &fixture("running/heap.gltf"), &log, "--verify", "--threads", "4"]);
    assert_eq!(run.text(), "30 steps, all the same\n");
    // The engine's features that numbers depend on are in the log.
    assert!(lines[0]["engine"].as_str().unwrap().ends_with("(block-solver, enhanced-determinism)"), "{}", lines[0]);
}

#[test]
fn the_first_step_and_node_that_differ_are_reported() {
    let (log, mut lines) = recorded("replay_differs");
    // As if a body differed in step 20.
    lines[20]["instances"][0]["nodes"]["6"] = "00000000".into();
    write(&log, &lines);
    let heap = fixture("running/heap.gltf");
    let run = sinew(&["replay", &heap, &log, "--verify"]);
    let said = run.failure(1);
    assert!(said.contains("step 20: node 6 (`drop 4`) is the first that differs"), "{said}");
    let answer = sinew(&["replay", &heap, &log, "--json"]).json();
    assert_eq!((&answer["same"], &answer["difference"]["node"]), (&json!(false), &json!(6)));
}

#[test]
fn an_input_that_is_missing_changes_the_next_step() {
    let (log, mut lines) = recorded("replay_input");
    lines[7].as_object_mut().unwrap().remove("inputs");
    write(&log, &lines);
    let run = sinew(&["replay", &fixture("running/heap.gltf"), &log, "--verify"]);
    let said = run.failure(1);
    assert!(said.contains("step 7: node 5 (`drop 3`)"), "{said}");
}

#[test]
fn a_file_that_is_not_a_log_is_refused() {
    let heap = fixture("running/heap.gltf");
    let run = sinew(&["replay", &heap, &heap]);
    assert!(run.failure(3).contains("is not the log of a simulation"), "{}", run.stderr);
    let (log, lines) = recorded("replay_broken");
    write(&log, &lines[..5]);
    let mut text = std::fs::read_to_string(&log).unwrap();
    text.push_str("{\"step\": ");
    std::fs::write(&log, text).unwrap();
    let run = sinew(&["replay", &heap, &log]);
    assert!(run.failure(3).contains("line 6, column "), "{}", run.stderr);
}

#[test]
fn poses_spawns_and_playback_are_recorded_and_run_again() {
    let folder = folder("replay_everything");
    let (heap, machine) = (fixture("running/heap.gltf"), fixture("running/machine.gltf"));
    let script = json!({"actions": [
        {"time": 0.1, "spawn": machine, "at": {"translation": [0, 0, 8]}},
        {"time": 0.1, "node": "drop 1", "override": {"translation": [0, 6, 0]}},
        {"time": 0.2, "node": "drop 1", "release": true},
        {"time": 0.2, "instance": 1, "stop": 0},
        {"time": 0.25, "instance": 1, "play": {"animation": 0, "speed": 0.5}, "repeat": "loop"},
        {"time": 0.3, "spawn": heap, "at": {"translation": [30, 0, 0]}},
        {"time": 0.3, "instance": 2, "node": "drop 3", "angularVelocity": [0, 1, 0]},
        {"time": 0.4, "instance": 1, "at": {"translation": [0, 0, 9]}},
        {"time": 0.45, "instance": 1, "despawn": true}]});
    let (script_path, log) = (folder.join("script.json"), folder.join("log.jsonl"));
    std::fs::write(&script_path, script.to_string()).unwrap();
    let (script_path, log) = (script_path.display().to_string(), log.display().to_string());
    sinew(&["simulate", &heap, "--seconds", "0.5", "--input", &script_path, "--record", &log, "--quiet"]).text();
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let done: Vec<&str> = lines
        .iter()
        .flat_map(|line| line["inputs"].as_array().into_iter().flatten())
        .map(|input| input["do"].as_str().unwrap())
        .collect();
    let expected = ["spawn", "override", "override", "stop", "play", "spawn", "velocity", "move", "despawn"];
    assert_eq!(done, expected);
    assert_eq!(sinew(&["replay", &heap, &log, "--verify"]).text(), "30 steps, all the same\n");
    // Without the second heap, and what happens to it, there is one instance less from then on.
    let mut less = lines.clone();
    less[19].as_object_mut().unwrap().remove("inputs");
    write(&log, &less);
    assert!(
        sinew(&["replay", &heap, &log, "--verify"]).failure(1).contains("step 19: there are 2 instances instead of 3")
    );
    let mut gone = lines;
    gone[7]["inputs"][0]["model"] = "gone.glb".into();
    write(&log, &gone);
    assert!(sinew(&["replay", &heap, &log]).failure(3).contains("gone.glb: there is no such file"));
}
