//! Joints of both revisions, and the rules about them.

use glam::Vec3;
use sinew::model::physics::{BodyId, DofKind, JointLimit, Physics};
use sinew::{LowerOptions, OmiStiffness};

use super::{lower, lower_with};

/// Two rigid bodies (nodes 0 and 1), a static one (2), a trigger (3), a plain node (4), and the joint (5).
fn stage_1(joint: &str, more: &str, constraints: &str) -> (sinew::Model, Vec<String>) {
    let body = |kind: &str, x: i32| {
        format!(
            r#"{{"translation": [{x}, 0, 0], "extensions": {{"OMI_physics_body":
                {{"type": "{kind}", "inertiaTensor": [1, 0, 0, 0, 1, 0, 0, 0, 1]}}}}}}"#
        )
    };
    let nodes = format!(
        r#"[{}, {}, {}, {}, {{}}, {{"translation": [0, 2, 0] {more}, "extensions": {{"OMI_physics_joint": {joint}}}}}]"#,
        body("rigid", 1),
        body("rigid", 3),
        body("static", 5),
        body("trigger", 7)
    );
    let (model, mut findings) = lower(&nodes, &format!(r#"{{"OMI_physics_joint": {{"constraints": {constraints}}}}}"#));
    findings.retain(|found| !found.starts_with("OMI_TRIGGER_WITHOUT_SHAPE"));
    (model, findings)
}

const PIN: &str = r#"[{"linearAxes": [0, 1, 2]}]"#;

fn limits(physics: &Physics) -> &[JointLimit] {
    &physics.joint_descriptions()[physics.joints()[0].description.slot()].limits
}

#[test]
fn both_frames_are_where_the_joint_node_rests() {
    let (model, findings) = stage_1(r#"{"constraints": [0], "nodeA": 0, "nodeB": 1}"#, "", PIN);
    assert!(findings.is_empty(), "{findings:?}");
    let joint = &model.physics().joints()[0];
    // The node is at (0, 2, 0); the bodies at x = 1 and 3.
    assert_eq!((joint.a.body.map(BodyId::slot), joint.b.body.map(BodyId::slot)), (Some(0), Some(1)));
    assert_eq!(joint.a.owner_from_frame.translation, Vec3::new(-1.0, 2.0, 0.0));
    assert_eq!(joint.b.owner_from_frame.translation, Vec3::new(-3.0, 2.0, 0.0));
    assert!(!joint.enable_collision);
    let limit = limits(model.physics())[0];
    assert_eq!((limit.kind, limit.axes.count(), limit.min, limit.max), (DofKind::Linear, 3, Some(0.0), Some(0.0)));
    assert_eq!((limit.stiffness, limit.damping), (None, 1.0));
}

#[test]
fn a_static_body_is_the_fixed_world_to_a_joint() {
    let (model, _) = stage_1(r#"{"constraints": [0], "nodeA": 0, "nodeB": 2}"#, "", PIN);
    let b = model.physics().joints()[0].b;
    assert_eq!((b.body, b.owner_from_frame.translation), (None, Vec3::new(0.0, 2.0, 0.0)));
}

#[test]
fn every_rule_about_what_a_joint_connects_is_told() {
    let at = "/nodes/5/extensions/OMI_physics_joint";
    for (a, b, expected) in [
        (0, 3, vec![format!("OMI_JOINT_TRIGGER {at}/nodeB")]),
        (4, 0, vec![format!("OMI_JOINT_NOT_A_BODY {at}/nodeA")]),
        (0, 9, vec![format!("UNRESOLVED_REFERENCE {at}/nodeB")]),
        (2, 2, vec![format!("OMI_JOINT_NO_RIGID_BODY {at}")]),
        (1, 1, vec![format!("JOINT_OF_ONE_BODY {at}")]),
    ] {
        let joint = format!(r#"{{"constraints": [0], "nodeA": {a}, "nodeB": {b}}}"#);
        let (model, findings) = stage_1(&joint, "", PIN);
        assert_eq!((findings, model.physics().joints().len()), (expected, 0), "{a} {b}");
    }
}

#[test]
fn a_joint_that_shares_its_node_is_told_and_works() {
    for (more, beside) in [
        (r#", "mesh": 0"#, ""),
        (r#", "camera": 0"#, ""),
        ("", r#", "KHR_lights_punctual": {"light": 0}"#),
        ("", r#", "OMI_collider": {"collider": 0}"#),
        ("", r#", "OMI_physics_body": {"collider": {}}"#),
    ] {
        let joint = format!(r#"{{"constraints": [0], "nodeA": 0, "nodeB": 1}}{beside}"#);
        let (model, mut findings) = stage_1(&joint, more, PIN);
        findings.retain(|found| found.starts_with("OMI_JOINT_SHARES_NODE"));
        assert_eq!(findings, ["OMI_JOINT_SHARES_NODE /nodes/5/extensions/OMI_physics_joint"], "{more}{beside}");
        assert_eq!(model.physics().joints().len(), 1);
    }
}

#[test]
fn constraints_that_limit_nothing_are_ignored() {
    let joint = r#"{"constraints": [0, 1, 2, 7], "nodeA": 0, "nodeB": 1}"#;
    let constraints = r#"[{}, {"linearAxes": [1], "lowerLimit": 1, "upperLimit": -1}, {"angularAxes": [0, 5]}]"#;
    let (model, findings) = stage_1(joint, "", constraints);
    assert_eq!(
        findings,
        [
            "OMI_CONSTRAINT_WITHOUT_AXES /extensions/OMI_physics_joint/constraints/0",
            "OMI_LIMIT_INVERTED /extensions/OMI_physics_joint/constraints/1",
            "VALUE_NOT_IN_RANGE /extensions/OMI_physics_joint/constraints/2/angularAxes/1",
            "UNRESOLVED_REFERENCE /nodes/5/extensions/OMI_physics_joint/constraints/3",
        ]
    );
    assert_eq!(limits(model.physics()).iter().map(|limit| limit.kind).collect::<Vec<_>>(), [DofKind::Angular]);
}

const LATEST: &str = r#"[
    {"translation": [1, 0, 0], "children": [1], "extensions": {"OMI_physics_body":
        {"motion": {"type": "dynamic", "inertiaDiagonal": [1, 1, 1]}}}},
    {"translation": [0, 1, 0], "extensions": {"OMI_physics_joint": {"joint": 0, "connectedNode": 3, "enableCollision": true}}},
    {"children": [3], "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}},
    {"translation": [1, 1, 0]}]"#;

#[test]
fn the_later_revision_connects_two_nodes_and_has_drives() {
    let (model, findings) = lower(
        LATEST,
        r#"{"OMI_physics_joint": {"physicsJoints": [{
            "limits": [{"linearAxes": [0, 1, 2], "angularAxes": [0, 1], "min": 0, "max": 0, "stiffness": -1},
                {"angularAxes": [0]}],
            "drives": [{"type": "angular", "mode": "force", "axis": 2, "velocityTarget": 3, "damping": 4, "maxForce": -1}]}]}}"#,
    );
    assert_eq!(findings, ["UNDEFINED_PROPERTY /extensions/OMI_physics_joint/physicsJoints/0/limits/1"]);
    let physics = model.physics();
    let joint = &physics.joints()[0];
    assert!(joint.enable_collision);
    assert_eq!((joint.a.owner_from_frame.translation, joint.b.body), (Vec3::Y, None));
    assert_eq!(joint.b.owner_from_frame.translation, Vec3::new(1.0, 1.0, 0.0));
    // Linear and angular axes in one make two limits, as in the text's weld.
    let counts: Vec<_> =
        limits(physics).iter().map(|limit| (limit.kind, limit.axes.count(), limit.stiffness)).collect();
    assert_eq!(counts, [(DofKind::Linear, 3, None), (DofKind::Angular, 2, None)]);
    let drive = physics.joint_descriptions()[0].drives[0];
    assert_eq!((drive.velocity_target, drive.damping, drive.max_force), (Some(3.0), 4.0, None));
}

#[test]
fn a_frame_below_no_body_is_attached_to_the_world() {
    let nodes =
        LATEST.replace(r#""children": [3], "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}"#, "");
    let (model, findings) = lower(&nodes, r#"{"OMI_physics_joint": {"physicsJoints": [{}]}}"#);
    assert_eq!(findings, ["OMI_JOINT_NOT_ON_A_BODY /nodes/1/extensions/OMI_physics_joint/connectedNode"]);
    assert_eq!(model.physics().joints()[0].b.body, None);
}

#[test]
fn a_stiffness_of_at_most_one_is_a_fraction_where_godot_wrote_it_or_the_caller_says_so() {
    use OmiStiffness::{Auto, Fraction, Literal};
    for (reading, generator, written, expected) in [
        (Auto, "Godot Engine v4.1", 0.3, None),
        (Auto, "Godot Engine v4.1", 1.0, None),
        (Auto, "Godot Engine v4.1", 300.0, Some(300.0)),
        (Auto, "somebody", 0.3, Some(0.3)),
        (Literal, "Godot Engine v4.1", 0.3, Some(0.3)),
        (Fraction, "somebody", 0.3, None),
    ] {
        let extensions = format!(
            r#"{{"OMI_physics_joint": {{"physicsJoints": [{{"limits": [{{"linearAxes": [0], "max": 0, "stiffness": {written}}}]}}]}}}}"#
        );
        let options = LowerOptions { omi_stiffness: reading, ..LowerOptions::default() };
        let (model, findings) = lower_with(LATEST, &extensions, generator, &options);
        assert_eq!(limits(model.physics())[0].stiffness, expected, "{reading:?} {generator} {written}");
        let reported = ["OMI_STIFFNESS_FRACTION /extensions/OMI_physics_joint/physicsJoints/0/limits/0/stiffness"];
        assert_eq!(findings, reported.into_iter().filter(|_| expected.is_none()).collect::<Vec<_>>());
    }
}

#[test]
fn a_spring_in_a_field_of_gravity_gives_way_to_both_and_does_not_fall_asleep_before() {
    use sinew::math::Rigid;
    use sinew::{World, WorldOptions};
    use std::sync::Arc;

    // 2 kg that slide along X on a drive of 80 N/m towards 0, in a field of 3 m/s² along X; the world's gravity is across. With
    // 2 N·s/m it swings for long, and slowly at the end: 2·m/c = 2 s to fall to 1/e.
    let nodes = r#"[
        {"name": "zone", "extensions": {"OMI_physics_body": {"trigger": {"shape": 1}},
            "OMI_physics_gravity": {"type": "directional", "gravity": 3, "directional": {"direction": [1, 0, 0]}}}},
        {"name": "load", "children": [3], "extensions": {"OMI_physics_body":
            {"motion": {"type": "dynamic", "mass": 2}, "collider": {"shape": 0}}}},
        {"name": "pin", "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}},
        {"name": "frame", "extensions": {"OMI_physics_joint": {"joint": 0, "connectedNode": 2}}}]"#;
    let extensions = r#"{"OMI_physics_shape": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.2}},
            {"type": "box", "box": {"size": [20, 20, 20]}}]},
        "OMI_physics_joint": {"physicsJoints": [{
            "limits": [{"linearAxes": [1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}],
            "drives": [{"type": "linear", "axis": 0, "mode": "force", "positionTarget": 0, "stiffness": 80, "damping": 2}]}]}}"#;
    let (model, findings) = lower(nodes, extensions);
    assert!(findings.is_empty(), "{findings:?}");
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    (0..1800).for_each(|_| world.step());
    let (_, reading) = world.joints(id).next().unwrap();
    let drive = reading.unwrap().drives[0];
    // m·3/k, the other way round for the pin as the load sees it; e⁻¹⁵ of the swing is left after 30 s.
    let expected = 2.0 * 3.0 / 80.0;
    assert!((drive.position + expected).abs() < 1e-3 * expected, "{drive:?}");
    assert!((drive.force - 6.0).abs() < 0.005 * 6.0, "{drive:?}");
}

/// A dynamic body with a joint below it, and a static one to connect it to.
const JOINED: &str = r#"[
    {"children": [1], "extensions": {"OMI_physics_body": {"motion": {"type": "dynamic", "inertiaDiagonal": [1, 1, 1]}}}},
    {"extensions": {"OMI_physics_joint": {"joint": 0, "connectedNode": 2}}},
    {"extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}}]"#;

#[test]
fn a_target_without_its_strength_and_numbers_of_another_type_are_told_in_omis_words_too() {
    let (_, findings) = lower(
        JOINED,
        r#"{"OMI_physics_joint": {"physicsJoints": [{"limits": [], "drives": [
                {"type": "linear", "mode": "force", "axis": 0, "positionTarget": 1, "velocityTarget": 1, "damping": 1},
                {"type": "linear", "mode": "force", "axis": 1, "velocityTarget": 1, "stiffness": 1}]}]},
            "OMI_physics_shape": {"shapes": [{"type": "box", "box": {}, "sphere": {"radius": 1}}, {"type": "box", "size": [1, 1, 1]}]}}"#,
    );
    let drives = "/extensions/OMI_physics_joint/physicsJoints/0/drives";
    assert_eq!(
        findings,
        [
            "SHAPE_STRAY_PROPERTY /extensions/OMI_physics_shape/shapes/0/sphere".to_owned(),
            format!("JOINT_DRIVE_TARGET_UNUSED {drives}/0/positionTarget"),
            format!("JOINT_DRIVE_TARGET_UNUSED {drives}/1/velocityTarget"),
        ]
    );
}

#[test]
fn a_joint_to_a_node_outside_the_scene_is_told_and_fixed() {
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": {JOINED}, "extensions": {{
            "OMI_physics_joint": {{"physicsJoints": [{{"limits": [{{"linearAxes": [0, 1, 2], "max": 0}}]}}]}}}}}}"#
    );
    let document = sinew::document::Document::read(text, &sinew::document::NoResources).unwrap();
    let (model, diagnostics) = sinew::Model::from_document(&document);
    let reported = super::findings(&diagnostics);
    assert_eq!(
        reported,
        [
            "PHYSICS_OUTSIDE_SCENE /nodes/2/extensions/OMI_physics_body",
            "JOINT_NODE_OUTSIDE_SCENE /nodes/1/extensions/OMI_physics_joint/connectedNode",
        ]
    );
    assert!(model.physics().joints()[0].fixed_end().is_some());
}
