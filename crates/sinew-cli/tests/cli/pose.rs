//! `sinew evaluate --pose`.

use std::path::Path;

use serde_json::Value;

use crate::{Run, assert_near, codes, demo, file, fixture, folder, sinew};

/// Evaluates a file with a pose; the folder is named for the test.
fn posed(test: &str, asset: &str, pose: &str, more: &[&str]) -> (Run, String) {
    let path = file(&folder(test), "pose.json", pose);
    (sinew(&[&["evaluate", asset, "--json", "--pose", &path], more].concat()), path)
}

#[track_caller]
fn assert_refused(test: &str, asset: &str, pose: &str, place: &str, words: &str) {
    let (run, path) = posed(test, asset, pose, &[]);
    let message = run.failure(3);
    assert!(message.starts_with(&format!("error: {path}: {place}")) && message.contains(words), "{message}");
}

#[test]
fn a_pose_replaces_what_it_names_and_leaves_the_rest() {
    let pose = r#"{"nodes": {"0": {"translation": [1, 2, 3]}, "Doubled": {"scale": [1, 1, 5]}}}"#;
    let answer: Value = posed("pose_replaces", &fixture("matrix_nodes.gltf"), pose, &[]).0.json();
    let half = std::f64::consts::FRAC_1_SQRT_2;
    assert_near(&answer["nodes"][0]["local"]["translation"], &[1.0, 2.0, 3.0]);
    assert_near(&answer["nodes"][0]["local"]["rotation"], &[0.0, half, 0.0, half]);
    assert_near(&answer["nodes"][1]["local"]["translation"], &[1.0, 0.0, 0.0]);
    assert_near(&answer["nodes"][1]["local"]["scale"], &[1.0, 1.0, 5.0]);
}

#[test]
fn a_pose_overrides_the_animation() {
    let pose = r#"{"nodes": {"Tower": {"rotation": [0, 0, 0, 1]}}}"#;
    let more = ["--animation", "Swing", "--time", "2"];
    let answer = posed("pose_overrides", &demo(), pose, &more).0.json();
    assert_near(&answer["nodes"][3]["local"]["rotation"], &[0.0, 0.0, 0.0, 1.0]);
    // The jib is still where the animation has it: 15° about Z.
    let (sine, cosine) = 7.5_f64.to_radians().sin_cos();
    assert_near(&answer["nodes"][6]["local"]["rotation"], &[0.0, 0.0, sine, cosine]);
}

#[test]
fn a_number_in_range_is_an_index_and_any_other_text_a_name() {
    // Node 2 is called "0" and node 3 "77"; there are four nodes.
    let pose = r#"{"nodes": {"0": {"translation": [1, 0, 0]}, "77": {"translation": [2, 0, 0]}}}"#;
    let answer = posed("pose_numbers", &fixture("twin_names.gltf"), pose, &[]).0.json();
    let x: Vec<f64> = (0..4).map(|node| answer["nodes"][node]["local"]["translation"][0].as_f64().unwrap()).collect();
    assert_eq!(x, [1.0, 0.0, 0.0, 2.0]);
}

