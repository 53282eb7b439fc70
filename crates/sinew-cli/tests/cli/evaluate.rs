use serde_json::{Value, json};

use crate::{assert_near, codes, demo, fixture, sinew};

fn evaluate(arguments: &[&str]) -> Value {
    sinew(&[&["evaluate"], arguments, &["--json"]].concat()).json()
}

/// The last column of a node's model matrix.
#[track_caller]
fn assert_model_position(answer: &Value, node: usize, expected: [f64; 3]) {
    let matrix = &answer["nodes"][node]["model"]["matrix"];
    assert_near(&json!([matrix[12], matrix[13], matrix[14]]), &expected);
}

#[test]
fn the_answer_is_the_contract() {
    let answer = evaluate(&[&fixture("node_with_two_parents.gltf")]);
    let members: Vec<&String> = answer.as_object().unwrap().keys().collect();
    assert_eq!(members, ["nodes", "diagnostics"]);
    // The child stands 2 along Z below its first parent, which stands 1 along X.
    let child = json!({
        "index": 2,
        "name": "Child",
        "local": {"translation": [0.0, 0.0, 2.0], "rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 1.0, 1.0]},
        "model": {"matrix": [1.0, 0.0, 0.0, 0.0,  0.0, 1.0, 0.0, 0.0,  0.0, 0.0, 1.0, 0.0,  1.0, 0.0, 2.0, 1.0]}
    });
    assert_eq!(answer["nodes"][2], child);
    assert_eq!(
        answer["diagnostics"],
        json!([{"code": "NODE_PARENT_OVERRIDE", "message": "node 2 is already below node 0; it stays there",
                "severity": 0, "pointer": "/nodes/1/children/0"}])
    );
}

#[test]
fn nodes_come_in_index_order_whatever_the_tree() {
    let answer = evaluate(&[&fixture("node_cycle.gltf")]);
    let indices: Vec<u64> =
        answer["nodes"].as_array().unwrap().iter().map(|node| node["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [0, 1, 2]);
    // Hen is cut loose at (0, 1, 0); Egg stays below it, 1 along Z.
    assert_model_position(&answer, 2, [0.0, 1.0, 1.0]);
    assert_eq!(codes(&answer), [("NODE_CYCLE", "/nodes/2/children")]);
}

#[test]
fn matrices_are_taken_apart_and_multiplied_down_the_tree() {
    let answer = evaluate(&[&fixture("matrix_nodes.gltf")]);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    // The first matrix takes X to -Z and Z to X: a rotation by 90° about Y.
    assert_near(&answer["nodes"][0]["local"]["rotation"], &[0.0, half, 0.0, half]);
    assert_near(&answer["nodes"][1]["local"]["scale"], &[2.0, 2.0, 2.0]);
    // 1 along the rotated X is -1 along Z, from (3, 0, 0).
    assert_model_position(&answer, 1, [3.0, 0.0, -1.0]);
    // 1 along the rotated and doubled Z is 2 along X.
    assert_model_position(&answer, 2, [5.0, 0.0, -1.0]);
}

#[test]
fn an_animation_is_chosen_by_index_or_name() {
    let by_index = evaluate(&[&demo(), "--animation", "0", "--time", "0.5"]);
    // Half of the way to 60° about Y: sin 15° and cos 15°.
    assert_near(&by_index["nodes"][3]["local"]["rotation"], &[0.0, 0.258_819_05, 0.0, 0.965_925_83]);
    assert_eq!(by_index, evaluate(&[&demo(), "--animation", "Swing", "--time", "0.5"]));
}

#[test]
fn without_a_time_an_animation_starts() {
    let start = evaluate(&[&demo(), "--animation", "Travel"]);
    assert_near(&start["nodes"][9]["local"]["translation"], &[0.6, -0.13, 0.0]);
    // Before the first key stands the first key, and behind the last one the last.
    assert_eq!(start, evaluate(&[&demo(), "--animation", "Travel", "--time", "-5"]));
    assert_eq!(start, evaluate(&[&demo(), "--animation", "Travel", "--time", "1e9"]));
}

#[test]
fn a_cubic_spline_with_level_tangents_is_halfway_at_half_time() {
    // From 0.6 to 2 between 0 s and 1.5 s. At a quarter of the span, 3·¼² − 2·¼³ = 5/32 of the way.
    for (time, x) in [("0.75", 1.3), ("0.375", 0.6 + 1.4 * 5.0 / 32.0), ("1.5", 2.0)] {
        let answer = evaluate(&[&demo(), "--animation", "1", "--time", time]);
        assert_near(&answer["nodes"][9]["local"]["translation"], &[x, -0.13, 0.0]);
        // The load hangs from it: 2.2 - 0.13 - 1.11 - 0.31 above the ground.
        assert_model_position(&answer, 12, [x, 0.65, 0.0]);
    }
}

#[test]
fn the_load_swings_with_the_tower() {
    // At 1 s the tower is at 60° and the jib halfway to 15°. From the jib's hinge the load is at (0.6, -1.55), rotated
    // by 7.5° about Z, then by 60° about Y, which takes x to (x·cos 60°, -x·sin 60°) in x and z.
    let answer = evaluate(&[&demo(), "--animation", "Swing", "--time", "1"]);
    let (sine, cosine) = 7.5_f64.to_radians().sin_cos();
    let (x, y) = (0.6 * cosine + 1.55 * sine, 0.6 * sine - 1.55 * cosine);
    assert_model_position(&answer, 12, [x * 0.5, 2.2 + y, -x * 0.75_f64.sqrt()]);
}

#[test]
fn of_two_channels_for_one_property_the_last_counts() {
    // The first one leads to (8, 8, 8), the last one to (2, 4, 6); halfway there it is half of that.
    let answer = evaluate(&[&fixture("broken_animations.gltf"), "--animation", "Mixed", "--time", "0.5"]);
    assert_near(&answer["nodes"][0]["local"]["translation"], &[1.0, 2.0, 3.0]);
}

#[test]
fn broken_transforms_take_the_nearest_that_holds() {
    let answer = evaluate(&[&fixture("broken_nodes.gltf")]);
    assert_near(&answer["nodes"][0]["local"]["translation"], &[4.0, 0.0, 0.0]);
    assert_near(&answer["nodes"][2]["local"]["rotation"], &[0.0, 0.0, 0.0, 1.0]);
    assert_near(&answer["nodes"][3]["local"]["rotation"], &[0.0, 0.6, 0.0, 0.8]);
    // The half angle has sine 0.6 and cosine 0.8, so the whole one has sine 0.96 and cosine 0.28: 5 along the rotated Z.
    assert_model_position(&answer, 4, [4.8, 0.0, 1.4]);
}

#[test]
fn an_animation_that_is_not_there_is_a_usage_error_that_names_those_that_are() {
    let run = sinew(&["evaluate", &demo(), "--animation", "Dance"]);
    assert!(run.failure(2).starts_with("error: --animation Dance: "), "{}", run.stderr);
    assert!(run.stderr.ends_with("it has 0 (Swing), 1 (Travel)\n"), "{}", run.stderr);
    assert!(sinew(&["evaluate", &demo(), "--animation", "2"]).failure(2).contains("it has 0 (Swing)"));
    let none = sinew(&["evaluate", &fixture("matrix_nodes.gltf"), "--animation", "0"]);
    assert!(none.failure(2).contains("has no animations"), "{}", none.stderr);
}

#[test]
fn a_time_must_be_a_finite_number() {
    for time in ["nan", "inf", "1e99", "noon"] {
        let run = sinew(&["evaluate", &demo(), "--animation", "0", "--time", time]);
        assert!(run.failure(2).contains("such as 0.5"), "{}", run.stderr);
    }
}

#[test]
fn a_time_without_an_animation_is_remarked_upon() {
    let run = sinew(&["evaluate", &demo(), "--time", "1"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), "note: --time has no effect without --animation\n"));
}

#[test]
fn text_is_a_table_of_local_and_model_positions_and_rotations() {
    let run = sinew(&["evaluate", &fixture("matrix_nodes.gltf")]);
    let line = run.text().lines().find(|line| line.contains("Leaf")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(cells, ["2", "Leaf", "0", "0", "1.000", "0", "0", "0", "│", "5.000", "0", "-1.000", "0", "90.000", "0"]);
}

#[test]
fn diagnostics_of_the_text_answer_go_to_standard_error() {
    let run = sinew(&["evaluate", &fixture("dangling_child.gltf")]);
    let path = fixture("dangling_child.gltf");
    let expected = format!("note: {path}: /nodes/0/children/1: there is no node 99 [error UNRESOLVED_REFERENCE]\n");
    assert_eq!((run.code, run.stderr), (Some(0), expected));
    assert!(!run.stdout.contains("UNRESOLVED_REFERENCE"));
}

#[test]
fn a_file_must_be_named() {
    assert!(sinew(&["evaluate"]).failure(2).contains("<FILE>"));
    assert!(sinew(&["evaluate", "nowhere.glb", "--json"]).failure(3).starts_with("error: nowhere.glb: "));
}

#[test]
fn constraints_rotate_nodes_and_virtual_transforms_follow_them() {
    let answer = evaluate(&[&demo()]);
    // The load hangs at (0.6, 2.2 − 0.13 − 1.11 − 0.31, 0) = (0.6, 0.65, 0), the light stands at (0.6, 0.39, −1.5): its Z
    // must rise by atan(0.26 / 1.5) = 9.8335°, which is a rotation by −9.8335° about X. Half of it has sine 0.085702.
    assert_near(&answer["nodes"][14]["local"]["rotation"], &[-0.085_702, 0.0, 0.0, 0.996_321]);
    let socket = &answer["virtualTransforms"][0];
    assert_eq!(socket["name"], "hook_socket");
    // Column 3 is where it is: 0.12 m below the hook at 2.2 − 0.13 − 1.11.
    let matrix = socket["matrix"].as_array().unwrap();
    let position = serde_json::Value::from(matrix[12..15].to_vec());
    assert_near(&position, &[0.6, 0.84, 0.0]);
    let text = sinew(&["evaluate", &demo()]).stdout;
    assert!(text.contains("Virtual transforms\n") && text.contains("  2  load_label     ui"), "{text}");
}

#[test]
fn uninherited_parts_of_a_virtual_transform_can_be_the_parents_rest() {
    let file = fixture("virtual_transform/nothing_inherited.gltf");
    let position = |reading: &str| {
        let answer = evaluate(&[&file, "--uninherited", reading]);
        let matrix = answer["virtualTransforms"][0]["matrix"].as_array().unwrap().clone();
        serde_json::Value::from(matrix[12..15].to_vec())
    };
    assert_near(&position("identity"), &[0.0, 1.0, 0.0]);
    // The parent rests at (1, 2, 3) with scale 2: (1, 2 + 2·1, 3).
    assert_near(&position("rest"), &[1.0, 4.0, 3.0]);
}
