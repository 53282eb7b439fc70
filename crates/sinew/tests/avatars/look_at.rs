//! Eyes that follow a target: yaw and pitch of `VRMC_vrm` 1.0, and the values that three-vrm's own tests state.

use serde_json::{Value, json};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::motion::LookAtAngles;
use sinew::{HipsPolicy, HumanBone, HumanPose, LookAtTarget, NodeOverride, World, WorldError, WorldOptions};

use crate::{Avatar, assert_near, morph};

const QUARTER: f32 = std::f32::consts::FRAC_PI_2;

fn ranges(kind: &str, [inner, outer, down, up]: [[f32; 2]; 4]) -> Value {
    let map = |[input, output]: [f32; 2]| json!({"inputMaxValue": input, "outputScale": output});
    json!({"type": kind, "offsetFromHeadBone": [0, 0, 0], "rangeMapHorizontalInner": map(inner),
        "rangeMapHorizontalOuter": map(outer), "rangeMapVerticalDown": map(down), "rangeMapVerticalUp": map(up)})
}

/// Both eyes' model rotations.
fn eyes(world: &World, avatar: sinew::InstanceId) -> [Quat; 2] {
    let model = world.model(avatar).unwrap();
    let humanoid = model.humanoid().unwrap();
    [HumanBone::LeftEye, HumanBone::RightEye]
        .map(|eye| world.pose(avatar).unwrap().model_space().rotation(humanoid.node(eye).unwrap()))
}

fn look(world: &mut World, avatar: sinew::InstanceId, target: LookAtTarget) -> (f32, f32) {
    world.set_look_at(avatar, Some(target), None).unwrap();
    world.step();
    let LookAtAngles { yaw, pitch } = world.look_at_angles(avatar).unwrap();
    (yaw, pitch)
}

fn yaw_pitch(yaw: f64, pitch: f64) -> Quat {
    let (half_yaw, half_pitch) = (yaw.to_radians() / 2.0, pitch.to_radians() / 2.0);
    let about_y = Quat::from_xyzw(0.0, half_yaw.sin() as f32, 0.0, half_yaw.cos() as f32);
    about_y * Quat::from_xyzw(half_pitch.sin() as f32, 0.0, 0.0, half_pitch.cos() as f32)
}

/// Degrees between two rotations; an arc cosine would be off by up to 0.07.
fn apart(a: Quat, b: Quat) -> f32 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    (2.0 * (a - b).length()).to_degrees()
}

#[test]
fn fifty_points_are_seen_and_shown_by_the_formulas_of_the_text() {
    let maps = [[60.0_f64, 9.0], [80.0, 18.0], [70.0, 12.0], [50.0, 6.0]];
    let file = ranges("bone", maps.map(|map| map.map(|number| number as f32)));
    let (mut world, avatar) = Avatar::new().with("/extensions/VRMC_vrm/lookAt", file).world();
    let head = [0.0, 1.4, 0.0];
    for number in 0..50 {
        // Points all around, near and far, none of them straight up.
        let (a, b) = (f64::from(number) * 2.4, f64::from(number % 7) * 0.35 - 1.0);
        let distance = 0.3 + f64::from(number % 5);
        let direction = [a.sin() * b.cos(), b.sin(), a.cos() * b.cos()];
        let point: [f32; 3] = std::array::from_fn(|axis| (head[axis] + direction[axis] * distance) as f32);
        let (yaw, pitch) = look(&mut world, avatar, LookAtTarget::Point(point.into()));
        let [x, y, z]: [f64; 3] = std::array::from_fn(|axis| f64::from(point[axis]) - head[axis]);
        let expected = (x.atan2(z).to_degrees(), (-y).atan2(x.hypot(z)).to_degrees());
        let off = (f64::from(yaw) - expected.0).abs().max((f64::from(pitch) - expected.1).abs());
        assert!(off < 1e-3, "{point:?}: {yaw} {pitch}, not {expected:?}");
        let map = |[input, output]: [f64; 2], angle: f64| angle.abs().min(input) / input * output * angle.signum();
        let [inner, outer, down, up] = maps;
        let vertical = map(if expected.1 > 0.0 { down } else { up }, expected.1);
        let (left, right) = if expected.0 > 0.0 { (outer, inner) } else { (inner, outer) };
        for (eye, horizontal) in eyes(&world, avatar).into_iter().zip([left, right]) {
            let angle = apart(eye, yaw_pitch(map(horizontal, expected.0), vertical));
            assert!(angle < 1e-3, "{point:?}: {angle}°");
        }
    }
}

