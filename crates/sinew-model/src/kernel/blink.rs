//! Blinking by itself: how far the lids are closed at a time.
//!
//! A function of time alone, so that it needs no state, is the same on every machine, and can be asked for any moment. Time is
//! cut into intervals of one length; each has one blink, at a place that a hash of its number and the seed decides.

/// How a pair of eyes blinks.
///
/// ```
/// use sinew_model::kernel::blink::Blink;
///
/// let blink = Blink::default();
/// let closed = (0..600).filter(|frame| blink.closed(f64::from(*frame) / 60.0) > 0.5).count();
/// assert!(closed > 0 && closed < 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blink {
    /// Seconds in which one blink falls.
    pub interval: f64,
    /// Seconds for the lids to close.
    pub closing: f64,
    /// Seconds that they stay closed.
    pub shut: f64,
    /// Seconds for the lids to open.
    pub opening: f64,
    /// Avatars with different seeds blink at different times.
    pub seed: u64,
}

impl Default for Blink {
    /// 15 blinks a minute of a quarter of a second each, as people at rest have.
    fn default() -> Self {
        Self { interval: 4.0, closing: 0.08, shut: 0.05, opening: 0.12, seed: 0 }
    }
}

impl Blink {
    /// How far the lids are closed at a time in seconds, 0…1: the value for the expression `blink`. Settings that leave no
    /// room for a blink within the interval give 0.
    pub fn closed(&self, seconds: f64) -> f32 {
        let length = self.closing.max(0.0) + self.shut.max(0.0) + self.opening.max(0.0);
        let spare = self.interval - length;
        if !(spare >= 0.0 && self.interval > 0.0 && seconds.is_finite()) {
            return 0.0;
        }
        let number = (seconds / self.interval).floor();
        let start = spare * fraction(self.seed ^ (number as i64).cast_unsigned());
        let since = seconds - number * self.interval - start;
        let closed = if since < 0.0 || since >= length {
            0.0
        } else if since < self.closing {
            since / self.closing
        } else if since < self.closing + self.shut.max(0.0) {
            1.0
        } else {
            (length - since) / self.opening
        };
        closed.clamp(0.0, 1.0) as f32
    }
}

/// A number in 0…1 that looks random (`SplitMix64`).
fn fraction(number: u64) -> f64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) as f64 / u64::MAX as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interval_has_one_whole_blink() {
        let blink = Blink { seed: 7, ..Blink::default() };
        for interval in 0..50 {
            let at = |millisecond: u32| blink.closed(f64::from(interval) * 4.0 + f64::from(millisecond) / 1000.0);
            let values: Vec<f32> = (0..4000).map(at).collect();
            let shut = values.iter().filter(|value| **value >= 1.0).count();
            assert!((49..=52).contains(&shut), "{interval}: {shut} ms");
            // Lids rise once and fall once: the sum of all changes is 2.
            let changes: f32 = values.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum();
            assert!((changes - 2.0).abs() < 0.03, "{interval}: {changes}");
            // The area under the curve: half of closing and opening, and all of the time between.
            let area: f32 = values.iter().sum::<f32>() / 1000.0;
            assert!((area - 0.15).abs() < 2e-3, "{interval}: {area}");
        }
    }

    #[test]
    fn seeds_blink_apart_and_impossible_settings_not_at_all() {
        let starts = |seed| {
            let blink = Blink { seed, ..Blink::default() };
            (0..8000).find(|ms| blink.closed(f64::from(*ms) / 1000.0) > 0.0)
        };
        assert_ne!(starts(1), starts(2));
        for blink in [
            Blink { interval: 0.0, ..Blink::default() },
            Blink { interval: 0.1, ..Blink::default() },
            Blink { interval: f64::NAN, ..Blink::default() },
        ] {
            assert!((0..100).all(|time| blink.closed(f64::from(time)) <= 0.0));
        }
        assert!(Blink::default().closed(f64::INFINITY) <= 0.0);
        assert!((0..4000).any(|ms| Blink { closing: 0.0, ..Blink::default() }.closed(f64::from(ms) / 1000.0) > 0.9));
    }
}
