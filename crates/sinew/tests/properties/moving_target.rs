//! A drive whose target is set before every step, against the theory of its spring and damper.

use std::f64::consts::TAU;

use serde_json::json;

use super::*;

const MASS: f64 = 2.0;

/// A body on a spring and a damper that follows a target: m·x″ = k·(target − x) − c·x′.
struct Rig {
    stiffness: f64,
    damping: f64,
    dt: f64,
}

impl Rig {
    fn target(&self, step: u32) -> f64 {
        0.25 * (TAU * f64::from(step) * self.dt).sin()
    }

    /// Where the body is after each step, by thousand steps of Runge and Kutta for each of ours; the target stands still meanwhile.
    fn in_theory(&self, steps: u32) -> Vec<f64> {
        const PARTS: u32 = 1000;
        let h = self.dt / f64::from(PARTS);
        let (mut x, mut v) = (0.0, 0.0);
        let mut places = Vec::new();
        for step in 0..steps {
            let target = self.target(step);
            let slope = |x: f64, v: f64| (v, (self.stiffness * (target - x) - self.damping * v) / MASS);
            for _ in 0..PARTS {
                let (x1, v1) = slope(x, v);
                let (x2, v2) = slope(x + 0.5 * h * x1, v + 0.5 * h * v1);
                let (x3, v3) = slope(x + 0.5 * h * x2, v + 0.5 * h * v2);
                let (x4, v4) = slope(x + h * x3, v + h * v3);
                x += h / 6.0 * (x1 + 2.0 * x2 + 2.0 * x3 + x4);
                v += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
            }
            places.push(x);
        }
        places
    }

    fn simulated(&self, steps: u32) -> Vec<f64> {
        let drives = json!([{"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0,
            "stiffness": self.stiffness, "damping": self.damping}]);
        let limits = json!([
            {"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]);
        let nodes = json!([
            {"name": "post"},
            {"name": "lift", "extensions": {KHR: {
                "motion": {"mass": MASS, "inertiaDiagonal": [1, 1, 1], "gravityFactor": 0},
                "joint": {"connectedNode": 0, "joint": 0}}}},
        ]);
        let model = physics_model(&nodes, &json!({KHR: {"physicsJoints": [{"limits": limits, "drives": drives}]}}));
        let mut world = World::new(WorldOptions::default().with_dt(self.dt));
        let id = world.spawn(model, Rigid::IDENTITY);
        let pointer = format!("/extensions/{KHR}/physicsJoints/0/drives/0/positionTarget");
        let target = world.property::<f32>(id, &pointer).unwrap();
        let step = |step| {
            world.set(target, self.target(step) as f32).unwrap();
            world.step();
            // Frame b from frame a is the negative height.
            -f64::from(position(&world, id, "lift").y)
        };
        (0..steps).map(step).collect()
    }

    /// The phase of places behind the sine of the target at the same times, in the last four seconds, degrees.
    fn phase(&self, places: &[f64]) -> f64 {
        let from = places.len() - (4.0 / self.dt).round() as usize;
        let (mut sine, mut cosine) = (0.0, 0.0);
        for (step, place) in places.iter().enumerate().skip(from) {
            let angle = TAU * (step as f64 + 1.0) * self.dt;
            (sine, cosine) = (sine + place * angle.sin(), cosine + place * angle.cos());
        }
        cosine.atan2(sine).to_degrees()
    }
}

impl Rig {
    /// How far the solver's motion is behind the exact one, degrees of the sine.
    ///
    /// Both have the poles λ = exp(s·dt) of the oscillator, and 1 − λ₁ − λ₂ + λ₁·λ₂ = A is what they move in all towards a target that
    /// stays. Of a target that is held for a step the exact motion has done p by the end of it, and A − p a step later; the solver, whose
    /// force acts in the middle of the step, A/2 and A/2 (`kernel::drive`, a = ½). Over the same poles that is (p·z + A − p) against
    /// A·(z + 1)/2, with z = exp(iω·dt). From p = A/2 of a slow spring to p = A of a stiff one the difference grows from nothing to
    /// half a step.
    fn lag_in_theory(&self, ratio: f64) -> f64 {
        let x = (self.stiffness / MASS).sqrt() * self.dt;
        let (p, all) = if ratio < 1.0 {
            let (decay, (sine, cosine)) = ((-ratio * x).exp(), (x * (1.0 - ratio * ratio).sqrt()).sin_cos());
            let p = 1.0 - decay * (cosine + ratio / (1.0 - ratio * ratio).sqrt() * sine);
            (p, 1.0 - 2.0 * decay * cosine + decay * decay)
        } else if ratio > 1.0 {
            let root = (ratio * ratio - 1.0).sqrt();
            let (slow, fast) = (x * (ratio - root), x * (ratio + root));
            let p = 1.0 - (fast * (-slow).exp() - slow * (-fast).exp()) / (fast - slow);
            (p, (1.0 - (-slow).exp()) * (1.0 - (-fast).exp()))
        } else {
            (1.0 - (1.0 + x) * (-x).exp(), (1.0 - (-x).exp()).powi(2))
        };
        let angle = TAU * self.dt;
        let (sine, cosine) = angle.sin_cos();
        (p * sine).atan2(p * cosine + all - p).to_degrees() - 0.5 * angle.to_degrees()
    }
}

/// A sine of 1 Hz, springs from soft to stiff, dampers from a third of critical to twice.
#[test]
fn a_moving_target_is_followed_without_a_step_of_lag() {
    for rate in [30.0, 60.0, 120.0] {
        for stiffness in [300.0, 3000.0, 30_000.0] {
            for ratio in [0.3, 1.0, 2.0] {
                let rig = Rig { stiffness, damping: ratio * 2.0 * (stiffness * MASS).sqrt(), dt: 1.0 / rate };
                let steps = (12.0 * rate) as u32;
                let (expected, found) = (rig.phase(&rig.in_theory(steps)), rig.phase(&rig.simulated(steps)));
                let lag = expected - found;
                let what = format!("{rate}/s, {stiffness} N/m, {ratio}: {found}° for {expected}°");
                // Less than four steps a period: the solver damps such a spring towards critical, and it follows the later for it.
                let is_damped = (stiffness / MASS).sqrt() / rate > 1.6 && ratio < 1.0;
                if is_damped && rate < 50.0 {
                    assert!(lag > 0.0 && lag < 360.0 / rate, "{what}");
                } else {
                    let theory = rig.lag_in_theory(ratio);
                    assert!(theory > 0.0 && theory < 180.0 / rate, "{theory}");
                    assert!((lag - theory).abs() < 0.02, "{what}, and {theory}° of it in theory");
                }
            }
        }
    }
}