#[test]
fn angles_and_eyes_are_those_that_three_vrm_states_for_a_head_that_rests_rotated() {
    // packages/three-vrm-core/src/lookAt/tests: a head that rests a quarter to the left, eyes that rest as far back.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let map = [30.0, 5.0];
    let avatar = Avatar::new()
        .with("/nodes/1/rotation", json!([0, half, 0, half]))
        .with("/nodes/2/rotation", json!([0, -half, 0, half]))
        .with("/nodes/3/rotation", json!([0, -half, 0, half]))
        .with("/extensions/VRMC_vrm/lookAt", ranges("bone", [map; 4]));
    let (mut world, avatar) = avatar.world();
    let ahead = LookAtTarget::Point(Vec3::new(0.0, 1.4, 5.0));
    let (yaw, pitch) = look(&mut world, avatar, ahead);
    assert!(yaw.abs() < 1e-3 && pitch.abs() < 1e-3, "{yaw} {pitch}");
    let mut turned = HumanPose::default();
    turned.set_rotation(HumanBone::Head, Quat::from_rotation_y(QUARTER));
    world.set_human_pose(avatar, Some((&turned, HipsPolicy::None))).unwrap();
    let (yaw, pitch) = look(&mut world, avatar, ahead);
    assert!((yaw + 90.0).abs() < 1e-3 && pitch.abs() < 1e-3, "{yaw} {pitch}");
    world.set_human_pose(avatar, Some((&HumanPose::default(), HipsPolicy::None))).unwrap();
    look(&mut world, avatar, LookAtTarget::Direction(LookAtAngles { yaw: 15.0, pitch: 15.0 }));
    let human_pose = world.pose(avatar).unwrap().human_pose(world.model(avatar).unwrap()).unwrap();
    for eye in [HumanBone::LeftEye, HumanBone::RightEye] {
        let angle = apart(human_pose.rotation(eye), yaw_pitch(2.5, 2.5));
        assert!(angle < 1e-3, "{eye:?}: {angle}°");
    }
}

#[test]
fn expressions_show_the_direction_where_the_avatar_says_so() {
    let map = [90.0, 1.0];
    let avatar = Avatar::new()
        .with("/extensions/VRMC_vrm/lookAt", ranges("expression", [map, [60.0, 0.5], map, [45.0, 1.0]]))
        .with_expression("lookLeft", json!({"morphTargetBinds": morph(0, 1.0)}))
        .with_expression("lookRight", json!({"morphTargetBinds": morph(1, 1.0)}))
        .with_expression("lookDown", json!({"morphTargetBinds": morph(2, 1.0)}))
        .with_expression("lookUp", json!({"morphTargetBinds": morph(3, 1.0)}))
        .with_expression("angry", json!({"overrideLookAt": "blend"}));
    let (mut world, avatar) = avatar.world();
    let mut weights = |yaw, pitch| {
        look(&mut world, avatar, LookAtTarget::Direction(LookAtAngles { yaw, pitch }));
        world.pose(avatar).unwrap().weights.clone()
    };
    assert_near(&weights(30.0, 45.0), &[0.25, 0.0, 0.5, 0.0], "left and down");
    assert_near(&weights(-90.0, -9.0), &[0.0, 0.5, 0.0, 0.2], "right and up");
    world.set_expression(avatar, "angry", 0.5).unwrap();
    world.step();
    assert_near(&world.pose(avatar).unwrap().weights, &[0.0, 0.25, 0.0, 0.1], "overridden by half");
    world.set_look_at(avatar, None, None).unwrap();
    world.step();
    assert_near(&world.pose(avatar).unwrap().weights, &[0.0; 4], "released");
    assert_eq!(world.look_at_angles(avatar), None);
}

