//! What is read of springs, and what is reported.

use sinew_document::{Code, Document, NoResources};

use crate::Model;
use crate::model::{SpringDialect, SpringSettings, SpringShape};
use glam::Vec3;

/// A chain of five nodes, 0.1 m each, with a fork at node 1.
const NODES: &str = r#""nodes": [{"name": "a", "children": [1]}, {"translation": [0, -0.1, 0], "children": [2, 4]},
    {"translation": [0, -0.1, 0], "children": [3]}, {"translation": [0, -0.1, 0]}, {"translation": [0.1, 0, 0]}]"#;

fn lower(extensions: &str) -> (Model, Vec<String>) {
    let text = format!(
        r#"{{"asset": {{"version": "2.0"}}, "scenes": [{{"nodes": [0]}}], {NODES}, "extensions": {{{extensions}}}}}"#
    );
    let document = Document::read(text, &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let found = diagnostics.iter().map(|found| {
        let pointer = found.pointer.replace("/extensions/VRMC_springBone", "").replace("/extensions/VRM", "");
        format!("{} {pointer}", found.code)
    });
    (model, found.collect())
}

fn springs(body: &str) -> (Model, Vec<String>) {
    lower(&format!(r#""VRMC_springBone": {{"specVersion": "1.0", {body}}}"#))
}

/// The nodes that swing, spring by spring.
fn heads(model: &Model) -> Vec<Vec<u32>> {
    let index = |joint: &crate::model::SpringJoint| model.hierarchy().index(joint.node).0;
    model.spring_bones().springs.iter().map(|spring| spring.joints.iter().map(index).collect()).collect()
}

#[test]
fn pairs_have_the_settings_of_their_head_and_the_defaults_of_the_text() {
    let (model, found) = springs(
        r#""springs": [{"name": "lock", "center": 0, "joints": [{"node": 1}, {"node": 3, "stiffness": 3, "gravityPower": 2,
            "gravityDir": [1, 0, 0], "dragForce": 0.25, "hitRadius": 0.5}]}]"#,
    );
    assert_eq!(found, Vec::<String>::new());
    let [spring] = &model.spring_bones().springs[..] else { panic!("one") };
    assert_eq!((spring.name.as_deref(), spring.dialect), (Some("lock"), SpringDialect::SpringBone));
    assert_eq!(spring.center.map(|center| model.hierarchy().index(center).0), Some(0));
    let [joint] = spring.joints[..] else { panic!("one") };
    let expected = SpringSettings {
        hit_radius: 0.0,
        stiffness: 1.0,
        gravity_power: 0.0,
        gravity_dir: Vec3::NEG_Y,
        drag_force: 0.5,
    };
    assert_eq!(joint.settings, expected);
    assert!((joint.tail_offset - Vec3::new(0.0, -0.2, 0.0)).length() < 1e-7);
}

