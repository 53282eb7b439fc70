//! The terms of a joint: its limits and drives, each with one row or a few.

use sinew_model::kernel::limit::Metric;
use sinew_model::math::Axis;
use sinew_model::model::physics::{DriveMode, JointDescription, JointDrive, LimitRow};

/// A limit or a drive of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Term {
    pub coordinate: Coordinate,
    pub law: Law,
}

/// The coordinate that a term limits or drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Coordinate {
    /// A metric of the joint's two frames.
    Metric(Metric),
    /// The rotation of b relative to a about an axis of a: for locks, which stay near zero.
    Rotation(Axis),
}

/// The law of a term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// No motion; the engine's joint enforces the position.
    Lock,
    /// A range with hard ends.
    Hard(LimitRange),
    /// A range with a spring and a damper beyond its ends.
    Soft { range: LimitRange, stiffness: f64, damping: f64 },
    /// A drive.
    Drive(DriveLaw),
}

/// A range of a metric; metres or radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LimitRange {
    pub min: Option<f64>,
    pub max: Option<f64>,
}

/// A drive in double precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DriveLaw {
    pub mode: DriveMode,
    /// Infinite without a bound.
    pub max_force: f64,
    /// `None` without a spring.
    pub position_target: Option<f64>,
    pub velocity_target: f64,
    pub stiffness: f64,
    pub damping: f64,
}

impl Term {
    /// The largest number of rows: one, or for a soft limit of several axes one for each.
    pub(super) fn rows(&self) -> usize {
        match (self.law, self.coordinate) {
            (Law::Soft { .. }, Coordinate::Metric(Metric::FromLine(_) | Metric::Cone(_))) => 2,
            (Law::Soft { .. }, Coordinate::Metric(Metric::Distance | Metric::Angle)) => 3,
            _ => 1,
        }
    }

    /// Whether its rows are hard: solved as constraints rather than by a force that depends on the motion.
    pub(super) fn is_hard(&self) -> bool {
        matches!(self.law, Law::Lock | Law::Hard(_))
    }
}

/// Returns the terms of a description: drives in their order first, so that the index of a drive is that of its term;
/// then limits.
///
/// The model defines what a limit and a drive mean: `JointLimit::row`, [`LimitRow::reachable`],
/// [`LimitRow::locked_axes`] and [`JointDrive::canonical`]. The order is that of the file.
/// [`JointDescription::canonical`] also merges and sorts, and floating-point sums depend on the order of their terms.
pub(super) fn terms(description: &JointDescription) -> Vec<Term> {
    let mut terms: Vec<Term> = description.drives.iter().map(drive).collect();
    for limit in &description.limits {
        add_limit(&finite_row(&limit.row()).reachable(), &mut terms);
    }
    terms
}

fn drive(drive: &JointDrive) -> Term {
    let metric = drive.metric();
    let drive = drive.canonical();
    let law = DriveLaw {
        mode: drive.mode,
        max_force: drive.max_force.map_or(f64::INFINITY, |force| finite(force).max(0.0)),
        position_target: drive.position_target.map(finite),
        velocity_target: drive.velocity_target.map_or(0.0, finite),
        stiffness: finite(drive.stiffness).max(0.0),
        damping: finite(drive.damping).max(0.0),
    };
    Term { coordinate: Coordinate::Metric(metric), law: Law::Drive(law) }
}

fn add_limit(row: &LimitRow, terms: &mut Vec<Term>) {
    let range = LimitRange { min: row.min.map(f64::from), max: row.max.map(f64::from) };
    if range.min.is_none() && range.max.is_none() {
        return;
    }
    let metric = row.metric;
    let coordinate = Coordinate::Metric(metric);
    if let Some(spring) = row.spring {
        let (stiffness, damping) = (finite(spring.stiffness).max(0.0), finite(spring.damping).max(0.0));
        terms.push(Term { coordinate, law: Law::Soft { range, stiffness, damping } });
    } else if metric.is_signed() && row.is_lock() {
        terms.push(Term { coordinate, law: Law::Lock });
    } else if let Some(axes) = row.locked_axes() {
        terms.extend(axes.map(|axis| {
            // Near zero, the gradient of a twist about one of several locked axes is that of a rotation about it.
            let coordinate =
                if metric.is_angular() { Coordinate::Rotation(axis) } else { Coordinate::Metric(Metric::Along(axis)) };
            Term { coordinate, law: Law::Lock }
        }));
    } else {
        terms.push(Term { coordinate, law: Law::Hard(range) });
    }
}

/// The row with finite ends: callers can build descriptions that no file has.
fn finite_row(row: &LimitRow) -> LimitRow {
    let end = |end: f32| if end.is_finite() { end } else { 0.0 };
    LimitRow { min: row.min.map(end), max: row.max.map(end), ..*row }
}

/// The value, or zero if it is not finite.
fn finite(value: f32) -> f64 {
    if value.is_finite() { f64::from(value) } else { 0.0 }
}
