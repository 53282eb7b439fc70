//! Each thing that is rewritten, on a file made for it.

use serde_json::{Value, json};
use sinew::document::{AccessorIndex, Document, MeshIndex, NodeIndex};

use crate::Pair;

/// Places up to 30 m away in singles, through chains of five frames: 30 · 6e-8 · 25 products.
const TOLERANCE: f64 = 5e-5;

fn json(document: &Document) -> Value {
    document.root().to_serde()
}

fn vectors(document: &Document, accessor: &Value) -> Vec<[f32; 3]> {
    let accessor = AccessorIndex(accessor.as_u64().unwrap() as u32);
    document.accessor(accessor).unwrap().read_f32::<3>().unwrap()
}

#[track_caller]
fn assert_same(pair: &Pair) {
    assert!(pair.difference_at_rest() < TOLERANCE, "at rest: {}", pair.difference_at_rest());
    assert!(pair.difference_moved() < TOLERANCE, "moved: {}", pair.difference_moved());
    pair.assert_second_time_changes_nothing();
}

#[track_caller]
fn assert_near(actual: &[f32], expected: &[f32]) {
    assert!(actual.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{actual:?} is not {expected:?}");
}

#[test]
fn a_mesh_is_rotated_so_that_its_node_is_not() {
    let pair = Pair::fixture("mesh_on_a_turned_node.gltf");
    assert_same(&pair);
    let after = json(&pair.after);
    assert_eq!(
        after["nodes"][0],
        json!({"name": "turned", "translation": [5, 0, 0], "mesh": 0, "extras": {"kept": 1.5}})
    );
    let primitive = &after["meshes"][0]["primitives"][0];
    // A quarter about Z takes (x, y, z) to (−y, x, z).
    let positions = vectors(&pair.after, &primitive["attributes"]["POSITION"]);
    assert_near(positions.as_flattened(), &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -2.0, 0.0, 0.0]);
    let targets = vectors(&pair.after, &primitive["targets"][0]["POSITION"]);
    assert_near(targets.as_flattened(), &[0.0, 0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0]);
    let tangent = AccessorIndex(primitive["attributes"]["TANGENT"].as_u64().unwrap() as u32);
    assert_near(&pair.after.accessor(tangent).unwrap().read_f32::<4>().unwrap()[0], &[0.0, 1.0, 0.0, -1.0]);

    // What Khronos's validator asks of vertices: bounds on positions, and starts at multiples of four.
    let accessor = &after["accessors"][primitive["attributes"]["POSITION"].as_u64().unwrap() as usize];
    let bound = |key: &str| -> Vec<f32> {
        accessor[key].as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
    };
    assert_near(&bound("min"), &[-2.0, 0.0, 0.0]);
    assert_near(&bound("max"), &[0.0, 1.0, 0.0]);
    for view in after["bufferViews"].as_array().unwrap() {
        assert_eq!((view["byteOffset"].as_u64().unwrap_or(0) % 4, view["target"].as_u64()), (0, Some(34962)));
    }
}

#[test]
fn a_shared_mesh_is_copied_once_per_rotation_and_stays_for_the_others() {
    let pair = Pair::fixture("shared_mesh.gltf");
    assert_same(&pair);
    let (before, after) = (json(&pair.before), json(&pair.after));
    let meshes: Vec<_> = (0..5).map(|node| after["nodes"][node]["mesh"].as_u64().unwrap()).collect();
    assert_eq!(meshes, [0, 1, 1, 2, 3]);
    assert_eq!(after["meshes"][0], before["meshes"][0]);
    assert_eq!(pair.after.count::<MeshIndex>(), 4);
    assert_eq!((pair.normalized.report.meshes, pair.normalized.report.meshes_copied), (3, 3));
    // VRM 0.x says `mesh 0` and means every node of it.
    let meshes_in = |pointer: &str| -> Vec<u64> {
        let list = after.pointer(pointer).unwrap().as_array().unwrap();
        list.iter().map(|entry| entry["mesh"].as_u64().unwrap()).collect()
    };
    assert_eq!(meshes_in("/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds"), [0, 1, 2, 3]);
    assert_eq!(meshes_in("/extensions/VRM/firstPerson/meshAnnotations"), [0, 1, 2, 3]);
}