#[test]
fn chains_that_cannot_swing_are_reported_and_the_rest_does() {
    for (body, expected, swinging) in [
        (
            r#"[{"joints": [{"node": 2}, {"node": 4}]}]"#,
            vec![(Code::SPRING_JOINT_NOT_DESCENDANT, "/springs/0/joints/1")],
            vec![vec![]],
        ),
        (
            r#"[{"joints": [{"node": 0}, {"node": 1}]}, {"joints": [{"node": 0}, {"node": 1}, {"node": 4}]}]"#,
            vec![
                (Code::SPRING_JOINT_REPEATED, "/springs/1/joints/0"),
                (Code::SPRING_CHAINS_OVERLAP, "/springs/1/joints/1"),
            ],
            vec![vec![0], vec![1]],
        ),
        (
            r#"[{"joints": [{"node": 1}, {"node": 3}]}, {"joints": [{"node": 2}, {"node": 3}]}]"#,
            vec![
                (Code::SPRING_CHAINS_OVERLAP, "/springs/0/joints/1"),
                (Code::SPRING_CHAINS_OVERLAP, "/springs/1/joints/1"),
            ],
            vec![vec![1], vec![2]],
        ),
        (
            r#"[{"joints": [{"node": 2}, {"node": 3}], "center": 4}]"#,
            vec![(Code::SPRING_CENTER_MISPLACED, "/springs/0/center")],
            vec![vec![2]],
        ),
        (
            r#"[{"joints": [{"node": 2}, {"node": 3}], "center": 1}, {"joints": [{"node": 0}, {"node": 1}]}]"#,
            vec![(Code::SPRING_CENTER_MISPLACED, "/springs/0/center")],
            vec![vec![2], vec![0]],
        ),
        (r#"[{"joints": [{"node": 2}]}]"#, vec![(Code::SPRING_WITHOUT_TAIL, "/springs/0/joints")], vec![vec![]]),
        (
            r#"[{"joints": [{"node": 2}, {"node": 9}, {"node": 3}], "center": 7, "colliderGroups": [1]}]"#,
            vec![
                (Code::UNRESOLVED_REFERENCE, "/springs/0/center"),
                (Code::UNRESOLVED_REFERENCE, "/springs/0/colliderGroups/0"),
                (Code::UNRESOLVED_REFERENCE, "/springs/0/joints/1/node"),
            ],
            vec![vec![2]],
        ),
        ("[]", vec![(Code::EMPTY_ENTITY, "/springs")], vec![]),
        ("3", vec![(Code::TYPE_MISMATCH, "/springs")], vec![]),
    ] {
        let (model, found) = springs(&format!(r#""springs": {body}"#));
        let expected: Vec<String> = expected.iter().map(|(code, pointer)| format!("{code} {pointer}")).collect();
        assert_eq!(found, expected, "{body}");
        assert_eq!(heads(&model), swinging, "{body}");
    }
}

#[test]
fn settings_out_of_range_take_the_nearest_value() {
    let (model, found) = springs(
        r#""springs": [{"joints": [{"node": 1, "stiffness": -1, "dragForce": 1.5, "hitRadius": -2, "gravityPower": -3},
            {"node": 2}]}]"#,
    );
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|found| found.starts_with("VALUE_NOT_IN_RANGE /springs/0/joints/0/")), "{found:?}");
    let settings = model.spring_bones().springs[0].joints[0].settings;
    let numbers = [settings.stiffness, settings.drag_force, settings.hit_radius, settings.gravity_power];
    assert_eq!(numbers.map(f32::to_bits), [0.0_f32, 1.0, 0.0, 0.0].map(f32::to_bits));
}

