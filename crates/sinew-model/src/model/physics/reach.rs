//! Ranges of joints that no pose can meet.

use std::f32::consts::PI;

use super::{JointDescription, JointLimit};

/// Why no two frames are ever within a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Impossible {
    /// The range ends below zero, where no distance and no angle between directions is. The joint is held at zero.
    BelowZero,
    /// The range begins beyond half a turn, where no angle between directions is. The joint is held at half a turn.
    BeyondHalfTurn,
    /// A hard limit before it, of the same metric, leaves nothing of the range. The joint is held in the middle of the gap.
    Apart,
}

impl JointLimit {
    /// Why its range cannot be met, whatever other limits there are.
    fn impossible(&self) -> Option<Impossible> {
        let metric = self.metric();
        if metric.is_signed() {
            return None;
        }
        if self.max.is_some_and(|max| max < 0.0) {
            return Some(Impossible::BelowZero);
        }
        // A number of seven digits for π may be a little above it.
        let is_beyond = metric.is_angular() && self.min.is_some_and(|min| min > PI * (1.0 + 1e-6));
        is_beyond.then_some(Impossible::BeyondHalfTurn)
    }
}

impl JointDescription {
    /// For each limit, why it cannot be met; of hard limits that share no value, the first is possible.
    pub fn impossible_limits(&self) -> Vec<Option<Impossible>> {
        let mut ranges: Vec<(_, f32, f32)> = Vec::new();
        let mut tell = |limit: &JointLimit| {
            if let Some(reason) = limit.impossible() {
                return Some(reason);
            }
            let row = limit.row();
            if row.spring.is_some() {
                return None;
            }
            let (min, max) = (row.min.unwrap_or(f32::NEG_INFINITY), row.max.unwrap_or(f32::INFINITY));
            // There are as many metrics as ways to choose axes, fourteen.
            match ranges.iter_mut().find(|(metric, ..)| *metric == row.metric) {
                Some((_, low, high)) => {
                    (*low, *high) = (low.max(min), high.min(max));
                    (*low > *high).then_some(Impossible::Apart)
                }
                None => {
                    ranges.push((row.metric, min, max));
                    None
                }
            }
        };
        self.limits.iter().map(&mut tell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Axis;
    use crate::model::physics::{DofKind, LimitAxes};

    fn limit(kind: DofKind, axes: &[Axis], min: Option<f32>, max: Option<f32>) -> JointLimit {
        JointLimit { kind, axes: LimitAxes::new(axes.to_vec()).unwrap(), min, max, stiffness: None, damping: 0.0 }
    }

    fn told(limits: &[JointLimit]) -> Vec<Option<Impossible>> {
        JointDescription { limits: limits.to_vec(), drives: Vec::new() }.impossible_limits()
    }

    #[test]
    fn a_distance_is_never_below_zero_and_a_way_along_an_axis_may_be() {
        let below = |axes: &[Axis]| told(&[limit(DofKind::Linear, axes, None, Some(-0.5))])[0];
        assert_eq!(below(&[Axis::X]), None);
        assert_eq!(below(&[Axis::X, Axis::Y]), Some(Impossible::BelowZero));
        assert_eq!(below(&Axis::ALL), Some(Impossible::BelowZero));
        // A lower end below zero limits nothing, and zero is met.
        assert_eq!(told(&[limit(DofKind::Linear, &Axis::ALL, Some(-1.0), Some(0.0))]), [None]);
    }

    #[test]
    fn an_angle_between_directions_is_at_most_half_a_turn_and_a_twist_is_not() {
        let beyond = |axes: &[Axis], min| told(&[limit(DofKind::Angular, axes, Some(min), None)])[0];
        assert_eq!(beyond(&[Axis::X], 4.0), None);
        assert_eq!(beyond(&[Axis::X, Axis::Y], 4.0), Some(Impossible::BeyondHalfTurn));
        assert_eq!(beyond(&Axis::ALL, f32::from_bits(PI.to_bits() + 1)), None, "rounded up");
    }

    #[test]
    fn of_hard_ranges_that_share_nothing_the_later_is_told() {
        let along = |min, max| limit(DofKind::Linear, &[Axis::X], Some(min), Some(max));
        let far = JointLimit { stiffness: Some(10.0), ..along(5.0, 6.0) };
        assert_eq!(told(&[along(-1.0, 0.0), along(-0.5, 1.0), along(0.5, 2.0)]), [None, None, Some(Impossible::Apart)]);
        assert_eq!(told(&[along(-1.0, 0.0), far]), [None, None]);
        let other = limit(DofKind::Linear, &[Axis::Y], Some(0.5), Some(2.0));
        assert_eq!(told(&[along(-1.0, 0.0), other]), [None, None]);
    }
}
