#![allow(clippy::float_cmp, reason = "fractions that are exact")]

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
fn the_force_is_the_sum_of_spring_and_damper() {
    // 300 N/m · 0.1 m + 20 N·s/m · −0.5 m/s = 30 − 10.
    assert!((force(300.0, 20.0, 0.1, -0.5) - 20.0).abs() < 1e-12);
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
                assert!((position - expected).abs() < 1e-9, "ω {omega} ζ {zeta} step {n}: {position} not {expected}");
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
    // From −1 to 2: energy ½·4 over a way of 3.
    assert_eq!(crossing(-1.0, 2.0).0, 2.0 / 3.0);
    // From 2 out to −1: the same energy over the way back.
    assert_eq!(crossing(2.0, -1.0).0, 2.0 / 3.0);
    assert_eq!(crossing(1.0, 2.0), (1.5, 0.5));
    assert_eq!(crossing(-2.0, -1.0), (0.0, 0.0));
    for (before, after) in [(-1.0, 2.0), (2.0, -1.0), (-0.5, 0.01), (0.7, -3.0)] {
        let h = 1e-6;
        let numeric = (crossing(before, after + h).0 - crossing(before, after - h).0) / (2.0 * h);
        assert!((crossing(before, after).1 - numeric).abs() < 1e-6);
    }
}
