//! Joints: limits, drives, and whether their bodies collide.

use serde_json::json;

use super::*;

/// A body of 2 kg that slides along the world's y on a post, with a limit along y and drives along it.
fn slider(limit: &Value, drives: &Value) -> Arc<Model> {
    let limits = json!([
        {"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}, limit]);
    let nodes = json!([
        {"name": "post"},
        {"name": "Lift", "extensions": {KHR: {
            "motion": {"mass": 2, "inertiaDiagonal": [1, 1, 1]},
            "joint": {"connectedNode": 0, "joint": 0}}}},
    ]);
    physics_model(&nodes, &json!({KHR: {"physicsJoints": [{"limits": limits, "drives": drives}]}}))
}

fn drive(values: &Value) -> Value {
    let mut drive = json!({"type": "linear", "mode": "force", "axis": 1});
    drive.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
    json!([drive])
}

fn free() -> Value {
    json!({"linearAxes": [1], "min": -100, "max": 100})
}

fn of(below: &str) -> String {
    format!("/extensions/{KHR}/physicsJoints/0/{below}")
}

/// The joint's node is frame a and the post frame b: along y, b from a is the negative height of the lift.
fn height(world: &World, id: InstanceId) -> f32 {
    position(world, id, "Lift").y
}

#[test]
pub(super) fn a_body_hangs_at_the_end_of_the_range_that_was_set() {
    let (mut world, id) = spawn(&slider(&json!({"linearAxes": [1], "min": -1, "max": 1}), &json!([])));
    run(&mut world, 120);
    assert_near(height(&world, id), -1.0, 1e-4);
    set(&mut world, id, &of("limits/2/max"), &json!(3));
    run(&mut world, 120);
    assert_near(height(&world, id), -3.0, 1e-4);
    // A range that no longer holds where the body is takes it there: from 3 up to 2 at no more than 3 m/s.
    set(&mut world, id, &of("limits/2/max"), &json!(2));
    run(&mut world, 120);
    assert_near(height(&world, id), -2.0, 1e-4);
    // A range of one value is a lock, which has another row.
    set(&mut world, id, &of("limits/2/min"), &json!(2));
    run(&mut world, 60);
    assert_near(height(&world, id), -2.0, 1e-4);
    let error = world.set_limit(id, "Lift", 2, (3.0, 2.5)).unwrap_err();
    assert_eq!(error.code(), "PROPERTY_OUT_OF_RANGE");
    world.set_limit(id, "Lift", 2, (3.5, 4.0)).unwrap();
    run(&mut world, 240);
    assert_near(height(&world, id), -4.0, 1e-4);
}

#[test]
pub(super) fn a_soft_limit_sags_by_the_weight_over_the_stiffness_that_was_set() {
    let limit = json!({"linearAxes": [1], "min": 0, "max": 0, "stiffness": 100, "damping": 40});
    let (mut world, id) = spawn(&slider(&limit, &json!([])));
    run(&mut world, 600);
    assert_near(height(&world, id), -2.0 * G / 100.0, 1e-3);
    set(&mut world, id, &of("limits/2/stiffness"), &json!(400));
    run(&mut world, 600);
    assert_near(height(&world, id), -2.0 * G / 400.0, 1e-3);
}

#[test]
pub(super) fn the_damping_of_a_soft_limit_decides_how_a_swing_dies() {
    let limit = json!({"linearAxes": [1], "min": 0, "max": 0, "stiffness": 200, "damping": 0});
    let (mut world, id) = spawn(&slider(&limit, &json!([])));
    run(&mut world, 20);
    // Critical: c = 2·√(k·m). Then nothing swings past the rest, and a second is ten time constants.
    set(&mut world, id, &of("limits/2/damping"), &json!(2.0 * (200.0_f32 * 2.0).sqrt()));
    run(&mut world, 120);
    assert_near(height(&world, id), -2.0 * G / 200.0, 1e-3);
    assert_near(linear_velocity(&world, id, "Lift").y, 0.0, 1e-3);
}

#[test]
pub(super) fn a_drive_meets_the_target_that_was_set() {
    let drives = drive(&json!({"positionTarget": 0, "stiffness": 1e5, "damping": 2e3}));
    let (mut world, id) = spawn(&slider(&free(), &drives));
    run(&mut world, 60);
    set(&mut world, id, &of("drives/0/positionTarget"), &json!(-1.5));
    run(&mut world, 600);
    // Less the sag m·g/k.
    assert_near(height(&world, id), 1.5 - 2.0 * G / 1e5, 1e-3);
    world.set_drive_target(id, "Lift", 0, 0.5).unwrap();
    run(&mut world, 600);
    assert_near(height(&world, id), -0.5 - 2.0 * G / 1e5, 1e-3);
    assert_eq!(world.set_drive_target(id, "post", 0, 0.5).unwrap_err().code(), "NO_JOINT");
    assert_eq!(world.set_drive_target(id, "Lift", 1, 0.5).unwrap_err().code(), "PROPERTY_UNDEFINED");
}

#[test]
pub(super) fn a_drive_follows_the_velocity_that_was_set() {
    let drives = drive(&json!({"velocityTarget": 0, "damping": 1e6}));
    let (mut world, id) = spawn(&slider(&free(), &drives));
    run(&mut world, 10);
    set(&mut world, id, &of("drives/0/velocityTarget"), &json!(-2));
    run(&mut world, 10);
    let from = height(&world, id);
    run(&mut world, 60);
    assert_near(height(&world, id) - from, 2.0, 1e-2);
}

#[test]
pub(super) fn a_drive_lifts_no_more_than_the_force_that_was_set() {
    let drives = drive(&json!({"velocityTarget": 0, "damping": 1e6, "maxForce": 1000}));
    let (mut world, id) = spawn(&slider(&free(), &drives));
    run(&mut world, 10);
    let before = linear_velocity(&world, id, "Lift").y;
    set(&mut world, id, &of("drives/0/maxForce"), &json!(5));
    run(&mut world, 60);
    // a = g − F/m
    assert_near(linear_velocity(&world, id, "Lift").y - before, -(G - 5.0 / 2.0), 2e-2);
}

#[test]
pub(super) fn the_spring_of_a_drive_sags_by_what_was_set() {
    let drives = drive(&json!({"positionTarget": 0, "stiffness": 0, "damping": 40}));
    let (mut world, id) = spawn(&slider(&free(), &drives));
    run(&mut world, 30);
    set(&mut world, id, &of("drives/0/stiffness"), &json!(200));
    run(&mut world, 900);
    assert_near(height(&world, id), -2.0 * G / 200.0, 1e-3);
}

#[test]
pub(super) fn the_damper_of_a_drive_sinks_at_the_weight_over_what_was_set() {
    let drives = drive(&json!({"velocityTarget": 0, "damping": 1000}));
    let (mut world, id) = spawn(&slider(&free(), &drives));
    run(&mut world, 30);
    set(&mut world, id, &of("drives/0/damping"), &json!(50));
    run(&mut world, 120);
    assert_near(linear_velocity(&world, id, "Lift").y, -2.0 * G / 50.0, 1e-3);
}

#[test]
pub(super) fn a_hinge_keeps_its_revolutions_when_its_range_changes() {
    let limits = json!([{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0},
        {"angularAxes": [2], "min": -20, "max": 20}]);
    let drives = json!([{"type": "angular", "mode": "force", "axis": 2, "velocityTarget": 10, "damping": 1e5}]);
    let nodes = json!([
        {"name": "post"},
        {"name": "wheel", "extensions": {KHR: {"motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1]},
            "joint": {"connectedNode": 0, "joint": 0}}}},
    ]);
    let model = physics_model(&nodes, &json!({KHR: {"physicsJoints": [{"limits": limits, "drives": drives}]}}));
    let (mut world, id) = spawn(&model);
    run(&mut world, 60);
    let turned = |world: &World| world.joints(id).next().unwrap().1.unwrap().drives[0].position;
    assert_near(turned(&world), 10.0, 0.2);
    set(&mut world, id, &of("limits/2/max"), &json!(15));
    run(&mut world, 120);
    assert_near(turned(&world), 15.0, 1e-3);
    // A lock, and a range again: the revolutions stay those of the drive.
    set(&mut world, id, &of("limits/2/min"), &json!(15));
    run(&mut world, 10);
    set(&mut world, id, &of("limits/2/max"), &json!(18));
    run(&mut world, 120);
    assert_near(turned(&world), 18.0, 1e-3);
}

#[test]
pub(super) fn jointed_bodies_collide_when_that_was_set() {
    let collider = json!({"geometry": {"shape": 0}});
    let limits = json!([{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]);
    let nodes = json!([
        {"name": "post", "extensions": {KHR: {"collider": collider}}},
        {"name": "block", "translation": [0, 3, 0], "extensions": {KHR: {"motion": {"mass": 1}, "collider": collider,
            "joint": {"connectedNode": 0, "joint": 0}}}},
    ]);
    let extensions = json!({"KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}]},
        KHR: {"physicsJoints": [{"limits": limits}]}});
    for collides in [false, true] {
        let (mut world, id) = spawn(&physics_model(&nodes, &extensions));
        run(&mut world, 5);
        set(&mut world, id, &format!("/nodes/1/extensions/{KHR}/joint/enableCollision"), &json!(collides));
        run(&mut world, 120);
        let y = position(&world, id, "block").y;
        assert!(if collides { (y - 1.0).abs() < 2e-2 } else { y < -1.0 }, "{collides}: {y}");
    }
}

#[test]
pub(super) fn mass_and_gravity_of_a_jointed_body_are_those_that_were_set() {
    let drives = drive(&json!({"positionTarget": 0, "stiffness": 200, "damping": 60}));
    let (mut world, id) = spawn(&slider(&free(), &drives));
    run(&mut world, 600);
    set(&mut world, id, &format!("/nodes/1/extensions/{KHR}/motion/mass"), &json!(6));
    run(&mut world, 900);
    assert_near(height(&world, id), -6.0 * G / 200.0, 1e-3);
    set(&mut world, id, &format!("/nodes/1/extensions/{KHR}/motion/gravityFactor"), &json!(-1));
    run(&mut world, 900);
    assert_near(height(&world, id), 6.0 * G / 200.0, 1e-3);
}

#[test]
pub(super) fn omi_joints_have_the_same() {
    let limits = json!([{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
        {"linearAxes": [1], "min": -1, "max": 1}]);
    let nodes = json!([
        {"name": "lift", "children": [1], "extensions": {"OMI_physics_body": {"motion": {"type": "dynamic", "mass": 2}}}},
        {"name": "joint", "extensions": {"OMI_physics_joint": {"joint": 0, "connectedNode": 2}}},
        {"name": "post"},
    ]);
    let (mut world, id) =
        spawn(&physics_model(&nodes, &json!({"OMI_physics_joint": {"physicsJoints": [{"limits": limits}]}})));
    run(&mut world, 120);
    assert_near(position(&world, id, "lift").y, -1.0, 1e-4);
    set(&mut world, id, "/extensions/OMI_physics_joint/physicsJoints/0/limits/2/max", &json!(2));
    run(&mut world, 120);
    assert_near(position(&world, id, "lift").y, -2.0, 1e-4);
}

/// A box of 50 kg on a ground, with a pendulum of 1 m and 1 kg hinged above it that starts 0.4 m above its lowest place. The hinge has a range that it does not reach.
fn pendulum_on_a_box(own: &Value) -> Arc<Model> {
    let limits = json!([
        {"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1], "min": 0, "max": 0},
        {"angularAxes": [2], "min": -3, "max": 3}]);
    let mut pin = json!({KHR: {"joint": {"connectedNode": 2, "joint": 0}}});
    pin.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
    let nodes = json!([
        {"name": "ground", "translation": [0, -0.5, 0], "extensions": {KHR: {"collider": {"geometry": {"shape": 0}}}}},
        {"name": "box", "translation": [0, 1, 0], "children": [2], "extensions": {KHR: {
            "motion": {"mass": 50}, "collider": {"geometry": {"shape": 1}}}}},
        {"translation": [0, 2, 0]},
        {"name": "bob", "translation": [0.8, 2.4, 0], "children": [4], "extensions": {KHR: {
            "motion": {"mass": 1, "inertiaDiagonal": [0.01, 0.01, 0.01]}}}},
        {"name": "pin", "translation": [-0.8, 0.6, 0], "extensions": pin},
    ]);
    let shapes = json!([{"type": "box", "box": {"size": [20, 1, 20]}}, {"type": "box", "box": {"size": [4, 2, 4]}}]);
    physics_model(
        &nodes,
        &json!({"KHR_implicit_shapes": {"shapes": shapes}, KHR: {"physicsJoints": [{"limits": limits}]}}),
    )
}

/// The largest height of the bob above its lowest place in some seconds, metres.
fn rise(world: &mut World, id: InstanceId, seconds: usize) -> f32 {
    let mut highest = 0.0_f32;
    for _ in 0..60 * seconds {
        world.step();
        highest = highest.max(position(world, id, "bob").y - 2.0);
    }
    highest
}

#[test]
pub(super) fn a_pendulum_on_a_box_swings_on_where_its_joint_has_no_friction() {
    let pointer = "/nodes/4/extensions/SINEW_joint/friction";
    let (mut world, id) = spawn(&pendulum_on_a_box(&json!({})));
    set(&mut world, id, pointer, &json!(false));
    run(&mut world, 600);
    // It comes back to where it started: nothing takes energy.
    let free = rise(&mut world, id, 3);
    assert!((0.39..0.402).contains(&free), "{free}");
    set(&mut world, id, pointer, &json!(true));
    run(&mut world, 600);
    // Friction takes 12/s of what it rotates: it hangs.
    let braked = rise(&mut world, id, 3);
    assert!(braked < 0.01, "{braked}");
    // A file says the same.
    let (mut world, id) = spawn(&pendulum_on_a_box(&json!({"SINEW_joint": {"friction": false}})));
    assert_eq!(world.value(id, pointer).unwrap(), PropertyValue::Bool(false));
    run(&mut world, 600);
    let free = rise(&mut world, id, 3);
    assert!((0.39..0.402).contains(&free), "{free}");
}
