//! Ranges of the metrics of limits.

use std::f64::consts::{PI, TAU};

use super::row::Status;
use sinew_model::kernel::limit::unwrap;
use sinew_model::model::physics::LimitRow;

/// A range of a metric; metres or radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LimitRange {
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
}

impl LimitRange {
    /// The range of a row, with finite ends: callers can build descriptions that no file has.
    pub(crate) fn of(row: &LimitRow) -> Self {
        let finite = |end: f32| if end.is_finite() { f64::from(end) } else { 0.0 };
        Self { min: row.min.map(finite), max: row.max.map(finite) }
    }

    /// Whether it is narrower than a revolution, so that a twist needs no history.
    pub(crate) fn is_within_a_revolution(&self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if max - min < TAU)
    }

    /// The unwrapped value of a twist: the one nearest to the middle of a range narrower than a revolution, otherwise the
    /// one nearest to the value before.
    pub(crate) fn unwrapped(&self, before: f64, value: f64) -> f64 {
        match (self.min, self.max) {
            (Some(min), Some(max)) if self.is_within_a_revolution() => unwrap(0.5 * (min + max), value),
            _ => unwrap(before, value),
        }
    }

    /// The end that a status holds.
    pub(super) fn end(&self, status: Status) -> Option<f64> {
        match status {
            Status::Low => self.min,
            Status::High => self.max,
            Status::On | Status::Off => None,
        }
    }

    /// The twist about which the smooth form of a twist beyond `end` is unambiguous: the middle of a range narrower than a
    /// revolution, or an end that is near. `None` if the form does not grow with the twist, which is unwrapped.
    pub(super) fn twist_center(&self, end: f64, twist: f64) -> Option<f64> {
        match (self.min, self.max) {
            (Some(min), Some(max)) if self.is_within_a_revolution() => Some(0.5 * (min + max)),
            _ => ((twist - end).abs() < 0.5 * PI).then_some(end),
        }
    }

    /// Of the angles that differ from `value` by whole revolutions, returns the smallest of those with the least
    /// violation. A file gives the frames of a joint but no revolutions.
    pub(crate) fn nearest_revolution(&self, value: f64) -> f64 {
        let violation = |value: f64| self.deepest(value).map_or(0.0, |(_, depth)| depth.max(0.0));
        let end = match (self.min, self.max) {
            (Some(min), _) if value < min => min,
            (_, Some(max)) if value > max => max,
            _ => return value,
        };
        // The angle nearest to the violated end, and the next one beyond it, which is in the range if the range is wide
        // enough.
        let near = unwrap(end, value);
        let inward = if end > value { TAU } else { -TAU };
        let candidates = [near, near + inward, value];
        candidates.into_iter().min_by(|a, b| violation(*a).total_cmp(&violation(*b))).unwrap_or(value)
    }

    /// Returns the end that is passed most or nearest to being passed: its sign, and the penetration.
    pub(super) fn deepest(&self, value: f64) -> Option<(f64, f64)> {
        let above = self.max.map(|max| (1.0, value - max));
        let below = self.min.map(|min| (-1.0, min - value));
        match (above, below) {
            (Some(above), Some(below)) => Some(if below.1 > above.1 { below } else { above }),
            (above, below) => above.or(below),
        }
    }

    /// Whether it allows a single value; a metric without a sign has none below zero.
    pub(super) fn is_point(&self, signed: bool) -> bool {
        (self.min.is_some() && self.min == self.max) || (!signed && self.max == Some(0.0))
    }
}
