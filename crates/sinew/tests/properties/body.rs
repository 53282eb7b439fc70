//! Bodies: the eight properties of a motion (`KHR_physics_rigid_bodies`, Motions).

use glam::{Quat, Vec3};
use serde_json::json;

use super::*;

fn of(key: &str) -> String {
    format!("/nodes/0/extensions/{KHR}/motion/{key}")
}

/// A body without a collider, in the file's own dialect.
fn lone(motion: &Value) -> Arc<Model> {
    physics_model(
        &json!([{"name": "body", "translation": [0, 100, 0], "extensions": {KHR: {"motion": motion}}}]),
        &json!({}),
    )
}

#[test]
pub(super) fn a_factor_of_gravity_changes_the_fall() {
    let (mut world, id) = spawn(&lone(&json!({"mass": 2})));
    run(&mut world, 30);
    let before = linear_velocity(&world, id, "body").y;
    set(&mut world, id, &of("gravityFactor"), &json!(-0.5));
    run(&mut world, 60);
    // v = v₀ − factor·g·t
    assert_near(linear_velocity(&world, id, "body").y - before, 0.5 * G, 1e-3);
}

#[test]
pub(super) fn a_body_that_slept_falls_when_gravity_comes_back() {
    let (mut world, id) = spawn(&lone(&json!({"mass": 2, "gravityFactor": 0})));
    run(&mut world, 300);
    assert_eq!(world.is_sleeping(id, world.node(id, "body").unwrap()), Some(true));
    set(&mut world, id, &of("gravityFactor"), &json!(1));
    run(&mut world, 60);
    assert_near(linear_velocity(&world, id, "body").y, -G, 1e-3);
}

#[test]
pub(super) fn an_impulse_divides_by_the_mass_that_was_set() {
    let (mut world, id) = spawn(&lone(&json!({"mass": 2, "gravityFactor": 0})));
    run(&mut world, 3);
    set(&mut world, id, &of("mass"), &json!(8));
    let node = world.node(id, "body").unwrap();
    world.apply_impulse(id, node, Vec3::new(4.0, 0.0, 0.0)).unwrap();
    run(&mut world, 1);
    assert_near(linear_velocity(&world, id, "body").x, 0.5, 1e-6);
    // 0 is infinite: nothing moves it.
    set(&mut world, id, &of("mass"), &json!(0));
    assert!(world.apply_impulse(id, node, Vec3::X).is_err());
}

#[test]
pub(super) fn velocities_are_along_the_axes_of_the_node() {
    let turned = [0.0, 0.0, 0.707_106_77, 0.707_106_77]; // a quarter about Z: x of the node is y of the world
    let nodes =
        json!([{"name": "body", "rotation": turned, "extensions": {KHR: {"motion": {"mass": 1, "gravityFactor": 0}}}}]);
    let (mut world, id) = spawn(&physics_model(&nodes, &json!({})));
    run(&mut world, 2);
    set(&mut world, id, &of("linearVelocity"), &json!([3, 0, 0]));
    run(&mut world, 60);
    assert_near(position(&world, id, "body").y, 3.0, 1e-3);
    set(&mut world, id, &of("angularVelocity"), &json!([2, 0, 0]));
    let node = world.node(id, "body").unwrap();
    let angular = world.body(id, node).unwrap().velocity.angular;
    assert!(angular.distance(Vec3::new(0.0, 2.0, 0.0)) < 1e-5, "{angular}");
}

#[test]
pub(super) fn a_kinematic_body_keeps_its_velocity() {
    let (mut world, id) = spawn(&lone(&json!({"mass": 1, "linearVelocity": [1, 0, 0]})));
    run(&mut world, 30);
    let falling = linear_velocity(&world, id, "body");
    set(&mut world, id, &of("isKinematic"), &json!(true));
    let from = position(&world, id, "body");
    run(&mut world, 60);
    assert!(position(&world, id, "body").distance(from + falling) < 1e-3);
    set(&mut world, id, &of("isKinematic"), &json!(false));
    run(&mut world, 60);
    assert_near(linear_velocity(&world, id, "body").y, falling.y - G, 1e-3);
}