#[test]
fn skins_that_share_matrices_get_their_own() {
    let pair = Pair::fixture("shared_bind_matrices.gltf");
    assert_same(&pair);
    assert_eq!(pair.normalized.report.skins, 3);
    let after = json(&pair.after);
    let matrices: Vec<_> = (0..3).map(|skin| after["skins"][skin]["inverseBindMatrices"].as_u64().unwrap()).collect();
    assert!(matrices[0] != matrices[1] && matrices[1] != matrices[2], "{matrices:?}");
    // A skin places the mesh, so its vertices stay as they are.
    assert_eq!((pair.normalized.report.meshes, after["meshes"] == json(&pair.before)["meshes"]), (0, true));
}

#[test]
fn cameras_and_lights_look_where_they_did() {
    let pair = Pair::fixture("cameras_and_lights.gltf");
    assert_same(&pair);
    assert_eq!(
        pair.codes(),
        [
            ("NORMALIZE_NODE_KEPT", "/nodes/1"),
            ("NORMALIZE_NODE_ADDED", "/nodes/2"),
            ("NORMALIZE_NODE_KEPT", "/nodes/4"),
        ]
    );
    let after = json(&pair.after);
    // The camera at the end of a branch keeps its node; the one in the middle, with its light, gets one of its own.
    assert_eq!(after["nodes"][1]["camera"], 0);
    assert_eq!(
        after["nodes"][2],
        json!({"name": "branch", "translation": after["nodes"][2]["translation"], "children": [3, 6]})
    );
    assert_eq!(after["nodes"][6]["camera"], 1);
    assert_eq!(after["nodes"][6]["extensions"], json!({"KHR_lights_punctual": {"light": 0}}));
    // A bulb shines the same way all around.
    assert_eq!(pair.rotation(5), glam::Quat::IDENTITY);
}

#[test]
fn keys_of_every_interpolation_move_nodes_as_before() {
    let pair = Pair::fixture("animated.gltf");
    assert_same(&pair);
    for step in -1..22 {
        // Sixteen bits of a quantized key are read as before, and written as singles.
        let difference = pair.difference_at(0, step as f32 * 0.1);
        assert!(difference < TOLERANCE, "step {step}: {difference}");
    }
    // A scale of (1, 2, 3) does not commute with a rotation by an odd angle.
    assert_eq!(pair.codes(), [("NORMALIZE_NODE_KEPT", "/nodes/6")]);
    let (before, after) = (json(&pair.before), json(&pair.after));
    let [before, after] = [&before, &after].map(|json| &json["animations"][0]);
    // Two nodes shared a sampler and have different frame rotations; the channel without a target node keeps it.
    let samplers: Vec<_> = after["channels"].as_array().unwrap().iter().map(|one| one["sampler"].as_u64()).collect();
    assert_eq!((samplers[10], samplers[0] == samplers[1]), (Some(0), false));
    assert_eq!(after["samplers"][0], before["samplers"][0]);
    // Uniform scales stay as they are.
    assert_eq!(after["samplers"][4], before["samplers"][4]);
    assert_eq!(pair.normalized.report.channels, 8);
}

#[test]
fn scales_go_along_and_where_they_cannot_the_node_keeps_its_rotation() {
    let pair = Pair::fixture("scaled_chain.gltf");
    assert_same(&pair);
    assert_eq!(pair.codes(), [("NORMALIZE_NODE_KEPT", "/nodes/5")]);
    let scale = |node: usize| {
        let hierarchy = pair.after_model.hierarchy();
        hierarchy.rest(hierarchy.id(NodeIndex(node as u32)).unwrap()).scale
    };
    // After a quarter about Z, what is along the model's X is the node's own Y.
    assert!(scale(3).distance(glam::Vec3::new(2.0, 1.0, 3.0)) < 1e-6, "{}", scale(3));
    // The same with an axis that is mirrored, below the node that keeps its frame.
    assert!(scale(7).distance(glam::Vec3::new(1.0, -1.0, 1.0)) < 1e-6, "{}", scale(7));
    assert_eq!(scale(1), glam::Vec3::splat(0.5));
}

#[test]
fn virtual_transforms_stay_where_they_are_whatever_they_inherit() {
    let pair = Pair::fixture("virtual_transforms.gltf");
    assert_same(&pair);
    // Two nodes scale unevenly; and below one of them, an uneven scale that a virtual transform takes over without the
    // rest is along the axes of its node.
    let kept: Vec<_> = pair.codes().into_iter().map(|(_, pointer)| pointer).collect();
    assert_eq!(kept, ["/nodes/2", "/nodes/4", "/nodes/5"]);
    let (before, after) = (json(&pair.before), json(&pair.after));
    let list = "/extensions/KHR_virtual_transform/virtualTransforms";
    let [before, after] = [&before, &after].map(|json| json.pointer(list).unwrap().as_array().unwrap());
    for (place, is_rotated) in
        [(0, true), (1, true), (2, false), (3, true), (4, false), (5, false), (6, true), (7, false)]
    {
        assert_eq!(before[place] != after[place], is_rotated, "{}", before[place]);
    }
    assert_eq!((&after[0]["scale"], &after[0]["tags"]), (&json!([1, 2, 3]), &json!(["kept"])));
}

