//! The law of drives and soft limits (`KHR_physics_rigid_bodies`, "Joints"), and the coefficients with which a simulation
//! in steps follows it.
//!
//! # The law
//!
//! `F = k·(x_target − x) + c·(v_target − v)`, in acceleration mode times the effective mass.
//! Stiffness k is in N/m, damping c in N·s/m; N·m/rad and N·m·s/rad about an axis; 1/s² and 1/s in acceleration mode.
//!
//! # One step of it
//!
//! Take one degree of freedom with inverse mass W and a target at rest, and measure time in steps: u = dt·v,
//! g = dt²·W·F, and the dimensionless stiffness x² = dt²·k·W and damping y = dt·c·W. An engine that divides a step into N
//! equal parts and integrates each of them with the velocity at its end moves, under a force that is constant over the step,
//!
//! ```text
//! u' = u + g,    e' = e − u − a·g,    a = (N + 1)/2N,         e = target − position
//! ```
//!
//! With the linear feedback g = α·e − β·u this is a map with the trace 2 − a·α − β and the determinant 1 − β + (1 − a)·α.
//! The damped oscillator has, over one step, the eigenvalues exp(−z·x ± i·x·√(1 − z²)) with z = y/2x. Equal eigenvalues
//! mean equal frequency and equal decay, whatever the step; they ask for
//!
//! ```text
//! α = A,   β = 1 − Δ + (1 − a)·A,   A = (1 − E)² + 4E·sin²(½·x·√(1 − z²)),   Δ = E²,   E = exp(−z·x)      (z < 1)
//! A = (1 − e^(−s₁))·(1 − e^(−s₂)),   Δ = e^(−s₁−s₂),   s₁,₂ = x·(z ∓ √(z² − 1))                           (z ≥ 1)
//! ```
//!
//! # The same, ready to be coupled
//!
//! Bodies that hang on each other must feel each other's springs within the step, so the feedback is written with the
//! change of velocity that the whole system agrees on:
//!
//! ```text
//! p = dt·[k·(e − θ·dt·v) + c·(v_target − v)] − s·dv,     s = (D − 1)/W
//! ```
//!
//! Alone, dv = W·p gives g = (x²·e − (x²·θ + y)·u)/D: the wanted α follows from D = x²/A, the wanted β from
//! θ = (β·D − y)/x². A body at rest under a load (dv = 0, v = 0) has k·e = load exactly, because neither D nor θ touches
//! k: only the transient is corrected to the right frequency, never the equilibrium.
//!
//! D must not fall below ¾ + ¼x² + ½y, where the coupled system is stable whatever the other masses are; and a spring too
//! fast for the step to show (x > 1.6, less than four steps a period) is damped towards critical, because its
//! oscillation could only be noise. Without stiffness, D = y/(1 − e^(−y)) decays the velocity as the damper does.
//!
//! # Into a soft limit, and out of it
//!
//! With β = 1 − Δ + (1 − a)·α the force is g = α·X − (1 − Δ)·u, where X = e − (1 − a)·u is the error where the bodies will be
//! (1 − a)·dt later: a leapfrog that kicks at X and drifts. Half a step before and after the kick lie the penetrations
//! P₀ and P₁ = P₀ + (u + u')/2, and inside the limit the undamped motion conserves ½u² + ½κP² with
//! κ = α/(1 − α/4). A step that crosses the end of the range conserves the same when its force is the discrete
//! gradient of that energy, (V(P₁) − V(P₀))/(P₁ − P₀) with V = ½κ·max(P, 0)²: [`crossing`] is that mean penetration.
//! So an undamped limit conserves energy.

use crate::math::double::{exp, exp_m1, sin};

/// The coefficients of one spring and damper over one step; see the module documentation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepLaw {
    /// D: the factor on the inertia of the degree of freedom within the step.
    pub inertia: f64,
    /// θ: how many steps ahead the spring extrapolates the position.
    pub look_ahead: f64,
    /// α: the pull towards the target, as a part of the error that one step removes.
    pub pull: f64,
    /// 1 − Δ: the part of the velocity that one step removes.
    pub drag: f64,
}

