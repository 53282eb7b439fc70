//! The canonical form of joint descriptions.
//!
//! Exporters write a hinge as one two-axis limit of zero or as two one-axis limits of zero, a pin as one three-axis limit or as
//! three of one axis, a weld with its axes in any order. The canonical rows are the same for all of them: at most one
//! hard row for each metric, no row without effect, and zeros as locks of single axes.

use std::f32::consts::PI;

use super::{DofKind, JointDescription, JointDrive, JointLimit, LimitAxes};
use crate::kernel::limit::Metric;
use crate::math::Axis;

/// The range of one metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitRow {
    /// The metric.
    pub metric: Metric,
    /// Metres or radians; `None` for no lower end.
    pub min: Option<f32>,
    /// Metres or radians; `None` for no upper end.
    pub max: Option<f32>,
    /// The spring outside the range; `None` for a hard limit.
    pub spring: Option<LimitSpring>,
}

/// The spring and damper of a soft limit, outside its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitSpring {
    /// N/m or N·m/rad.
    pub stiffness: f32,
    /// N·s/m or N·m·s/rad, outside the range only.
    pub damping: f32,
}

/// A canonical joint description: equivalent descriptions are equal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CanonicalJoint {
    /// Hard rows first, each metric once, ascending; then soft ones, ascending.
    pub rows: Vec<LimitRow>,
    /// The drives with an effect, ascending by kind and axis.
    pub drives: Vec<JointDrive>,
}

impl LimitRow {
    /// Whether it leaves exactly one value.
    pub fn is_lock(&self) -> bool {
        self.spring.is_none() && self.min.is_some() && self.min == self.max
    }

    /// How far a value is outside the range, metres or radians; zero inside.
    pub fn violation(&self, value: f32) -> f32 {
        let below = self.min.map_or(0.0, |min| min - value);
        let above = self.max.map_or(0.0, |max| value - max);
        below.max(above).max(0.0)
    }

    /// The row without ends that nothing can reach: a metric without a sign has no value below zero.
    #[must_use]
    pub fn reachable(&self) -> Self {
        if self.metric.is_signed() {
            return *self;
        }
        Self { min: self.min.filter(|&min| min > 0.0), max: self.max.map(|max| max.max(0.0)), ..*self }
    }

    /// The axes that a hard row of several axes locks at zero; `None` if it leaves them any other value.
    pub fn locked_axes(&self) -> Option<impl Iterator<Item = Axis>> {
        let locks = self.spring.is_none() && !self.metric.is_signed() && self.is_zero();
        locks.then(|| measured_axes(self.metric))
    }

    fn hard(metric: Metric, min: Option<f32>, max: Option<f32>) -> Self {
        Self { metric, min, max, spring: None }
    }

    fn is_zero(&self) -> bool {
        // Zero is the end of the range of an unsigned metric; a signed one must end there on both sides.
        self.max == Some(0.0) && (!self.metric.is_signed() || self.min == Some(0.0))
    }
}

impl LimitAxes {
    /// Returns the metric of a limit on these axes (`KHR_physics_rigid_bodies`, appendix on limit metrics).
    pub fn metric(self, kind: DofKind) -> Metric {
        let one = self.iter().next().unwrap_or(Axis::X);
        let remaining = Axis::ALL.into_iter().find(|&axis| !self.contains(axis));
        match (kind, self.count(), remaining) {
            (DofKind::Linear, 1, _) => Metric::Along(one),
            (DofKind::Linear, _, Some(line)) => Metric::FromLine(line),
            (DofKind::Linear, _, None) => Metric::Distance,
            (DofKind::Angular, 1, _) => Metric::Twist(one),
            (DofKind::Angular, _, Some(axis)) => Metric::Cone(axis),
            (DofKind::Angular, _, None) => Metric::Angle,
        }
    }
}

