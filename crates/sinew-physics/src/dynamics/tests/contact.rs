//! Arms with drives that press on a floor.

use glam::Vec3;
use rapier3d::prelude::*;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription};

use super::rig::*;

const LENGTH: f32 = 0.5;
const RADIUS: f32 = 0.05;

#[test]
fn an_arm_presses_with_the_force_of_its_drives() {
    // The floor is just below the tip of a straight arm of 1 kg rods of which every drive wants to go 0.1 rad further down.
    // At each hinge, drive + weights outwards + contact at the tip = 0:
    // N·(x_tip − xⱼ) = Σ m·g·(xᵢ − xⱼ) − kⱼ·(target − θⱼ).
    for count in [1, 3, 5] {
        let mut rig = Rig::new(1.0 / 60.0);
        let floor =
            ColliderBuilder::cuboid(10.0, 0.5, 10.0).translation(Vec3::new(0.0, -0.5 - RADIUS, 0.0)).friction(0.0);
        let floor = rig.world.insert_collider(floor, None);
        let stiffness = 300.0;
        let (mut links, mut joints) = (Vec::new(), Vec::new());
        let (mut before, mut tip) = (None, None);
        for i in 0..count {
            let across = LENGTH * LENGTH / 12.0;
            let start = Vec3::new(i as f32 * LENGTH, 0.0, 0.0);
            let link = rig.body(start, 1.0, Vec3::new(0.1 * across, across, across), Vec3::new(0.5 * LENGTH, 0.0, 0.0));
            if i + 1 == count {
                let ball =
                    ColliderBuilder::ball(RADIUS).translation(Vec3::new(LENGTH, 0.0, 0.0)).density(0.0).friction(0.0);
                tip = Some(rig.world.insert_collider(ball, Some(link)));
                rig.settle_mass(link);
            }
            let outwards = (count - i) as f32;
            let moment = outwards * (outwards * LENGTH).powi(2) / 3.0;
            let damping = 2.0 * 0.7 * (stiffness * moment).sqrt();
            let drives = vec![drive(DofKind::Angular, Axis::Z, -0.1, stiffness, damping)];
            let frame = if i == 0 { Rigid::IDENTITY } else { at(LENGTH, 0.0, 0.0) };
            let description = JointDescription { limits: hinge(Axis::Z), drives };
            joints.push(rig.join([before, Some(link)], [frame, Rigid::IDENTITY], &description));
            links.push(link);
            before = Some(link);
        }
        rig.run(8.0);
        let (mut least, mut most) = (f32::INFINITY, 0.0_f32);
        let mut sum = 0.0;
        for _ in 0..60 {
            rig.step();
            let pair = rig.world.narrow_phase.contact_pair(tip.unwrap(), floor).unwrap();
            let impulses = crate::dynamics::of_pair(rig.solver.contact_impulses(), pair);
            let impulse: f32 = impulses.iter().map(|contact| contact.impulse).sum();
            let force = impulse * 60.0;
            (least, most) = (least.min(force), most.max(force));
            sum += force / 60.0;
        }
        let place = |link: RigidBodyHandle, x: f32| {
            let pose = rig.world.bodies[link].position();
            (pose.translation + pose.rotation * Vec3::new(x, 0.0, 0.0)).x
        };
        for j in 0..count {
            let hinge = place(links[j], 0.0);
            let weights: f32 = links[j..].iter().map(|&link| 9.81 * (place(link, 0.5 * LENGTH) - hinge)).sum();
            let angle = rig.solver.drive(&rig.world, joints[j], 0).unwrap().position;
            let expected = (weights - stiffness * (-0.1 - angle)) / (place(links[count - 1], LENGTH) - hinge);
            eprintln!("{count} links, hinge {j}: {sum:.4} N ({least:.4}…{most:.4}), statics {expected:.4}");
            assert!((sum / expected - 1.0).abs() < 5e-3, "{sum} {expected}");
        }
        assert!(most - least < 5e-3 * sum, "{least} {most}");
    }
}

#[test]
fn the_tip_of_a_rod_stops_at_the_floor() {
    // A rod spins about its centre, which does not move, so that nothing is to be seen of it at the start of a step. It turns by
    // at most 0.1 rad in a step: the tip by 50 mm. What is found 2 mm deep is stopped, along the normal at the start of the
    // step: the curve of the tip adds ½·r·θ² = 2.5 mm. The slop is half a millimetre.
    for rate in [30.0, 60.0, 120.0] {
        // The step in which the tip arrives starts anywhere above the floor.
        for (turn, phase) in
            [0.03, 0.07, 0.1].into_iter().flat_map(|turn| (0..5).map(move |fifth| (turn, 0.2 * fifth as f32)))
        {
            let mut rig = Rig::without_gravity(1.0 / rate);
            let floor = ColliderBuilder::cuboid(10.0, 0.5, 10.0).translation(Vec3::new(0.0, -0.5 - 0.3, 0.0));
            rig.world.insert_collider(floor, None);
            let rod = rig.body(Vec3::ZERO, 1.0, Vec3::new(0.01, 0.08, 0.08), Vec3::ZERO);
            let capsule = ColliderBuilder::capsule_x(0.5 - RADIUS, RADIUS).density(0.0);
            rig.world.insert_collider(capsule, Some(rod));
            rig.settle_mass(rod);
            rig.world.bodies[rod].set_rotation(glam::Quat::from_rotation_z(-phase * turn), true);
            let description = JointDescription { limits: hinge(Axis::Z), drives: Vec::new() };
            rig.join([None, Some(rod)], [Rigid::IDENTITY; 2], &description);
            rig.world.bodies[rod].set_angvel(Vec3::new(0.0, 0.0, -turn * rate), true);
            let mut lowest = 0.0_f32;
            for _ in 0..(3.0 / turn) as usize {
                rig.step();
                let pose = *rig.world.bodies[rod].position();
                let tip = |x: f32| pose.transform_point(Vec3::new(x, 0.0, 0.0)).y - RADIUS;
                lowest = lowest.min(tip(0.5 - RADIUS)).min(tip(RADIUS - 0.5));
            }
            let depth = -0.3 - lowest;
            assert!(depth > -0.01, "it turns to the floor: {depth} m at {rate} 1/s, {turn} rad, {phase}");
            assert!(depth < 5e-3, "{depth} m deep at {rate} 1/s, {turn} rad a step, {phase}");
        }
    }
}
