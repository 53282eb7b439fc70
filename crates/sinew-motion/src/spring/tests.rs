use glam::{Quat, Vec3};
use sinew_document::{Document, NoResources};
use sinew_model::Model;
use sinew_model::math::Rigid;
use sinew_testkit::scene::hair;

use super::SpringState;
use crate::Pose;

/// A head that hangs on a node, with hair that is given as nodes from 2 on and as springs.
fn head(nodes: &str, springs: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "nodes": [{{"children": [1]}}, {{"name": "Head", "translation": [0, 1.4, 0], "children": [2]}}, {nodes}],
            "extensions": {{"VRMC_springBone": {{"specVersion": "1.0", "springs": [{springs}]}}}}}}"#
    )
}

/// Hair of every kind of hierarchy, and whether its joints bring their own frames up to date.
fn figures() -> Vec<(&'static str, String, bool)> {
    let branches = r#"{"translation": [0, 0.1, 0], "rotation": [0.6, 0, 0, 0.8], "scale": [1, 2, -1], "children": [3, 4]},
        {"translation": [0.1, 0, 0.02], "children": [5]}, {"translation": [-0.1, 0, 0], "scale": [0.5, 0.5, 0.5], "children": [6, 7]},
        {"translation": [0, -0.1, 0]}, {"translation": [0, 0, 0.1]}, {"translation": [0.3, 0, 0.1]}"#;
    let of_branches = r#"{"joints": [{"node": 4, "gravityPower": 0.5}, {"node": 6}]},
        {"joints": [{"node": 2}, {"node": 3, "dragForce": 0.1}, {"node": 5}]}"#;
    let skipping = r#"{"joints": [{"node": 2, "gravityPower": 1}, {"node": 4}, {"node": 6}]}"#;
    let from_root = r#"{"joints": [{"node": 0, "gravityPower": 1}, {"node": 1}, {"node": 2}]}"#;
    let twice =
        r#"{"joints": [{"node": 2}, {"node": 3}, {"node": 5}]}, {"joints": [{"node": 2}, {"node": 4}, {"node": 7}]}"#;
    let chain = r#"{"translation": [0, -0.1, 0], "children": [3]}, {"translation": [0, -0.1, 0.1], "children": [4]},
        {"translation": [0, -0.1, 0], "children": [5]}, {"translation": [0.1, 0, 0], "children": [6]}, {"translation": [0, -0.1, 0]}"#;
    vec![
        ("hair", hair(6, 5, 4), true),
        ("branches", head(branches, of_branches), true),
        ("nodes between joints", head(chain, skipping), false),
        ("a root", head(chain, from_root), false),
        ("a joint of two springs", head(branches, twice), true),
    ]
}

#[test]
fn frames_of_joints_have_the_bits_of_a_forward_pass() {
    let root = Rigid::new(Vec3::new(3.0, -1.0, 0.5), Quat::from_rotation_y(2.0));
    for (name, text, is_direct) in figures() {
        let (model, _) = Model::from_document(&Document::read(text, &NoResources).unwrap());
        let bone = model.hierarchy().find("Head").unwrap();
        let mut pose = Pose::rest(&model);
        let mut springs = SpringState::new(&model, &mut pose, root);
        assert_eq!(springs.plan().others.is_some(), is_direct, "{name}");
        for frame in 0..120 {
            // Motion, then rest: frames are compared, computed in vain, and kept.
            let time = frame.min(70) as f32 * 0.1;
            pose.local[bone.slot()].rotation = Quat::from_rotation_x(time % 1.0) * Quat::from_rotation_y(2.0 * time);
            pose.evaluate(&model);
            let seconds = [1.0 / 60.0, 1.0 / 144.0, 0.0, 1.0 / 24.0, 0.5][frame % 5];
            springs.step(&model, &mut pose, root, seconds);
            if frame == 50 {
                springs.reset(&model, &mut pose, root);
            }
            let mut fresh = Pose::rest(&model);
            fresh.local.clone_from(&pose.local);
            fresh.evaluate(&model);
            for node in model.hierarchy().nodes() {
                let bits = |pose: &Pose| {
                    let matrix = pose.model_from_node(node).to_cols_array().map(f32::to_bits);
                    (matrix, pose.model_space().rotation(node).to_array().map(f32::to_bits))
                };
                assert_eq!(bits(&pose), bits(&fresh), "{name}, frame {frame}, {node:?}");
            }
        }
    }
}
