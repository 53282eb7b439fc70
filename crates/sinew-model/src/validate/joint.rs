//! Joints that are valid and most likely a mistake.

use std::f32::consts::TAU;

use glam::Quat;
use sinew_document::extension::khr_physics_rigid_bodies;
use sinew_document::{Code, Diagnostics, Document, Value};

use super::place::Places;
use crate::kernel::forward::{PackedFrame, forward};
use crate::kernel::limit::Metric;
use crate::math::Rigid;
use crate::model::physics::{
    Body, BodyKind, DofKind, Inertia, Joint, JointDescription, JointFrame, JointLimit, Mass, Moment, Physics,
};
use crate::model::{Hierarchy, Model, NodeId};

/// The largest ratio of masses that iterative solvers are known to bear.
const MASS_RATIO: f32 = 1000.0;

/// How far outside of a limit a joint may rest, metres or radians: exporters print six digits of positions in metres, and a
/// chain of transforms adds a few units of the last.
const REST_TOLERANCE: f32 = 1e-3;

/// How far positions may be off for their distance from the model's root: a few units of the last digit of f32.
const RELATIVE_TOLERANCE: f32 = 1e-6;

pub(super) fn check(document: &Document, model: &Model, found: &mut Diagnostics) {
    let physics = model.physics();
    if physics.joints().is_empty() {
        return;
    }
    let places = Places { document, hierarchy: model.hierarchy() };
    let rest = Rest::new(model.hierarchy());
    let is_trigger = trigger_nodes(physics, model.hierarchy());
    let mut checked = vec![false; physics.joint_descriptions().len()];
    for joint in physics.joints() {
        let Some(authored) = places.joint(joint.node) else { continue };
        let Some(description) = physics.joint_descriptions().get(joint.description.slot()) else { continue };
        check_sides(joint, physics, authored.value, found);
        if authored.extension == khr_physics_rigid_bodies::NAME {
            check_triggers(joint, &is_trigger, places, authored.value, found);
        }
        check_rest(joint, description, &rest, authored.value, found);
        if !std::mem::replace(&mut checked[joint.description.slot()], true) {
            let value = places.description(authored);
            check_effect(description, value, found);
            check_overlap(description, value, found);
            check_drives(description, value, found);
        }
    }
}

/// Where every node is at rest.
struct Rest(Vec<PackedFrame>);

impl Rest {
    fn new(hierarchy: &Hierarchy) -> Self {
        let count = hierarchy.len();
        let mut frames = vec![PackedFrame::ROOT; count];
        forward(hierarchy.parents(), hierarchy.rest_pose(), &mut frames, 0..count);
        Self(frames)
    }

    /// The position and the model rotation of a node; `None` where they overflow.
    fn of(&self, node: NodeId) -> Option<Rigid> {
        let frame = &self.0[node.slot()];
        let length = frame.rotation().length();
        let rotation = if length.is_normal() { frame.rotation() / length } else { Quat::IDENTITY };
        Some(Rigid::new(frame.position(), rotation)).filter(Rigid::is_finite)
    }
}

fn trigger_nodes(physics: &Physics, hierarchy: &Hierarchy) -> Vec<bool> {
    let mut is_trigger = vec![false; hierarchy.len()];
    for trigger in physics.triggers() {
        is_trigger[trigger.node.slot()] = true;
    }
    is_trigger
}

/// Whether the joint can move one of its two sides.
fn check_sides(joint: &Joint, physics: &Physics, value: Value<'_>, found: &mut Diagnostics) {
    let body = |side: &JointFrame| side.body.and_then(|body| physics.bodies().get(body.slot()));
    let (a, b) = (body(&joint.a), body(&joint.b));
    if !a.is_some_and(gives_way) && !b.is_some_and(gives_way) {
        let message =
            "both sides are kinematic, of infinite mass and inertia, or the fixed world; make one side dynamic";
        found.report(Code::JOINT_IMMOVABLE, value, message);
        return;
    }
    let mass = |body: Option<&Body>| match body {
        Some(Body { kind: BodyKind::Dynamic, mass: Mass::Finite(mass), .. }) => Some(*mass),
        _ => None,
    };
    if let (Some(a), Some(b)) = (mass(a), mass(b)) {
        let ratio = a.max(b) / a.min(b);
        if ratio > MASS_RATIO {
            let message =
                format!("the masses {a} kg and {b} kg have a ratio of {ratio:.0}; the joint will stretch under load");
            found.report(Code::JOINT_MASS_RATIO, value, message);
        }
    }
}

/// Whether a force or a torque moves a body at all.
fn gives_way(body: &Body) -> bool {
    let rotates = match body.inertia {
        Inertia::FromColliders => body.mass != Mass::Infinite,
        Inertia::Principal { moments, .. } => moments.iter().any(|moment| matches!(moment, Moment::Finite(_))),
    };
    body.kind == BodyKind::Dynamic && (body.mass != Mass::Infinite || rotates)
}

