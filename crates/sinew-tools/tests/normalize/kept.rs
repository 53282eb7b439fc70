//! Nodes that keep their frames, and what is reported of them.

use sinew::document::{Document, NoResources};
use sinew::{Model, Pose};
use sinew_tools::normalize::{NormalizeError, normalize};

use crate::Pair;

#[test]
fn bodies_and_what_they_are_joined_to_keep_their_frames_in_the_model() {
    let pair = Pair::fixture("kept_frames.gltf");
    assert!(pair.difference_at_rest() < 1e-5);
    let frames = |model: &Model| {
        let pose = Pose::rest(model);
        let hierarchy = model.hierarchy();
        ["body", "connected"].map(|name| pose.model_from_node(hierarchy.find(name).unwrap()))
    };
    for (before, after) in frames(&pair.before_model).iter().zip(frames(&pair.after_model)) {
        assert!(before.abs_diff_eq(after, 1e-6), "{before} is not {after}");
    }
    // Their parents lost a rotation, so theirs are others than before; the matrix that shears keeps its frame too.
    assert_eq!(
        pair.codes(),
        [
            ("NORMALIZE_NODE_KEPT", "/nodes/1"),
            ("NORMALIZE_NODE_KEPT", "/nodes/2"),
            ("NORMALIZE_NODE_KEPT", "/nodes/3"),
            ("NORMALIZE_NOT_REWRITTEN", "/extensions/EXT_unheard_of"),
        ]
    );
    let messages: Vec<_> = pair.normalized.diagnostics.iter().map(|found| found.message.as_str()).collect();
    // A quarter about Z, then one about X: the half angles' cosines multiply to ½, which is that of 60°.
    assert_eq!(
        messages[0],
        "the node keeps a rest rotation of 120.0°: its KHR_physics_rigid_bodies is not rotated here"
    );
    assert!(messages[1].ends_with("(/nodes/1/extensions/KHR_physics_rigid_bodies)"), "{}", messages[1]);
    assert!(messages[2].contains("its matrix is no translation · rotation · scale"), "{}", messages[2]);
    pair.assert_second_time_changes_nothing();
}

#[test]
fn a_matrix_is_written_as_translation_and_scale() {
    let pair = Pair::fixture("kept_frames.gltf");
    // Its parent's quarter about Z takes (1, 2, 3) to (−2, 1, 3).
    let node = pair.after.root().at_pointer("/nodes/4").unwrap().to_serde();
    let expected =
        serde_json::json!({"name": "turned matrix", "translation": [-2.0, 1.0, 3.0], "scale": [2.0, 2.0, 2.0]});
    assert_eq!(node, expected);
}

#[test]
fn unreadable_data_keeps_the_frames_of_its_nodes() {
    let rotated = r#""rotation": [0.6, 0, 0, 0.8]"#;
    let accessors = r#""accessors": [{"componentType": 5126, "count": 1, "type": "VEC2"}]"#;
    let cases = [
        (r#""mesh": 0"#, r#""meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}]"#, "its mesh cannot be read"),
        (
            r#""mesh": 0"#,
            r#""meshes": [{"primitives": [{"attributes": {}, "extensions": {"KHR_draco_mesh_compression": {}}}]}]"#,
            "KHR_draco_mesh_compression",
        ),
        (r#""name": "joint""#, r#""skins": [{"joints": [0], "inverseBindMatrices": 0}]"#, "matrices of its skin"),
        (
            r#""name": "moving""#,
            r#""animations": [{"samplers": [{"input": 0, "output": 0}],
                "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}]"#,
            "keys that move it cannot be read",
        ),
        (
            r#""name": "joint of a spring""#,
            r#""extensions": {"VRMC_springBone": {"springs": [
                {"joints": [{"node": 0, "extensions": {"VRMC_springBone_limit": {}}}]}]}}"#,
            "VRMC_springBone_limit",
        ),
    ];
    for (property, rest, words) in cases {
        let text =
            format!(r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{{rotated}, {property}}}], {accessors}, {rest}}}"#);
        let pair = Pair::text(&text);
        assert_eq!(pair.after.json().text(), text);
        assert_eq!(pair.codes(), [("NORMALIZE_NODE_KEPT", "/nodes/0")], "{text}");
        let message = &pair.normalized.diagnostics.as_slice()[0].message;
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn the_controls_of_a_clip_keep_their_axes() {
    // The X of the second node's translation is a weight, and the rotation of the third look-at.
    let text = r#"{"asset": {"version": "2.0"}, "nodes": [
        {"rotation": [0.6, 0, 0, 0.8], "children": [1, 2]}, {"translation": [1, 0, 0]}, {"rotation": [0, 0.6, 0, 0.8]}],
        "extensions": {"VRMC_vrm_animation": {"specVersion": "1.0",
            "expressions": {"preset": {"happy": {"node": 1}}}, "lookAt": {"node": 2}}}}"#;
    let pair = Pair::text(text);
    assert_eq!(pair.after.json().text(), text);
    assert_eq!(pair.codes(), [("NORMALIZE_NODE_KEPT", "/nodes/0"), ("NORMALIZE_NODE_KEPT", "/nodes/2")]);
}

