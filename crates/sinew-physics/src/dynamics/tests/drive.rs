//! Drives of one joint: position, velocity, maximum force.

use std::f64::consts::TAU;

use glam::{Quat, Vec3};
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, DriveMode, JointDescription, JointDrive};

use super::rig::*;

const DT: f32 = 1.0 / 60.0;

fn close(value: f32, expected: f32, part: f32) {
    eprintln!("{value} expected {expected} ({:+.4} %)", 100.0 * (value / expected - 1.0));
    assert!((value - expected).abs() <= part * expected.abs(), "{value} is not {expected}");
}

#[test]
fn a_drive_holds_a_load_at_the_distance_of_its_spring() {
    // 2 kg on 500 N/m towards 0.3 m: 0.3 − 2·9.81/500 m, with a force of 19.62 N.
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let description =
        JointDescription { limits: slider(Axis::Y), drives: vec![drive(DofKind::Linear, Axis::Y, 0.3, 500.0, 20.0)] };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &description);
    rig.run(5.0);
    let reading = rig.solver.drive(&rig.world, joint, 0).unwrap();
    close(reading.position, 0.3 - 2.0 * 9.81 / 500.0, 5e-4);
    close(reading.force, 19.62, 5e-4);
    assert!(reading.velocity.abs() < 1e-5);
    assert_eq!(rig.solver.drive(&rig.world, joint, 1), None);
}

#[test]
fn a_velocity_target_is_reached_up_to_the_load() {
    // c·(v_target − v) = m·g: v = 2 − 2·9.81/100 m/s upwards.
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let velocity = JointDrive {
        position_target: None,
        velocity_target: Some(2.0),
        ..drive(DofKind::Linear, Axis::Y, 0.0, 0.0, 100.0)
    };
    let description = JointDescription { limits: slider(Axis::Y), drives: vec![velocity] };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &description);
    rig.run(3.0);
    close(rig.solver.drive(&rig.world, joint, 0).unwrap().velocity, 2.0 - 2.0 * 9.81 / 100.0, 5e-4);
}

#[test]
fn an_angular_drive_unwraps_its_angle_and_keeps_its_speed() {
    // Unloaded, 3 rad/s; after 5 s about 15 rad, more than two turns. v = 3·(1 − e^(−c·t/I)), I = 0.25 + 0.05, c = 2: the
    // angle lacks 3·I/c = 0.45 rad.
    let mut rig = Rig::without_gravity(DT);
    let body = rig.body(Vec3::ZERO, 1.0, Vec3::splat(0.05), Vec3::new(0.5, 0.0, 0.0));
    let velocity = JointDrive {
        position_target: None,
        velocity_target: Some(3.0),
        ..drive(DofKind::Angular, Axis::Z, 0.0, 0.0, 2.0)
    };
    let description = JointDescription { limits: hinge(Axis::Z), drives: vec![velocity] };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &description);
    rig.run(5.0);
    let reading = rig.solver.drive(&rig.world, joint, 0).unwrap();
    close(reading.velocity, 3.0, 5e-3);
    close(reading.position, 15.0 - 0.45, 5e-3);
}

#[test]
fn a_drive_pushes_no_harder_than_its_maximum() {
    // 10 N on 2 kg for 1 s: 5 m/s; the spring alone would pull with 1000 N.
    let mut rig = Rig::without_gravity(DT);
    let body = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let strong = JointDrive { max_force: Some(10.0), ..drive(DofKind::Linear, Axis::Y, 100.0, 10.0, 0.0) };
    let description = JointDescription { limits: slider(Axis::Y), drives: vec![strong] };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &description);
    rig.run(1.0);
    close(rig.world.bodies[body].linvel().y, 5.0, 1e-3);
    close(rig.solver.drive(&rig.world, joint, 0).unwrap().force, 10.0, 1e-6);
}

#[test]
fn a_maximum_below_the_weight_lets_the_load_fall_at_the_difference() {
    // 2 kg, 15 N against 19.62 N: −2.31 m/s².
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let weak = JointDrive { max_force: Some(15.0), ..drive(DofKind::Linear, Axis::Y, 0.0, 1e4, 100.0) };
    rig.join(
        [None, Some(body)],
        [Rigid::IDENTITY; 2],
        &JointDescription { limits: slider(Axis::Y), drives: vec![weak] },
    );
    rig.run(0.5);
    let early = rig.world.bodies[body].linvel().y;
    rig.run(0.5);
    close((rig.world.bodies[body].linvel().y - early) / 0.5, -2.31, 5e-3);
}

