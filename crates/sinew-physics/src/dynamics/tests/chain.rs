//! Chains of hinges with drives.

use crate::dynamics::DynamicJointId;
use glam::Vec3;
use rapier3d::prelude::RigidBodyHandle;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription};

use super::rig::*;

const DT: f32 = 1.0 / 60.0;
const LENGTH: f64 = 0.5;
const GRAVITY: f64 = 9.81;

struct Chain {
    rig: Rig,
    links: Vec<RigidBodyHandle>,
    joints: Vec<DynamicJointId>,
}

/// Rods of 0.5 m along X, each hinged about Z to the end of the one before, with a drive towards 0 rad. `ratio` is the damping
/// ratio with all that hangs outwards taken as one rigid rod.
fn chain(masses: &[f64], stiffness: Option<f64>, ratio: f64, dt: f32) -> Chain {
    let mut rig = Rig::new(dt);
    let (mut links, mut joints) = (Vec::new(), Vec::new());
    let mut before = None;
    for (i, &mass) in masses.iter().enumerate() {
        let across = (mass * LENGTH * LENGTH / 12.0) as f32;
        let start = Vec3::new((i as f64 * LENGTH) as f32, 0.0, 0.0);
        let center = Vec3::new(0.5 * LENGTH as f32, 0.0, 0.0);
        let link = rig.body(start, mass as f32, Vec3::new(0.1 * across, across, across), center);
        // Of the rods outwards about this hinge: m·(d² + L²/12) with d the distance of each centre.
        let moment: f64 = masses[i..]
            .iter()
            .enumerate()
            .map(|(n, mass)| mass * (((n as f64 + 0.5) * LENGTH).powi(2) + LENGTH * LENGTH / 12.0))
            .sum();
        let drives = stiffness
            .map(|k| drive(DofKind::Angular, Axis::Z, 0.0, k as f32, (2.0 * ratio * (k * moment).sqrt()) as f32))
            .into_iter()
            .collect();
        let frame_a = if i == 0 { Rigid::IDENTITY } else { at(LENGTH as f32, 0.0, 0.0) };
        let description = JointDescription { limits: hinge(Axis::Z), drives };
        joints.push(rig.join([before, Some(link)], [frame_a, Rigid::IDENTITY], &description));
        links.push(link);
        before = Some(link);
    }
    Chain { rig, links, joints }
}

/// The angles at rest: k·θⱼ is the moment of the weights outwards of hinge j, found by relaxation.
fn rest(masses: &[f64], stiffness: f64) -> Vec<f64> {
    let mut angles = vec![0.0; masses.len()];
    for _ in 0..20_000 {
        let mut moments = vec![0.0; masses.len()];
        let (mut direction, mut x) = (0.0, 0.0);
        let mut pivots = Vec::new();
        for (i, mass) in masses.iter().enumerate() {
            direction += angles[i];
            pivots.push(x);
            let center = x + 0.5 * LENGTH * f64::cos(direction);
            for (moment, pivot) in moments.iter_mut().zip(&pivots) {
                *moment -= mass * GRAVITY * (center - pivot);
            }
            x += LENGTH * f64::cos(direction);
        }
        for (angle, moment) in angles.iter_mut().zip(&moments) {
            *angle += 0.05 * (moment / stiffness - *angle);
        }
    }
    angles
}

/// The largest error of an angle, in parts of the angle that it should be.
fn worst(chain: &Chain, expected: &[f64]) -> f64 {
    let mut worst: f64 = 0.0;
    for (&joint, &expected) in chain.joints.iter().zip(expected) {
        let angle = f64::from(chain.rig.solver.drive(&chain.rig.world, joint, 0).unwrap().position);
        // f32 rotations know an angle to 5e-7 rad; the outermost of ten links bends by 5e-4.
        worst = worst.max(((angle - expected).abs() - 5e-7).max(0.0) / expected.abs());
    }
    worst
}

#[test]
fn arms_with_drives_settle_at_the_static_angles() {
    for count in [3, 5] {
        for stiffness in [300.0, 2000.0] {
            for ratio in [0.1, 0.7] {
                let masses = vec![1.0; count];
                let mut chain = chain(&masses, Some(stiffness), ratio, DT);
                // The slowest of them, five links on 300 N·m/rad, loses nine tenths of what is left in 8 s.
                chain.rig.run(if ratio < 0.5 { 36.0 } else { 12.0 });
                let error = worst(&chain, &rest(&masses, stiffness));
                eprintln!("{count} links k {stiffness} ζ {ratio}: {:.4} %", 100.0 * error);
                assert!(error < 1e-3, "{count} {stiffness} {ratio}: {error}");
            }
        }
    }
}

#[test]
fn ten_links_settle_too() {
    let masses = vec![1.0; 10];
    let mut chain = chain(&masses, Some(5000.0), 0.7, DT);
    chain.rig.run(12.0);
    let error = worst(&chain, &rest(&masses, 5000.0));
    eprintln!("10 links: {:.4} %", 100.0 * error);
    assert!(error < 1e-3, "{error}");
}

#[test]
fn light_links_carry_heavy_ones() {
    // Masses 1 : 100, the heavy one at the end, in the middle and at the root.
    for masses in [[1.0, 1.0, 100.0], [1.0, 100.0, 1.0], [100.0, 1.0, 1.0]] {
        let mut chain = chain(&masses, Some(5e4), 0.7, DT);
        chain.rig.run(12.0);
        let error = worst(&chain, &rest(&masses, 5e4));
        eprintln!("{masses:?}: {:.4} %", 100.0 * error);
        // A light link's own angle is 2.5e-5 rad, of which f32 rotations know 0.3 %.
        assert!(error < 5e-3, "{masses:?}: {error}");
    }
}

#[test]
fn pivots_of_a_swinging_chain_stay_together() {
    // Hanging, and let go 0.3 rad aside: gravity along X, turned.
    let mut chain = chain(&[1.0; 5], None, 0.0, DT);
    chain.rig.world.gravity = 9.81 * Vec3::new(0.3_f32.cos(), -0.3_f32.sin(), 0.0);
    let mut gap: f32 = 0.0;
    for _ in 0..180 {
        chain.rig.step();
        let mut end = Vec3::ZERO;
        for &link in &chain.links {
            let pose = chain.rig.world.bodies[link].position();
            gap = gap.max(pose.translation.distance(end));
            end = pose.translation + pose.rotation * Vec3::new(LENGTH as f32, 0.0, 0.0);
        }
    }
    eprintln!("gap {:.4} mm", 1e3 * gap);
    assert!(gap < 1e-4, "{gap}");
}
