use serde_json::Value;

use crate::{fixture, folder, sinew};

fn out(test: &str, name: &str) -> String {
    folder(test).join(name).display().to_string()
}

/// Where the nodes of a simulated or evaluated file are, by index.
fn translations(answer: &Value) -> Vec<[f64; 3]> {
    let nodes = answer["nodes"].as_array().unwrap();
    nodes.iter().map(|node| [12, 13, 14].map(|at| node["model"]["matrix"][at].as_f64().unwrap())).collect()
}

#[test]
fn a_baked_file_evaluates_to_where_the_simulation_ended() {
    let (heap, out) = (fixture("running/heap.gltf"), out("bake_replay", "out.glb"));
    let answer = sinew(&["bake", &heap, &out, "--seconds", "1", "--strip", "--json"]).json();
    assert_eq!(answer["baked"]["isWithinTolerance"], true, "{answer}");
    let evaluated = sinew(&["evaluate", &out, "--animation", "0", "--time", "1", "--json"]).json();
    let simulated = sinew(&["simulate", &heap, "--seconds", "1", "--json"]).json();
    let (found, expected) = (translations(&evaluated), translations(&simulated));
    assert_eq!(found.len(), expected.len());
    for (node, (found, expected)) in found.iter().zip(&expected).enumerate() {
        for (found, expected) in found.iter().zip(expected) {
            // A millimetre is asked for.
            assert!((found - expected).abs() <= 0.001, "node {node}: {found} is not {expected}");
        }
    }
}

#[test]
fn it_reports_the_error_and_what_was_saved() {
    let out = out("bake_tells", "out.gltf");
    let run = sinew(&["bake", &fixture("running/machine.gltf"), &out, "--seconds", "1", "--strip"]);
    let text = run.text();
    assert!(text.contains("mm from the simulation"), "{text}");
    assert!(text.contains("% saved"), "{text}");
    assert!(text.contains("removed KHR_physics_rigid_bodies"), "{text}");
}

#[test]
fn a_failed_bake_reports_the_problem_and_leaves_no_file() {
    let machine = fixture("running/machine.gltf");
    let same = sinew(&["bake", &machine, &machine]);
    assert!(same.failure(2).contains("is an input, and inputs are not overwritten"), "{}", same.stderr);
    let nowhere = out("bake_nowhere", "missing/out.glb");
    let run = sinew(&["bake", &machine, &nowhere, "--seconds", "0.1"]);
    assert!(run.failure(3).contains("no such folder"), "{}", run.stderr);
    let still = out("bake_still", "out.glb");
    let run = sinew(&["bake", &fixture("matrix_nodes.gltf"), &still, "--seconds", "0.1"]);
    assert!(run.failure(3).contains("nothing of it moves"), "{}", run.stderr);
    assert!(!std::path::Path::new(&still).exists());
    for tolerance in ["1", "a,b", "-1,2"] {
        let typed = format!("--tolerance={tolerance}");
        sinew(&["bake", &machine, &still, &typed]).failure(2);
    }
}
