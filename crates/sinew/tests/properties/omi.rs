//! The same properties in OMI's dialect, and the weights of the constraints that other tests leave out.

use glam::{Quat, Vec3};
use serde_json::json;

use super::*;

const BODY: &str = "OMI_physics_body";
const JOINT: &str = "OMI_physics_joint";

fn motion(key: &str) -> String {
    format!("/nodes/0/extensions/{BODY}/motion/{key}")
}

fn of(below: &str) -> String {
    format!("/extensions/{JOINT}/physicsJoints/0/{below}")
}

/// A body of 2 kg on a joint that lets it slide along y, with a limit along y and drives.
fn slider(limit: &Value, drives: &Value) -> (World, InstanceId) {
    let limits = json!([
        {"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}, limit]);
    let motion = json!({"type": "dynamic", "mass": 2, "inertiaDiagonal": [1, 1, 1]});
    let nodes = json!([
        {"name": "lift", "children": [1], "extensions": {BODY: {"motion": motion}}},
        {"name": "joint", "extensions": {JOINT: {"joint": 0, "connectedNode": 2}}},
        {"name": "post"},
    ]);
    spawn(&physics_model(&nodes, &json!({JOINT: {"physicsJoints": [{"limits": limits, "drives": drives}]}})))
}

/// The joint's node is frame a and the post frame b: along y, b from a is the negative height of the lift.
fn height(world: &World, id: InstanceId) -> f32 {
    position(world, id, "lift").y
}

#[test]
pub(super) fn omi_masses_and_velocities_are_those_that_were_set() {
    let motion_of = json!({"type": "dynamic", "mass": 2, "gravityFactor": 0, "centerOfMass": [0, 0, 0],
        "inertiaDiagonal": [1, 1, 1], "inertiaOrientation": [0, 0, 0, 1], "linearVelocity": [0, 0, 0]});
    let nodes = json!([{"name": "body", "extensions": {BODY: {"motion": motion_of}}}]);
    let (mut world, id) = spawn(&physics_model(&nodes, &json!({})));
    let node = world.node(id, "body").unwrap();
    run(&mut world, 2);
    set(&mut world, id, &motion("mass"), &json!(8));
    world.apply_impulse(id, node, Vec3::new(4.0, 0.0, 0.0)).unwrap();
    run(&mut world, 1);
    assert_near(linear_velocity(&world, id, "body").x, 0.5, 1e-6);
    set(&mut world, id, &motion("linearVelocity"), &json!([0, 3, 0]));
    run(&mut world, 1);
    assert_near(linear_velocity(&world, id, "body").y, 3.0, 1e-6);
    set(&mut world, id, &motion("linearVelocity"), &json!([0, 0, 0]));
    // A quarter about z exchanges the moments about x and y: 5 about the node's y.
    set(&mut world, id, &motion("inertiaDiagonal"), &json!([5, 2, 4]));
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array();
    set(&mut world, id, &motion("inertiaOrientation"), &json!(quarter));
    world.apply_angular_impulse(id, node, Vec3::Y).unwrap();
    assert_near(world.body(id, node).unwrap().velocity.angular.y, 0.2, 1e-5);
    set(&mut world, id, &motion("angularVelocity"), &json!([0, 0, 1]));
    run(&mut world, 1);
    assert_near(world.body(id, node).unwrap().velocity.angular.z, 1.0, 1e-4);
    // It turns about the centre that was set: 2 m away at 1 rad/s.
    set(&mut world, id, &motion("centerOfMass"), &json!([2, 0, 0]));
    assert_near(linear_velocity(&world, id, "body").length(), 2.0, 1e-3);
}

#[test]
pub(super) fn omi_factors_of_gravity_change_the_fall() {
    let nodes = json!([{"name": "body", "extensions": {BODY: {"motion": {"type": "dynamic", "mass": 2}}}}]);
    let (mut world, id) = spawn(&physics_model(&nodes, &json!({})));
    run(&mut world, 10);
    let before = linear_velocity(&world, id, "body").y;
    set(&mut world, id, &motion("gravityFactor"), &json!(2));
    run(&mut world, 60);
    assert_near(linear_velocity(&world, id, "body").y - before, -2.0 * G, 1e-3);
}

#[test]
pub(super) fn omi_ranges_end_where_they_were_set() {
    let (mut world, id) = slider(&json!({"linearAxes": [1], "min": -1, "max": 1}), &json!([]));
    run(&mut world, 120);
    set(&mut world, id, &of("limits/2/max"), &json!(3));
    run(&mut world, 120);
    assert_near(height(&world, id), -3.0, 1e-4);
    set(&mut world, id, &of("limits/2/min"), &json!(-2));
    set(&mut world, id, &motion("gravityFactor"), &json!(-1));
    run(&mut world, 240);
    assert_near(height(&world, id), 2.0, 1e-4);
}

#[test]
pub(super) fn omi_soft_limits_sag_and_swing_as_was_set() {
    let (mut world, id) =
        slider(&json!({"linearAxes": [1], "min": 0, "max": 0, "stiffness": 200, "damping": 0}), &json!([]));
    run(&mut world, 30);
    // Critical: 2·√(k·m) for 400 N/m and 2 kg. Without it the lift would swing about its sag for good.
    set(&mut world, id, &of("limits/2/stiffness"), &json!(400));
    set(&mut world, id, &of("limits/2/damping"), &json!(2.0 * (400.0_f32 * 2.0).sqrt()));
    run(&mut world, 300);
    assert_near(height(&world, id), -2.0 * G / 400.0, 1e-4);
}

#[test]
pub(super) fn omi_springs_of_drives_meet_their_targets() {
    let drives = json!([{"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0, "stiffness": 500,
        "damping": 100, "maxForce": 1000}]);
    let (mut world, id) = slider(&json!({"linearAxes": [1], "min": -100, "max": 100}), &drives);
    run(&mut world, 60);
    set(&mut world, id, &of("drives/0/positionTarget"), &json!(-1.5));
    run(&mut world, 600);
    assert_near(height(&world, id), 1.5 - 2.0 * G / 500.0, 1e-3);
    set(&mut world, id, &of("drives/0/stiffness"), &json!(200));
    run(&mut world, 900);
    assert_near(height(&world, id), 1.5 - 2.0 * G / 200.0, 1e-3);
    // 5 N hold a part of 2 kg: it falls with g − 5/2.
    set(&mut world, id, &of("drives/0/maxForce"), &json!(5));
    run(&mut world, 30);
    let before = linear_velocity(&world, id, "lift").y;
    run(&mut world, 60);
    assert_near(linear_velocity(&world, id, "lift").y - before, -(G - 2.5), 0.02);
}

#[test]
pub(super) fn omi_dampers_of_drives_move_at_what_was_set() {
    let drives = json!([{"type": "linear", "mode": "force", "axis": 1, "velocityTarget": 0, "damping": 50}]);
    let (mut world, id) = slider(&json!({"linearAxes": [1], "min": -1000, "max": 1000}), &drives);
    run(&mut world, 120);
    set(&mut world, id, &of("drives/0/velocityTarget"), &json!(-2));
    run(&mut world, 120);
    assert_near(linear_velocity(&world, id, "lift").y, 2.0 - 2.0 * G / 50.0, 1e-3);
    set(&mut world, id, &of("drives/0/damping"), &json!(100));
    run(&mut world, 120);
    assert_near(linear_velocity(&world, id, "lift").y, 2.0 - 2.0 * G / 100.0, 1e-3);
}

#[test]
pub(super) fn omi_jointed_bodies_collide_when_that_was_set() {
    let collider = json!({"shape": 0});
    let limits = json!([{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]);
    let nodes = json!([
        {"name": "post", "extensions": {BODY: {"collider": collider}}},
        {"name": "block", "translation": [0, 3, 0], "extensions": {
            BODY: {"motion": {"type": "dynamic", "mass": 1}, "collider": collider},
            JOINT: {"connectedNode": 0, "joint": 0}}},
    ]);
    let extensions = json!({"OMI_physics_shape": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}}]},
        JOINT: {"physicsJoints": [{"limits": limits}]}});
    for collides in [false, true] {
        let (mut world, id) = spawn(&physics_model(&nodes, &extensions));
        run(&mut world, 5);
        set(&mut world, id, &format!("/nodes/1/extensions/{JOINT}/enableCollision"), &json!(collides));
        run(&mut world, 120);
        let y = position(&world, id, "block").y;
        assert!(if collides { (y - 1.0).abs() < 2e-2 } else { y < -1.0 }, "{collides}: {y}");
    }
}

