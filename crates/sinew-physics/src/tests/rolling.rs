//! Round bodies that roll and spin, and floors of boxes side by side.

use glam::{DQuat, DVec3, Quat, Vec3};
use serde_json::json;
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;

/// The radius of a ball and of a capsule, and half the size of a cube, metres.
const RADIUS: f32 = 0.025;

fn capsule(scene: &mut PhysicsScene) -> usize {
    scene.shape(json!({"type": "capsule", "capsule": {"height": 0.1, "radiusTop": RADIUS, "radiusBottom": RADIUS}}))
}

/// What crosses a floor of tiles of `tile` metres along X at a speed: the speed at the end over that at the start, and how far its height
/// has changed, metres.
fn cross(shape: fn(&mut PhysicsScene) -> usize, turn: Quat, rolls: bool, (tile, speed): (f32, f32)) -> (f32, f32) {
    let mut scene = PhysicsScene::new();
    let (block, shape) = (scene.cuboid([tile, 0.5, tile]), shape(&mut scene));
    let friction = if rolls { 0.5 } else { 0.0 };
    let material = scene.material(json!({"staticFriction": friction, "dynamicFriction": friction}));
    let solid = |shape: usize| json!({"geometry": {"shape": shape}, "physicsMaterial": material});
    for number in 0..8 {
        for row in [-0.5, 0.5] {
            let at = [(number as f32 + 0.5) * tile, -0.25, row * tile];
            scene.node(&format!("tile {number} {row}"), at, json!({"collider": solid(block)}));
        }
    }
    // Velocities are along the axes of the node.
    let spin = if rolls { Vec3::NEG_Z * speed / RADIUS } else { Vec3::ZERO };
    let [linear, angular] = [Vec3::X * speed, spin].map(|velocity| (turn.inverse() * velocity).to_array());
    let motion = json!({"mass": 1.0, "linearVelocity": linear, "angularVelocity": angular});
    let at = [0.5 * tile, RADIUS, 0.3 * tile];
    scene.rotated_node("mover", at, turn.to_array(), json!({"motion": motion, "collider": solid(shape)}));
    let mut running = Running::new(&scene);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for step in 0..(6.0 * tile / speed * 60.0) as usize {
        running.simulation.step(1.0 / 60.0);
        let height = running.pose("mover").translation.y;
        if step > 2 {
            (low, high) = (low.min(height), high.max(height));
        }
    }
    (running.velocity("mover").linear.x / speed, high - low)
}

#[test]
fn round_bodies_roll_over_tiles_at_their_speed() {
    let across = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
    for at in [(1.0, 1.0), (1.0, 5.0), (0.3, 5.0), (3.0, 20.0)] {
        for (name, shape, turn) in [
            ("ball", (|scene| scene.ball(RADIUS)) as fn(&mut PhysicsScene) -> usize, Quat::IDENTITY),
            ("capsule", capsule, across),
        ] {
            // A ball of 25 mm at 5 m/s turns by 3.3 radians in a step.
            let (speed, bump) = cross(shape, turn, true, at);
            assert!((speed - 1.0).abs() < 0.01 && bump < 1e-3, "{name}, {at:?}: {speed}, {bump}");
        }
    }
}

#[test]
fn a_cube_slides_over_tiles_at_its_speed() {
    for at in [(1.0, 1.0), (0.3, 5.0), (1.0, 5.0)] {
        let (speed, bump) = cross(|scene| scene.cuboid([2.0 * RADIUS; 3]), Quat::IDENTITY, false, at);
        assert!((speed - 1.0).abs() < 0.01 && bump < 1e-3, "{at:?}: {speed}, {bump}");
    }
}

/// The orientation of a body without gravity that starts at rest in it, after steps of a 60th of a second.
fn spun(shape: fn(&mut PhysicsScene) -> usize, angular: Vec3, steps: usize) -> (DQuat, Vec3) {
    let mut scene = PhysicsScene::new();
    let shape = shape(&mut scene);
    let motion = json!({"mass": 1.0, "gravityFactor": 0.0, "angularVelocity": angular.to_array()});
    scene.node("body", [0.0; 3], json!({"motion": motion, "collider": solid(shape)}));
    let mut running = Running::new(&scene);
    for _ in 0..steps {
        running.simulation.step(1.0 / 60.0);
    }
    (running.pose("body").rotation.as_dquat(), running.velocity("body").angular)
}