#[test]
fn targets_are_followed_in_the_step_that_moves_them() {
    let mut world = World::new(WorldOptions::default());
    let own = Avatar::new().with("/nodes/4", json!({"name": "Toy", "translation": [1, 0.5, 0]}));
    let model = own.model();
    let avatar = world.spawn(model.clone(), Rigid::IDENTITY);
    let toy = world.node(avatar, "Toy").unwrap();
    // At head height and one metre to the left: the hips are 0.9 m up.
    let (yaw, pitch) = look(&mut world, avatar, LookAtTarget::Node { instance: avatar, node: toy });
    assert!((yaw - 90.0).abs() < 1e-3 && pitch.abs() < 1e-3);
    let ahead = NodeOverride { translation: Some(Vec3::new(0.0, 0.5, 1.0)), ..NodeOverride::default() };
    world.set_override(avatar, toy, Some(ahead)).unwrap();
    world.step();
    assert!(world.look_at_angles(avatar).unwrap().yaw.abs() < 1e-3);
    // Another instance, two metres ahead and two to the left of the first, seen from one that faces +X.
    let other = world.spawn(model, Rigid::from_translation(Vec3::new(2.0, 0.0, 2.0)));
    let head = world.node(other, "Head").unwrap();
    world.set_world_from_model(avatar, Rigid::new(Vec3::ZERO, Quat::from_rotation_y(QUARTER))).unwrap();
    let (yaw, pitch) = look(&mut world, avatar, LookAtTarget::Node { instance: other, node: head });
    assert!((yaw + 45.0).abs() < 1e-3 && pitch.abs() < 1e-3, "{yaw} {pitch}");
    // A target that is gone leaves the eyes as they are.
    world.despawn(other).unwrap();
    world.step();
    assert!((world.look_at_angles(avatar).unwrap().yaw + 45.0).abs() < 1e-3);
    assert_eq!(
        world.set_look_at(avatar, Some(LookAtTarget::Node { instance: other, node: head }), None),
        Err(WorldError::UnknownInstance)
    );
}

#[test]
fn a_virtual_transform_is_a_target() {
    let hand = json!([{"name": "sight", "parent": 0, "translation": [-3, 0.5, 3]}]);
    let (mut world, avatar) =
        Avatar::new().with("/extensions/KHR_virtual_transform", json!({"virtualTransforms": hand})).world();
    let id = world.model(avatar).unwrap().virtual_transforms().find("sight").unwrap();
    let (yaw, pitch) = look(&mut world, avatar, LookAtTarget::VirtualTransform { instance: avatar, id });
    assert!((yaw + 45.0).abs() < 1e-3 && pitch.abs() < 1e-3);
}

#[test]
fn the_offset_from_the_head_and_a_scaled_head_are_part_of_the_space() {
    // 0.1 m of offset below a scale of 2 is 0.2 m up: a point 1.6 m up and 1 m ahead is level.
    let avatar = Avatar::new()
        .with("/nodes/1/scale", json!([2, 2, 2]))
        .with("/extensions/VRMC_vrm/lookAt/offsetFromHeadBone", json!([0, 0.1, 0]));
    let (mut world, avatar) = avatar.world();
    let (_, pitch) = look(&mut world, avatar, LookAtTarget::Point(Vec3::new(0.0, 1.6, 1.0)));
    assert!(pitch.abs() < 1e-3, "{pitch}");
    let (_, pitch) = look(&mut world, avatar, LookAtTarget::Point(Vec3::new(0.0, 0.6, 1.0)));
    assert!((pitch - 45.0).abs() < 1e-3, "{pitch}");
}

#[test]
fn a_speed_limits_how_far_the_eyes_go_in_a_step() {
    let (mut world, avatar) = Avatar::new().world();
    let left = LookAtTarget::Direction(LookAtAngles { yaw: 30.0, pitch: 0.0 });
    // 60 degrees in a second are one degree in a step of a sixtieth.
    world.set_look_at(avatar, Some(left), Some(60.0)).unwrap();
    for step in 1..=40_u8 {
        world.step();
        let yaw = world.look_at_angles(avatar).unwrap().yaw;
        assert!((yaw - f32::from(step.min(30))).abs() < 1e-3, "{step}: {yaw}");
    }
}

