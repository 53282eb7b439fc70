//! The worst of many steps.

use super::run::Reading;

/// The worst of the steps of a run.
#[derive(Clone, Copy, Debug)]
pub struct Worst {
    /// The largest gap, metres.
    pub gap: f64,
    /// The largest angle beyond a hard limit, rad.
    pub angle: f64,
    /// The deepest point below the floor, metres.
    pub depth: f64,
    /// The largest rise of energy from one step to the next, by poses and by velocities, over the scene's energy.
    pub gain: f64,
    /// The largest rise of energy above the lowest value before, over the scene's energy.
    pub climb: f64,
    scale: f64,
    last: f64,
    reported: f64,
    lowest: f64,
}

impl Worst {
    /// Nothing yet; gains are over this energy, joules.
    pub fn of_energy(scale: f64) -> Self {
        Self {
            gap: 0.0,
            angle: 0.0,
            depth: 0.0,
            gain: 0.0,
            climb: 0.0,
            scale,
            last: f64::INFINITY,
            reported: f64::INFINITY,
            lowest: f64::INFINITY,
        }
    }

    /// Takes one more step into account.
    pub fn add(&mut self, reading: &Reading) {
        // What is no number is the worst of all, and `max` would forget it.
        let value = |number: f64| if number.is_nan() { f64::INFINITY } else { number };
        self.gap = self.gap.max(value(reading.gap));
        self.angle = self.angle.max(value(reading.angle));
        self.depth = self.depth.max(value(reading.depth));
        let [energy, reported] = [reading.energy, reading.reported].map(value);
        if self.last.is_finite() {
            // Only what is more than the step before can have had is a rise.
            let before = self.last + reading.slack;
            self.lowest = self.lowest.min(before);
            let rise = (energy - before).min(reported - self.reported);
            self.gain = self.gain.max(rise / self.scale);
            self.climb = self.climb.max((energy - self.lowest) / self.scale);
        }
        (self.last, self.reported) = (energy, reported);
    }
}

/// The middle of numbers; not a number for none.
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let count = numbers.len();
    if count == 0 {
        return f64::NAN;
    }
    0.5 * (numbers[(count - 1) / 2] + numbers[count / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rise_counts_beyond_what_the_step_before_may_have_had() {
        let mut worst = Worst::of_energy(2.0);
        for (energy, slack) in [(10.0, 0.0), (10.5, 0.6), (10.0, 0.0), (10.3, 0.1), (10.5, 0.0)] {
            worst.add(&Reading { energy, reported: energy, slack, ..Reading::default() });
        }
        // From 10.0 + 0.1 to 10.3, and on to 10.5; half of that over 2 J.
        assert!((worst.gain - 0.1).abs() < 1e-12 && (worst.climb - 0.2).abs() < 1e-12, "{worst:?}");
    }

    #[test]
    fn a_rise_of_poses_alone_is_no_gain() {
        let mut worst = Worst::of_energy(1.0);
        for (energy, reported) in [(10.0, 10.0), (6.0, 9.9), (9.5, 9.8), (9.9, 10.0)] {
            worst.add(&Reading { energy, reported, ..Reading::default() });
        }
        // The limb that was turned back in the second step had its energy all the time; only the last 0.2 J are more than before.
        assert!((worst.gain - 0.2).abs() < 1e-12, "{worst:?}");
    }

    #[test]
    fn what_is_no_number_is_the_worst() {
        let mut worst = Worst::of_energy(1.0);
        worst.add(&Reading { gap: f64::NAN, ..Reading::default() });
        assert!(worst.gap.is_infinite());
    }
}
