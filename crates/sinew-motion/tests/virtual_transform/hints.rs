//! Nodes that others look at, and nodes where a camera may stand: the drafts that took the place of the extension.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew_document::{CameraIndex, Document, NoResources};
use sinew_model::Model;
use sinew_model::model::{CameraHint, NodeHint};
use sinew_motion::Pose;

use super::findings;

fn read(nodes: &Value) -> (Model, Vec<String>) {
    let file = json!({"asset": {"version": "2.0"}, "cameras": [{"type": "perspective"}],
        "scene": 0, "scenes": [{"nodes": [0, 1, 2]}], "nodes": nodes});
    let (model, diagnostics) = Model::from_document(&Document::read(file.to_string(), &NoResources).unwrap());
    (model, findings(&diagnostics))
}

#[test]
fn marked_nodes_are_virtual_transforms_with_their_hints_as_tags() {
    let (model, found) = read(&json!([
        {"name": "Eyes", "translation": [0, 1.6, 1], "extensions": {"KHR_node_lookat_target": {"hint": "eye_target"}}},
        {"extensions": {"KHR_node_lookat_target": {}}},
        {"name": "View", "extensions": {"KHR_node_camera_hint":
            {"role": "portrait", "camera": 0, "targetNode": 0, "label": "Face"}}},
    ]));
    assert_eq!(found, [""; 0]);
    let all = model.virtual_transforms();
    let names: Vec<_> = all.iter().map(|(_, entry)| (entry.index, entry.name.as_str())).collect();
    assert_eq!(names, [(None, "Eyes"), (None, "node 1"), (None, "Face")]);
    assert!(all.is_in_file());
    assert_eq!(all.with_tag("look_at").len(), 2);
    assert_eq!(all.with_tag("eye_target"), [all.find("Eyes").unwrap()]);
    let view = all.get(all.with_tag("portrait")[0]).unwrap();
    assert_eq!(view.tags, ["camera", "portrait"]);
    let target = model.hierarchy().find("Eyes");
    let label = Some("Face".to_owned());
    let hint = CameraHint { role: "portrait".to_owned(), camera: Some(CameraIndex(0)), target, label };
    assert_eq!(view.hint, Some(NodeHint::Camera(hint)));
}

#[test]
fn a_camera_with_a_target_looks_at_it_and_otherwise_as_its_node() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let (model, _) = read(&json!([
        {"name": "Toy", "translation": [3, 1, 0]},
        {"name": "Aimed", "translation": [0, 1, 0], "rotation": [half, 0, 0, half],
            "extensions": {"KHR_node_camera_hint": {"role": "a", "targetNode": 0}}},
        {"name": "Free", "rotation": [0, half, 0, half], "extensions": {"KHR_node_camera_hint": {"role": "b"}}},
    ]));
    let all = model.virtual_transforms();
    let mut pose = Pose::rest(&model);
    let looks = |pose: &Pose, name: &str| {
        let matrix = pose.model_from_virtual(&model, all.find(name).unwrap()).unwrap();
        (matrix.transform_vector3(Vec3::NEG_Z), matrix.transform_vector3(Vec3::Y))
    };
    let near = |(a, b): (Vec3, Vec3), (c, d): (Vec3, Vec3)| a.distance(c) < 1e-6 && b.distance(d) < 1e-6;
    // The toy is along +X, level with the camera; a quarter about +Y takes −Z to −X.
    assert!(near(looks(&pose, "Aimed"), (Vec3::X, Vec3::Y)));
    assert!(near(looks(&pose, "Free"), (Vec3::NEG_X, Vec3::Y)));
    let toy = model.hierarchy().find("Toy").unwrap();
    pose.local[toy.slot()].translation = Vec3::new(0.0, 1.0, 7.0);
    pose.evaluate(&model);
    assert!(near(looks(&pose, "Aimed"), (Vec3::Z, Vec3::Y)));
    // Straight above there is no upright: the node's own rotation, which looks up along +Y.
    pose.local[toy.slot()].translation = Vec3::new(0.0, 5.0, 0.0);
    pose.evaluate(&model);
    let own = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    assert!(near(looks(&pose, "Aimed"), (own * Vec3::NEG_Z, own * Vec3::Y)));
}

#[test]
fn what_the_drafts_forbid_is_reported_and_the_rest_stays() {
    let (model, found) = read(&json!([
        {"name": "A", "scale": [2, 2, 2], "extensions": {"KHR_node_lookat_target": {"hint": ""}}},
        {"name": "B", "extensions": {"KHR_node_camera_hint": {"role": "r", "camera": 4, "targetNode": 1, "label": ""}}},
        {"name": "C", "extensions": {"KHR_node_camera_hint": {"role": ""}}},
    ]));
    let [a, b, c] = [
        "/nodes/0/extensions/KHR_node_lookat_target",
        "/nodes/1/extensions/KHR_node_camera_hint",
        "/nodes/2/extensions/KHR_node_camera_hint",
    ];
    let expected = [
        format!("EMPTY_ENTITY {a}/hint"),
        format!("NODE_HINT_SCALED {a}"),
        format!("CAMERA_HINT_TARGETS_ITSELF {b}/targetNode"),
        format!("EMPTY_ENTITY {b}/label"),
        format!("UNRESOLVED_REFERENCE {b}/camera"),
        format!("EMPTY_ENTITY {c}/role"),
    ];
    assert_eq!(found, expected);
    let names: Vec<_> = model.virtual_transforms().iter().map(|(_, entry)| entry.name.as_str()).collect();
    assert_eq!(names, ["A", "B"]);
    let (_, found) = read(&json!([
        {"extensions": {"KHR_node_camera_hint": {"role": "r", "targetNode": 9}}}, {},
        {"extensions": {"KHR_node_camera_hint": {}}},
    ]));
    assert_eq!(
        found,
        [
            "UNRESOLVED_REFERENCE /nodes/0/extensions/KHR_node_camera_hint/targetNode".to_owned(),
            "UNDEFINED_PROPERTY /nodes/2/extensions/KHR_node_camera_hint".to_owned()
        ]
    );
}