/// A trigger pushes nothing; a frame on one that is on no body stands in the fixed world.
fn check_triggers(joint: &Joint, is_trigger: &[bool], places: Places<'_>, value: Value<'_>, found: &mut Diagnostics) {
    for (side, key) in [(&joint.a, None), (&joint.b, Some("connectedNode"))] {
        if side.body.is_none() && is_trigger[side.node.slot()] {
            let at = key.and_then(|key| value.get(key)).unwrap_or(value);
            let message =
                format!("{} is a trigger on no body; that side is fixed to the world", places.name(side.node));
            found.report(Code::JOINT_TO_TRIGGER, at, message);
        }
    }
}

/// Whether the joint has an effect.
fn check_effect(description: &JointDescription, value: Value<'_>, found: &mut Diagnostics) {
    let meant = description.canonical();
    if meant.rows.is_empty() && meant.drives.is_empty() {
        let message = "it has no limit and no drive with an effect; add one, or remove the joint";
        found.report(Code::JOINT_WITHOUT_EFFECT, value, message);
    }
}

/// How far each hard limit is from holding before anything has moved. A soft one may be meant to pull from the start.
fn check_rest(joint: &Joint, description: &JointDescription, rest: &Rest, value: Value<'_>, found: &mut Diagnostics) {
    let (Some(a), Some(b)) = (rest.of(joint.a.node), rest.of(joint.b.node)) else { return };
    let rounding = RELATIVE_TOLERANCE * (a.translation.length() + b.translation.length());
    let impossible = description.impossible_limits();
    let limits = || description.limits.iter().zip(&impossible);
    // A range that nothing meets was reported when it was lowered: no other rest would help.
    let is_hopeless = |metric| limits().any(|(limit, reason)| reason.is_some() && limit.metric() == metric);
    for (limit, _) in limits().filter(|(limit, _)| limit.row().spring.is_none()) {
        let metric = limit.metric();
        if is_hopeless(metric) {
            continue;
        }
        let measured = metric.value(&a.into(), &b.into()) as f32;
        let violation = violation(limit, metric, measured);
        let tolerance = if metric.is_angular() { REST_TOLERANCE } else { REST_TOLERANCE + rounding };
        if violation > tolerance {
            let unit = if metric.is_angular() { "rad" } else { "m" };
            let message = format!(
                "the limit {} allows {}, and rests at {measured:.4} {unit}: {violation:.4} {unit} outside",
                axes(limit),
                range(limit, unit)
            );
            found.report(Code::JOINT_LIMIT_BROKEN_AT_REST, value, message);
        }
    }
}

/// Metres or radians outside of the range. A twist is periodic in 2π.
fn violation(limit: &JointLimit, metric: Metric, measured: f32) -> f32 {
    let row = limit.row();
    let revolutions: &[f32] = if matches!(metric, Metric::Twist(_)) { &[-TAU, 0.0, TAU] } else { &[0.0] };
    revolutions.iter().map(|revolution| row.violation(measured + revolution)).fold(f32::INFINITY, f32::min)
}

fn axes(limit: &JointLimit) -> String {
    let axes: Vec<String> = limit.axes.iter().map(|axis| axis.index().to_string()).collect();
    let motion = match limit.kind {
        DofKind::Linear => "along",
        DofKind::Angular => "about",
    };
    format!("{motion} {}", axes.join(", "))
}

fn range(limit: &JointLimit, unit: &str) -> String {
    match (limit.min, limit.max) {
        (Some(min), Some(max)) => format!("{min} … {max} {unit}"),
        (Some(min), None) => format!("{min} {unit} and more"),
        (None, Some(max)) => format!("up to {max} {unit}"),
        (None, None) => "everything".to_owned(),
    }
}

/// Limits of one kind that share an axis. A soft one within a hard one is a bumper before a stop.
fn check_overlap(description: &JointDescription, value: Value<'_>, found: &mut Diagnostics) {
    // Six axes, each hard or soft: a limit overlaps as soon as one of its axes is taken, so no pair is looked at.
    let mut taken = [[[false; 3]; 2]; 2];
    for limit in &description.limits {
        let taken = &mut taken[usize::from(limit.row().spring.is_some())][usize::from(limit.kind == DofKind::Angular)];
        if let Some(axis) = limit.axes.iter().find(|axis| taken[axis.index()]) {
            let message = format!("the limit {} shares axis {} with one before it", axes(limit), axis.index());
            found.report(Code::JOINT_LIMITS_OVERLAP, value, message);
        }
        for axis in limit.axes.iter() {
            taken[axis.index()] = true;
        }
    }
}

/// A drive has nothing to move where a limit leaves a single value.
fn check_drives(description: &JointDescription, value: Value<'_>, found: &mut Diagnostics) {
    if description.drives.is_empty() {
        return;
    }
    let rows = description.canonical().rows;
    for drive in &description.drives {
        let (metric, word) = match drive.kind {
            DofKind::Linear => (Metric::Along(drive.axis), "along"),
            DofKind::Angular => (Metric::Twist(drive.axis), "about"),
        };
        if rows.iter().any(|row| row.metric == metric && row.is_lock()) {
            let message = format!("the drive {word} {} cannot move what a limit locks", drive.axis.index());
            found.report(Code::JOINT_DRIVE_LOCKED, value, message);
        }
    }
}