#[test]
fn colliders_have_one_shape_and_the_extended_one_counts() {
    let collider = |shape: &str, extended: &str| {
        let body = format!(r#""colliders": [{{"node": 0, "shape": {shape}, "extensions": {{{extended}}}}}]"#);
        let (model, found) = springs(&body);
        (model.spring_bones().colliders[0].shape, found)
    };
    let extended =
        |shape: &str| format!(r#""VRMC_springBone_extended_collider": {{"specVersion": "1.0", "shape": {shape}}}"#);
    let sphere = r#"{"sphere": {"offset": [1, 2, 3], "radius": 0.5}}"#;
    let outside = SpringShape::Sphere { offset: Vec3::new(1.0, 2.0, 3.0), radius: 0.5, inside: false };
    assert_eq!(collider(sphere, ""), (Some(outside), vec![]));
    let plane = SpringShape::Plane { offset: Vec3::ZERO, normal: Vec3::Z };
    assert_eq!(collider(sphere, &extended(r#"{"plane": {}}"#)), (Some(plane), vec![]));
    let inside = SpringShape::Capsule { offset: Vec3::ZERO, tail: Vec3::Y, radius: 0.5, inside: true };
    let capsule = r#"{"capsule": {"tail": [0, 1, 0], "radius": 0.5, "inside": true}}"#;
    assert_eq!(collider(sphere, &extended(capsule)), (Some(inside), vec![]));
    for shape in ["{}", r#"{"sphere": {}, "capsule": {}}"#] {
        let expected = vec![format!("{} /colliders/0/shape", Code::SPRING_COLLIDER_SHAPE)];
        assert_eq!(collider(shape, ""), (None, expected));
    }
    let (shape, found) = collider(sphere, &extended(r#"{"plane": {"normal": [0, 2, 0]}}"#));
    assert_eq!((shape, found.len()), (Some(SpringShape::Plane { offset: Vec3::ZERO, normal: Vec3::Y }), 1));
    assert_eq!(collider(sphere, &extended(r#"{"plane": {"normal": [0, 0, 0]}}"#)).0, None);
    assert_eq!(
        collider(r#"{"sphere": {"radius": -1}}"#, "").1,
        ["VALUE_NOT_IN_RANGE /colliders/0/shape/sphere/radius"]
    );
}

#[test]
fn everything_below_a_bone_of_vrm_0_x_swings() {
    let (model, found) = lower(
        r#""VRM": {"humanoid": {"humanBones": []}, "secondaryAnimation": {
            "boneGroups": [{"comment": "hair", "stiffiness": 0.75, "gravityPower": 0.5, "gravityDir": {"x": 1, "y": -1, "z": 2},
                "dragForce": 0.25, "center": -1, "hitRadius": 0.02, "bones": [1], "colliderGroups": [0]},
                {"stiffiness": 1, "bones": [2], "colliderGroups": []}],
            "colliderGroups": [{"node": 0, "colliders": [{"offset": {"x": 1, "y": 2, "z": 3}, "radius": 0.1}]}]}}"#,
    );
    let springs: Vec<_> = found.iter().filter(|found| found.contains("SPRING")).collect();
    assert_eq!(springs, ["SPRING_JOINT_REPEATED /secondaryAnimation/boneGroups/1/bones/0"; 2]);
    assert_eq!(heads(&model), [vec![1, 2, 3, 4], vec![]]);
    let spring = &model.spring_bones().springs[0];
    assert_eq!((spring.name.as_deref(), spring.center), (Some("hair"), None));
    let offsets: Vec<Vec3> = spring.joints.iter().map(|joint| joint.tail_offset).collect();
    // First children, then leaves 7 cm on from their parents.
    let expected = [[0.0, -0.1, 0.0], [0.0, -0.1, 0.0], [0.0, -0.07, 0.0], [0.07, 0.0, 0.0]].map(Vec3::from);
    assert!(offsets.iter().zip(expected).all(|(found, expected)| (*found - expected).length() < 1e-7), "{offsets:?}");
    assert_eq!(spring.joints[0].settings.gravity_dir, Vec3::new(1.0, -1.0, -2.0));
    let SpringShape::Sphere { offset, .. } = model.spring_bones().colliders[0].shape.unwrap() else {
        panic!("a sphere")
    };
    assert_eq!(offset, Vec3::new(1.0, 2.0, -3.0));
}

#[test]
fn joints_that_something_else_holds_are_reported() {
    let read = |nodes: &str, extensions: &str| {
        let text = format!(
            r#"{{"asset": {{"version": "2.0"}}, "nodes": [{nodes}], "extensions": {{{extensions}
            "VRMC_springBone": {{"specVersion": "1.0", "springs": [{{"joints": [{{"node": 0}}, {{"node": 1}}]}}]}}}}}}"#
        );
        let (model, found) = Model::from_document(&Document::read(text, &NoResources).unwrap());
        let found = found.iter().map(|found| found.code).filter(|code| code.as_str().starts_with("SPRING"));
        (found.collect::<Vec<_>>(), model.spring_bones().joint_count())
    };
    let tail = r#"{"translation": [0, -0.1, 0]}"#;
    assert_eq!(read(r#"{"children": [1]}, {}"#, ""), (vec![Code::SPRING_JOINT_WITHOUT_LENGTH], 0));
    let body = r#"{"children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}"#;
    assert_eq!(read(&format!("{body}, {tail}"), ""), (vec![Code::SPRING_JOINT_IS_SIMULATED], 0));
    let bone = r#""VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {"hips": {"node": 0}}}},"#;
    let plain = format!(r#"{{"children": [1]}}, {tail}"#);
    assert_eq!(read(&plain, bone), (vec![Code::SPRING_MOVES_HUMAN_BONE], 1));
    assert_eq!(read(&plain, ""), (vec![], 1));
}
