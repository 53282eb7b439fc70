//! Free motion of bodies.

use glam::{DVec3, Quat, Vec3};
use serde_json::json;
use sinew_testkit::oracle;
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;

/// Substeps of the engine in a step of a 60th of a second.
const SUBSTEP: f64 = 1.0 / 240.0;

fn alone(motion: Value) -> Running {
    let mut scene = PhysicsScene::new();
    let shape = scene.cuboid([1.0, 1.0, 1.0]);
    scene.node("body", [0.0, 0.0, 0.0], json!({"motion": motion, "collider": solid(shape)}));
    Running::new(&scene)
}

#[test]
fn a_body_falls_by_gravity() {
    let mut falling = alone(json!({"mass": 2.0}));
    falling.run(1.0);
    // Rounding: 240 additions to numbers below 10, each wrong by at most 5e-7.
    let expected = oracle::fall(1.0) + oracle::late_fall(1.0, SUBSTEP);
    near(falling.pose("body").translation, Vec3::new(0.0, -expected as f32, 0.0), 2e-4);
    near(falling.velocity("body").linear, Vec3::new(0.0, -9.81, 0.0), 2e-4);
}

#[test]
fn the_mass_does_not_matter_to_a_fall_and_the_gravity_factor_does() {
    for (motion, factor) in [(json!({"mass": 100.0}), 1.0), (json!({"mass": 1.0, "gravityFactor": 0.25}), 0.25)] {
        let mut falling = alone(motion);
        falling.run(1.0);
        near(falling.velocity("body").linear, Vec3::new(0.0, -9.81 * factor, 0.0), 2e-4);
    }
}

#[test]
fn a_projectile_keeps_its_horizontal_speed_and_lands_with_its_initial_vertical_speed() {
    let mut flying = alone(json!({"mass": 1.0, "linearVelocity": [3.0, 9.81, 0.0]}));
    flying.run(2.0);
    // After 2·v/g = 2 s it is at the height it started from, less what the integrator falls more.
    let late = oracle::late_fall(2.0, SUBSTEP) as f32;
    near(flying.pose("body").translation, Vec3::new(6.0, -late, 0.0), 1e-3);
    near(flying.velocity("body").linear, Vec3::new(3.0, -9.81, 0.0), 1e-3);
}

#[test]
fn velocities_are_along_the_axes_of_the_node_and_not_scaled() {
    let mut scene = PhysicsScene::new();
    let shape = scene.ball(0.5);
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array();
    let motion = json!({"mass": 1.0, "gravityFactor": 0.0, "linearVelocity": [2.0, 0.0, 0.0], "angularVelocity": [0.0, 3.0, 0.0]});
    scene.raw_node(json!({"name": "body", "rotation": quarter, "scale": [4.0, 4.0, 4.0],
        "extensions": {"KHR_physics_rigid_bodies": {"motion": motion, "collider": solid(shape)}}}));
    let running = Running::new(&scene);
    // A quarter turn about Z takes X to Y and Y to −X.
    near(running.velocity("body").linear, Vec3::new(0.0, 2.0, 0.0), 1e-5);
    near(running.velocity("body").angular, Vec3::new(-3.0, 0.0, 0.0), 1e-5);
}

#[test]
fn a_free_spin_keeps_its_rate_however_fast() {
    // 50 rad/s is 48° in a 60th of a second.
    for rate in [1.0, 50.0] {
        let mut spinning = alone(json!({"mass": 1.0, "gravityFactor": 0.0, "angularVelocity": [0.0, rate, 0.0]}));
        spinning.run(10.0);
        // Nothing acts on a body that is the same all round.
        near(spinning.velocity("body").angular, Vec3::new(0.0, rate, 0.0), 0.0);
        let turned = rate * 10.0;
        let expected = Quat::from_rotation_y(turned);
        let angle = spinning.pose("body").rotation.angle_between(expected);
        // The engine turns by a Taylor sum of the angle: 2400 substeps of (ω·h)³/12 each; and rounds 2400 products of
        // quaternions by 6e-8 each.
        let bound = 2400.0 * ((rate * SUBSTEP as f32).powi(3) / 12.0 + 6e-8);
        assert!(angle < bound, "{angle} {bound}");
    }
}

