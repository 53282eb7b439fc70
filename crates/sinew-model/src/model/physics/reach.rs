//! Joint limits that no pose satisfies.

use std::f32::consts::PI;

use super::{JointDescription, JointLimit};

/// Why no pose satisfies a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Impossible {
    /// The maximum of an unsigned metric is negative. The joint is held at zero.
    BelowZero,
    /// The minimum of an unsigned angle is above π. The joint is held at π.
    BeyondHalfTurn,
    /// The range is disjoint from that of an earlier hard limit of the same metric. The joint is held in the middle of the gap.
    Disjoint,
}

impl JointLimit {
    /// Returns why no pose satisfies the limit on its own.
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
    /// Returns for each limit why no pose satisfies it; of hard limits with disjoint ranges, the first is possible.
    pub fn impossible_limits(&self) -> Vec<Option<Impossible>> {
        let mut ranges: Vec<(_, f32, f32)> = Vec::new();
        let mut check = |limit: &JointLimit| {
            if let Some(reason) = limit.impossible() {
                return Some(reason);
            }
            let row = limit.row();
            if row.spring.is_some() {
                return None;
            }
            let (min, max) = (row.min.unwrap_or(f32::NEG_INFINITY), row.max.unwrap_or(f32::INFINITY));
            // There are fourteen metrics, one for each choice of axes.
            match ranges.iter_mut().find(|(metric, ..)| *metric == row.metric) {
                Some((_, low, high)) => {
                    (*low, *high) = (low.max(min), high.min(max));
                    (*low > *high).then_some(Impossible::Disjoint)
                }
                None => {
                    ranges.push((row.metric, min, max));
                    None
                }
            }
        };
        self.limits.iter().map(&mut check).collect()
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

    fn impossible_limits(limits: &[JointLimit]) -> Vec<Option<Impossible>> {
        JointDescription { limits: limits.to_vec(), drives: Vec::new() }.impossible_limits()
    }

    #[test]
    fn a_distance_is_never_below_zero_and_a_way_along_an_axis_may_be() {
        let below = |axes: &[Axis]| impossible_limits(&[limit(DofKind::Linear, axes, None, Some(-0.5))])[0];
        assert_eq!(below(&[Axis::X]), None);
        assert_eq!(below(&[Axis::X, Axis::Y]), Some(Impossible::BelowZero));
        assert_eq!(below(&Axis::ALL), Some(Impossible::BelowZero));
        // A lower end below zero limits nothing, and zero is met.
        assert_eq!(impossible_limits(&[limit(DofKind::Linear, &Axis::ALL, Some(-1.0), Some(0.0))]), [None]);
    }

    #[test]
    fn an_angle_between_directions_is_at_most_half_a_turn_and_a_twist_is_not() {
        let beyond = |axes: &[Axis], min| impossible_limits(&[limit(DofKind::Angular, axes, Some(min), None)])[0];
        assert_eq!(beyond(&[Axis::X], 4.0), None);
        assert_eq!(beyond(&[Axis::X, Axis::Y], 4.0), Some(Impossible::BeyondHalfTurn));
        assert_eq!(beyond(&Axis::ALL, f32::from_bits(PI.to_bits() + 1)), None, "rounded up");
    }

    #[test]
    fn of_disjoint_hard_ranges_the_later_is_reported() {
        let along = |min, max| limit(DofKind::Linear, &[Axis::X], Some(min), Some(max));
        let far = JointLimit { stiffness: Some(10.0), ..along(5.0, 6.0) };
        assert_eq!(
            impossible_limits(&[along(-1.0, 0.0), along(-0.5, 1.0), along(0.5, 2.0)]),
            [None, None, Some(Impossible::Disjoint)]
        );
        assert_eq!(impossible_limits(&[along(-1.0, 0.0), far]), [None, None]);
        let other = limit(DofKind::Linear, &[Axis::Y], Some(0.5), Some(2.0));
        assert_eq!(impossible_limits(&[along(-1.0, 0.0), other]), [None, None]);
    }
}
