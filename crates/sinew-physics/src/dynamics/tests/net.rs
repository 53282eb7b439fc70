//! Nets of springs, and springs too stiff for the step.

use glam::Vec3;
use rapier3d::prelude::*;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription};

use super::rig::*;

/// A small generator of its own (xorshift), −1…1.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) as f32
    }
    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next())
    }
}

/// Twelve masses of 1 kg, 0.5 m apart in a grid of 3 × 4, and 20 springs of their rest lengths: 9 + 8 along the grid, three
/// to the world.
struct Net {
    rig: Rig,
    bodies: Vec<RigidBodyHandle>,
    springs: Vec<(Option<usize>, usize)>,
    stiffness: f32,
}

const SPACING: f32 = 0.5;

fn net(stiffness: f32, seed: u64) -> Net {
    let mut rig = Rig::without_gravity(1.0 / 60.0);
    let mut random = Random(seed);
    let mut bodies = Vec::new();
    for i in 0..12 {
        let at = Vec3::new((i % 4) as f32, -((i / 4) as f32), 0.0) * SPACING;
        let body = rig.body(at, 1.0, Vec3::splat(0.1), Vec3::ZERO);
        rig.world.bodies[body].set_linvel(random.vector() * 0.5, true);
        bodies.push(body);
    }
    let mut springs = vec![(None, 0), (None, 1), (None, 3)];
    for i in 0..12 {
        if i % 4 < 3 {
            springs.push((Some(i), i + 1));
        }
        if i < 8 {
            springs.push((Some(i), i + 4));
        }
    }
    assert_eq!(springs.len(), 20);
    for &(from, to) in &springs {
        let anchor = Rigid::from_translation(anchor(to));
        let frame = if from.is_some() { Rigid::IDENTITY } else { anchor };
        let limits = vec![soft(DofKind::Linear, &Axis::ALL, [Some(SPACING), Some(SPACING)], stiffness, 0.0)];
        let description = JointDescription { limits, drives: Vec::new() };
        rig.join([from.map(|i| bodies[i]), Some(bodies[to])], [frame, Rigid::IDENTITY], &description);
    }
    Net { rig, bodies, springs, stiffness }
}

fn anchor(to: usize) -> Vec3 {
    Vec3::new(to as f32, 1.0, 0.0) * SPACING
}

fn energy(net: &Net) -> f64 {
    let place = |i: usize| net.rig.world.bodies[net.bodies[i]].translation();
    let moving: f32 = net.bodies.iter().map(|&body| 0.5 * net.rig.world.bodies[body].linvel().length_squared()).sum();
    let stretched: f32 = net
        .springs
        .iter()
        .map(|&(from, to)| {
            let length = from.map_or(anchor(to), place).distance(place(to));
            0.5 * net.stiffness * (length - SPACING).powi(2)
        })
        .sum();
    f64::from(moving + stretched)
}

#[test]
fn a_net_of_undamped_springs_gains_no_energy_in_a_minute() {
    for (stiffness, seed) in [(50.0, 3), (200.0, 7), (800.0, 11)] {
        let mut net = net(stiffness, seed);
        let start = energy(&net);
        let (mut end, mut count) = (0.0, 0.0);
        for n in 0..3600 {
            net.rig.step();
            if n >= 3540 {
                (end, count) = (end + energy(&net), count + 1.0);
            }
        }
        // Mean of the last second.
        let part = end / count / start;
        eprintln!("k {stiffness}: {part:.4} of the energy after 60 s");
        assert!(part <= 1.05, "k {stiffness}: {part}");
        assert!(part > 0.5, "k {stiffness}: {part} is left");
    }
}

#[test]
fn far_too_stiff_springs_never_explode() {
    // A chain of boxes over a floor, held by springs and drives of up to 10⁶ N/m, kicked every half second, with a step
    // that changes all the time. Nothing may get faster than the kicks and the fall explain.
    for (case, stiffness) in [1e4_f32, 1e5, 1e6, 1e6].into_iter().enumerate() {
        let mut random = Random(17 + case as u64);
        let mut rig = Rig::new(1.0 / 60.0);
        let (_, floor) = rig.world.insert(RigidBodyBuilder::fixed(), ColliderBuilder::cuboid(20.0, 0.5, 20.0));
        rig.world.colliders[floor].set_translation(Vec3::new(0.0, -0.5, 0.0));
        let mut bodies: Vec<RigidBodyHandle> = Vec::new();
        for i in 0..5 {
            let builder = RigidBodyBuilder::dynamic().translation(Vec3::new(0.45 * i as f32, 0.4, 0.0));
            let (body, _) = rig.world.insert(builder, ColliderBuilder::cuboid(0.2, 0.1, 0.1).mass(1.0));
            rig.settle_mass(body);
            bodies.push(body);
        }
        for pair in bodies.windows(2) {
            let mut limits = vec![
                soft(DofKind::Linear, &Axis::ALL, [None, Some(0.0)], stiffness, 0.0),
                soft(DofKind::Angular, &[Axis::Y, Axis::Z], [None, Some(0.3)], stiffness, 0.0),
            ];
            if case == 3 {
                limits[0] = lock(DofKind::Linear, &Axis::ALL);
            }
            let drives = vec![drive(DofKind::Angular, Axis::X, 0.2, stiffness, 10.0)];
            let frames = [at(0.225, 0.0, 0.0), at(-0.225, 0.0, 0.0)];
            rig.join([Some(pair[0]), Some(pair[1])], frames, &JointDescription { limits, drives });
        }
        let mut fastest: f32 = 0.0;
        for n in 0..1200 {
            rig.dt = 1.0 / 60.0 * (1.0 + 0.5 * random.next());
            if n % 30 == 0 && n < 900 {
                let kick = random.vector() * 3.0;
                let body = bodies[(n / 30) % bodies.len()];
                rig.world.bodies[body].apply_impulse(kick, true);
            }
            rig.step();
            for &body in &bodies {
                let body = &rig.world.bodies[body];
                assert!(body.translation().is_finite() && body.linvel().is_finite(), "step {n}");
                fastest = fastest.max(body.linvel().length());
            }
        }
        let calm = bodies.iter().map(|&body| rig.world.bodies[body].linvel().length()).fold(0.0, f32::max);
        eprintln!("k {stiffness:e} case {case}: fastest {fastest:.2} m/s, at the end {calm:.3} m/s");
        assert!(fastest < 15.0, "{fastest}");
        assert!(calm < 1.0, "{calm}");
    }
}
