//! Fixed steps out of whatever time passes.

/// Counts steps, and keeps what is left between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    dt: f64,
    steps: u64,
    remainder: f64,
}

/// What came of [`World::advance`](super::World::advance).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Advanced {
    /// How many steps were run.
    pub steps: u32,
    /// Seconds that were not run, because more had passed than the maximum number of steps makes up for.
    pub dropped: f64,
}

/// How far short of a whole step a sum of times may fall and still make one: what rounding does to a few thousand sums of
/// f64, in steps.
const NEARLY: f64 = 1e-9;

impl Clock {
    pub(super) fn new(dt: f64) -> Self {
        Self { dt, steps: 0, remainder: 0.0 }
    }

    /// Seconds of a step.
    pub(super) fn dt(&self) -> f64 {
        self.dt
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// Seconds since the start, in whole steps.
    pub(super) fn time(&self) -> f64 {
        self.steps as f64 * self.dt
    }

    /// Seconds that have passed since the last step, of less than one.
    pub(super) fn remainder(&self) -> f64 {
        self.remainder
    }

    /// How far the time is between the last step and the next, 0 to 1.
    pub(super) fn fraction(&self) -> f32 {
        (self.remainder / self.dt).clamp(0.0, 1.0) as f32
    }

    /// Sets the time; `false` if the remainder is not within a step.
    pub(super) fn set(&mut self, steps: u64, remainder: f64) -> bool {
        let is_usable = (0.0..=self.dt).contains(&remainder);
        if is_usable {
            (self.steps, self.remainder) = (steps, remainder);
        }
        is_usable
    }

    pub(super) fn count_step(&mut self) {
        self.steps += 1;
    }

    /// Converts passed time to steps. Of what exceeds `max`, whole steps are dropped and the part of a step is kept. Time that is
    /// not finite, or runs backwards, counts as none.
    pub(super) fn take(&mut self, seconds: f64, max: u32) -> Advanced {
        let seconds = if seconds.is_finite() { seconds.max(0.0) } else { 0.0 };
        let passed = self.remainder + seconds;
        let whole = (passed / self.dt + NEARLY).floor();
        self.remainder = (passed - whole * self.dt).clamp(0.0, self.dt);
        let steps = whole.min(f64::from(max));
        Advanced { steps: steps as u32, dropped: (whole - steps) * self.dt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_step_is_kept() {
        let mut clock = Clock::new(0.25);
        assert_eq!((clock.take(0.6, 10).steps, clock.fraction()), (2, 0.4));
        // 0.1 + 0.2 is more than a quarter by 0.05.
        assert_eq!(clock.take(0.2, 10).steps, 1);
        assert!((clock.fraction() - 0.2).abs() < 1e-6);
    }

    #[test]
    fn sixty_frames_of_a_sixtieth_are_sixty_steps() {
        let mut clock = Clock::new(1.0 / 60.0);
        assert!((0..6000).all(|_| clock.take(1.0 / 60.0, 4).steps == 1));
        let mut tenths = Clock::new(0.1);
        assert_eq!((0..1000).map(|_| tenths.take(0.01, 4).steps).sum::<u32>(), 100);
    }

    #[test]
    fn a_hitch_drops_whole_steps_and_reports_how_long() {
        let mut clock = Clock::new(0.25);
        // Ten seconds are forty steps, of which four are run.
        let advanced = clock.take(10.1, 4);
        assert_eq!((advanced.steps, advanced.dropped), (4, 9.0));
        assert!((clock.fraction() - 0.4).abs() < 1e-5);
    }

    #[test]
    fn time_that_is_none_makes_no_step() {
        let mut clock = Clock::new(0.25);
        assert!([f64::NAN, f64::INFINITY, -1.0].into_iter().all(|time| clock.take(time, 4) == Advanced::default()));
    }
}