#[test]
pub(super) fn an_angular_impulse_divides_by_the_moments_that_were_set() {
    let motion =
        json!({"mass": 1, "gravityFactor": 0, "inertiaDiagonal": [1, 2, 4], "inertiaOrientation": [0, 0, 0, 1]});
    let (mut world, id) = spawn(&lone(&motion));
    run(&mut world, 2);
    let node = world.node(id, "body").unwrap();
    let spun = |world: &mut World, about: Vec3| {
        world.set_velocity(id, node, sinew::Velocity::default()).unwrap();
        world.apply_angular_impulse(id, node, about).unwrap();
        world.body(id, node).unwrap().velocity.angular
    };
    assert_near(spun(&mut world, Vec3::X).x, 1.0, 1e-6);
    set(&mut world, id, &of("inertiaDiagonal"), &json!([5, 2, 4]));
    assert_near(spun(&mut world, Vec3::X).x, 0.2, 1e-6);
    // A quarter about Z exchanges the moments about x and y.
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array();
    set(&mut world, id, &of("inertiaOrientation"), &json!(quarter));
    assert_near(spun(&mut world, Vec3::X).x, 0.5, 1e-5);
    assert_near(spun(&mut world, Vec3::Y).y, 0.2, 1e-5);
}

#[test]
pub(super) fn a_centre_of_mass_that_was_set_is_what_the_body_turns_about() {
    let motion = json!({"mass": 1, "gravityFactor": 0, "centerOfMass": [0, 0, 0], "inertiaDiagonal": [1, 1, 1],
        "angularVelocity": [0, 0, 1]});
    let (mut world, id) = spawn(&lone(&motion));
    run(&mut world, 1);
    set(&mut world, id, &of("centerOfMass"), &json!([2, 0, 0]));
    // It moves on as it did: the new centre has the velocity of its point, ω × r, along a straight line.
    let node = world.node(id, "body").unwrap();
    let centre = |world: &World| {
        let body = world.body(id, node).unwrap();
        body.world_from_body.translation + body.world_from_body.rotation * Vec3::new(2.0, 0.0, 0.0)
    };
    let (from, velocity) = (centre(&world), world.body(id, node).unwrap().velocity.linear);
    assert_near(velocity.length(), 2.0, 1e-3);
    run(&mut world, 120);
    let to = centre(&world);
    assert!(to.distance(from + velocity * 2.0) < 5e-3, "{to} from {from} with {velocity}");
}

#[test]
pub(super) fn what_the_file_leaves_to_colliders_is_undefined() {
    let (world, id) = spawn(&lone(&json!({})));
    for key in ["mass", "centerOfMass", "inertiaDiagonal", "inertiaOrientation"] {
        assert_eq!(world.value(id, &of(key)).unwrap_err().code(), "PROPERTY_UNDEFINED", "{key}");
    }
}

#[test]
pub(super) fn omi_bodies_have_the_same() {
    let motion = json!({"type": "dynamic", "mass": 2.0, "gravityFactor": 1.0});
    let nodes = json!([{"name": "body", "extensions": {"OMI_physics_body": {"motion": motion}}}]);
    let (mut world, id) = spawn(&physics_model(&nodes, &json!({})));
    run(&mut world, 10);
    let before = linear_velocity(&world, id, "body").y;
    set(&mut world, id, "/nodes/0/extensions/OMI_physics_body/motion/gravityFactor", &json!(2));
    run(&mut world, 60);
    assert_near(linear_velocity(&world, id, "body").y - before, -2.0 * G, 1e-3);
    assert_eq!(world.value(id, &of("gravityFactor")).unwrap_err().code(), "PROPERTY_UNDEFINED");
}

#[test]
pub(super) fn two_instances_of_one_model_differ() {
    let model = lone(&json!({"mass": 1}));
    let (mut world, one) = spawn(&model);
    let other = world.spawn(model.clone(), Rigid::IDENTITY);
    let factor = world.property::<f32>(one, &of("gravityFactor")).unwrap();
    world.set(factor, 0.0).unwrap();
    run(&mut world, 60);
    assert_near(linear_velocity(&world, one, "body").y, 0.0, 1e-6);
    assert_near(linear_velocity(&world, other, "body").y, -G, 1e-3);
    assert_near(model.physics().bodies()[0].gravity_factor, 1.0, 0.0);
}

#[test]
pub(super) fn setting_a_node_moves_its_body() {
    let (mut world, id) = spawn(&lone(&json!({"mass": 1})));
    run(&mut world, 30);
    let speed = linear_velocity(&world, id, "body").y;
    set(&mut world, id, "/nodes/0/translation", &json!([5, 50, 0]));
    assert!(position(&world, id, "body").distance(Vec3::new(5.0, 50.0, 0.0)) < 1e-5);
    run(&mut world, 60);
    assert_near(linear_velocity(&world, id, "body").y, speed - G, 1e-3);
}