#[test]
pub(super) fn omi_materials_slide_and_bounce_as_was_set() {
    let body = |shape: u32| json!({"shape": shape, "physicsMaterial": 0});
    let nodes = json!([
        {"name": "ground", "translation": [0, -0.5, 0], "extensions": {BODY: {"collider": body(1)}}},
        {"name": "cube", "translation": [0, 0.5, 0], "extensions": {BODY: {
            "motion": {"type": "dynamic", "mass": 1, "inertiaDiagonal": [0, 0, 0]}, "collider": body(0)}}},
    ]);
    let material = json!({"staticFriction": 0.9, "dynamicFriction": 0.9, "restitution": 0});
    let extensions = json!({
        "OMI_physics_shape": {"shapes": [
            {"type": "box", "box": {"size": [1, 1, 1]}}, {"type": "box", "box": {"size": [200, 1, 200]}}]},
        BODY: {"physicsMaterials": [material]},
    });
    let of = |key: &str| format!("/extensions/{BODY}/physicsMaterials/0/{key}");
    let (mut world, id) = spawn(&physics_model(&nodes, &extensions));
    let cube = world.node(id, "cube").unwrap();
    run(&mut world, 30);
    set(&mut world, id, &of("dynamicFriction"), &json!(0.4));
    set(&mut world, id, &of("staticFriction"), &json!(0.4));
    world.apply_impulse(id, cube, Vec3::new(4.0, 0.0, 0.0)).unwrap();
    let from = position(&world, id, "cube").x;
    run(&mut world, 300);
    // v²/(2·μ·g), and half a step of the first speed.
    let expected = 16.0 / (2.0 * 0.4 * G);
    assert_near(position(&world, id, "cube").x - from, expected, 2.0 * DT + 0.03 * expected);
    set(&mut world, id, &of("restitution"), &json!(0.5));
    world.teleport(id, cube, Rigid::new(Vec3::new(0.0, 2.5, 0.0), Quat::IDENTITY)).unwrap();
    // From 2 m it comes up again to e²·2 m.
    let mut highest = 0.0_f32;
    for step in 0..120 {
        world.step();
        // It meets the ground after √(2h/g) = 0.64 s.
        if step > 45 {
            highest = highest.max(position(&world, id, "cube").y - 0.5);
        }
    }
    assert_near(highest, 0.5, 0.06);
}

