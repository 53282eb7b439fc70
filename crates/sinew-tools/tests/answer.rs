//! What `evaluate` answers.
#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::path::PathBuf;

use sinew::document::Document;
use sinew::math::Transform;
use sinew::{Model, Pose};
use sinew_tools::answer::{Evaluation, node_states};

fn fixture(name: &str) -> Document {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/virtual_transform");
    Document::open(folder.join(name).with_extension("gltf")).unwrap()
}

#[test]
fn a_pose_that_lacks_a_node_has_it_at_the_identity() {
    let (model, _) = Model::from_document(&fixture("queries"));
    let mut pose = Pose::rest(&model);
    pose.local.clear();
    assert!(node_states(&model, &pose).iter().all(|node| node.local == Transform::IDENTITY.into()));
}

#[test]
fn the_answer_of_evaluate_names_positions_in_the_file() {
    let document = fixture("queries");
    let (model, diagnostics) = Model::from_document(&document);
    let answer = serde_json::to_value(Evaluation::new(&model, &Pose::rest(&model), &diagnostics)).unwrap();
    let list = answer["virtualTransforms"].as_array().unwrap();
    assert_eq!(list.iter().map(|entry| entry["index"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 2, 3, 4, 5]);
    let grip = serde_json::json!({
        "index": 0, "name": "grip", "parent": 1, "tags": ["socket", "left"],
        // The hand is at (0,1,0).
        "matrix": [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0],
    });
    assert_eq!(list[0], grip);
    assert_eq!(list[4]["parent"], serde_json::Value::Null);
}

#[test]
fn the_answer_of_evaluate_speaks_of_virtual_transforms_only_where_the_file_does() {
    let answer = |name| {
        let (model, diagnostics) = Model::from_document(&fixture(name));
        serde_json::to_value(Evaluation::new(&model, &Pose::rest(&model), &diagnostics)).unwrap()
    };
    assert_eq!(answer("look_at_vrm_1_0").get("virtualTransforms"), None);
    assert_eq!(answer("list_empty").get("virtualTransforms"), Some(&serde_json::json!([])));
}
