//! Formulas of mechanics that figures are compared with.

use std::f64::consts::{PI, TAU};

use sinew::glam::DVec3;
use sinew_testkit::oracle::free_spin_rate;

/// The period of a pendulum of any amplitude, seconds: small swings take `2π/ω`; the rest is the complete elliptic integral of the
/// first kind, by the arithmetic-geometric mean (`T = 2π / (ω · agm(1, cos(θ/2)))`).
pub fn pendulum_period(omega: f64, amplitude: f64) -> f64 {
    let (mut a, mut b) = (1.0, (amplitude / 2.0).cos());
    while (a - b).abs() > 1e-14 {
        (a, b) = (f64::midpoint(a, b), f64::sqrt(a * b));
    }
    TAU / (omega * a)
}

/// An angle brought to −π…π.
pub fn wrapped(angle: f64) -> f64 {
    (angle + PI).rem_euclid(TAU) - PI
}

/// The times at which a sampled value passes zero upwards, between samples by the straight line.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    last: Option<(f64, f64)>,
    /// Seconds.
    pub times: Vec<f64>,
}

impl Crossings {
    /// Adds a sample.
    pub fn add(&mut self, time: f64, value: f64) {
        if let Some((before, last)) = self.last
            && last < 0.0
            && value >= 0.0
        {
            self.times.push(before + (time - before) * last / (last - value));
        }
        self.last = Some((time, value));
    }

    /// The mean time from one to the next; NaN for fewer than two.
    pub fn period(&self) -> f64 {
        match self.times.as_slice() {
            [first, .., last] => (last - first) / (self.times.len() - 1) as f64,
            _ => f64::NAN,
        }
    }
}

/// The times at which the spin about the middle axis of a free body changes its sign, by Euler's equations.
pub fn flips(moments: DVec3, spin: DVec3, seconds: f64) -> Vec<f64> {
    let step = 1e-4;
    let rate = |spin: DVec3| free_spin_rate(moments, spin);
    let (mut now, mut times) = (spin, Vec::new());
    for number in 0..(seconds / step).round() as usize {
        let next = runge_kutta(now, step, rate);
        if (next.y < 0.0) != (now.y < 0.0) {
            times.push(step * (number as f64 + now.y / (now.y - next.y)));
        }
        now = next;
    }
    times
}

/// One step of the classical Runge–Kutta method.
pub fn runge_kutta(now: DVec3, step: f64, rate: impl Fn(DVec3) -> DVec3) -> DVec3 {
    let a = rate(now);
    let b = rate(now + a * (step / 2.0));
    let c = rate(now + b * (step / 2.0));
    let d = rate(now + c * step);
    now + (a + (b + c) * 2.0 + d) * (step / 6.0)
}

/// A fit of `a·cos ωt + b·sin ωt` to samples, by least squares.
#[derive(Clone, Copy, Debug)]
pub struct Harmonic {
    omega: f64,
    /// The sums of cos², cos·sin and sin², and those of the samples with cos and sin.
    squares: [f64; 3],
    with: [f64; 2],
}

impl Harmonic {
    /// No samples yet, and the frequency, rad/s.
    pub fn new(omega: f64) -> Self {
        Self { omega, squares: [0.0; 3], with: [0.0; 2] }
    }

    /// Adds a sample.
    pub fn add(&mut self, time: f64, value: f64) {
        let (sine, cosine) = (self.omega * time).sin_cos();
        let squares = [cosine * cosine, cosine * sine, sine * sine];
        self.squares.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
        self.with[0] += value * cosine;
        self.with[1] += value * sine;
    }

    /// The amplitude of the oscillation.
    pub fn amplitude(&self) -> f64 {
        let [a, b] = self.solve();
        a.hypot(b)
    }

    /// Its phase `φ` in `cos(ωt + φ)`.
    pub fn phase(&self) -> f64 {
        let [a, b] = self.solve();
        (-b).atan2(a)
    }

    fn solve(&self) -> [f64; 2] {
        let ([cc, cs, ss], [vc, vs]) = (self.squares, self.with);
        let determinant = cc * ss - cs * cs;
        [(vc * ss - vs * cs) / determinant, (vs * cc - vc * cs) / determinant]
    }
}

