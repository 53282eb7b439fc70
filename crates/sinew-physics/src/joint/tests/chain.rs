//! Chains without drives against the equations of motion, integrated by a Runge–Kutta method.

use glam::Vec3;

use super::rig::{Rig, linear, pin};
use sinew_model::math::Rigid;

const GRAVITY: f64 = 9.81;

/// Points of equal mass on weightless rods of equal length, from the fixed point outwards. Angles are from straight down.
struct Links {
    count: usize,
    length: f64,
}

impl Links {
    /// The angular accelerations. For equal masses m and lengths l, Lagrange's equations of the angles are
    /// Σⱼ (n − max(i, j))·l·cos(θᵢ − θⱼ)·θ̈ⱼ = −Σⱼ (n − max(i, j))·l·sin(θᵢ − θⱼ)·θ̇ⱼ² − (n − i)·g·sin θᵢ,
    /// counted from zero: what hangs on link i are the n − i points from i on.
    fn accelerations(&self, angles: &[f64], rates: &[f64]) -> Vec<f64> {
        let n = self.count;
        let carried = |i: usize, j: usize| (n - i.max(j)) as f64;
        let mut rows: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let mut row: Vec<f64> =
                    (0..n).map(|j| carried(i, j) * self.length * (angles[i] - angles[j]).cos()).collect();
                let centrifugal: f64 = (0..n)
                    .map(|j| carried(i, j) * self.length * (angles[i] - angles[j]).sin() * rates[j] * rates[j])
                    .sum();
                row.push(-centrifugal - (n - i) as f64 * GRAVITY * angles[i].sin());
                row
            })
            .collect();
        solve(&mut rows)
    }

    /// Angles after a time, from rest, by the classical Runge–Kutta at a step of 0.2 ms.
    fn run(&self, start: &[f64], seconds: f64) -> Vec<f64> {
        let steps = (seconds / 2e-4).round() as usize;
        let h = seconds / steps as f64;
        let (mut x, mut v) = (start.to_vec(), vec![0.0; self.count]);
        let add = |a: &[f64], b: &[f64], s: f64| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + s * b).collect() };
        for _ in 0..steps {
            let k1 = (v.clone(), self.accelerations(&x, &v));
            let second = (add(&x, &k1.0, h / 2.0), add(&v, &k1.1, h / 2.0));
            let k2 = (second.1.clone(), self.accelerations(&second.0, &second.1));
            let third = (add(&x, &k2.0, h / 2.0), add(&v, &k2.1, h / 2.0));
            let k3 = (third.1.clone(), self.accelerations(&third.0, &third.1));
            let fourth = (add(&x, &k3.0, h), add(&v, &k3.1, h));
            let k4 = (fourth.1.clone(), self.accelerations(&fourth.0, &fourth.1));
            for i in 0..self.count {
                x[i] += h / 6.0 * (k1.0[i] + 2.0 * k2.0[i] + 2.0 * k3.0[i] + k4.0[i]);
                v[i] += h / 6.0 * (k1.1[i] + 2.0 * k2.1[i] + 2.0 * k3.1[i] + k4.1[i]);
            }
        }
        x
    }

    /// Where the points are.
    fn points(&self, angles: &[f64]) -> Vec<Vec3> {
        let mut at = (0.0, 0.0);
        let step = |angle: &f64| {
            at = (at.0 + self.length * angle.sin(), at.1 - self.length * angle.cos());
            Vec3::new(at.0 as f32, at.1 as f32, 0.0)
        };
        angles.iter().map(step).collect()
    }
}

/// Gauss with pivots; each row ends with its right side.
fn solve(rows: &mut [Vec<f64>]) -> Vec<f64> {
    let n = rows.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs())).unwrap();
        rows.swap(column, pivot);
        let top = rows[column].clone();
        for row in rows.iter_mut().skip(column + 1) {
            let factor = row[column] / top[column];
            for (value, above) in row.iter_mut().zip(&top).skip(column) {
                *value -= factor * above;
            }
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| rows[i][j] * x[j]).sum();
        x[i] = (rows[i][n] - known) / rows[i][i];
    }
    x
}