#[test]
fn acceleration_mode_does_not_depend_on_the_mass() {
    // k = 400 1/s²: a period of 2π/20 s for 0.5 kg and for 50 kg.
    for mass in [0.5_f32, 50.0] {
        let mut rig = Rig::without_gravity(DT);
        let body = rig.body(Vec3::new(0.0, 0.2, 0.0), mass, Vec3::ONE, Vec3::ZERO);
        let drive = JointDrive { mode: DriveMode::Acceleration, ..drive(DofKind::Linear, Axis::Y, 0.0, 400.0, 0.0) };
        rig.join(
            [None, Some(body)],
            [Rigid::IDENTITY; 2],
            &JointDescription { limits: slider(Axis::Y), drives: vec![drive] },
        );
        let mut track = Vec::new();
        for _ in 0..600 {
            rig.step();
            track.push(f64::from(rig.world.bodies[body].translation().y));
        }
        let (period, kept) = swing(&track, 0.0, f64::from(DT));
        eprintln!("{mass} kg: period {:+.4} % kept {kept:.5}", 100.0 * (period * 20.0 / TAU - 1.0));
        assert!((period * 20.0 / TAU - 1.0).abs() < 1e-3 && (0.99..1.01).contains(&kept), "{period} {kept}");
    }
}

#[test]
fn acceleration_mode_does_not_depend_on_what_hangs_on_the_body() {
    // As above, with a body of up to a thousand times its mass welded on.
    for mass in [0.0_f32, 5.0, 500.0] {
        let mut rig = Rig::without_gravity(DT);
        let body = rig.body(Vec3::new(0.0, 0.2, 0.0), 0.5, Vec3::ONE, Vec3::ZERO);
        let drive = JointDrive { mode: DriveMode::Acceleration, ..drive(DofKind::Linear, Axis::Y, 0.0, 400.0, 0.0) };
        rig.join(
            [None, Some(body)],
            [Rigid::IDENTITY; 2],
            &JointDescription { limits: slider(Axis::Y), drives: vec![drive] },
        );
        if mass > 0.0 {
            let load = rig.body(Vec3::new(0.3, 0.2, 0.0), mass, Vec3::ONE, Vec3::ZERO);
            let limits = vec![lock(DofKind::Linear, &Axis::ALL), lock(DofKind::Angular, &Axis::ALL)];
            let frames = [Rigid::from_translation(Vec3::X * 0.3), Rigid::IDENTITY];
            rig.join([Some(body), Some(load)], frames, &JointDescription { limits, drives: Vec::new() });
        }
        let mut track = Vec::new();
        for _ in 0..600 {
            rig.step();
            track.push(f64::from(rig.world.bodies[body].translation().y));
        }
        let (period, kept) = swing(&track, 0.0, f64::from(DT));
        assert!((period * 20.0 / TAU - 1.0).abs() < 1e-3 && (0.99..1.01).contains(&kept), "{mass}: {period} {kept}");
    }
}

#[test]
fn three_angular_drives_reach_three_twists() {
    // A rotation q has the twists 2·atan(qᵢ/w); all three targets are met by q ∝ (tan ½x, tan ½y, tan ½z, 1).
    let targets = [0.6_f32, -0.4, 0.8];
    let mut rig = Rig::without_gravity(DT);
    let body = rig.body(Vec3::ZERO, 1.0, Vec3::new(0.02, 0.05, 0.04), Vec3::new(0.1, 0.2, 0.0));
    let drives = Axis::ALL.map(|axis| drive(DofKind::Angular, axis, targets[axis.index()], 40.0, 3.0)).to_vec();
    let limits = vec![lock(DofKind::Linear, &Axis::ALL)];
    let frame = turned(Quat::from_rotation_y(0.4));
    let joint = rig.join([None, Some(body)], [frame, frame], &JointDescription { limits, drives });
    rig.run(6.0);
    for axis in Axis::ALL {
        close(rig.solver.drive(&rig.world, joint, axis.index()).unwrap().position, targets[axis.index()], 1e-3);
    }
    let [x, y, z] = targets.map(|angle| (0.5 * angle).tan());
    let expected = Quat::from_xyzw(x, y, z, 1.0).normalize();
    let turn = frame.rotation.conjugate() * *rig.world.bodies[body].rotation() * frame.rotation;
    assert!(turn.dot(expected).abs() > 1.0 - 1e-6, "{turn} {expected}");
}