#[test]
fn offsets_of_look_at_and_colliders_rotate_with_their_nodes() {
    // A quarter about Z: what is in the space of the node goes from (x, y, z) to (−y, x, z).
    let pair = Pair::text(
        r#"{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0, 0, 0.70710678, 0.70710678]}], "extensions": {
        "VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"head": {"node": 0}}},
            "lookAt": {"offsetFromHeadBone": [1, 2, 3]}},
        "VRMC_springBone": {"specVersion": "1.0", "colliders": [
            {"node": 0, "shape": {"capsule": {"offset": [0, 0, 0], "radius": 0.5, "tail": [0, 4, 5]}}}],
            "springs": [{"joints": [{"node": 0, "gravityDir": [0, -1, 0]}]}]},
        "VRM": {"firstPerson": {"firstPersonBone": 0, "firstPersonBoneOffset": {"x": 1, "y": 2, "z": -3}},
            "secondaryAnimation": {"colliderGroups": [{"node": 0, "colliders": [{"offset": {"x": 1, "y": 0, "z": 7}}]}]}}}}"#,
    );
    let after = json(&pair.after);
    let numbers = |pointer: &str| -> Vec<f32> {
        match after.pointer(pointer).unwrap() {
            Value::Array(list) => list.iter().map(|number| number.as_f64().unwrap() as f32).collect(),
            object => ["x", "y", "z"].map(|key| object[key].as_f64().unwrap() as f32).to_vec(),
        }
    };
    assert_near(&numbers("/extensions/VRMC_vrm/lookAt/offsetFromHeadBone"), &[-2.0, 1.0, 3.0]);
    assert_near(&numbers("/extensions/VRMC_springBone/colliders/0/shape/capsule/tail"), &[-4.0, 0.0, 5.0]);
    assert_near(&numbers("/extensions/VRMC_springBone/springs/0/joints/0/gravityDir"), &[0.0, -1.0, 0.0]);
    assert_near(&numbers("/extensions/VRM/firstPerson/firstPersonBoneOffset"), &[-2.0, 1.0, -3.0]);
    assert_near(&numbers("/extensions/VRM/secondaryAnimation/colliderGroups/0/colliders/0/offset"), &[0.0, 1.0, 7.0]);
    assert_eq!(pair.normalized.report.offsets, 4);
}

#[test]
fn a_pointer_moves_a_node_as_a_channel_does() {
    // Translations of a node below a quarter about Z, from (0, 0, 0) to (1, 0, 0), by either way of saying it.
    let file = |target: &str| {
        format!(
            r#"{{"asset": {{"version": "2.0"}},
            "nodes": [{{"rotation": [0, 0, 0.70710678, 0.70710678], "children": [1]}}, {{}}],
            "buffers": [{{"byteLength": 32, "uri": "data:;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA="}}],
            "bufferViews": [{{"buffer": 0, "byteLength": 32}}], "accessors": [
            {{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]}},
            {{"bufferView": 0, "byteOffset": 8, "componentType": 5126, "count": 2, "type": "VEC3"}}],
            "animations": [{{"samplers": [{{"input": 0, "output": 1}}], "channels": [{{"sampler": 0, "target": {target}}}]}}]}}"#
        )
    };
    let pointer =
        r#"{"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/1/translation"}}}"#;
    for target in [r#"{"node": 1, "path": "translation"}"#, pointer] {
        let pair = Pair::text(&file(target));
        let output = &json(&pair.after)["animations"][0]["samplers"][0]["output"];
        assert_near(vectors(&pair.after, output).as_flattened(), &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    }
}

#[test]
fn a_file_without_rotations_is_written_back_as_it_is() {
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [{"rotation": [0, 0, 0, 1.0], "translation": [1.50, 0, 0]}]}"#;
    let pair = Pair::text(text);
    assert_eq!(pair.after.json().text(), text);
    assert_eq!(pair.normalized.report, sinew_tools::normalize::NormalizeReport::default());
}
