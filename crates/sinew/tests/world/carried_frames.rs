//! Frames of joints that an animation moves on the bodies that carry them.

use glam::{Quat, Vec3};
use serde_json::{Value, json};
use sinew::document::{AccessorData, Document, NoResources};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, NodeOverride, World};
use std::sync::Arc;

use crate::{animated, node, position, run, spawn, weightless};

/// Locks all moves and turns.
const WELD: &str =
    r#"{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}"#;

/// A carrier with a hook on it, and what hangs on the hook: with a joint between the hook and the load.
fn file(carrier: &Value, load: &Value, joint: &str) -> String {
    let joint: Value = serde_json::from_str(joint).unwrap();
    json!({"asset": {"version": "2.0"}, "nodes": [
        {"name": "Carrier", "children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": carrier}}},
        {"name": "Hook", "extensions": {"KHR_physics_rigid_bodies": {"joint": {"connectedNode": 2, "joint": 0}}}},
        {"name": "Load", "extensions": {"KHR_physics_rigid_bodies": {"motion": load}}}],
        "extensions": {"KHR_physics_rigid_bodies": {"physicsJoints": [joint]}}})
    .to_string()
}

fn ball(mass: f32) -> Value {
    json!({"mass": mass, "inertiaDiagonal": [1, 1, 1]})
}

fn places(world: &World, instance: InstanceId) -> [Vec3; 2] {
    ["Carrier", "Load"].map(|name| position(world, instance, name))
}