#[test]
fn a_slow_drift_continues_without_gravity() {
    // Far below the 0.05 m/s at which the engine puts bodies to sleep.
    let mut drifting = alone(json!({"mass": 1.0, "gravityFactor": 0.0, "linearVelocity": [0.01, 0.0, 0.0]}));
    drifting.run(10.0);
    // 2400 additions to numbers below 0.1.
    near(drifting.pose("body").translation, Vec3::new(0.1, 0.0, 0.0), 2400.0 * 4e-9);
}

#[test]
fn a_body_tumbles_about_its_intermediate_axis_as_eulers_equations_predict() {
    let spin = DVec3::new(0.01, 5.0, 0.0);
    let expected = oracle::first_flip(DVec3::new(1.0, 2.0, 3.0), spin);
    for (rate, tolerance) in [(60.0, 0.06), (240.0, 0.02)] {
        let mut tumbling = alone(json!({"mass": 1.0, "gravityFactor": 0.0, "inertiaDiagonal": [1.0, 2.0, 3.0],
            "angularVelocity": spin.as_vec3().to_array()}));
        let mut steps = 0;
        loop {
            tumbling.run_at(1.0 / rate, rate);
            steps += 1;
            let spin = tumbling.pose("body").rotation.inverse() * tumbling.velocity("body").angular;
            if spin.y <= 0.0 || steps > 1000 {
                break;
            }
        }
        let time = steps as f64 / f64::from(rate);
        assert!((time - expected).abs() < tolerance, "{time} {expected} at {rate}");
    }
}

#[test]
fn a_body_with_an_infinite_moment_does_not_rotate_about_its_axis() {
    let mut held = alone(json!({"mass": 1.0, "gravityFactor": 0.0, "inertiaDiagonal": [1.0, 0.0, 1.0]}));
    let body = held.body("body");
    held.simulation.apply_angular_impulse(body, Vec3::new(1.0, 1.0, 0.0)).unwrap();
    let angular = held.velocity("body").angular;
    // Impulse over moment about X, nothing about Y.
    near(angular, Vec3::new(1.0, 0.0, 0.0), 1e-6);
}

#[test]
fn no_force_moves_an_infinite_mass() {
    let mut heavy = alone(json!({"mass": 0.0}));
    let body = heavy.body("body");
    let pushed = heavy.simulation.apply_impulse(body, Vec3::new(1000.0, 0.0, 0.0));
    assert_eq!(pushed, Err(BodyError::InfiniteMass));
    heavy.run(1.0);
    near(heavy.pose("body").translation, Vec3::ZERO, 1e-6);
}

#[test]
fn an_impulse_before_the_first_step_is_not_lost() {
    let mut pushed = alone(json!({"mass": 4.0, "gravityFactor": 0.0}));
    let body = pushed.body("body");
    pushed.simulation.apply_impulse(body, Vec3::new(2.0, 0.0, 0.0)).unwrap();
    pushed.run(2.0);
    // 2 N·s on 4 kg are 0.5 m/s.
    near(pushed.velocity("body").linear, Vec3::new(0.5, 0.0, 0.0), 1e-6);
    near(pushed.pose("body").translation, Vec3::new(1.0, 0.0, 0.0), 1e-4);
}

#[test]
fn a_point_impulse_rotates_about_the_centre_of_mass() {
    // A cube of 6 kg and side 1 has moments of 1 kg·m². 3 N·s along Z at 0.5 m along X: −1.5 N·m·s about Y.
    let mut pushed = alone(json!({"mass": 6.0, "gravityFactor": 0.0}));
    let body = pushed.body("body");
    pushed.simulation.apply_point_impulse(body, Vec3::new(0.0, 0.0, 3.0), Vec3::new(0.5, 0.0, 0.0)).unwrap();
    near(pushed.velocity("body").linear, Vec3::new(0.0, 0.0, 0.5), 1e-6);
    near(pushed.velocity("body").angular, Vec3::new(0.0, -1.5, 0.0), 1e-6);
}

#[test]
fn a_body_spins_about_its_given_centre_of_mass() {
    let mut spinning = alone(json!({"mass": 1.0, "gravityFactor": 0.0, "centerOfMass": [0.5, 0.0, 0.0],
        "angularVelocity": [0.0, 0.0, std::f32::consts::PI]}));
    spinning.run(1.0);
    // Half a turn about (0.5, 0, 0) takes the node to (1, 0, 0); the centre of mass stays.
    // 240 turns by 0.013 rad, each wrong by that to the third over 12: 4e-5 rad.
    near(spinning.pose("body").translation, Vec3::new(1.0, 0.0, 0.0), 1e-3);
    near(spinning.velocity("body").linear, Vec3::ZERO, 1e-5);
}