impl JointDrive {
    /// Returns the metric that it acts on.
    pub fn metric(&self) -> Metric {
        match self.kind {
            DofKind::Linear => Metric::Along(self.axis),
            DofKind::Angular => Metric::Twist(self.axis),
        }
    }

    /// The drive without what does nothing: a spring without a target, a target without a spring or a damper.
    #[must_use]
    pub fn canonical(&self) -> Self {
        Self {
            stiffness: if self.position_target.is_some() { self.stiffness } else { 0.0 },
            position_target: self.position_target.filter(|_| self.stiffness != 0.0),
            velocity_target: self.velocity_target.filter(|&velocity| velocity != 0.0 && self.damping != 0.0),
            ..*self
        }
    }
}

impl JointLimit {
    /// Returns its metric.
    pub fn metric(&self) -> Metric {
        self.axes.metric(self.kind)
    }

    /// It alone as a row, as authored.
    pub fn row(&self) -> LimitRow {
        let spring = self
            .stiffness
            .filter(|stiffness| stiffness.is_finite())
            .map(|stiffness| LimitSpring { stiffness, damping: self.damping });
        LimitRow { metric: self.metric(), min: self.min, max: self.max, spring }
    }
}

impl JointDescription {
    /// Returns the canonical form.
    pub fn canonical(&self) -> CanonicalJoint {
        let rows: Vec<LimitRow> = self.limits.iter().filter_map(|limit| bounded(limit.row())).collect();
        let (soft, hard): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.spring.is_some());
        let mut rows = canonical_hard(hard);
        rows.extend(merged_soft(soft));
        CanonicalJoint { rows, drives: acting_drives(&self.drives) }
    }

    /// Whether a drive or a soft limit acts.
    pub fn has_springs(&self) -> bool {
        let CanonicalJoint { rows, drives } = self.canonical();
        !drives.is_empty() || rows.iter().any(|row| row.spring.is_some())
    }

    /// Whether both have the same canonical form.
    pub fn means_the_same(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
    }
}

/// The row without ends that nothing can reach, those of half a turn among them; `None` if no end is left, or nothing pulls back.
fn bounded(row: LimitRow) -> Option<LimitRow> {
    let mut row = row.reachable();
    if !row.metric.is_signed() && row.metric.is_angular() {
        row.max = row.max.filter(|&max| max < PI);
    }
    let acts = row.spring.is_none_or(|spring| spring.stiffness > 0.0 || spring.damping > 0.0);
    (acts && (row.min.is_some() || row.max.is_some())).then_some(row)
}

/// Each metric once, zeros as locks of single axes, and what locks leave of the metrics of several axes.
fn canonical_hard(rows: Vec<LimitRow>) -> Vec<LimitRow> {
    let mut rows = intersected(rows);
    // Each pass reduces some metric of several axes to rows of fewer axes; a chain has three links at most.
    for _ in 0..4 {
        let before = rows.clone();
        rows = rows.iter().flat_map(|row| simpler(row, &before)).filter_map(bounded).collect();
        rows = intersected(rows);
        if rows == before {
            break;
        }
    }
    rows
}

/// One row for each metric: the range that all of its rows share, or the middle of the gap where they share none.
fn intersected(mut rows: Vec<LimitRow>) -> Vec<LimitRow> {
    rows.sort_by_key(|row| row.metric);
    let mut result: Vec<LimitRow> = Vec::with_capacity(rows.len());
    for row in rows {
        match result.last_mut() {
            Some(last) if last.metric == row.metric => {
                last.min = larger(last.min, row.min);
                last.max = smaller(last.max, row.max);
            }
            _ => result.push(row),
        }
    }
    for row in &mut result {
        if let (Some(min), Some(max)) = (row.min, row.max)
            && min > max
        {
            let middle = 0.5 * (min + max);
            (row.min, row.max) = (Some(middle), Some(middle));
        }
    }
    result
}

