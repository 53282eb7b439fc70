//! The terms of a joint: its limits and drives, each with one row or a few.

use super::range::LimitRange;
use sinew_model::kernel::limit::{Metric, unwrap};
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
    /// 2·sin(½·(twist − end)), shrunk by the swing: for locks of the twist about an axis. Zero where the twist is `end`, and
    /// smooth everywhere.
    TwistFrom(Axis, f64),
}

/// The law of a term.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// One value.
    Lock(f64),
    /// A range with hard ends.
    Hard(LimitRange),
    /// A range with a spring and a damper beyond its ends.
    Soft { range: LimitRange, stiffness: f64, damping: f64 },
    /// A drive.
    Drive(DriveLaw),
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

    /// The unwrapped value of its twist, from the one before.
    pub(super) fn unwrapped(&self, before: f64, value: f64) -> f64 {
        match self.law {
            Law::Hard(range) | Law::Soft { range, .. } => range.unwrapped(before, value),
            Law::Lock(_) | Law::Drive(_) => unwrap(before, value),
        }
    }

    /// Whether it is a drive in acceleration mode.
    pub(super) fn is_accelerated(&self) -> bool {
        matches!(self.law, Law::Drive(drive) if drive.mode == DriveMode::Acceleration)
    }

    /// The way that a hard range of positions leaves between its ends, metres; `None` without two ends.
    pub(super) fn slack(&self) -> Option<f64> {
        let (Law::Hard(range), Coordinate::Metric(metric)) = (self.law, self.coordinate) else { return None };
        if metric.is_angular() {
            return None;
        }
        // A distance has no other side, but its direction has.
        let max = range.max?;
        if metric.is_signed() { Some(max - range.min?) } else { Some(2.0 * max) }
    }

    /// Whether its rows are hard: solved as constraints rather than by a force that depends on the motion.
    pub(super) fn is_hard(&self) -> bool {
        matches!(self.law, Law::Lock(_) | Law::Hard(_))
    }
}

/// Returns the terms of a description: drives in the order of the file first, so that the index of a drive is that of its
/// term; then its canonical limits.
pub(super) fn terms(description: &JointDescription) -> Vec<Term> {
    let drives = description.drives.iter().map(drive_term);
    let limits = description.canonical().rows;
    drives.chain(limits.iter().filter_map(limit)).collect()
}

/// The term of a drive.
pub(super) fn drive_term(drive: &JointDrive) -> Term {
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

/// Canonical rows of several axes that lock them are rows of single axes already.
fn limit(row: &LimitRow) -> Option<Term> {
    // Callers can build descriptions that no file has.
    let range = LimitRange::of(row);
    let coordinate = Coordinate::Metric(row.metric);
    if let Some(spring) = row.spring {
        let (stiffness, damping) = (finite(spring.stiffness).max(0.0), finite(spring.damping).max(0.0));
        return Some(Term { coordinate, law: Law::Soft { range, stiffness, damping } });
    }
    match (row.metric, row.is_lock(), range.min) {
        (Metric::Twist(axis), true, Some(end)) => {
            Some(Term { coordinate: Coordinate::TwistFrom(axis, end), law: Law::Lock(0.0) })
        }
        (_, true, Some(value)) => Some(Term { coordinate, law: Law::Lock(value) }),
        _ => (range.min.is_some() || range.max.is_some()).then_some(Term { coordinate, law: Law::Hard(range) }),
    }
}

/// The value, or zero if it is not finite.
fn finite(value: f32) -> f64 {
    if value.is_finite() { f64::from(value) } else { 0.0 }
}