#[test]
fn an_inertia_orientation_rotates_the_principal_axes() {
    // A quarter turn about Z: the moment along the frame's X counts about the node's Y.
    let quarter = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array();
    let mut turned = alone(json!({"mass": 1.0, "gravityFactor": 0.0, "inertiaDiagonal": [1.0, 4.0, 8.0],
        "inertiaOrientation": quarter}));
    let body = turned.body("body");
    turned.simulation.apply_angular_impulse(body, Vec3::new(4.0, 4.0, 4.0)).unwrap();
    near(turned.velocity("body").angular, Vec3::new(1.0, 4.0, 0.5), 1e-5);
}

#[test]
fn a_kinematic_body_ignores_gravity() {
    let mut moving = alone(json!({"isKinematic": true, "linearVelocity": [1.0, 0.0, 0.0]}));
    moving.run(2.0);
    near(moving.pose("body").translation, Vec3::new(2.0, 0.0, 0.0), 1e-4);
}

#[test]
fn momentum_is_conserved_when_bodies_collide_in_free_space() {
    let mut scene = PhysicsScene::new();
    let (ball, cube) = (scene.ball(0.5), scene.cuboid([1.0, 1.0, 1.0]));
    let motion =
        |mass: f32, velocity: [f32; 3]| json!({"mass": mass, "gravityFactor": 0.0, "linearVelocity": velocity});
    scene.node("a", [-3.0, 0.2, 0.0], json!({"motion": motion(1.0, [4.0, 0.0, 0.0]), "collider": solid(ball)}));
    scene.node("b", [0.0, 0.0, 0.0], json!({"motion": motion(3.0, [0.0, 0.0, 0.0]), "collider": solid(cube)}));
    let mut meeting = Running::new(&scene);
    meeting.run(2.0);
    let momentum = meeting.velocity("a").linear + meeting.velocity("b").linear * 3.0;
    // Equal and opposite impulses: only rounding of sums of numbers below 12.
    near(momentum, Vec3::new(4.0, 0.0, 0.0), 1e-4);
    assert!(meeting.velocity("b").linear.x > 0.5, "they have met");
}

/// How often a free body turns over about its second axis, by Euler's equations in its own axes.
fn flips_by_euler(moments: DVec3, mut spin: DVec3, seconds: f64) -> usize {
    let h = 1e-4;
    let slope = |spin: DVec3| (moments * spin).cross(spin) / moments;
    let (mut flips, mut was_up) = (0, spin.y > 0.0);
    for _ in 0..(seconds / h).round() as usize {
        let first = slope(spin);
        let second = slope(spin + first * (0.5 * h));
        let third = slope(spin + second * (0.5 * h));
        let fourth = slope(spin + third * h);
        spin += (first + second * 2.0 + third * 2.0 + fourth) * (h / 6.0);
        flips += usize::from((spin.y > 0.0) != was_up);
        was_up = spin.y > 0.0;
    }
    flips
}

#[test]
fn a_body_near_its_unstable_axis_turns_over_as_often_as_eulers_equations_say() {
    // A thousandth of the spin beside the axis is a millionth of the energy: the rounding of an orientation in single precision decides
    // on flips, unless it does not add up.
    for (moments, spin) in [
        ([0.01, 0.02, 0.03], [0.01, 5.0, 0.0]),
        ([0.01, 0.015, 0.03], [0.05, 10.0, 0.02]),
        ([2.0, 3.0, 4.0], [0.0, 7.0, 0.007]),
    ] {
        let motion = json!({"mass": 1.0, "gravityFactor": 0.0, "inertiaDiagonal": moments, "angularVelocity": spin});
        let mut turning = alone(motion);
        let (mut flips, mut was_up) = (0, true);
        for _ in 0..3600 {
            turning.run(1.0 / 60.0);
            let along = (turning.pose("body").rotation.inverse() * turning.velocity("body").angular).y;
            flips += usize::from((along > 0.0) != was_up);
            was_up = along > 0.0;
        }
        let expected = flips_by_euler(DVec3::from(moments), DVec3::from(spin), 60.0);
        assert!(expected >= 10 && flips == expected, "{moments:?} {spin:?}: {flips}, not {expected}");
    }
}
