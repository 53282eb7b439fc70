//! The load on a joint, and drives that follow a target that moves.

use std::f64::consts::TAU;

use glam::Vec3;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription};

use super::rig::*;

const DT: f32 = 1.0 / 60.0;

fn fixed() -> JointDescription {
    let limits = vec![lock(DofKind::Linear, &Axis::ALL), lock(DofKind::Angular, &Axis::ALL)];
    JointDescription { limits, drives: Vec::new() }
}

#[test]
fn a_lock_that_carries_a_mass_has_its_weight_and_its_moment() {
    // 3 kg at 0.5 m to the side of the joint: 3 · 9.81 N and half a metre times that, about z.
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 3.0, Vec3::ONE, Vec3::new(0.5, 0.0, 0.0));
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &fixed());
    rig.solver.watch(&mut rig.world, joint, true);
    rig.run(0.5);
    let load = rig.solver.load(joint).unwrap();
    assert!((load.force.y - 3.0 * 9.81).abs() < 1e-3, "{:?}", load.force);
    assert!((load.torque.z - 0.5 * 3.0 * 9.81).abs() < 1e-3, "{:?}", load.torque);
    assert!(load.force.x.abs() < 1e-3 && load.torque.x.abs() < 1e-3);
}

#[test]
fn a_spring_that_carries_a_mass_has_its_weight() {
    // A drive of 500 N/m and locks across it; the load is on the drive alone.
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let description =
        JointDescription { limits: slider(Axis::Y), drives: vec![drive(DofKind::Linear, Axis::Y, 0.3, 500.0, 20.0)] };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &description);
    rig.solver.watch(&mut rig.world, joint, true);
    rig.run(5.0);
    let load = rig.solver.load(joint).unwrap();
    assert!((load.force.y - 2.0 * 9.81).abs() < 1e-2, "{:?}", load.force);
}

#[test]
fn a_joint_that_is_off_holds_nothing_and_holds_again_when_it_is_on() {
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 3.0, Vec3::ONE, Vec3::ZERO);
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &fixed());
    rig.run(0.5);
    assert!(rig.world.bodies[body].translation().length() < 1e-5);
    rig.solver.set_enabled(&mut rig.world, joint, false);
    rig.run(0.5);
    // ½·g·t², exact for a body that nothing touches.
    let fallen = -rig.world.bodies[body].translation().y;
    assert!((fallen - 0.5 * 9.81 * 0.25).abs() < 1e-3, "{fallen}");
    rig.solver.set_enabled(&mut rig.world, joint, true);
    rig.run(2.0);
    assert!(rig.world.bodies[body].translation().length() < 1e-3, "{}", rig.world.bodies[body].translation());
}

#[test]
fn a_joint_that_is_described_anew_while_it_is_off_stays_off() {
    let mut rig = Rig::without_gravity(DT);
    let body = rig.body(Vec3::ZERO, 1.0, Vec3::ONE, Vec3::ZERO);
    let towards = |target: f32| JointDescription {
        limits: slider(Axis::Y),
        drives: vec![drive(DofKind::Linear, Axis::Y, target, 400.0, 40.0)],
    };
    let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &towards(0.0));
    rig.run(0.1);
    rig.solver.set_enabled(&mut rig.world, joint, false);
    rig.solver.set_description(&mut rig.world, joint, &towards(0.5));
    rig.run(1.0);
    assert!(rig.world.bodies[body].translation().length() < 1e-6);
    rig.solver.set_enabled(&mut rig.world, joint, true);
    rig.run(3.0);
    // Critically damped with τ = 0.05 s: it is where the new target is.
    assert!((rig.world.bodies[body].translation().y - 0.5).abs() < 1e-3, "{}", rig.world.bodies[body].translation());
}