/// The farthest that a point is off after one second, metres.
fn error(links: &Links, start: f64, hertz: u16) -> f32 {
    let angles = vec![start; links.count];
    let expected = links.points(&links.run(&angles, 1.0));
    let mut rig = Rig::new(Vec3::new(0.0, -GRAVITY as f32, 0.0));
    let mut above = (rig.fixed(Vec3::ZERO), Vec3::ZERO);
    let mut bodies = Vec::new();
    for point in links.points(&angles) {
        // A point: its moments are so small that they do not count, 1e-4 of m·l².
        let inertia = (1e-4 * links.length * links.length) as f32;
        let body = rig.solid(Rigid::from_translation(point), 1.0, Vec3::splat(inertia));
        let from_above = above.1 - point;
        rig.join((above.0, Rigid::IDENTITY), (body, Rigid::from_translation(from_above)), &[pin()]);
        bodies.push(body);
        above = (body, point);
    }
    for _ in 0..hertz {
        rig.step(1.0 / f32::from(hertz));
    }
    let errors = bodies.iter().zip(expected).map(|(body, point)| rig.position(*body).distance(point));
    errors.fold(0.0, f32::max)
}

#[test]
fn chains_match_the_equations_of_motion() {
    // The figures of the engine alone at 60 and 240 Hz, after one second.
    let cases = [
        ("pendulum", 1, 1.0, 1.0, [0.016, 0.004]),
        ("double pendulum", 2, 0.5, 1.0, [0.008, 0.002]),
        ("rope", 20, 0.1, 1.0, [0.42, 0.035]),
    ];
    for (name, count, length, start, allowed) in cases {
        let links = Links { count, length };
        for (hertz, allowed) in [60, 240].into_iter().zip(allowed) {
            let error = error(&links, start, hertz);
            println!("{name} at {hertz} Hz: {:.2} mm", error * 1e3);
            assert!(error <= allowed, "{name} at {hertz} Hz is {error} m off");
        }
    }
}

#[test]
fn the_oracle_keeps_energy_and_has_the_period_of_a_pendulum() {
    // Small swings of 1 m: 2π√(l/g) = 2.00607 s; after half of it the angle has the other sign.
    let links = Links { count: 1, length: 1.0 };
    let half = std::f64::consts::PI * (1.0 / GRAVITY).sqrt();
    let angle = links.run(&[0.001], half)[0];
    assert!((angle + 0.001).abs() < 1e-8, "{angle}");
}

#[test]
fn a_body_on_a_rope_falls_freely_until_the_rope_is_taut() {
    // 0.5 m of slack from rest: √(2·0.5/9.81) = 0.319 s. After 0.3 s the fall is ½·9.81·0.3² = 0.4415 m.
    let mut rig = Rig::new(Vec3::new(0.0, -9.81, 0.0));
    let top = rig.fixed(Vec3::ZERO);
    let body = rig.body(Rigid::from_translation(Vec3::new(0.0, -0.5, 0.0)));
    rig.join((top, Rigid::IDENTITY), (body, Rigid::IDENTITY), &[linear(&[0, 1, 2], 0.0, 1.0)]);
    for _ in 0..72 {
        rig.step(1.0 / 240.0);
    }
    // The engine's steps are exact for constant forces to half a part of a step: 0.3·9.81/(2·960) = 1.5 mm.
    assert!((rig.position(body).y + 0.9415).abs() < 0.002, "{}", rig.position(body));
    for _ in 0..480 {
        rig.step(1.0 / 240.0);
    }
    assert!((rig.position(body).y + 1.0).abs() < 0.001, "{}", rig.position(body));
}
