//! Real files.

use glam::{DMat4, DQuat, DVec3};
use serde_json::Value;
use sinew_document::Document;
use sinew_model::{LowerOptions, Model};
use sinew_motion::Pose;
use sinew_testkit::assets;

use super::{all_matrices, assert_near, findings};

/// The file of this name in the folder of virtual transforms, where there is one.
fn open(name: &str) -> Option<Document> {
    let path = assets::folder()?.join("virtual_transform").join(name);
    Some(Document::open(path).unwrap())
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let list: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    list.try_into().ok()
}

/// A node's own matrix, or a virtual transform's, from its JSON in double precision.
fn own_matrix(value: &Value) -> DMat4 {
    if let Some(matrix) = numbers::<16>(&value["matrix"]) {
        return DMat4::from_cols_array(&matrix);
    }
    let translation = numbers::<3>(&value["translation"]).map_or(DVec3::ZERO, DVec3::from_array);
    let rotation = numbers::<4>(&value["rotation"]).map_or(DQuat::IDENTITY, DQuat::from_array);
    let scale = numbers::<3>(&value["scale"]).map_or(DVec3::ONE, DVec3::from_array);
    DMat4::from_scale_rotation_translation(scale, rotation.normalize(), translation)
}

/// The product of the matrices from the root down to a node, which is found by looking for who lists it as a child.
fn chain_matrix(file: &Value, node: u64) -> DMat4 {
    let nodes = file["nodes"].as_array().unwrap();
    let lists = |value: &Value| value["children"].as_array().is_some_and(|list| list.contains(&node.into()));
    let above = nodes.iter().position(lists).map_or(DMat4::IDENTITY, |parent| chain_matrix(file, parent as u64));
    above * own_matrix(&nodes[node as usize])
}

#[test]
fn sockets_on_the_joints_of_a_humanoid_are_where_plain_products_put_them() {
    let Some(document) = open("RiggedFigure_virtual_transform.glb") else { return };
    let file = document.root().to_serde();
    let (model, diagnostics) = Model::from_document(&document);
    assert!(diagnostics.is_empty(), "{:?}", findings(&diagnostics));
    let matrices = all_matrices(&model, &Pose::rest(&model));
    let entries = file["extensions"]["KHR_virtual_transform"]["virtualTransforms"].as_array().unwrap();
    assert_eq!((matrices.len(), entries.len()), (3, 3));
    for (matrix, entry) in matrices.into_iter().zip(entries) {
        let parent = chain_matrix(&file, entry["parent"].as_u64().unwrap());
        // `label` takes over its parent's position alone.
        let is_label = entry["name"] == "label";
        let parent = if is_label { DMat4::from_translation(parent.w_axis.truncate()) } else { parent };
        let expected = (parent * own_matrix(entry)).to_cols_array();
        let found = glam::Mat4::from(matrix).to_cols_array();
        // Single precision: a rotation that is unit to two last places scales its matrix by 5e-7, eight of them in a chain
        // by 4e-6, and `socket_b` doubles that.
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 1e-5, "{}: {found} is not {expected}", entry["name"]);
        }
    }
}

#[test]
fn the_example_of_the_draft_stands_where_its_skeleton_has_it() {
    let Some(document) = open("readme_example.gltf") else { return };
    let (model, diagnostics) = Model::from_document(&document);
    assert!(diagnostics.is_empty(), "{:?}", findings(&diagnostics));
    let pose = Pose::rest(&model);
    // The skeleton has translations alone, so each is the sum of those above it and its own.
    let cases = [
        // x: 0.04 + 0.1 + 0.27 + 0.27 to the right; y: 0.95 + 0.1 + 0.12 + 0.2, and 0.1 of its own.
        ("right_hand_attach", [-0.68, 1.47, 0.0], 1.0),
        // y: 0.95 + 0.1 + 0.12 + 0.25 + 0.08.
        ("lookAt_target", [0.0, 1.5, 0.35], 1.0),
        ("sitting_point", [0.0, 0.95, -0.2], 1.0),
        // x: 0.04 + 0.1 + 0.27 + 0.24; y: 0.95 + 0.1 + 0.12 + 0.2, and 0.25 of its own.
        ("wrist_ui", [0.65, 1.62, 0.0], 1.0),
        ("debug_marker", [0.0, 1.05, 0.0], 0.1),
    ];
    assert_eq!(model.virtual_transforms().len(), cases.len());
    for (name, origin, size) in cases {
        let id = model.virtual_transforms().find(name).unwrap();
        let matrix = pose.model_from_virtual(&model, id).unwrap();
        assert_near(matrix.translation.into(), origin, name);
        assert_near(matrix.matrix3.x_axis.into(), [size, 0.0, 0.0], name);
    }
    let tagged = model.virtual_transforms().with_tag("marker");
    assert_eq!(tagged, [model.virtual_transforms().find("debug_marker").unwrap()]);
}

#[test]
fn files_that_break_a_rule_are_reported() {
    let cases = [
        ("negative_parent_out_of_range.gltf", "UNRESOLVED_REFERENCE", "parent"),
        ("negative_rotation_three_components.gltf", "ARRAY_LENGTH_NOT_IN_LIST", "rotation"),
    ];
    for (name, code, property) in cases {
        let Some(document) = open(name) else { return };
        let (_, diagnostics) = Model::from_document(&document);
        let pointer = format!("/extensions/KHR_virtual_transform/virtualTransforms/0/{property}");
        assert_eq!(findings(&diagnostics), [format!("{code} {pointer}")], "{name}");
    }
}

#[test]
fn humanoids_of_both_versions_of_vrm_look_ahead_of_their_head() {
    let options = LowerOptions { look_at_virtual_transform: true, ..LowerOptions::default() };
    for path in assets::models("vrm") {
        let document = Document::open(&path).unwrap();
        let vrm_1_0 = document.extension("VRMC_vrm");
        let has_offset = vrm_1_0.is_none_or(|vrm| vrm.get("lookAt").is_some());
        let is_vrm = vrm_1_0.is_some() || document.extension("VRM").is_some();
        let (model, _) = Model::from_document_with(&document, &options);
        let Some(&id) = model.virtual_transforms().with_tag("look_at").first() else {
            assert!(!(is_vrm && has_offset), "{}", path.display());
            continue;
        };
        let matrix = Pose::rest(&model).model_from_virtual(&model, id).unwrap();
        let ahead = if vrm_1_0.is_some() { [0.0, 0.0, 1.0] } else { [0.0, 0.0, -1.0] };
        assert_near(matrix.matrix3.z_axis.into(), ahead, &path.display().to_string());
    }
}
