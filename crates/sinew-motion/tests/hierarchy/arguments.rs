//! Ids and animations of another model cause no panic.

use glam::Vec3;
use sinew_document::NodeIndex;
use sinew_model::math::Transform;
use sinew_motion::{NodeOverride, Pose};

use crate::{fixture, model, node};

#[test]
fn an_id_of_a_larger_model_is_a_root_without_a_name() {
    let (large, _) = fixture("order");
    let (small, _) = model(r#""nodes": [{"name": "only", "translation": [1, 2, 3]}], "scenes": [{"nodes": [0]}]"#);
    let foreign = node(&large, 7);
    let hierarchy = small.hierarchy();
    assert_eq!((hierarchy.index(foreign), hierarchy.name(foreign)), (NodeIndex(u32::MAX), None));
    assert_eq!((hierarchy.parent(foreign), hierarchy.ancestors(foreign).next()), (None, None));
    assert_eq!((hierarchy.subtree(foreign).len(), hierarchy.children(foreign).count()), (0, 0));
    assert_eq!((hierarchy.rest(foreign), hierarchy.is_in_scene(foreign)), (Transform::IDENTITY, false));
    let only = node(&small, 0);
    assert!(!hierarchy.is_within(foreign, only) && !hierarchy.is_within(only, foreign));
    assert!(!hierarchy.is_within(foreign, foreign), "there is no such node to be within");
    assert!(small.morph_targets().range(foreign).is_empty());
    assert_eq!(hierarchy.id(NodeIndex(u32::MAX)), None);
}

#[test]
fn a_pose_takes_changes_of_its_own_nodes_alone() {
    let (large, _) = fixture("order");
    let (small, _) = model(r#""nodes": [{"translation": [1, 2, 3]}], "scenes": [{"nodes": [0]}]"#);
    let mut pose = Pose::rest(&small);
    let change = NodeOverride { translation: Some(Vec3::X), ..NodeOverride::default() };
    pose.apply_override(node(&large, 7), change);
    assert_eq!(pose.local, small.hierarchy().rest_pose());
    pose.local.clear();
    pose.apply_override(node(&small, 0), change);
    pose.reset(&small);
    assert_eq!(pose.local, small.hierarchy().rest_pose());
    pose.reset(&large);
    assert_eq!(pose.local.len(), 8, "reset makes it a pose of the model that it is given");
}
