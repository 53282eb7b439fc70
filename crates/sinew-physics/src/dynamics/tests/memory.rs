//! A warm solve of soft limits and drives allocates nothing.

use glam::Vec3;
use rapier3d::prelude::ColliderBuilder;
use sinew_model::math::Axis;
use sinew_model::model::physics::{DofKind, JointDescription};
use sinew_testkit::counting::allocations_here;

use super::rig::{Rig, at, drive, hinge};

/// Arms of five rods with drives.
fn arms(count: usize) -> Rig {
    let mut rig = Rig::new(1.0 / 60.0);
    for arm in 0..count {
        let mut last = None;
        for rod in 0..5 {
            let place = Vec3::new(0.5 * rod as f32, 0.0, arm as f32);
            let body = rig.body(place, 1.0, Vec3::splat(0.02), Vec3::new(0.25, 0.0, 0.0));
            let drives = vec![drive(DofKind::Angular, Axis::Z, 0.1, 300.0, 5.0)];
            let description = JointDescription { limits: hinge(Axis::Z), drives };
            let from = if last.is_some() { at(0.5, 0.0, 0.0) } else { at(0.0, 0.0, arm as f32) };
            rig.join([last, Some(body)], [from, at(0.0, 0.0, 0.0)], &description);
            last = Some(body);
        }
    }
    rig
}

#[test]
fn a_warm_solve_allocates_nothing() {
    let mut rig = arms(4);
    rig.run(1.5);
    let dt = rig.dt;
    let mut allocations = 0;
    for _ in 0..30 {
        // Each step of the engine gives up its list of bodies that were changed from outside, and the first solve after it
        // makes it grow again. That is the engine's own; a solve of the same step again shows what is left.
        rig.solver.before_step(&mut rig.world, dt);
        rig.solver.after_step(&mut rig.world, &());
        allocations += allocations_here(|| rig.solver.before_step(&mut rig.world, dt)).1;
        rig.world.step();
        rig.solver.after_step(&mut rig.world, &());
    }
    assert_eq!(allocations, 0);
}

/// Two hinged boxes that lie on the floor, and a loose one on the first.
fn lying() -> Rig {
    let mut rig = Rig::new(1.0 / 60.0);
    rig.world.insert_collider(ColliderBuilder::cuboid(5.0, 0.5, 5.0).translation(Vec3::new(0.0, -0.5, 0.0)), None);
    let moments = Vec3::splat(0.01);
    let places = [Vec3::new(0.0, 0.1, 0.0), Vec3::new(0.3, 0.1, 0.0), Vec3::new(0.0, 0.3, 0.0)];
    let boxes = places.map(|place| {
        let body = rig.body(place, 1.0, moments, Vec3::ZERO);
        rig.world.insert_collider(ColliderBuilder::cuboid(0.1, 0.1, 0.1).density(0.0), Some(body));
        rig.settle_mass(body);
        body
    });
    let description = JointDescription { limits: hinge(Axis::Z), drives: Vec::new() };
    rig.join([Some(boxes[0]), Some(boxes[1])], [at(0.15, 0.0, 0.0), at(-0.15, 0.0, 0.0)], &description);
    rig
}

#[test]
fn a_warm_step_in_contact_allocates_nothing() {
    let mut rig = lying();
    rig.run(1.5);
    let dt = rig.dt;
    let mut allocations = 0;
    for _ in 0..30 {
        rig.solver.before_step(&mut rig.world, dt);
        rig.world.step();
        // The engine's list of changed bodies is its own; it is as long as it gets before anything is counted.
        let bodies: Vec<_> = rig.world.bodies.iter().map(|(handle, _)| handle).collect();
        for body in bodies {
            rig.world.bodies.get_mut(body);
        }
        let solver = &mut rig.solver;
        allocations += allocations_here(|| solver.after_step(&mut rig.world, &())).1;
        assert!(rig.solver.contact_impulses().iter().any(|contact| contact.impulse > 0.0), "nothing touches");
    }
    assert_eq!(allocations, 0);
}