#[test]
fn a_rotation_that_is_not_of_unit_length_is_normalized_and_reported() {
    let pose = r#"{"nodes": {"Tower": {"rotation": [0, 3, 0, 4]}}}"#;
    let (run, path) = posed("pose_not_unit", &demo(), pose, &[]);
    let answer = run.json();
    assert_near(&answer["nodes"][3]["local"]["rotation"], &[0.0, 0.6, 0.0, 0.8]);
    assert_eq!(codes(&answer), [("ROTATION_NON_UNIT", "/nodes/Tower/rotation")]);
    let message = answer["diagnostics"][0]["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("in {path}: ")) && message.contains("length 5.000000"), "{message}");
}

#[test]
fn names_that_nothing_or_several_have_are_refused() {
    let twins = fixture("twin_names.gltf");
    let pose = r#"{"nodes": {"Twin": {}}}"#;
    assert_refused("pose_twin", &twins, pose, "/nodes/Twin: ", "2 nodes are called `Twin` — give an index: 0, 1\n");
    assert_refused("pose_nobody", &twins, r#"{"nodes": {"A/b": {}}}"#, "/nodes/A~1b: ", "no node is called `A/b`");
    assert_refused("pose_range", &twins, r#"{"nodes": {"4": {}}}"#, "/nodes/4: ", "indices run below 4\n");
    assert_refused("pose_plus", &twins, r#"{"nodes": {"+1": {}}}"#, "/nodes/+1: ", "no node is called `+1`");
}

#[test]
fn a_node_must_not_be_set_twice() {
    let pose = r#"{"nodes": {"3": {}, "Tower": {}}}"#;
    assert_refused("pose_twice", &demo(), pose, "/nodes/Tower: ", "node 3 is set twice, as `3` and as `Tower`");
}

#[test]
fn wrong_shapes_are_refused_at_their_place() {
    for (number, (pose, place)) in [
        (r#"{"nodes": {"0": {"translation": [1, 2]}}}"#, "/nodes/0/translation: expected 3 elements, found 2"),
        (r#"{"nodes": {"0": {"scale": [1, 2, 1e39]}}}"#, "/nodes/0/scale/2: 1e39"),
        (r#"{"nodes": {"0": {"rotation": [0, 0, 0, "1"]}}}"#, "/nodes/0/rotation/3: expected a number"),
        (r#"{"nodes": {"0": {"rotation": [0, 0, 0, 0]}}}"#, "/nodes/0/rotation: the rotation has length 0"),
        (r#"{"nodes": {"0": {"rotate": [0, 0, 0, 1]}}}"#, "/nodes/0/rotate: `rotate` is not a property"),
        (r#"{"nodes": {"0": 7}}"#, "/nodes/0: expected an object"),
        (r#"{"nodes": []}"#, "/nodes: expected an object"),
        (r#"{"node": {}}"#, "/node: `node` is not a property"),
        ("{}", "/: `nodes` is required"),
        ("[]", "/: expected an object"),
        (r#"{"nodes": {"0": {"scale": [1, 1, NaN]}}}"#, "not valid JSON: "),
    ]
    .into_iter()
    .enumerate()
    {
        assert_refused(&format!("pose_shape_{number}"), &demo(), pose, place, "");
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let pose = r#"{"nodes": {"0": {"scale": [1]}, "Nobody": {}, "1": {"tilt": 1}}}"#;
    let (run, _) = posed("pose_all", &demo(), pose, &[]);
    assert_eq!(run.failure(3).lines().count(), 3, "{}", run.stderr);
}

#[test]
fn a_pose_that_cannot_be_read_exits_with_3() {
    let missing = folder("pose_missing").join("pose.json").display().to_string();
    let run = sinew(&["evaluate", &demo(), "--pose", &missing]);
    assert_eq!(run.failure(3), format!("error: {missing}: there is no such file — check the path\n"));
    let bytes = folder("pose_bytes").join("pose.json");
    std::fs::write(&bytes, b"{\"nodes\": \xff}").unwrap();
    assert!(sinew(&["evaluate", &demo(), "--pose", path(&bytes)]).failure(3).contains("save it as UTF-8"));
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let pose = "\u{feff}{\"nodes\": {\"Crane\": {\"translation\": [7, 0, 0]}}}";
    let answer = posed("pose_mark", &demo(), pose, &[]).0.json();
    assert_near(&answer["nodes"][1]["local"]["translation"], &[7.0, 0.0, 0.0]);
}

#[test]
fn numbers_that_overflow_on_the_way_are_reported() {
    let pose = r#"{"nodes": {"Base": {"scale": [1e30, 1e30, 1e30]}, "Tower": {"scale": [1e30, 1e30, 1e30]}}}"#;
    let answer = posed("pose_overflow", &demo(), pose, &[]).0.json();
    assert!(codes(&answer).contains(&("VALUE_NOT_FINITE", "/nodes/3")), "{answer}");
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[cfg(unix)]
#[test]
fn a_pose_without_an_end_is_refused_before_it_fills_the_memory() {
    let run = sinew(&["evaluate", &demo(), "--pose", "/dev/zero"]);
    assert!(run.failure(3).starts_with("error: /dev/zero: is larger than 256 MiB"), "{}", run.stderr);
}
