//! The names of joint types.

use std::fmt;

use super::canonical::LimitRow;
use super::{DofKind, JointDescription};
use crate::kernel::limit::Metric;
use crate::math::Axis;

/// The type of a joint. Where a text names a special case (`OMI_physics_joint`, "Special Cases"), that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointClass {
    /// No degree of freedom. Also known as a weld.
    Fixed,
    /// All rotations, no translation.
    Pin,
    /// A rotation about one axis, within limits or freely.
    Hinge {
        /// Whether the rotation has a limit.
        is_limited: bool,
    },
    /// Rotations about two axes, as two shafts that meet at an angle.
    Universal,
    /// A pin whose axis stays in a cone, with or without a limit of the twist.
    ConeTwist,
    /// A translation along one axis; a rotation about it only within limits.
    Slider {
        /// Whether the translation has a limit.
        is_limited: bool,
    },
    /// A translation along one axis and a free rotation about it.
    Cylindrical,
    /// Translations in a plane, and a rotation about its normal.
    Planar,
    /// A maximum distance.
    Rope,
    /// A fixed distance.
    Rod,
    /// No limit at all.
    Free,
    /// Anything else.
    Generic,
}

impl JointClass {
    /// The name in lower case, with hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Pin => "pin",
            Self::Hinge { .. } => "hinge",
            Self::Universal => "universal",
            Self::ConeTwist => "cone-twist",
            Self::Slider { .. } => "slider",
            Self::Cylindrical => "cylindrical",
            Self::Planar => "planar",
            Self::Rope => "rope",
            Self::Rod => "rod",
            Self::Free => "free",
            Self::Generic => "generic",
        }
    }
}

impl fmt::Display for JointClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl JointDescription {
    /// Returns the type of the joint by its canonical limits. A soft limit limits and does not lock; drives are ignored.
    pub fn classify(&self) -> JointClass {
        let rows = self.canonical().rows;
        if rows.is_empty() {
            return JointClass::Free;
        }
        match fixed(&rows, DofKind::Linear).as_slice() {
            [_, _, _] => of_pinned(&rows),
            &[i, j] => of_line(&rows, remaining(i, j)),
            &[normal] => of_plane(&rows, normal),
            _ => of_distance(&rows),
        }
    }
}

/// The axes along or about which one value is left.
fn fixed(rows: &[LimitRow], kind: DofKind) -> Vec<Axis> {
    let axis = |row: &LimitRow| match (kind, row.metric) {
        (DofKind::Linear, Metric::Along(axis)) | (DofKind::Angular, Metric::Twist(axis)) => Some(axis),
        _ => None,
    };
    rows.iter().filter(|row| is_fixed(row)).filter_map(axis).collect()
}

/// Whether a row fixes an axis. A distance or an angle that is held at one value leaves a ring of poses.
fn is_fixed(row: &LimitRow) -> bool {
    row.is_lock() && matches!(row.metric, Metric::Along(_) | Metric::Twist(_))
}

/// The metrics of a kind that have a range.
fn ranges(rows: &[LimitRow], kind: DofKind) -> Vec<Metric> {
    let is_angular = kind == DofKind::Angular;
    let mut metrics: Vec<Metric> = rows
        .iter()
        .filter(|row| !is_fixed(row) && row.metric.is_angular() == is_angular)
        .map(|row| row.metric)
        .collect();
    metrics.dedup();
    metrics
}

/// No translation is left.
fn of_pinned(rows: &[LimitRow]) -> JointClass {
    // Soft rows along locked axes never act.
    let ranges = ranges(rows, DofKind::Angular);
    match (fixed(rows, DofKind::Angular).as_slice(), ranges.as_slice()) {
        ([_, _, _], _) => JointClass::Fixed,
        (&[i, j], []) => hinge(remaining(i, j), None),
        (&[i, j], &[range]) => hinge(remaining(i, j), Some(range)),
        ([_], ranges) if ranges.iter().all(|metric| matches!(metric, Metric::Twist(_))) => JointClass::Universal,
        ([], []) => JointClass::Pin,
        ([], &[Metric::Cone(_)]) => JointClass::ConeTwist,
        ([], &[Metric::Twist(twist), Metric::Cone(cone)]) if twist == cone => JointClass::ConeTwist,
        _ => JointClass::Generic,
    }
}

fn hinge(axis: Axis, range: Option<Metric>) -> JointClass {
    match range {
        None => JointClass::Hinge { is_limited: false },
        Some(Metric::Twist(limited)) if limited == axis => JointClass::Hinge { is_limited: true },
        Some(_) => JointClass::Generic,
    }
}

/// Only the translation along `line` is left.
fn of_line(rows: &[LimitRow], line: Axis) -> JointClass {
    let linear = ranges(rows, DofKind::Linear);
    if !(linear.is_empty() || linear == [Metric::Along(line)]) {
        return JointClass::Generic;
    }
    let slider = JointClass::Slider { is_limited: !linear.is_empty() };
    let angular = ranges(rows, DofKind::Angular);
    match fixed(rows, DofKind::Angular).as_slice() {
        [_, _, _] => slider,
        &[i, j] if remaining(i, j) == line && angular.is_empty() => JointClass::Cylindrical,
        &[i, j] if remaining(i, j) == line && angular == [Metric::Twist(line)] => slider,
        _ => JointClass::Generic,
    }
}

/// Translations across `normal` are left.
fn of_plane(rows: &[LimitRow], normal: Axis) -> JointClass {
    match fixed(rows, DofKind::Angular).as_slice() {
        &[i, j] if remaining(i, j) == normal => JointClass::Planar,
        _ => JointClass::Generic,
    }
}

fn of_distance(rows: &[LimitRow]) -> JointClass {
    match rows {
        [row] if row.metric == Metric::Distance && row.is_lock() => JointClass::Rod,
        // A spring towards the point itself is not a rope.
        [row] if row.metric == Metric::Distance && row.min.is_none() && row.max > Some(0.0) => JointClass::Rope,
        _ => JointClass::Generic,
    }
}

fn remaining(i: Axis, j: Axis) -> Axis {
    Axis::ALL.into_iter().find(|&axis| axis != i && axis != j).unwrap_or(Axis::X)
}