#[test]
fn a_ball_turns_by_its_spin_however_fast_that_is() {
    let spin = Vec3::new(150.0, -80.0, 110.0);
    let (rotation, velocity) = spun(|scene| scene.ball(RADIUS), spin, 60);
    near(velocity, spin, 1e-3);
    let angle = spin.as_dvec3().length();
    let expected = DQuat::from_axis_angle(spin.as_dvec3() / angle, angle);
    // 60 roundings of an orientation, and of a velocity of 202 rad/s.
    assert!(rotation.angle_between(expected) < 1e-3, "{rotation} {expected}");
}

#[test]
fn a_capsule_in_flight_precesses_as_a_body_with_two_equal_moments() {
    // About its axis, Y, it turns by more than half a revolution in a step.
    let spin = Vec3::new(2.0, 250.0, 1.0);
    let (rotation, _) = spun(capsule, spin, 30);
    // A cylinder and two half balls, by their volumes; the moments over the mass.
    let (r, h) = (f64::from(RADIUS), 0.1);
    let (cylinder, cap) = (h, 2.0 / 3.0 * r);
    let mass = cylinder + 2.0 * cap;
    let along = (0.5 * cylinder * r * r + 2.0 * cap * 0.4 * r * r) / mass;
    let of_cap = 0.4 * r * r + 0.25 * h * h + 0.375 * h * r;
    let across = (cylinder * (r * r / 4.0 + h * h / 12.0) + 2.0 * cap * of_cap) / mass;
    // The momentum stays; the body turns about it at L/I₁, and about its own axis at the rest.
    let momentum = spin.as_dvec3() * DVec3::new(across, along, across);
    let seconds = 0.5;
    let about = |axis: DVec3, speed: f64| DQuat::from_axis_angle(axis.normalize(), speed * seconds);
    let expected =
        about(momentum, momentum.length() / across) * about(DVec3::Y, f64::from(spin.y) * (1.0 - along / across));
    let axis = (rotation * DVec3::Y).angle_between(expected * DVec3::Y);
    assert!(axis < 1e-3 && rotation.angle_between(expected) < 5e-3, "{axis} {rotation} {expected}");
}

#[test]
fn a_ball_that_spins_in_place_falls_asleep_when_it_has_come_to_rest() {
    let mut scene = PhysicsScene::new();
    let (ground, ball) = (scene.cuboid([10.0, 1.0, 10.0]), scene.ball(0.1));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid(ground)}));
    let motion = json!({"mass": 1.0, "angularVelocity": [0.0, 20.0, 0.0]});
    scene.node("ball", [0.0, 0.1, 0.0], json!({"motion": motion, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    running.run(5.0);
    let before = running.pose("ball").rotation;
    running.simulation.step(1.0 / 60.0);
    let turned = before.angle_between(running.pose("ball").rotation);
    // A hundredth of its weight brakes it: by 0.01·g/r = 0.98 rad/s in a second.
    assert!((turned - (20.0 - 4.9) / 60.0).abs() < 0.01, "{turned}");
    running.run(25.0);
    assert!(running.simulation.is_sleeping(running.body("ball")));
}

#[test]
fn friction_turns_a_sliding_ball_until_it_rolls() {
    let mut scene = PhysicsScene::new();
    let (ground, ball) = (scene.cuboid([40.0, 1.0, 4.0]), scene.ball(0.1));
    scene.node("ground", [15.0, -0.5, 0.0], json!({"collider": solid(ground)}));
    // A back spin: ω·r against the way.
    let motion = json!({"mass": 1.0, "linearVelocity": [4.0, 0.0, 0.0], "angularVelocity": [0.0, 0.0, 30.0]});
    scene.node("ball", [0.0, 0.1, 0.0], json!({"motion": motion, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    running.run(4.0);
    // The momentum about the contact stays: v + 2/5·r·ω, with ω against the way of rolling.
    let expected = (4.0 - 0.4 * 3.0) / 1.4;
    let Velocity { linear, angular } = running.velocity("ball");
    assert!((linear.x - expected).abs() < 0.02 * expected, "{linear}");
    assert!((angular.z * 0.1 + linear.x).abs() < 0.02 * expected, "{angular}");
}
