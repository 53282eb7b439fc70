use serde_json::json;

use crate::{codes, demo, file, fixture, folder, sinew};

fn out(test: &str, name: &str) -> String {
    folder(test).join(name).display().to_string()
}

#[test]
fn it_reports_what_was_changed_and_what_keeps_its_rotation() {
    let out = out("normalize_tells", "out.gltf");
    let run = sinew(&["normalize", &fixture("normalize/cameras_and_lights.gltf"), &out]);
    let lines: Vec<_> = run.text().lines().map(str::trim).collect();
    assert!(lines[0].starts_with(&format!("wrote {out}")), "{lines:?}");
    let expected = [
        "3 nodes without a rest rotation now",
        "2 nodes with a rest rotation still",
        "1 new node for a camera or a light",
    ];
    assert_eq!(lines[1..], expected);
    assert!(run.stderr.contains("/nodes/1: the node keeps a rest rotation of "), "{}", run.stderr);
    assert!(run.stderr.contains("its camera points along −Z of its node ["), "{}", run.stderr);
    let quiet = sinew(&["normalize", &fixture("normalize/cameras_and_lights.gltf"), &out, "--force", "--quiet"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(0), "", ""));
}

#[test]
fn the_answer_for_programs_counts_what_was_changed() {
    let out = out("normalize_json", "out.glb");
    let answer = sinew(&["normalize", &fixture("normalize/scaled_chain.gltf"), &out, "--json"]).json();
    assert_eq!(answer["files"], json!([out]));
    assert_eq!(codes(&answer), [("NORMALIZE_NODE_KEPT", "/nodes/5")]);
    // All eight nodes have a rotation, and one of them scales unevenly across it.
    assert_eq!(answer["changed"]["nodesTurned"], 7);
    assert_eq!(answer["changed"]["nodesKept"], 1);
    assert_eq!(answer["changed"]["channels"], 0);
}

#[test]
fn where_nodes_are_does_not_change() {
    let out = out("normalize_places", "out.gltf");
    sinew(&["normalize", &demo(), &out]).text();
    let places = |path: &str, time: &str| -> Vec<Vec<f64>> {
        let answer = sinew(&["evaluate", path, "--animation", "0", "--time", time, "--json"]).json();
        let nodes = answer["nodes"].as_array().unwrap();
        let place = |node: &serde_json::Value| {
            (12..15).map(|at| node["model"]["matrix"][at].as_f64().unwrap()).collect::<Vec<f64>>()
        };
        nodes.iter().map(place).collect()
    };
    for time in ["0", "0.4", "1.3"] {
        for (a, b) in places(&demo(), time).iter().flatten().zip(places(&out, time).iter().flatten()) {
            assert!((a - b).abs() < 1e-5, "{a} is not {b}");
        }
    }
}

#[test]
fn a_file_without_rotations_is_said_to_need_nothing() {
    let folder = folder("normalize_nothing");
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"translation": [1.50, 0, 0]}]}"#;
    let input = file(&folder, "in.gltf", text);
    let out = folder.join("out.gltf").display().to_string();
    assert!(sinew(&["normalize", &input, &out]).text().ends_with("nothing had to be changed\n"));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
    let run = sinew(&["normalize", &input, &input]);
    assert!(run.failure(2).contains("is an input, and inputs are not overwritten"), "{}", run.stderr);
}