#[test]
fn what_is_left_of_a_chain_swings_on_from_where_it_was() {
    // 2 kg on a spring of 800 N/m carry 1 kg on a lock. Cut off, the 2 kg swing by 1 · 9.81 / 800 m about their own rest.
    let mut rig = Rig::new(DT);
    let upper = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let lower = rig.body(Vec3::ZERO, 1.0, Vec3::ONE, Vec3::ZERO);
    let spring =
        JointDescription { limits: slider(Axis::Y), drives: vec![drive(DofKind::Linear, Axis::Y, 0.0, 800.0, 40.0)] };
    let held = rig.join([None, Some(upper)], [Rigid::IDENTITY; 2], &spring);
    let lock = rig.join([Some(upper), Some(lower)], [Rigid::IDENTITY; 2], &fixed());
    rig.run(3.0);
    let rest = rig.world.bodies[upper].translation().y;
    assert!((rest + 3.0 * 9.81 / 800.0).abs() < 1e-4, "{rest}");
    // Without damping from now on.
    let spring =
        JointDescription { limits: slider(Axis::Y), drives: vec![drive(DofKind::Linear, Axis::Y, 0.0, 800.0, 0.0)] };
    rig.solver.set_description(&mut rig.world, held, &spring);
    rig.solver.set_enabled(&mut rig.world, lock, false);
    let track: Vec<f32> = (0..120)
        .map(|_| {
            rig.step();
            rig.world.bodies[upper].translation().y
        })
        .collect();
    let (low, high) = track.iter().fold((f32::MAX, f32::MIN), |(low, high), &y| (low.min(y), high.max(y)));
    let (middle, amplitude) = (0.5 * (low + high), 0.5 * (high - low));
    assert!((middle + 2.0 * 9.81 / 800.0).abs() < 2e-4, "about {middle}");
    assert!((amplitude / (9.81 / 800.0) - 1.0).abs() < 0.02, "by {amplitude}");
    // The other falls: ½·g·t² from rest, two seconds long.
    let fallen = rest - rig.world.bodies[lower].translation().y;
    assert!((fallen - 0.5 * 9.81 * 4.0).abs() < 1e-2, "{fallen}");
}

/// The amplitude and the phase of the response at the frequency of the target, from whole periods.
fn response(track: &[(f64, f64)], frequency: f64) -> (f64, f64) {
    let (mut sine, mut cosine) = (0.0, 0.0);
    for (time, value) in track {
        sine += value * (TAU * frequency * time).sin();
        cosine += value * (TAU * frequency * time).cos();
    }
    let count = track.len() as f64;
    (2.0 * sine.hypot(cosine) / count, cosine.atan2(sine))
}

/// m·x″ = k·(target − x) − c·x′ behind a target of A·sin(ω·t) swings with A·k / √((k − m·ω²)² + (c·ω)²), late by
/// atan2(c·ω, k − m·ω²). A target that is set before each step and held during it is late by half a step more; one that is
/// set to where it will be in the middle of the step is not.
#[test]
fn a_position_target_that_swings_is_followed_with_the_phase_of_theory() {
    let (mass, stiffness, damping, frequency, amplitude) = (2.0, 800.0, 30.0, 1.0, 0.1);
    let omega = TAU * frequency;
    let expected_lag = (damping * omega).atan2(stiffness - mass * omega * omega);
    let expected = amplitude * stiffness / (stiffness - mass * omega * omega).hypot(damping * omega);
    for (ahead, late) in [(0.5, 0.0), (0.0, 0.5)] {
        let mut errors = Vec::new();
        for steps_per_second in [60, 120] {
            let dt = 1.0 / f64::from(steps_per_second);
            let mut rig = Rig::without_gravity(dt as f32);
            let body = rig.body(Vec3::ZERO, mass as f32, Vec3::ONE, Vec3::ZERO);
            let describe = |target: f64| JointDescription {
                limits: slider(Axis::Y),
                drives: vec![drive(DofKind::Linear, Axis::Y, target as f32, stiffness as f32, damping as f32)],
            };
            let joint = rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &describe(0.0));
            let mut track = Vec::new();
            for step in 0..10 * steps_per_second {
                let time = f64::from(step) * dt;
                let target = amplitude * (omega * (time + ahead * dt)).sin();
                rig.solver.set_description(&mut rig.world, joint, &describe(target));
                rig.step();
                // The transient of τ = 2·m/c = 0.13 s is gone after five seconds.
                if step >= 5 * steps_per_second {
                    track.push((time + dt, f64::from(rig.world.bodies[body].translation().y)));
                }
            }
            let (found, phase) = response(&track, frequency);
            let lag = expected_lag + late * omega * dt;
            let error = (-phase - lag).to_degrees();
            eprintln!(
                "{steps_per_second}/s, {ahead} ahead: lag {:.4}°, error {error:+.4}°, amplitude {:+.4} %",
                -phase.to_degrees(),
                100.0 * (found / expected - 1.0)
            );
            // A step is ω·dt, 6° at 60 steps a second.
            assert!(error.abs() < 0.03 * (omega * dt).to_degrees(), "{error}° at {steps_per_second} steps a second");
            assert!((found / expected - 1.0).abs() < 2e-3, "{found} instead of {expected}");
            errors.push(error.abs());
        }
        // Of second order: a quarter of it with half the step.
        assert!(errors[1] < 0.3 * errors[0], "{errors:?}");
    }
}
