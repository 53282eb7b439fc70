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

/// A sine of 1 Hz, springs from soft to stiff, dampers from a third of critical to twice.
#[test]
fn a_moving_target_is_followed_without_a_step_of_lag() {
    for rate in [30.0, 60.0, 120.0] {
        for stiffness in [300.0, 3000.0, 30_000.0] {
            for ratio in [0.3, 1.0, 2.0] {
                let rig = Rig { stiffness, damping: ratio * 2.0 * (stiffness * MASS).sqrt(), dt: 1.0 / rate };
                let steps = (12.0 * rate) as u32;
                let (expected, found) = (rig.phase(&rig.in_theory(steps)), rig.phase(&rig.simulated(steps)));
                // A step is 360°/rate. What is behind is the integrator's: of second order in the rate of the spring times a step, which is
                // 0.2 for the softest of these at 60 steps a second and 2 for the stiffest.
                let lag = expected - found;
                let most = if stiffness < 1000.0 && rate > 50.0 { 0.5 } else { 360.0 / rate };
                assert!(lag.abs() < most, "{rate}/s, {stiffness} N/m, {ratio}: {found}° for {expected}°");
            }
        }
    }
}
