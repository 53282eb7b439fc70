//! Soft limits: equilibrium, period, restitution of energy.

use std::f64::consts::TAU;

use glam::{Quat, Vec3};
use rapier3d::prelude::RigidBodyHandle;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription, JointLimit};

use super::rig::*;

const DT: f32 = 1.0 / 60.0;

fn limits(limits: Vec<JointLimit>) -> JointDescription {
    JointDescription { limits, drives: Vec::new() }
}

fn follow(rig: &mut Rig, steps: usize, mut value: impl FnMut(&Rig) -> f64) -> Vec<f64> {
    let mut track = Vec::with_capacity(steps);
    for _ in 0..steps {
        rig.step();
        track.push(value(rig));
    }
    track
}

fn height(rig: &Rig, body: RigidBodyHandle) -> f64 {
    f64::from(rig.world.bodies[body].translation().y)
}

/// A mass below a soft limit of its height at −1 m.
fn hanging(rig: &mut Rig, mut limit: JointLimit, mass: f32) -> RigidBodyHandle {
    let body = rig.body(Vec3::new(0.0, -1.0, 0.0), mass, Vec3::ONE, Vec3::ZERO);
    let mut all = vec![lock(DofKind::Angular, &Axis::ALL)];
    if limit.axes.count() == 1 {
        all.push(lock(DofKind::Linear, &[Axis::X, Axis::Z]));
    }
    limit.kind = DofKind::Linear;
    all.push(limit);
    rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
    body
}

#[test]
fn a_mass_settles_where_the_limit_carries_its_weight() {
    // 2 kg · 9.81 / k below the end of the range.
    for (list, range) in [
        (&[Axis::Y][..], [Some(-1.0), None]),
        (&[Axis::X, Axis::Y][..], [None, Some(1.0)]),
        (&Axis::ALL[..], [None, Some(1.0)]),
    ] {
        for stiffness in [200.0_f32, 2000.0, 7000.0] {
            let mut rig = Rig::new(DT);
            let damping = 2.0 * 0.3 * (stiffness * 2.0).sqrt();
            let body = hanging(&mut rig, soft(DofKind::Linear, list, range, stiffness, damping), 2.0);
            rig.run(6.0);
            let sag = -1.0 - height(&rig, body);
            let expected = 2.0 * 9.81 / f64::from(stiffness);
            eprintln!(
                "{} axes k {stiffness}: sag {sag:.6} expected {expected:.6} ({:+.4} %)",
                list.len(),
                100.0 * (sag / expected - 1.0)
            );
            // f32 positions near 1 m carry 6e-8 m.
            assert!((sag - expected).abs() < 1e-3 * expected.max(1e-4), "{sag} {expected}");
        }
    }
}

#[test]
fn an_undamped_limit_swings_with_its_period_and_keeps_its_amplitude() {
    // ω = √(k/m) = 10, 31.6, 60 1/s: ω·dt = 0.17, 0.53, 1.
    for (list, range) in [
        (&[Axis::Y][..], [Some(-1.0), None]),
        (&[Axis::X, Axis::Y][..], [None, Some(1.0)]),
        (&Axis::ALL[..], [None, Some(1.0)]),
    ] {
        for omega in [10.0_f64, 31.6, 60.0] {
            let mut rig = Rig::new(DT);
            let stiffness = (2.0 * omega * omega) as f32;
            let body = hanging(&mut rig, soft(DofKind::Linear, list, range, stiffness, 0.0), 2.0);
            // Let go at half the sag, it swings between that and one and a half: never out of the limit.
            let start = -1.0 - 0.5 * 9.81 / (omega * omega);
            rig.world.bodies[body].set_translation(Vec3::new(0.0, start as f32, 0.0), true);
            rig.settle_mass(body);
            let track = follow(&mut rig, 1200, |rig| height(rig, body));
            let (period, kept) = swing(&track, -1.0 - 9.81 / (omega * omega), f64::from(DT));
            let error = period * omega / TAU - 1.0;
            eprintln!("{} axes ω {omega}: period {:+.4} %, kept {kept:.5}", list.len(), 100.0 * error);
            assert!(error.abs() < 1e-3, "period {period}");
            assert!((0.99..1.01).contains(&kept), "kept {kept}");
        }
    }
}

