//! Values between keys (glTF 2.0, section 3.11 and appendix C).

use std::ops::{Add, Mul};

use glam::Quat;

use crate::math::PartOfArc;

/// Where a time lies among the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The key at or before the time.
    pub from: usize,
    /// The key behind it; the same key before the first and after the last.
    pub to: usize,
    /// How far from one to the other, 0…1.
    pub fraction: f32,
    /// Seconds from one to the other.
    pub seconds: f32,
}

/// Finds the keys around a time; before the first key and behind the last one the value stands still.
///
/// `times` must increase and not be empty.
pub fn locate(times: &[f32], time: f32) -> Span {
    around(times, time, times.partition_point(|&key| key <= time))
}

/// As [`locate`], for times that only go forward: the search begins at the key that was found last.
pub fn locate_onward(times: &[f32], time: f32, last: usize) -> Span {
    let passed = times.iter().skip(last).take_while(|&&key| key <= time).count();
    around(times, time, last + passed)
}

/// The keys around a time, where `after` is the first behind it.
fn around(times: &[f32], time: f32, after: usize) -> Span {
    match (after.checked_sub(1), times.get(after)) {
        (None, _) => Span { from: 0, to: 0, fraction: 0.0, seconds: 0.0 },
        (Some(from), None) => Span { from, to: from, fraction: 0.0, seconds: 0.0 },
        (Some(from), Some(&next)) => {
            let seconds = next - times[from];
            Span { from, to: after, fraction: (time - times[from]) / seconds, seconds }
        }
    }
}

/// `LINEAR` for everything but rotations: on a straight line.
pub fn linear<T: Copy + Add<Output = T> + Mul<f32, Output = T>>(from: T, to: T, fraction: f32) -> T {
    from * (1.0 - fraction) + to * fraction
}

/// `LINEAR` for rotations: along the shortest arc.
#[inline]
pub fn linear_rotation(from: Quat, to: Quat, fraction: &PartOfArc) -> Quat {
    fraction.between(from, to)
}

/// A key of `CUBICSPLINE`: the tangents are per second.
#[derive(Clone, Copy, Debug)]
pub struct SplineKey<T> {
    /// The slope with which the curve arrives.
    pub in_tangent: T,
    /// The value.
    pub value: T,
    /// The slope with which the curve leaves.
    pub out_tangent: T,
}

/// `CUBICSPLINE`: the cubic Hermite curve through both keys. A rotation must be normalized afterwards.
pub fn cubic_spline<T: Copy + Add<Output = T> + Mul<f32, Output = T>>(
    from: SplineKey<T>,
    to: SplineKey<T>,
    fraction: f32,
    seconds: f32,
) -> T {
    let t = fraction;
    let (t2, t3) = (t * t, t * t * t);
    from.value * (2.0 * t3 - 3.0 * t2 + 1.0)
        + from.out_tangent * (seconds * (t3 - 2.0 * t2 + t))
        + to.value * (3.0 * t2 - 2.0 * t3)
        + to.in_tangent * (seconds * (t3 - t2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_located_between_their_keys() {
        let times = [1.0, 2.0, 4.0];
        let span = |from, to, fraction, seconds| Span { from, to, fraction, seconds };
        assert_eq!(locate(&times, 0.0), span(0, 0, 0.0, 0.0));
        assert_eq!(locate(&times, 1.0), span(0, 1, 0.0, 1.0));
        assert_eq!(locate(&times, 3.5), span(1, 2, 0.75, 2.0));
        assert_eq!(locate(&times, 4.0), span(2, 2, 0.0, 0.0));
        assert_eq!(locate(&times, 9.0), span(2, 2, 0.0, 0.0));
        assert_eq!(locate(&times, f32::NAN), span(0, 0, 0.0, 0.0));
    }

    #[test]
    fn going_forward_finds_the_same_keys() {
        let times = [1.0, 2.0, 4.0];
        let mut last = 0;
        for step in 0..60 {
            let time = step as f32 * 0.1;
            let span = locate_onward(&times, time, last);
            assert_eq!(span, locate(&times, time));
            last = span.from;
        }
    }

    #[test]
    fn a_spline_with_the_tangents_of_a_cubic_is_that_cubic() {
        // f(x) = x³ − 2x + 1 on 1…3: f = 0 and 22, f' = 3x² − 2 = 1 and 25.
        let from = SplineKey { in_tangent: 0.0, value: 0.0, out_tangent: 1.0 };
        let to = SplineKey { in_tangent: 25.0, value: 22.0, out_tangent: 0.0 };
        for fraction in [0.0_f32, 0.25, 0.5, 0.9, 1.0] {
            let x = 1.0 + 2.0 * fraction;
            let expected = x * x * x - 2.0 * x + 1.0;
            assert!((cubic_spline(from, to, fraction, 2.0) - expected).abs() < 1e-4);
        }
    }
}