#[test]
fn a_mesh_that_a_collider_is_made_of_stays_as_it_is() {
    let text = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/normalize/mesh_on_a_turned_node.gltf"),
    );
    let shapes =
        r#""extensions": {"KHR_collision_shapes": {"shapes": [{"type": "convex", "convex": {"mesh": 0}}]}}, "meshes""#;
    let pair = Pair::text(&text.unwrap().replace(r#""meshes""#, shapes));
    assert!(pair.difference_at_rest() < 1e-5);
    let (before, after) = (pair.before.root().to_serde(), pair.after.root().to_serde());
    assert_eq!((&after["meshes"][0], &after["nodes"][0]["mesh"]), (&before["meshes"][0], &serde_json::json!(1)));
}

/// The node that shows the mesh loses its rotation, and gets a rotated copy; the collider's node keeps its own, and the mesh.
#[test]
fn a_mesh_that_a_geometry_names_stays_as_it_is() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/normalize");
    let document = Document::open(folder.join("mesh_on_a_turned_node.gltf")).unwrap();
    let mut edit = document.edit();
    let physics = serde_json::json!({"collider": {"geometry": {"mesh": 0}}});
    let collider = serde_json::json!({"name": "solid", "rotation": [0.6, 0.0, 0.0, 0.8],
        "extensions": {"KHR_physics_rigid_bodies": physics}});
    let node = edit.add_node(collider).unwrap();
    edit.push("/scenes/0/nodes", node.0.into()).unwrap();
    let pair = Pair::new(edit.finish().unwrap());
    assert!(pair.difference_at_rest() < 1e-5);
    let (before, after) = (pair.before.root().to_serde(), pair.after.root().to_serde());
    assert_eq!((&after["meshes"][0], &after["nodes"][0]["mesh"]), (&before["meshes"][0], &serde_json::json!(1)));
    assert_eq!(after["nodes"][node.0 as usize], before["nodes"][node.0 as usize]);
    assert_eq!(pair.before_model.physics(), pair.after_model.physics());
    assert_eq!(pair.after_model.physics().colliders().len(), 1);
}

#[test]
fn a_model_of_another_file_is_refused() {
    let read = |text: &str| Document::read(text, &NoResources).unwrap();
    let one = read(r#"{"asset": {"version": "2.0"}, "nodes": [{}]}"#);
    let two = Model::from_document(&read(r#"{"asset": {"version": "2.0"}, "nodes": [{}, {}]}"#)).0;
    assert_eq!(normalize(&one, &two).err(), Some(NormalizeError::OtherModel));
}

#[test]
fn broken_files_are_normalized_as_far_as_they_go() {
    let mut pending = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")];
    let mut count = 0;
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let Ok(document) = Document::open(&path) else { continue };
        let pair = Pair::new(document);
        // Turning a tree that the file does not have (circles, two parents) must still be done in one go.
        pair.assert_second_time_changes_nothing();
        count += 1;
    }
    assert!(count > 30, "{count}");
}

#[test]
fn data_that_is_shared_is_not_copied_without_end() {
    // A hundred nodes show one mesh of 1000 vertices, each with another rotation: 100 × 12 kB, where 100 kB are allowed.
    let nodes: Vec<_> = (1..=100)
        .map(|index| {
            let [x, y, z, w] = glam::Quat::from_rotation_x(index as f32 * 0.01).to_array();
            format!(r#"{{"mesh": 0, "rotation": [{x}, {y}, {z}, {w}]}}"#)
        })
        .collect();
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{}],
        "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}}}]}}],
        "accessors": [{{"componentType": 5126, "count": 1000, "type": "VEC3"}}]}}"#,
        nodes.join(",")
    );
    let limits = sinew::document::Limits { buffer_bytes: 100_000, ..Default::default() };
    let options = sinew::document::ReadOptions { limits, ..Default::default() };
    let document = Document::read_with(text.as_str(), &NoResources, options).unwrap();
    let error = normalize(&document, &Model::from_document(&document).0).unwrap_err();
    assert_eq!(error, NormalizeError::TooLarge { limit: 100_000 });
    assert_eq!(Pair::text(&text).normalized.report.meshes, 100);
}