#[test]
fn angular_limits_swing_with_their_period() {
    // One, two and three angular axes, 1 kg with its centre of mass on the pivot or 0.5 m off; the moment about the pivot
    // is 0.4 + 1·0.5² about the axes across the arm. No gravity; range up to 0.2 rad, swinging beyond it about a zero-width
    // limit is the next test.
    for (list, arm) in [
        (&[Axis::Z][..], 0.0_f64),
        (&[Axis::Z][..], 0.5),
        (&[Axis::Y, Axis::Z][..], 0.0),
        (&[Axis::Y, Axis::Z][..], 0.5),
        (&Axis::ALL[..], 0.0),
        (&Axis::ALL[..], 0.5),
    ] {
        for omega in [10.0_f64, 31.6, 60.0] {
            let mut rig = Rig::without_gravity(DT);
            let moment = 0.4 + arm * arm;
            let stiffness = (moment * omega * omega) as f32;
            let body = rig.body(Vec3::ZERO, 1.0, Vec3::splat(0.4), Vec3::new(arm as f32, 0.0, 0.0));
            let mut all = if list.len() == 1 { hinge(Axis::Z) } else { vec![lock(DofKind::Linear, &Axis::ALL)] };
            // Of zero width, so that it swings through.
            let range = if list.len() == 1 { [Some(0.0), Some(0.0)] } else { [None, Some(0.0)] };
            all.push(soft(DofKind::Angular, list, range, stiffness, 0.0));
            rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
            rig.world.bodies[body].set_angvel(Vec3::new(0.0, 0.0, 0.1 * omega as f32), true);
            rig.world.bodies[body].set_linvel(Vec3::new(0.0, 0.1 * omega as f32 * arm as f32, 0.0), true);
            let track = follow(&mut rig, 1200, |rig| {
                let rotation = rig.world.bodies[body].rotation();
                2.0 * f64::from(rotation.z).atan2(f64::from(rotation.w))
            });
            let (period, kept) = swing(&track, 0.0, f64::from(DT));
            let error = period * omega / TAU - 1.0;
            eprintln!("{} axes arm {arm} ω {omega}: period {:+.4} %, kept {kept:.5}", list.len(), 100.0 * error);
            assert!(error.abs() < 1e-3, "period {period}");
            assert!((0.99..1.01).contains(&kept), "kept {kept}");
        }
    }
}

#[test]
fn angular_limits_settle_where_they_carry_the_load() {
    // A rod of 1 kg with its centre 0.5 m along X, turned down by gravity about Z: k·(θ − θ₀) = m·g·0.5·cos θ.
    for list in [&[Axis::Z][..], &[Axis::Y, Axis::Z][..], &Axis::ALL[..]] {
        for width in [0.0_f64, 0.2] {
            let mut rig = Rig::new(DT);
            let (stiffness, damping) = (50.0, 5.0);
            let body = rig.body(Vec3::ZERO, 1.0, Vec3::splat(0.05), Vec3::new(0.5, 0.0, 0.0));
            let mut all = if list.len() == 1 { hinge(Axis::Z) } else { vec![lock(DofKind::Linear, &Axis::ALL)] };
            let width32 = width as f32;
            let range = if list.len() == 1 { [Some(-width32), Some(width32)] } else { [None, Some(width32)] };
            all.push(soft(DofKind::Angular, list, range, stiffness, damping));
            rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
            rig.run(8.0);
            let mut expected = width;
            for _ in 0..100 {
                expected = width + 9.81 * 0.5 * expected.cos() / f64::from(stiffness);
            }
            let rotation = *rig.world.bodies[body].rotation();
            let angle = -2.0 * f64::from(rotation.z).atan2(f64::from(rotation.w));
            eprintln!("{} axes width {width}: {angle:.6} expected {expected:.6}", list.len());
            assert!((angle - expected).abs() < 1e-3 * (expected - width), "{angle} {expected}");
        }
    }
}

#[test]
fn a_limit_of_zero_width_is_as_soft_in_every_direction() {
    // Pulled aside along a slanted direction and let go: a plane oscillation through the middle with ω = √(k/m).
    for omega in [10.0_f64, 31.6, 60.0] {
        let mut rig = Rig::without_gravity(DT);
        let direction = Vec3::new(0.6, 0.48, 0.64);
        let body = rig.body(direction * 0.3, 1.0, Vec3::ONE, Vec3::ZERO);
        let all = vec![
            lock(DofKind::Angular, &Axis::ALL),
            soft(DofKind::Linear, &Axis::ALL, [None, Some(0.0)], (omega * omega) as f32, 0.0),
        ];
        rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
        let track = follow(&mut rig, 1200, |rig| f64::from(rig.world.bodies[body].translation().dot(direction)));
        let (period, kept) = swing(&track, 0.0, f64::from(DT));
        let error = period * omega / TAU - 1.0;
        eprintln!("ω {omega}: period {:+.4} %, kept {kept:.5}", 100.0 * error);
        assert!(error.abs() < 1e-3 && (0.99..1.01).contains(&kept), "{error} {kept}");
    }
}