/// Above this many radians a step, a spring is too fast to be resolved and is damped.
const FAST: f64 = 1.6;

/// At this many radians a step above [`FAST`], it is critically damped.
const FAST_RANGE: f64 = 2.4;

impl StepLaw {
    /// Computes the coefficients of a spring and damper over a step, from x² = dt²·k·W, y = dt·c·W and the engine's a. All finite, not
    /// negative; a in ½…1.
    pub fn new(stiffness: f64, damping: f64, a: f64) -> Self {
        let y = damping;
        if stiffness <= f64::MIN_POSITIVE {
            let drag = -exp_m1(-y);
            let inertia = if y > 1e-9 { y / drag } else { 1.0 + 0.5 * y };
            return Self { inertia, look_ahead: 1.0 - a, pull: 0.0, drag };
        }
        let x = stiffness.sqrt();
        let natural = y / (2.0 * x);
        let ratio = natural.max(smooth_step((x - FAST) / FAST_RANGE));
        let (exact_pull, drag) = if ratio < 1.0 { oscillating(x, ratio) } else { creeping(x, ratio) };
        let inertia = (stiffness / exact_pull).max(0.75 + 0.25 * stiffness + 0.5 * y);
        let pull = stiffness / inertia;
        let feedback = drag + (1.0 - a) * pull;
        let look_ahead = ((feedback * inertia - y) / stiffness).clamp(1.0 - a, 2.0);
        Self { inertia, look_ahead, pull, drag }
    }

    /// κ: the stiffness, in the units of x², of the energy that a step conserves.
    pub fn conserved_stiffness(&self) -> f64 {
        self.pull / (1.0 - 0.25 * self.pull)
    }
}

/// Returns A and 1 − Δ of an underdamped motion.
fn oscillating(x: f64, ratio: f64) -> (f64, f64) {
    let lost = -exp_m1(-ratio * x);
    let half = sin(0.5 * x * (1.0 - ratio * ratio).max(0.0).sqrt());
    (lost * lost + 4.0 * (1.0 - lost) * half * half, lost * (2.0 - lost))
}

/// Returns A and 1 − Δ of an overdamped motion.
fn creeping(x: f64, ratio: f64) -> (f64, f64) {
    let fast = x * (ratio + (ratio * ratio - 1.0).max(0.0).sqrt());
    // s₁·s₂ = x²; the difference of the two terms of s₁ would lose its digits.
    let slow = x * x / fast;
    (exp_m1(-slow) * exp_m1(-fast), 1.0 - exp(-slow - fast))
}

