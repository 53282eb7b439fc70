//! The solver beside the rest of the world: kinematic bodies, sleep, removal, hard limits.

use crate::dynamics::Dynamics;
use glam::Vec3;
use rapier3d::prelude::*;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription, JointDrive, JointLimit};

use super::rig::*;

const DT: f32 = 1.0 / 60.0;

fn driven(target: f32, stiffness: f32, damping: f32) -> JointDescription {
    JointDescription {
        limits: slider(Axis::Y),
        drives: vec![drive(DofKind::Linear, Axis::Y, target, stiffness, damping)],
    }
}

#[test]
fn a_drive_follows_a_kinematic_body() {
    // The carrier rises with 0.5 m/s; once the start has died away, the load rides 0.2 m above it, less its sag of
    // 2·9.81/500 m.
    let mut rig = Rig::new(DT);
    let carrier = rig.insert(RigidBodyBuilder::kinematic_velocity_based());
    let load = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let joint = rig.join([Some(carrier), Some(load)], [Rigid::IDENTITY; 2], &driven(0.2, 500.0, 30.0));
    rig.world.bodies[carrier].set_linvel(Vec3::new(0.0, 0.5, 0.0), true);
    rig.run(4.0);
    let reading = rig.solver.drive(&rig.world, joint, 0).unwrap();
    let expected = 0.2 - 2.0 * 9.81 / 500.0;
    assert!((reading.position - expected).abs() < 1e-3 * expected, "{reading:?}");
    assert!((rig.world.bodies[load].linvel().y - 0.5).abs() < 1e-3);
}

#[test]
fn a_body_at_rest_sleeps_and_a_new_target_wakes_it() {
    let mut rig = Rig::new(DT);
    let properties = MassProperties::new(Vec3::ZERO, 2.0, Vec3::ONE);
    let load = rig.insert(RigidBodyBuilder::dynamic().additional_mass_properties(properties));
    let joint = rig.join([None, Some(load)], [Rigid::IDENTITY; 2], &driven(0.0, 500.0, 40.0));
    rig.run(6.0);
    assert!(rig.world.bodies[load].is_sleeping());
    let held = *rig.world.bodies[load].position();
    rig.run(1.0);
    assert_eq!(*rig.world.bodies[load].position(), held);
    rig.solver.set_description(&mut rig.world, joint, &driven(0.3, 500.0, 40.0));
    rig.run(3.0);
    let expected = 0.3 - 2.0 * 9.81 / 500.0;
    assert!((rig.world.bodies[load].translation().y - expected).abs() < 1e-3 * expected);
}

#[test]
fn a_removed_joint_applies_no_force() {
    let mut rig = Rig::new(DT);
    let load = rig.body(Vec3::ZERO, 2.0, Vec3::ONE, Vec3::ZERO);
    let joint = rig.join([None, Some(load)], [Rigid::IDENTITY; 2], &driven(0.0, 500.0, 40.0));
    rig.run(2.0);
    rig.solver.remove(vec![joint]);
    rig.solver.remove(vec![joint]);
    assert_eq!(rig.solver.drive(&rig.world, joint, 0), None);
    let before = rig.world.bodies[load].linvel().y;
    rig.run(0.5);
    // Free fall.
    assert!((rig.world.bodies[load].linvel().y - before + 9.81 * 0.5).abs() < 1e-3);
    // A body that goes away takes its part of a joint with it.
    rig.join([None, Some(load)], [Rigid::IDENTITY; 2], &driven(0.0, 500.0, 40.0));
    rig.run(0.1);
    rig.world.remove_body(load);
    rig.run(0.1);
}

#[test]
fn a_drive_against_a_hard_limit_presses_with_the_remaining_force() {
    // Two rods of 1 kg and 0.5 m; the second may not bend below 0 rad and wants to −0.5 with 100 N·m/rad. The first is held
    // at 0 by its own drive, which must carry both weights: θ = −(9.81·0.25 + 9.81·0.75)/2000.
    let mut rig = Rig::new(DT);
    let across = 0.25_f32 / 12.0;
    let rod = |rig: &mut Rig, x: f32| {
        rig.body(Vec3::new(x, 0.0, 0.0), 1.0, Vec3::new(across, across, across), Vec3::new(0.25, 0.0, 0.0))
    };
    let (first, second) = (rod(&mut rig, 0.0), rod(&mut rig, 0.5));
    let held =
        JointDescription { limits: hinge(Axis::Z), drives: vec![drive(DofKind::Angular, Axis::Z, 0.0, 2000.0, 60.0)] };
    let root = rig.join([None, Some(first)], [Rigid::IDENTITY; 2], &held);
    let mut limits = hinge(Axis::Z);
    limits.push(JointLimit { max: None, ..lock(DofKind::Angular, &[Axis::Z]) });
    let bent = JointDescription { limits, drives: vec![drive(DofKind::Angular, Axis::Z, -0.5, 100.0, 5.0)] };
    let elbow = rig.join([Some(first), Some(second)], [at(0.5, 0.0, 0.0), Rigid::IDENTITY], &bent);
    // The engine holds the hard limit.
    let handle = rig.world.impulse_joints.attached_joints(second).next().unwrap().2;
    rig.world.impulse_joints.get_mut(handle, true).unwrap().data.set_limits(JointAxis::AngZ, [0.0, 3.0]);
    rig.run(8.0);
    let angle = rig.solver.drive(&rig.world, root, 0).unwrap().position;
    let mut expected = 0.0_f32;
    for _ in 0..50 {
        expected = -9.81 * (0.25 + 0.75) * expected.cos() / 2000.0;
    }
    assert!((angle / expected - 1.0).abs() < 5e-3, "{angle} {expected}");
    let reading = rig.solver.drive(&rig.world, elbow, 0).unwrap();
    assert!(reading.position.abs() < 2e-3, "{reading:?}");
    assert!((reading.force + 50.0).abs() < 0.25, "{reading:?}");
}

#[test]
fn extreme_numbers_keep_all_bodies_finite() {
    let bad = [f32::NAN, f32::INFINITY, -1.0, 1e30];
    for value in bad {
        let mut rig = Rig::new(DT);
        let body = rig.body(Vec3::ZERO, 1.0, Vec3::ONE, Vec3::ZERO);
        let wild = JointDrive {
            max_force: Some(value),
            velocity_target: Some(1.0),
            ..drive(DofKind::Linear, Axis::Y, 0.1, value, value)
        };
        let mut limits = slider(Axis::Y);
        limits.push(soft(DofKind::Linear, &[Axis::Y], [Some(-1.0), Some(1.0)], value, value));
        rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &JointDescription { limits, drives: vec![wild] });
        rig.run(1.0);
        let body = &rig.world.bodies[body];
        assert!(body.translation().is_finite() && body.linvel().length() < 100.0, "{value}: {:?}", body.linvel());
    }
    // Nothing to do, and no time to do it in.
    let mut rig = Rig::new(DT);
    let body = rig.body(Vec3::ZERO, 1.0, Vec3::ONE, Vec3::ZERO);
    rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &driven(0.3, 500.0, 40.0));
    for dt in [0.0, -1.0, f32::NAN] {
        rig.solver.before_step(&mut rig.world, dt);
        assert_eq!(rig.world.bodies[body].user_force(), Vec3::ZERO);
    }
    Dynamics::default().before_step(&mut rig.world, DT);
}