/// Lagrange's top: an axisymmetric body under gravity with a fixed tip. Two momenta stay, so that the tilt θ alone has an
/// equation: with `a = p_up − p_spin·cos θ`, `I·θ″ = a²·cos θ/(I·sin³θ) − a·p_spin/(I·sin θ) + m·g·l·sin θ` and
/// `φ′ = a/(I·sin²θ)`.
#[derive(Clone, Copy, Debug)]
pub struct Top {
    /// About a horizontal axis through the tip, kg·m².
    pub moment: f64,
    /// The angular momentum along the top's axis, N·m·s.
    pub spin_momentum: f64,
    /// The angular momentum along the vertical, N·m·s.
    pub up_momentum: f64,
    /// Weight times the distance of the centre of mass from the tip, N·m.
    pub pull: f64,
    /// From the vertical, rad.
    pub tilt: f64,
    /// rad/s.
    pub tilt_rate: f64,
    /// rad.
    pub precession: f64,
}

impl Top {
    /// Advances by a time, in steps of about 10 µs.
    pub fn advance(&mut self, seconds: f64) {
        let count = (seconds * 1e5).ceil();
        let top = *self;
        let rate = |state: DVec3| {
            let (sine, cosine) = state.x.sin_cos();
            let a = top.up_momentum - top.spin_momentum * cosine;
            let torque = a * a * cosine / (top.moment * sine.powi(3)) - a * top.spin_momentum / (top.moment * sine)
                + top.pull * sine;
            DVec3::new(state.y, torque / top.moment, a / (top.moment * sine * sine))
        };
        let mut state = DVec3::new(self.tilt, self.tilt_rate, self.precession);
        for _ in 0..count as usize {
            state = runge_kutta(state, seconds / count, rate);
        }
        [self.tilt, self.tilt_rate, self.precession] = state.to_array();
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_fast_top_precesses_at_the_rate_of_the_books() {
        // A fast top precesses at m·g·l / p_spin on the mean, and nutates with p_spin / I: here 0.1 / 1 and 1 / 0.01 per second.
        let mut top = Top {
            moment: 0.01,
            spin_momentum: 1.0,
            up_momentum: 0.0,
            pull: 0.1,
            tilt: FRAC_PI_2,
            tilt_rate: 0.0,
            precession: 0.0,
        };
        top.advance(10.0);
        assert!((top.precession - 1.0).abs() < 0.01 && (top.tilt - FRAC_PI_2).abs() < 0.01, "{top:?}");
    }

    #[test]
    fn a_fit_finds_amplitude_and_phase() {
        let mut fit = Harmonic::new(63.0);
        (0..60).for_each(|i| fit.add(f64::from(i) / 60.0, 0.3 * (63.0 * f64::from(i) / 60.0 + 0.7).cos()));
        assert!((fit.amplitude() - 0.3).abs() < 1e-12 && (fit.phase() - 0.7).abs() < 1e-12, "{fit:?}");
    }

    #[test]
    fn a_top_without_spin_is_a_pendulum() {
        // From 2 rad above hanging: a quarter of the period later it hangs.
        let mut top = Top {
            moment: 1.0,
            spin_momentum: 0.0,
            up_momentum: 0.0,
            pull: 9.81,
            tilt: PI - 2.0,
            tilt_rate: 0.0,
            precession: 0.0,
        };
        top.advance(pendulum_period(9.81_f64.sqrt(), 2.0) / 4.0);
        assert!((top.tilt - PI).abs() < 1e-4, "{top:?}");
    }

    #[test]
    fn the_first_flip_is_that_of_the_other_oracle() {
        let (moments, spin) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.01, 5.0, 0.0));
        let first = flips(moments, spin, 5.0)[0];
        assert!((first - sinew_testkit::oracle::first_flip(moments, spin)).abs() < 2e-4, "{first}");
    }

    #[test]
    fn a_wide_swing_takes_as_long_as_tables_say() {
        // T/T₀ for 90° and 170°, from tables of the elliptic integral: 1.18034 and 2.43936.
        for (degrees, ratio) in [(90.0_f64, 1.180_34), (170.0, 2.439_36)] {
            assert!((pendulum_period(TAU, degrees.to_radians()) - ratio).abs() < 1e-5);
        }
    }

    #[test]
    fn crossings_lie_between_samples() {
        let mut crossings = Crossings::default();
        (0..100).for_each(|i| crossings.add(f64::from(i) * 0.1, (f64::from(i) * 0.1 * TAU / 3.0 - 1.0).sin()));
        assert!((crossings.period() - 3.0).abs() < 1e-3, "{crossings:?}");
    }
}