/// Half of a weight is half of the way: of a translation along the line, of an aim along the arc.
#[test]
pub(super) fn weights_of_positions_and_aims_are_those_that_were_set() {
    let position_of = json!({"VRMC_constraints-1.0": {"position": {"source": 0}}});
    let nodes = json!([{"name": "source"}, {"name": "follower", "extensions": position_of}]);
    let (mut world, id) = spawn(&model(&nodes, &json!({}), &json!({})));
    set(&mut world, id, "/nodes/0/translation", &json!([4, 0, 0]));
    set(&mut world, id, "/nodes/1/extensions/VRMC_constraints-1.0/position/weight", &json!(0.25));
    run(&mut world, 1);
    assert!(position(&world, id, "follower").distance(Vec3::X) < 1e-5, "{}", position(&world, id, "follower"));
    // The later text points an axis at its source; the earlier one follows how far its source has gone from rest, by yaw and pitch.
    let aim = json!({"aim": {"source": 0, "aimAxis": "PositiveX"}});
    let aim = json!({"VRMC_node_constraint": {"specVersion": "1.0", "constraint": aim}});
    let pointer = "VRMC_node_constraint/constraint/aim";
    check_half_of_an_aim(&aim, pointer, [0, 3, 0], Quat::from_rotation_z(0.25 * std::f32::consts::PI));
    let spaces = json!({"aim": {"source": 0, "sourceSpace": "model", "destinationSpace": "model"}});
    let aim = json!({"VRMC_constraints-1.0": spaces});
    let pointer = "VRMC_constraints-1.0/aim";
    check_half_of_an_aim(&aim, pointer, [2, 0, 2], Quat::from_rotation_y(0.125 * std::f32::consts::PI));
}

/// The follower of a source that rests at (0, 0, 2) and goes elsewhere, by half of its weight.
fn check_half_of_an_aim(aim: &Value, pointer: &str, to: [i32; 3], expected: Quat) {
    let nodes = json!([{"name": "source", "translation": [0, 0, 2]}, {"name": "follower", "extensions": aim}]);
    let (mut world, id) = spawn(&model(&nodes, &json!({}), &json!({})));
    set(&mut world, id, "/nodes/0/translation", &json!(to));
    set(&mut world, id, &format!("/nodes/1/extensions/{pointer}/weight"), &json!(0.5));
    run(&mut world, 1);
    let follower = world.property::<Quat>(id, "/nodes/1/rotation").unwrap();
    let found = world.get(follower).unwrap();
    assert!(found.dot(expected).abs() > 1.0 - 1e-5, "{pointer}: {found} for {expected}");
}
