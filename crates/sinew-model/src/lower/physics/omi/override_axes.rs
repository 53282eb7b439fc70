//! Constraints of the earlier revision as limits: "If a joint node has multiple joint constraints that overlap each other,
//! later constraints should override the previous constraints."

use crate::math::Axis;
use crate::model::physics::{DofKind, JointLimit, LimitAxes};

/// A constraint that can be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Constraint {
    pub(super) linear: Option<LimitAxes>,
    pub(super) angular: Option<LimitAxes>,
    /// Not above `upper`.
    pub(super) lower: f32,
    pub(super) upper: f32,
    pub(super) stiffness: Option<f32>,
    pub(super) damping: f32,
}

/// The limits of constraints in their order. A range holds for each axis on its own, so that it is one limit an axis.
/// Axes that are fixed at zero stay together, where one limit over them says the same.
pub(super) fn limits(constraints: &[Constraint]) -> Vec<JointLimit> {
    let mut limits: Vec<JointLimit> = Vec::new();
    for constraint in constraints {
        for (kind, axes) in [(DofKind::Linear, constraint.linear), (DofKind::Angular, constraint.angular)] {
            let Some(axes) = axes else { continue };
            free(&mut limits, kind, axes);
            let of = |axes| JointLimit {
                kind,
                axes,
                min: Some(constraint.lower),
                max: Some(constraint.upper),
                stiffness: constraint.stiffness,
                damping: constraint.damping,
            };
            if constraint.lower == 0.0 && constraint.upper == 0.0 {
                limits.push(of(axes));
            } else {
                limits.extend(axes.iter().filter_map(|axis| LimitAxes::new([axis])).map(of));
            }
        }
    }
    limits
}

/// Removes axes from earlier limits.
fn free(limits: &mut Vec<JointLimit>, kind: DofKind, axes: LimitAxes) {
    limits.retain_mut(|limit| {
        if limit.kind != kind {
            return true;
        }
        let left = Axis::ALL.into_iter().filter(|&axis| limit.axes.contains(axis) && !axes.contains(axis));
        let left = LimitAxes::new(left);
        limit.axes = left.unwrap_or(limit.axes);
        left.is_some()
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes(indices: &[usize]) -> Option<LimitAxes> {
        LimitAxes::new(indices.iter().filter_map(|&index| Axis::from_index(index)))
    }

    fn constraint(linear: &[usize], angular: &[usize], lower: f32, upper: f32) -> Constraint {
        Constraint { linear: axes(linear), angular: axes(angular), lower, upper, stiffness: None, damping: 1.0 }
    }

    /// Kind, axes and range, for reading.
    fn described(constraints: &[Constraint]) -> Vec<String> {
        let describe = |limit: &JointLimit| {
            let axes = limit.axes.iter().map(|axis| format!("{axis:?}")).collect::<Vec<_>>().concat();
            format!("{:?} {axes} {}..{}", limit.kind, limit.min.unwrap(), limit.max.unwrap())
        };
        limits(constraints).iter().map(describe).collect()
    }

    #[test]
    fn axes_fixed_at_zero_are_one_limit() {
        assert_eq!(described(&[constraint(&[2, 0, 1], &[], 0.0, 0.0)]), ["Linear XYZ 0..0"]);
    }

    #[test]
    fn a_range_over_two_axes_is_a_box_and_not_a_circle() {
        assert_eq!(described(&[constraint(&[0, 2], &[], -1.0, 2.0)]), ["Linear X -1..2", "Linear Z -1..2"]);
        // Fixed at one is a corner of a box, and no sphere of radius one.
        assert_eq!(described(&[constraint(&[0, 1], &[], 1.0, 1.0)]), ["Linear X 1..1", "Linear Y 1..1"]);
    }

    #[test]
    fn one_constraint_may_hold_distances_and_angles() {
        assert_eq!(described(&[constraint(&[0, 1, 2], &[0, 1], 0.0, 0.0)]), ["Linear XYZ 0..0", "Angular XY 0..0"]);
    }

    #[test]
    fn a_later_constraint_overrides_an_earlier_one_axis_by_axis() {
        // A weld whose Y may slide and whose X may turn: a slider, spelled from coarse to fine.
        let weld = constraint(&[0, 1, 2], &[0, 1, 2], 0.0, 0.0);
        let slide = constraint(&[1], &[], -0.5, 1.5);
        let turn = constraint(&[], &[0], -1.0, 1.0);
        let expected = ["Linear XZ 0..0", "Angular YZ 0..0", "Linear Y -0.5..1.5", "Angular X -1..1"];
        assert_eq!(described(&[weld, slide, turn]), expected);
        // The other way context, the weld takes everything back.
        assert_eq!(described(&[slide, turn, weld]), ["Linear XYZ 0..0", "Angular XYZ 0..0"]);
    }
}
