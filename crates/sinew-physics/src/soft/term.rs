//! What a joint asks for, taken apart into terms that each make a row or a few.

use sinew_model::kernel::limit::Metric;
use sinew_model::math::Axis;
use sinew_model::model::physics::{DofKind, DriveMode, JointDescription, JointDrive, JointLimit};

/// One thing that a joint asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Term {
    pub along: Along,
    pub law: Law,
}

/// What a term holds, limits or drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Along {
    /// A metric of the joint's two frames.
    Metric(Metric),
    /// Turning of b, seen from a, about an axis of a: for locks, which never are far from zero.
    Turn(Axis),
}

/// What it does about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// No motion; the engine's own joint says where.
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

/// A drive, in the numbers that the solver works with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DriveLaw {
    pub mode: DriveMode,
    /// Infinite for any force.
    pub max_force: f64,
    /// `None` for no spring.
    pub position_target: Option<f64>,
    pub velocity_target: f64,
    pub stiffness: f64,
    pub damping: f64,
}

impl Term {
    /// The most rows that it makes: one, or for a soft limit of several axes as many as there are.
    pub(super) fn rows(&self) -> usize {
        match (self.law, self.along) {
            (Law::Soft { .. }, Along::Metric(Metric::FromLine(_) | Metric::Cone(_))) => 2,
            (Law::Soft { .. }, Along::Metric(Metric::Distance | Metric::Angle)) => 3,
            _ => 1,
        }
    }

    /// Whether its rows are hard: solved exactly rather than by a force that is a function of the motion.
    pub(super) fn is_hard(&self) -> bool {
        matches!(self.law, Law::Lock | Law::Hard(_))
    }
}

/// The terms of a description: drives in their order first, so that a drive's index is its term's; then limits.
pub(super) fn terms(description: &JointDescription) -> Vec<Term> {
    let mut terms: Vec<Term> = description.drives.iter().map(drive).collect();
    for limit in &description.limits {
        add_limit(limit, &mut terms);
    }
    terms
}

fn drive(drive: &JointDrive) -> Term {
    let metric = drive.metric();
    let law = DriveLaw {
        mode: drive.mode,
        max_force: drive.max_force.map_or(f64::INFINITY, |force| finite(force).max(0.0)),
        position_target: drive.position_target.map(finite),
        velocity_target: drive.velocity_target.map_or(0.0, finite),
        stiffness: finite(drive.stiffness).max(0.0),
        damping: finite(drive.damping).max(0.0),
    };
    Term { along: Along::Metric(metric), law: Law::Drive(law) }
}

fn add_limit(limit: &JointLimit, terms: &mut Vec<Term>) {
    let metric = metric_of(limit);
    let mut range = LimitRange { min: limit.min.map(finite), max: limit.max.map(finite) };
    if !metric.is_signed() {
        // Distances and whole angles are never negative: such a lower end says nothing, and an upper end below zero is
        // at zero.
        range.min = range.min.filter(|&min| min > 0.0);
        range.max = range.max.map(|max| max.max(0.0));
    }
    if range.min.is_none() && range.max.is_none() {
        return;
    }
    let along = Along::Metric(metric);
    if let Some(stiffness) = limit.stiffness {
        let (stiffness, damping) = (finite(stiffness).max(0.0), finite(limit.damping).max(0.0));
        terms.push(Term { along, law: Law::Soft { range, stiffness, damping } });
        return;
    }
    let no_way =
        if metric.is_signed() { range.min.is_some() && range.min == range.max } else { range.max == Some(0.0) };
    if !no_way {
        terms.push(Term { along, law: Law::Hard(range) });
        return;
    }
    for axis in limit.axes.iter() {
        let along = match (limit.kind, metric.is_signed()) {
            (DofKind::Linear, _) => Along::Metric(Metric::Along(axis)),
            (DofKind::Angular, true) => along,
            (DofKind::Angular, false) => Along::Turn(axis),
        };
        terms.push(Term { along, law: Law::Lock });
    }
}

/// The metric of a limit (`KHR_physics_rigid_bodies`, appendix on limit metrics).
fn metric_of(limit: &JointLimit) -> Metric {
    let mut limited = limit.axes.iter();
    let first = limited.next().unwrap_or(Axis::X);
    let free = Axis::ALL.into_iter().find(|axis| !limit.axes.contains(*axis)).unwrap_or(Axis::X);
    match (limit.kind, limit.axes.count()) {
        (DofKind::Linear, 1) => Metric::Along(first),
        (DofKind::Linear, 2) => Metric::FromLine(free),
        (DofKind::Linear, _) => Metric::Distance,
        (DofKind::Angular, 1) => Metric::Twist(first),
        (DofKind::Angular, 2) => Metric::Cone(free),
        (DofKind::Angular, _) => Metric::Angle,
    }
}

/// A number that a caller could have got wrong.
fn finite(value: f32) -> f64 {
    if value.is_finite() { f64::from(value) } else { 0.0 }
}