fn smooth_step(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The mean penetration of a step that goes from penetration `before` to `after` (negative: short of the limit), in the
/// sense that (energy after − energy before) = κ·mean·(after − before), and its derivative with respect to `after`.
pub fn crossing(before: f64, after: f64) -> (f64, f64) {
    let (inside_before, inside_after) = (before.max(0.0), after.max(0.0));
    let distance = after - before;
    if before >= 0.0 && after >= 0.0 {
        return (0.5 * (before + after), 0.5);
    }
    if inside_before + inside_after == 0.0 {
        return (0.0, 0.0);
    }
    // One end is inside and the other is not, so that the distance between them is not zero.
    let mean = (inside_after * inside_after - inside_before * inside_before) / (2.0 * distance);
    (mean, (inside_after - mean) / distance)
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "fractions that are exact")]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    /// The engine's four parts a step.
    const A: f64 = 0.625;

    /// One degree of freedom with unit mass, moved as the engine moves it; time in steps.
    struct Mass {
        position: f64,
        velocity: f64,
    }

    impl Mass {
        fn push(&mut self, g: f64) {
            self.position += self.velocity + A * g;
            self.velocity += g;
        }

        /// One step of a spring of dimensionless stiffness towards zero, with a load, as the coupled system would solve it.
        fn step(&mut self, stiffness: f64, damping: f64, load: f64) {
            let law = StepLaw::new(stiffness, damping, A);
            let error = -self.position - law.look_ahead * self.velocity;
            self.push((stiffness * error - damping * self.velocity + load) / law.inertia);
        }
    }

    /// The damped oscillator x'' = −ω²x − 2ζωx' from x₀ with v₀, ζ < 1, at time t.
    fn oscillator(omega: f64, zeta: f64, x0: f64, v0: f64, t: f64) -> f64 {
        let damped = omega * (1.0 - zeta * zeta).sqrt();
        let (sine, cosine) = (damped * t).sin_cos();
        (-zeta * omega * t).exp() * (x0 * cosine + (v0 + zeta * omega * x0) / damped * sine)
    }

    #[test]
    fn the_motion_follows_the_damped_oscillator_at_any_step() {
        for omega in [0.05, 0.3, 1.0, 1.15] {
            for zeta in [0.0, 0.1, 0.5, 0.9] {
                let damping = 2.0 * zeta * omega;
                let mut mass = Mass { position: 1.0, velocity: 0.0 };
                let mut track = vec![mass.position];
                for _ in 0..200 {
                    mass.step(omega * omega, damping, 0.0);
                    track.push(mass.position);
                }
                // Equal poles: the track is an oscillator of the same frequency and decay, with an amplitude and a phase
                // that its first two points decide.
                let one = oscillator(omega, zeta, 1.0, 0.0, 1.0);
                let slope = oscillator(omega, zeta, 0.0, 1.0, 1.0);
                let v0 = (track[1] - one) / slope;
                for (n, position) in track.iter().enumerate() {
                    let expected = oscillator(omega, zeta, 1.0, v0, n as f64);
                    assert!(
                        (position - expected).abs() < 1e-9,
                        "ω {omega} ζ {zeta} step {n}: {position} not {expected}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_undamped_spring_has_its_period_and_its_amplitude() {
        for omega in [0.1, 0.5, 1.0] {
            let mut mass = Mass { position: 1.0, velocity: 0.0 };
            let (mut crossings, mut peak): (Vec<f64>, f64) = (Vec::new(), 0.0);
            for n in 0..4000 {
                let before = mass.position;
                mass.step(omega * omega, 0.0, 0.0);
                if before < 0.0 && mass.position >= 0.0 {
                    crossings.push(n as f64 + before / (before - mass.position));
                }
                if n > 3000 {
                    peak = peak.max(mass.position);
                }
            }
            let periods = (crossings.len() - 1) as f64;
            let period = (crossings[crossings.len() - 1] - crossings[0]) / periods;
            // The straight line between two points misses a crossing by at most ω²/8 of a step.
            assert!((period * omega / TAU - 1.0).abs() < 1e-4, "{period}");
            assert!((0.98..1.1).contains(&peak), "ω {omega}: {peak}");
        }
    }

    #[test]
    fn a_load_rests_where_the_spring_holds_it() {
        for (stiffness, damping) in [(0.01, 0.05), (1.0, 0.5), (300.0, 2.0), (1e6, 0.0)] {
            let mut mass = Mass { position: 0.0, velocity: 0.0 };
            for _ in 0..5000 {
                mass.step(stiffness, damping, 0.7);
            }
            assert!((mass.position * stiffness / 0.7 - 1.0).abs() < 1e-6, "{stiffness} {damping}: {}", mass.position);
        }
    }

    #[test]
    fn critical_damping_does_not_overshoot() {
        for omega in [0.1, 1.0, 3.0, 30.0] {
            let mut mass = Mass { position: 1.0, velocity: 0.0 };
            for _ in 0..500 {
                mass.step(omega * omega, 2.0 * omega, 0.0);
                assert!(mass.position > -1e-3, "ω {omega}: {}", mass.position);
            }
        }
    }

    #[test]
    fn a_damper_alone_decays_the_velocity_as_time_does() {
        for damping in [1e-12, 0.1, 1.0, 20.0] {
            let law = StepLaw::new(0.0, damping, A);
            // v' = v − y·v/D.
            let kept = 1.0 - damping / law.inertia;
            assert!((kept - (-damping).exp()).abs() < 1e-12, "{damping}: {kept}");
        }
    }

    #[test]
    fn a_vanishing_stiffness_is_the_damper_alone() {
        let (soft, none) = (StepLaw::new(1e-14, 0.8, A), StepLaw::new(0.0, 0.8, A));
        assert!((soft.inertia - none.inertia).abs() < 1e-9);
        assert!((soft.drag - none.drag).abs() < 1e-9);
    }

    #[test]
    fn the_numbers_stay_finite_and_the_map_stable_everywhere() {
        for i in 0..60 {
            for j in 0..60 {
                let stiffness = 10.0_f64.powf(f64::from(i) * 0.25 - 7.0);
                let damping = if j == 0 { 0.0 } else { 10.0_f64.powf(f64::from(j) * 0.2 - 6.0) };
                let law = StepLaw::new(stiffness, damping, A);
                assert!(law.inertia.is_finite() && law.inertia >= 0.99, "{stiffness} {damping} {law:?}");
                let alpha = stiffness / law.inertia;
                let beta = (stiffness * law.look_ahead + damping) / law.inertia;
                let (trace, determinant) = (2.0 - A * alpha - beta, 1.0 - beta + (1.0 - A) * alpha);
                // Both eigenvalues lie in the unit circle (Jury): |det| ≤ 1 and |trace| ≤ 1 + det.
                assert!(determinant.abs() <= 1.0 + 1e-9, "{stiffness} {damping}: determinant {determinant}");
                assert!(trace.abs() <= 1.0 + determinant + 1e-9, "{stiffness} {damping}: trace {trace}");
            }
        }
    }

    /// One step of an undamped limit that pushes where position > 0, with the crossing solved by Newton's method.
    fn step_against_limit(mass: &mut Mass, law: &StepLaw) {
        let kappa = law.conserved_stiffness();
        let before = mass.position + (0.5 - A) * mass.velocity;
        let mut g = 0.0;
        for _ in 0..20 {
            let after = before + mass.velocity + 0.5 * g;
            let (mean, slope) = crossing(before, after);
            let residual = g + kappa * mean;
            g -= residual / (1.0 + 0.5 * kappa * slope);
        }
        mass.push(g);
    }

    #[test]
    fn an_undamped_limit_returns_what_ran_into_it() {
        for omega in [0.05, 0.2, 0.6, 1.0, 1.5] {
            let law = StepLaw::new(omega * omega, 0.0, A);
            for phase in 0..20 {
                let mut mass = Mass { position: -3.0 + 0.05 * f64::from(phase), velocity: 1.0 };
                for _ in 0..200 {
                    step_against_limit(&mut mass, &law);
                }
                assert!((mass.velocity + 1.0).abs() < 1e-9, "ω {omega} phase {phase}: {}", mass.velocity);
            }
        }
    }

    #[test]
    fn the_mean_penetration_is_the_discrete_gradient() {
        // From −1 to 2: energy ½·4 over a distance of 3.
        assert_eq!(crossing(-1.0, 2.0).0, 2.0 / 3.0);
        // From 2 out to −1: the same energy over the same distance.
        assert_eq!(crossing(2.0, -1.0).0, 2.0 / 3.0);
        assert_eq!(crossing(1.0, 2.0), (1.5, 0.5));
        assert_eq!(crossing(-2.0, -1.0), (0.0, 0.0));
        for (before, after) in [(-1.0, 2.0), (2.0, -1.0), (-0.5, 0.01), (0.7, -3.0)] {
            let h = 1e-6;
            let numeric = (crossing(before, after + h).0 - crossing(before, after - h).0) / (2.0 * h);
            assert!((crossing(before, after).1 - numeric).abs() < 1e-6);
        }
    }
}