#[test]
fn three_linear_drives_hold_a_body_in_space() {
    // 4 kg on three springs of 800 N/m along axes turned by 0.5 rad about Z: each carries its part of the weight.
    let turn = 0.5_f32;
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 4.0, Vec3::ONE, Vec3::ZERO);
    let drives = Axis::ALL.map(|axis| drive(DofKind::Linear, axis, 0.1, 800.0, 60.0)).to_vec();
    let limits = vec![lock(DofKind::Angular, &Axis::ALL)];
    let frame = turned(Quat::from_rotation_z(turn));
    let joint = rig.join([None, Some(body)], [frame, frame], &JointDescription { limits, drives });
    rig.run(6.0);
    let sag = 4.0 * 9.81 / 800.0;
    for (axis, part) in [(0, turn.sin()), (1, turn.cos()), (2, 0.0)] {
        close(rig.solver.drive(&rig.world, joint, axis).unwrap().position, 0.1 - sag * part, 1e-3);
    }
}

#[test]
fn a_drive_between_two_bodies_pushes_both_apart() {
    // Momentum stays zero; the distance settles at the target: ω = √(k/m_eff), m_eff = 1·100/101.
    let mut rig = Rig::without_gravity(DT);
    let light = rig.body(Vec3::ZERO, 1.0, Vec3::ONE, Vec3::ZERO);
    let heavy = rig.body(Vec3::ZERO, 100.0, Vec3::splat(100.0), Vec3::ZERO);
    let description =
        JointDescription { limits: slider(Axis::X), drives: vec![drive(DofKind::Linear, Axis::X, 0.5, 300.0, 20.0)] };
    let joint = rig.join([Some(heavy), Some(light)], [Rigid::IDENTITY; 2], &description);
    rig.run(3.0);
    close(rig.solver.drive(&rig.world, joint, 0).unwrap().position, 0.5, 1e-3);
    let momentum = rig.world.bodies[light].linvel().x + 100.0 * rig.world.bodies[heavy].linvel().x;
    assert!(momentum.abs() < 1e-3, "{momentum}");
    // The centre of mass has not moved: −0.5/101 and 0.5·100/101.
    close(rig.world.bodies[heavy].translation().x, -0.5 / 101.0, 2e-3);
}

#[test]
fn user_forces_are_unchanged_after_a_step() {
    let mut rig = Rig::without_gravity(DT);
    let body = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let description =
        JointDescription { limits: slider(Axis::Y), drives: vec![drive(DofKind::Linear, Axis::Y, 0.0, 500.0, 20.0)] };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &description);
    rig.world.bodies[body].add_force(Vec3::new(0.0, 7.0, 0.0), true);
    rig.run(4.0);
    // Held at 7 N / 500 N/m.
    close(rig.solver.drive(&rig.world, joint, 0).unwrap().position, 7.0 / 500.0, 1e-3);
    assert_eq!(rig.world.bodies[body].user_force(), Vec3::new(0.0, 7.0, 0.0));
}

#[test]
fn a_step_after_another_state_is_the_same_step() {
    let scene = || {
        let mut rig = Rig::new(DT);
        let body = rig.body(Vec3::ZERO, 1.0, Vec3::splat(0.05), Vec3::new(0.5, 0.0, 0.0));
        let limited = JointDrive { max_force: Some(3.0), ..drive(DofKind::Angular, Axis::Z, 9.0, 50.0, 1.0) };
        let mut limits = hinge(Axis::Z);
        limits.push(soft(DofKind::Angular, &[Axis::Z], [None, Some(4.0)], 100.0, 0.1));
        let joint =
            rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &JointDescription { limits, drives: vec![limited] });
        (rig, body, joint)
    };
    let (mut one, body, joint) = scene();
    one.run(2.0);
    let state = one.solver.save();
    let (mut other, ..) = scene();
    other.world.bodies = one.world.bodies.clone();
    other.world.impulse_joints = one.world.impulse_joints.clone();
    other.world.islands = one.world.islands.clone();
    other.solver.restore(&mut other.world, &state);
    one.run(1.0);
    other.run(1.0);
    assert_eq!(one.world.bodies[body].position(), other.world.bodies[body].position());
    assert_eq!(one.solver.drive(&one.world, joint, 0), other.solver.drive(&other.world, joint, 0));
}