#[test]
fn avatars_of_vrm_0x_face_the_other_side() {
    let file = json!({
        "asset": {"version": "2.0"},
        "nodes": [{"name": "Hips", "translation": [0, 1, 0], "children": [1]},
            {"name": "Head", "translation": [0, 0.5, 0], "children": [2, 3]},
            {"translation": [-0.03, 0.05, -0.05]}, {"translation": [0.03, 0.05, -0.05]}],
        "extensions": {"VRM": {
            "humanoid": {"humanBones": [{"bone": "hips", "node": 0}, {"bone": "head", "node": 1},
                {"bone": "leftEye", "node": 2}, {"bone": "rightEye", "node": 3}]},
            "firstPerson": {"firstPersonBone": 1, "firstPersonBoneOffset": {"x": 0, "y": 0, "z": 0},
                "lookAtTypeName": "Bone",
                "lookAtHorizontalOuter": {"curve": [0, 0, 0, 0, 1, 1, 2, 2], "xRange": 90, "yRange": 16},
                "lookAtHorizontalInner": {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 90, "yRange": 8}}}}
    });
    let document = sinew::document::Document::read(file.to_string(), &sinew::document::NoResources).unwrap();
    let model = sinew::Model::from_document(&document).0;
    let mut world = World::new(WorldOptions::default());
    let avatar = world.spawn(model.into(), Rigid::IDENTITY);
    // Its left is −X, ahead is −Z.
    let (yaw, pitch) = look(&mut world, avatar, LookAtTarget::Point(Vec3::new(-1.0, 1.5, -1.0)));
    assert!((yaw - 45.0).abs() < 1e-3 && pitch.abs() < 1e-3, "{yaw} {pitch}");
    // The outer curve is x², a quarter of 16° at half the range; the inner one a line, half of 8°.
    for (eye, expected) in eyes(&world, avatar).into_iter().zip([4.0, 4.0]) {
        let angle = apart(eye, yaw_pitch(expected, 0.0));
        assert!(angle < 1e-3, "{angle}°");
    }
    let (_, _) = look(&mut world, avatar, LookAtTarget::Direction(LookAtAngles { yaw: 67.5, pitch: 0.0 }));
    // 0.75² · 16 = 9 and 0.75 · 8 = 6.
    for (eye, expected) in eyes(&world, avatar).into_iter().zip([9.0, 6.0]) {
        let angle = apart(eye, yaw_pitch(expected, 0.0));
        assert!(angle < 1e-3, "{angle}°");
    }
}

#[test]
fn what_cannot_be_looked_at_is_refused() {
    let (mut world, avatar) = Avatar::new().world();
    let point = |x| Some(LookAtTarget::Point(Vec3::new(x, 0.0, 0.0)));
    assert_eq!(world.set_look_at(avatar, point(f32::NAN), None), Err(WorldError::NotFinite));
    assert_eq!(world.set_look_at(avatar, point(1.0), Some(-1.0)), Err(WorldError::NotFinite));
    let nowhere = LookAtTarget::VirtualTransform { instance: avatar, id: sinew::VirtualTransformId::at(7) };
    assert_eq!(world.set_look_at(avatar, Some(nowhere), None), Err(WorldError::UnknownNode));
    let blind = Avatar::new().with("/extensions/VRMC_vrm/lookAt", Value::Null);
    let mut document = blind.document.clone();
    document["extensions"]["VRMC_vrm"].as_object_mut().unwrap().remove("lookAt");
    let blind = Avatar { document };
    let (mut world, avatar) = blind.world();
    assert_eq!(world.set_look_at(avatar, point(1.0), None), Err(WorldError::NoLookAt));
    // A head without size has no inside: the eyes stay.
    let flat = Avatar::new().with("/nodes/1/scale", json!([0, 0, 0]));
    let (mut world, avatar) = flat.world();
    let (yaw, pitch) = look(&mut world, avatar, LookAtTarget::Point(Vec3::ONE));
    assert!(yaw.abs() < 1e-6 && pitch.abs() < 1e-6);
}