#[test]
fn critical_damping_does_not_overshoot() {
    for omega in [10.0_f32, 60.0, 300.0] {
        let mut rig = Rig::without_gravity(DT);
        let body = rig.body(Vec3::new(0.0, 0.5, 0.0), 1.0, Vec3::ONE, Vec3::ZERO);
        let mut all = slider(Axis::Y);
        all.push(soft(DofKind::Linear, &[Axis::Y], [Some(0.0), Some(0.0)], omega * omega, 2.0 * omega));
        rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
        let lowest = follow(&mut rig, 300, |rig| height(rig, body)).into_iter().fold(f64::INFINITY, f64::min);
        eprintln!("ω {omega}: lowest {lowest:.2e}");
        assert!(lowest > -1e-3 * 0.5, "{lowest}");
    }
}

#[test]
fn an_undamped_limit_returns_the_energy_of_an_impact() {
    // ω·dt = 0.17, 0.35, 0.58, at ten phases of the step each, with a slider and with the centre of mass 0.5 m off a hinge.
    for omega in [10.0_f32, 21.0, 35.0] {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for phase in 0..10 {
            let mut rig = Rig::without_gravity(DT);
            let start = -0.2 + 0.1 * phase as f32 * DT;
            let body = rig.body(Vec3::new(0.0, start, 0.0), 1.0, Vec3::ONE, Vec3::ZERO);
            let mut all = slider(Axis::Y);
            all.push(soft(DofKind::Linear, &[Axis::Y], [None, Some(0.0)], omega * omega, 0.0));
            rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
            rig.world.bodies[body].set_linvel(Vec3::Y, true);
            rig.run(1.0);
            let back = -f64::from(rig.world.bodies[body].linvel().y);
            (least, most) = (least.min(back), most.max(back));
        }
        eprintln!("ω {omega}: {least:.5}…{most:.5}");
        assert!(least > 0.99 && most < 1.01, "{least} {most}");
    }
}

#[test]
fn an_angular_limit_returns_the_energy_of_an_impact() {
    for list in [&[Axis::Z][..], &[Axis::Y, Axis::Z][..], &Axis::ALL[..]] {
        for omega in [10.0_f32, 35.0] {
            let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
            for phase in 0..5 {
                let mut rig = Rig::without_gravity(DT);
                let moment = 0.05 + 0.25;
                let body = rig.body(Vec3::ZERO, 1.0, Vec3::splat(0.05), Vec3::new(0.5, 0.0, 0.0));
                let start = 0.2 * phase as f32 * DT;
                rig.world.bodies[body].set_rotation(Quat::from_rotation_z(start), true);
                rig.settle_mass(body);
                let mut all = if list.len() == 1 { hinge(Axis::Z) } else { vec![lock(DofKind::Linear, &Axis::ALL)] };
                all.push(soft(DofKind::Angular, list, [None, Some(0.3)], moment * omega * omega, 0.0));
                rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
                let (s, c) = start.sin_cos();
                rig.world.bodies[body].set_angvel(Vec3::Z, true);
                rig.world.bodies[body].set_linvel(Vec3::new(-0.5 * s, 0.5 * c, 0.0), true);
                rig.run(0.8);
                let back = -f64::from(rig.world.bodies[body].angvel().z);
                (least, most) = (least.min(back), most.max(back));
            }
            eprintln!("{} axes ω {omega}: {least:.5}…{most:.5}", list.len());
            assert!(least > 0.99 && most < 1.01, "{least} {most}");
        }
    }
}

#[test]
fn bouncing_on_an_undamped_limit_gains_nothing() {
    // Dropped 0.2 m onto a soft floor, for 20 s; ω·dt = 0.17, 0.35, 0.58.
    for omega in [10.0_f32, 21.0, 35.0] {
        let mut rig = Rig::new(DT);
        let body = rig.body(Vec3::new(0.0, 0.2, 0.0), 1.0, Vec3::ONE, Vec3::ZERO);
        let mut all = slider(Axis::Y);
        all.push(soft(DofKind::Linear, &[Axis::Y], [Some(0.0), None], omega * omega, 0.0));
        rig.join([None, Some(body)], [Rigid::IDENTITY; 2], &limits(all));
        let track = follow(&mut rig, 1200, |rig| height(rig, body));
        let highest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
        let (first, last, all) = (highest(&track[..240]), highest(&track[960..]), highest(&track));
        eprintln!("ω {omega}: first {first:.5} last {last:.5} most {all:.5}");
        // Samples miss the top by at most g·(dt/2)²/2 = 0.3 mm.
        assert!(all < 0.2 * 1.01 && last > 0.2 * 0.99, "{first} {last} {all}");
    }
}
