//! Pointers of our own: the face and the gaze of an avatar, the gravity of the world, and the filters of colliders.

use glam::Vec3;
use serde_json::json;

use super::*;

const VRM: &str = "/extensions/VRMC_vrm";

/// A head with a mesh that smiles, and eyes that turn.
fn avatar(others: &Value) -> Arc<Model> {
    let map = json!({"inputMaxValue": 90, "outputScale": 90});
    let vrm = json!({"specVersion": "1.0",
        "humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}, "leftEye": {"node": 2}, "rightEye": {"node": 3}}},
        "lookAt": {"type": "bone", "offsetFromHeadBone": [0, 0, 0], "rangeMapHorizontalInner": map,
            "rangeMapHorizontalOuter": map, "rangeMapVerticalDown": map, "rangeMapVerticalUp": map},
        "expressions": {"preset": {"happy": {"morphTargetBinds": [{"node": 4, "index": 0, "weight": 1}]}},
            "custom": {"wink": {"morphTargetBinds": [{"node": 4, "index": 1, "weight": 0.5}]}}}});
    let nodes = json!([{"children": [1]}, {"name": "head", "children": [2, 3, 4]}, {"name": "left"}, {"name": "right"},
        {"name": "face", "mesh": 0}]);
    let mut file = json!({"meshes": [{"primitives": [{"attributes": {}, "targets": [{}, {}]}], "weights": [0, 0]}]});
    file.as_object_mut().unwrap().extend(others.as_object().unwrap().clone());
    model(&nodes, &json!({"VRMC_vrm": vrm}), &file)
}

#[test]
pub(super) fn an_expression_moves_the_morph_targets_that_it_binds() {
    let (mut world, id) = spawn(&avatar(&json!({})));
    set(&mut world, id, &format!("{VRM}/expressions/0/weight"), &json!(0.75));
    run(&mut world, 1);
    assert_eq!(world.pose(id).unwrap().weights, [0.75, 0.0]);
    // By its key in the file it is the same.
    assert_eq!(world.value(id, &format!("{VRM}/expressions/preset/happy/weight")).unwrap().numbers(), [0.75]);
    let wink = world.property::<f32>(id, &format!("{VRM}/expressions/custom/wink/weight")).unwrap();
    world.set(wink, 0.5).unwrap();
    run(&mut world, 1);
    // Half of a bind of a half.
    assert_eq!(world.pose(id).unwrap().weights, [0.75, 0.25]);
    assert_eq!(world.expressions(id).map(|one| one.value).collect::<Vec<_>>(), [0.75, 0.5]);
    assert_eq!(world.set(wink, 1.5).unwrap_err().code(), "PROPERTY_OUT_OF_RANGE");
    let unknown = format!("{VRM}/expressions/preset/wink/weight");
    assert_eq!(world.value(id, &unknown).unwrap_err().code(), "PROPERTY_UNDEFINED");
    assert_eq!(world.value(id, &format!("{VRM}/expressions/2/weight")).unwrap_err().code(), "PROPERTY_UNDEFINED");
    // Released by name, the pointer reads what shows.
    world.set_expression(id, "happy", None).unwrap();
    run(&mut world, 1);
    assert_eq!(world.value(id, &format!("{VRM}/expressions/0/weight")).unwrap().numbers(), [0.0]);
}

#[test]
pub(super) fn the_eyes_turn_by_the_angles_that_were_set() {
    let (mut world, id) = spawn(&avatar(&json!({})));
    run(&mut world, 2);
    set(&mut world, id, &format!("{VRM}/lookAt/yaw"), &json!(30));
    set(&mut world, id, &format!("{VRM}/lookAt/pitch"), &json!(0));
    run(&mut world, 1);
    // The range maps are 1:1, and left is about +y.
    let left = world.property::<glam::Quat>(id, "/nodes/2/rotation").unwrap();
    let expected = glam::Quat::from_rotation_y(30.0_f32.to_radians());
    assert!(world.get(left).unwrap().abs_diff_eq(expected, 1e-5), "{}", world.get(left).unwrap());
    set(&mut world, id, &format!("{VRM}/lookAt/yaw"), &json!(0));
    set(&mut world, id, &format!("{VRM}/lookAt/pitch"), &json!(20));
    run(&mut world, 1);
    let expected = glam::Quat::from_rotation_x(20.0_f32.to_radians());
    assert!(world.get(left).unwrap().abs_diff_eq(expected, 1e-5), "{}", world.get(left).unwrap());
    let angles = world.look_at_angles(id).unwrap();
    assert_near(angles.pitch, 20.0, 1e-5);
}