#[test]
fn what_hangs_on_an_animated_frame_of_a_kinematic_body_goes_along() {
    let model = animated(&file(&json!({"isKinematic": true}), &ball(1.0), WELD), &[(1, [0.0; 3], [1.0, 0.0, 2.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    for (steps, at) in [(30, 0.5), (30, 1.0), (30, 1.0)] {
        run(&mut world, steps);
        let [carrier, load] = places(&world, instance);
        // The frame's node is at (1, 0, 2)·t; a step of it is 4 cm.
        assert!(carrier.length() < 1e-6 && load.distance(Vec3::new(1.0, 0.0, 2.0) * at) < 5e-3, "{load}");
    }
    let (_, reading) = world.joints(instance).next().unwrap();
    let reading = reading.unwrap();
    assert!(reading.limits.iter().all(|limit| limit.violation < 1e-3));
    assert!(reading.frames[0].translation.distance(Vec3::new(1.0, 0.0, 2.0)) < 1e-5, "{reading:?}");
}

#[test]
fn a_frame_that_moves_on_a_free_body_leaves_the_centre_of_all_mass_where_it_is() {
    // 3 kg and 1 kg: what moves the frame by 1 m is between the two, so 3·a + 1·b = 0 and b − a = 1 m.
    let model = animated(&file(&ball(3.0), &ball(1.0), WELD), &[(1, [0.0; 3], [0.0, 1.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 60);
    let [carrier, load] = places(&world, instance);
    assert!((load - carrier).distance(Vec3::Y) < 5e-3, "{carrier} {load}");
    assert!((carrier * 3.0 + load).length() < 5e-3, "{carrier} {load}");
}

#[test]
fn either_end_of_a_joint_may_be_the_one_that_moves() {
    // The joint is the load's now, and its connected node the hook.
    let text = json!({"asset": {"version": "2.0"}, "nodes": [
        {"name": "Carrier", "children": [1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"isKinematic": true}}}},
        {"name": "Arm", "translation": [0, 1, 0], "children": [2]},
        {"name": "Hook", "translation": [0, -1, 0]},
        {"name": "Load", "extensions": {"KHR_physics_rigid_bodies": {"motion": ball(1.0),
            "joint": {"connectedNode": 2, "joint": 0}}}}],
        "extensions": {"KHR_physics_rigid_bodies": {"physicsJoints": [serde_json::from_str::<Value>(WELD).unwrap()]}}});
    // The arm between the body and the hook is what is animated, from 1 m up to 3 m up.
    let model = animated(&text.to_string(), &[(1, [0.0, 1.0, 0.0], [0.0, 3.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 90);
    assert!(position(&world, instance, "Load").distance(Vec3::Y * 2.0) < 2e-3);
}

#[test]
fn a_frame_that_turns_on_its_body_turns_what_hangs_on_it() {
    let document = Document::read(file(&json!({"isKinematic": true}), &ball(1.0), WELD), &NoResources).unwrap();
    let mut edit = document.edit();
    let times = edit.add_accessor(AccessorData::Scalars(&[0.0, 1.0])).unwrap().0;
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let values = edit.add_accessor(AccessorData::Vec4(&[Quat::IDENTITY.to_array(), quarter.to_array()])).unwrap().0;
    edit.add_animation(json!({"channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}],
        "samplers": [{"input": times, "output": values}]}))
        .unwrap();
    let model = Arc::new(Model::from_document(&edit.finish().unwrap()).0);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 90);
    let turned = world.body(instance, node(&model, "Load")).unwrap().world_from_body.rotation;
    assert!(turned.angle_between(quarter) < 5e-3, "{turned}");
}

#[test]
fn a_soft_joint_pulls_towards_where_its_frame_has_gone() {
    // A spring of 400 N/m and 40 N·s/m on 1 kg is critically damped with 20/s: a second after the frame stands, nothing is left.
    let drive = |axis: u32| {
        json!({"type": "linear", "mode": "force", "axis": axis, "positionTarget": 0,
        "stiffness": 400, "velocityTarget": 0, "damping": 40})
    };
    let joint = json!({"drives": [drive(0), drive(1), drive(2)]}).to_string();
    let text = file(&json!({"isKinematic": true}), &ball(1.0), &joint);
    let model = animated(&text, &[(1, [0.0; 3], [1.0, 0.0, 0.0])]);
    let (mut world, instance) = spawn(weightless(), &model);
    run(&mut world, 120);
    let [_, load] = places(&world, instance);
    assert!(load.distance(Vec3::X) < 1e-3, "{load}");
}

#[test]
fn an_override_moves_a_frame_too_and_wakes_what_sleeps() {
    let text = file(&json!({"isKinematic": true}), &ball(1.0), WELD);
    let model = crate::model(&text);
    let (mut world, instance) = spawn(weightless().with_sleeping(true), &model);
    run(&mut world, 240);
    assert_eq!(world.is_sleeping(instance, node(&model, "Load")), Some(true));
    let change = NodeOverride { translation: Some(Vec3::X * 0.25), ..NodeOverride::default() };
    assert_eq!(world.set_override(instance, node(&model, "Hook"), Some(change)), Ok(()));
    run(&mut world, 30);
    assert!(position(&world, instance, "Load").distance(Vec3::X * 0.25) < 1e-3);
}

#[test]
fn a_moving_frame_is_in_a_snapshot() {
    let model = animated(&file(&ball(3.0), &ball(1.0), WELD), &[(1, [0.0; 3], [0.3, 1.0, 0.0])]);
    let (mut world, _) = spawn(weightless(), &model);
    run(&mut world, 20);
    let past = world.snapshot();
    run(&mut world, 70);
    let digest = world.digest();
    // In the same world, and in one that has just begun, whose frames are at rest.
    world.restore(&past).unwrap();
    run(&mut world, 70);
    assert_eq!(world.digest(), digest);
    let (mut fresh, instance) = spawn(weightless(), &model);
    fresh.restore(&past).unwrap();
    let metrics = |world: &World, instance| world.joints(instance).next().unwrap().1.unwrap().limits[0].metric;
    let measured = metrics(&fresh, instance);
    assert!(measured < 1e-2, "{measured}");
    run(&mut fresh, 70);
    assert_eq!(fresh.digest(), digest);
    // Stopped, the frame stays where it is; the world that is restored knows where that was.
    let (mut stopped, instance) = spawn(weightless(), &model);
    run(&mut stopped, 30);
    assert_eq!(stopped.stop(instance, 0), Ok(()));
    run(&mut stopped, 5);
    let past = stopped.snapshot();
    run(&mut stopped, 30);
    let mut again = World::new(weightless());
    again.spawn(model.clone(), Rigid::IDENTITY);
    again.restore(&past).unwrap();
    run(&mut again, 30);
    assert_eq!(again.digest(), stopped.digest());
}
