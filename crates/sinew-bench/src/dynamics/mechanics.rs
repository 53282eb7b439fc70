//! Formulas of mechanics that figures are compared with.

use std::f64::consts::{PI, TAU};

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

#[cfg(test)]
mod tests {
    use super::*;

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