#[test]
pub(super) fn the_gravity_of_the_world_is_the_one_that_was_set() {
    let nodes = json!([{"name": "body", "extensions": {KHR: {"motion": {"mass": 1}}}}]);
    let (mut world, id) = spawn(&physics_model(&nodes, &json!({})));
    run(&mut world, 1);
    let before = linear_velocity(&world, id, "body");
    set(&mut world, id, "/extensions/SINEW_world/gravity", &json!([0, 0, 3]));
    assert_eq!(world.gravity(), Vec3::new(0.0, 0.0, 3.0));
    run(&mut world, 60);
    assert!((linear_velocity(&world, id, "body") - before).distance(Vec3::new(0.0, 0.0, 3.0)) < 1e-4);
    world.set_gravity(Vec3::X).unwrap();
    assert_eq!(world.value(id, "/extensions/SINEW_world/gravity").unwrap().numbers(), [1.0, 0.0, 0.0]);
}

/// A cube above a ground, a trigger around the cube, and two filters: one that meets all, one that meets nobody.
fn filtered() -> (World, InstanceId) {
    let collider = |shape: u32| json!({"geometry": {"shape": shape}, "collisionFilter": 0});
    let nodes = json!([
        {"name": "ground", "translation": [0, -0.5, 0], "extensions": {KHR: {"collider": collider(1)}}},
        {"name": "cube", "translation": [0, 0.5, 0], "extensions": {KHR: {"motion": {"mass": 1}, "collider": collider(0)}}},
        {"name": "zone", "translation": [0, -3, 0], "extensions": {KHR: {"trigger": {"geometry": {"shape": 0}}}}},
    ]);
    let filters = json!([{"collisionSystems": ["a"]}, {"collisionSystems": ["b"], "collideWithSystems": []}]);
    let shapes = json!([{"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [20, 1, 20]}}]);
    spawn(&physics_model(
        &nodes,
        &json!({"KHR_implicit_shapes": {"shapes": shapes}, KHR: {"collisionFilters": filters}}),
    ))
}

#[test]
pub(super) fn a_filter_of_the_file_is_set_by_its_index() {
    let of = |node: u32, key: &str| format!("/nodes/{node}/extensions/{KHR}/{key}/collisionFilter");
    let entered =
        |world: &World| world.events().iter().any(|event| event.kind == sinew::PhysicsEventKind::TriggerEnter);
    for (filter_of_zone, enters) in [(-1, true), (1, false)] {
        let (mut world, id) = filtered();
        run(&mut world, 30);
        assert_near(position(&world, id, "cube").y, 0.5, 0.01);
        assert_eq!(world.value(id, &of(1, "collider")).unwrap().numbers(), [0.0]);
        assert_eq!(world.value(id, &of(2, "trigger")).unwrap().numbers(), [-1.0]);
        set(&mut world, id, &of(2, "trigger"), &json!(0));
        set(&mut world, id, &of(2, "trigger"), &json!(filter_of_zone));
        // The ground meets nobody: the cube falls through it, into the zone.
        set(&mut world, id, &of(0, "collider"), &json!(1));
        let mut has_entered = false;
        for _ in 0..60 {
            world.step();
            has_entered |= entered(&world);
        }
        assert!(position(&world, id, "cube").y < -2.0);
        assert_eq!(has_entered, enters, "{filter_of_zone}");
        let wrong = PropertyValue::Int(2);
        assert_eq!(world.set_value(id, &of(0, "collider"), &wrong).unwrap_err().code(), "PROPERTY_OUT_OF_RANGE");
        assert_eq!(world.value(id, &of(2, "collider")).unwrap_err().code(), "PROPERTY_UNDEFINED");
    }
}