fn larger(a: Option<f32>, b: Option<f32>) -> Option<f32> {
    a.into_iter().chain(b).reduce(f32::max)
}

fn smaller(a: Option<f32>, b: Option<f32>) -> Option<f32> {
    a.into_iter().chain(b).reduce(f32::min)
}

/// A row as rows of fewer axes, where that means the same beside the other rows.
fn simpler(row: &LimitRow, all: &[LimitRow]) -> Vec<LimitRow> {
    let metric = row.metric;
    if metric.is_signed() {
        return vec![*row];
    }
    let single = if metric.is_angular() { Metric::Twist } else { Metric::Along };
    if let Some(axes) = row.locked_axes() {
        // Zero distance from a line is zero along both other axes; a cone of zero leaves no twist about them.
        return axes.map(|axis| LimitRow::hard(single(axis), Some(0.0), Some(0.0))).collect();
    }
    if row.min.is_some() {
        // Two ranges, one on either side of zero: no row of one axis says that.
        return vec![*row];
    }
    let is_locked = |axis: Axis| all.iter().any(|other| other.metric == single(axis) && other.is_zero());
    let both_sides = |axis| vec![LimitRow::hard(single(axis), row.max.map(|max| -max), row.max)];
    let open: Vec<Axis> = measured_axes(metric).filter(|&axis| !is_locked(axis)).collect();
    match (metric, open.as_slice()) {
        // Every measured axis is locked already.
        (_, []) => Vec::new(),
        (Metric::FromLine(_) | Metric::Distance | Metric::Angle, &[axis]) => both_sides(axis),
        (Metric::Distance, &[i, j]) => vec![LimitRow { metric: Metric::FromLine(third(i, j)), ..*row }],
        // Locked about two axes, only the rotation about the third is left.
        (Metric::Cone(axis), &[open]) if is_locked(axis) => both_sides(open),
        _ => vec![*row],
    }
}

/// The axes that a metric of several axes measures along or about.
fn measured_axes(metric: Metric) -> impl Iterator<Item = Axis> {
    let left_out = match metric {
        Metric::FromLine(axis) | Metric::Cone(axis) => Some(axis),
        _ => None,
    };
    Axis::ALL.into_iter().filter(move |&axis| Some(axis) != left_out)
}

fn third(i: Axis, j: Axis) -> Axis {
    Axis::ALL.into_iter().find(|&axis| axis != i && axis != j).unwrap_or(Axis::X)
}

/// Springs side by side over the same range are one spring.
fn merged_soft(mut rows: Vec<LimitRow>) -> Vec<LimitRow> {
    let key = |row: &LimitRow| (row.metric, row.min.unwrap_or(f32::NEG_INFINITY), row.max.unwrap_or(f32::INFINITY));
    rows.sort_by(|a, b| {
        let ((m, low, high), (n, other_low, other_high)) = (key(a), key(b));
        m.cmp(&n).then(low.total_cmp(&other_low)).then(high.total_cmp(&other_high))
    });
    let mut result: Vec<LimitRow> = Vec::with_capacity(rows.len());
    for row in rows {
        match result.last_mut() {
            Some(last) if key(last) == key(&row) => {
                if let (Some(sum), Some(more)) = (last.spring.as_mut(), row.spring) {
                    sum.stiffness += more.stiffness;
                    sum.damping += more.damping;
                }
            }
            _ => result.push(row),
        }
    }
    result
}

/// The drives with an effect, ascending by kind and axis. A spring without a target has none.
fn acting_drives(drives: &[JointDrive]) -> Vec<JointDrive> {
    let mut acting: Vec<JointDrive> = drives
        .iter()
        .map(JointDrive::canonical)
        .filter(|drive| drive.max_force != Some(0.0) && (drive.stiffness != 0.0 || drive.damping != 0.0))
        .collect();
    acting.sort_by_key(|drive| (drive.kind, drive.axis));
    acting
}

#[cfg(test)]
mod tests;
