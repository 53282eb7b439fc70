//! Joints, and the limits and drives that they share (`KHR_physics_rigid_bodies`, Joints).

use sinew_document::extension::khr_physics_rigid_bodies::{
    RawDrive, RawJoint, RawJointDescription, RawLimit, RawShared,
};
use sinew_document::{
    Code, Diagnostics, EntryIndex, FromJson, Kind, Value, excerpt, report_mismatch, report_undefined,
};

use super::super::range::{at_least_zero, report_impossible};
use super::super::{Placing, drive};
use super::list::{Lookup, Resolved, any_entries, entries};
use super::report_unresolved;
use crate::math::Axis;
use crate::model::NodeId;
use crate::model::physics::{
    DofKind, Entry, Joint, JointDescription, JointDescriptionId, JointDrive, JointLimit, LimitAxes, Origins, Physics,
};

/// The entries of `physicsJoints`, by the file's positions.
pub(super) struct Descriptions {
    /// `None` for a file that has no such list.
    list: Option<Resolved<JointDescriptionId>>,
}

impl Descriptions {
    pub(super) fn read(shared: Option<RawShared<'_>>, physics: &mut Physics, diagnostics: &mut Diagnostics) -> Self {
        let Some(list) = shared.and_then(|shared| shared.physics_joints) else { return Self { list: None } };
        let mut ids = Vec::new();
        for value in entries(Some(list), diagnostics) {
            ids.push(description(value, &mut physics.origins, diagnostics).map(|description| {
                physics.joint_descriptions.push(description);
                let id = JointDescriptionId::at(physics.joint_descriptions.len() - 1);
                physics.origins.set_entry(value, Entry::Joint(id));
                id
            }));
        }
        Self { list: Some(Resolved::new(ids)) }
    }

    fn resolve(
        &self,
        index: EntryIndex,
        joint: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<JointDescriptionId> {
        let Some(list) = &self.list else {
            let message = "the file has no `physicsJoints`; the joint is left out";
            diagnostics.report(Code::UNSATISFIED_DEPENDENCY, joint, message);
            return None;
        };
        match list.get(index) {
            Lookup::Found(id) => Some(id),
            Lookup::Unusable => None,
            Lookup::Missing => {
                let at = joint.get("joint").unwrap_or(joint);
                report_unresolved("physics joint", index.0, at, "the joint is left out", diagnostics);
                None
            }
        }
    }
}

pub(super) fn lower(
    node: NodeId,
    value: Value<'_>,
    descriptions: &Descriptions,
    placing: &mut Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(table) = RawJoint::from_json(value, diagnostics) else { return };
    report_missing(&["connectedNode", "joint"], value, diagnostics);
    let description = table.joint.and_then(|joint| descriptions.resolve(joint, value, diagnostics));
    let connected = table.connected_node.and_then(|index| {
        let connected = placing.context.hierarchy.id(index);
        if connected.is_none() {
            let at = value.get("connectedNode").unwrap_or(value);
            report_unresolved("node", index.0, at, "the joint is left out", diagnostics);
        }
        connected
    });
    let (Some(description), Some(connected)) = (description, connected) else { return };
    placing.report_outside(connected, value.get("connectedNode").unwrap_or(value), diagnostics);
    let (a, b) = placing.joined(placing.attachment(node), placing.attachment(connected));
    if !a.owner_from_frame.is_finite() || !b.owner_from_frame.is_finite() {
        let message = "the transforms of a frame overflow; the joint is left out";
        diagnostics.report(Code::VALUE_NOT_FINITE, value, message);
        return;
    }
    if a.body.is_none() && b.body.is_none() {
        let message = "neither node is on a body that moves; the joint is left out";
        diagnostics.report(Code::JOINT_WITHOUT_BODY, value, message);
        return;
    }
    if a.body == b.body {
        let message = "both nodes are on the same body; the joint is left out";
        diagnostics.report(Code::JOINT_OF_ONE_BODY, value, message);
        return;
    }
    placing.physics.joints.push(Joint {
        node,
        a,
        b,
        description,
        enable_collision: table.enable_collision,
        friction: true,
    });
}

fn description(value: Value<'_>, origins: &mut Origins, diagnostics: &mut Diagnostics) -> Option<JointDescription> {
    let table = RawJointDescription::from_json(value, diagnostics)?;
    // "Zero or more" of each; one that has nothing of either says nothing, and its empty list is reported.
    let lists = [table.limits, table.drives];
    let says_nothing = lists.iter().flatten().all(|list| list.is_empty());
    let read = |list, diagnostics: &mut Diagnostics| -> Vec<_> {
        if says_nothing { entries(list, diagnostics).collect() } else { any_entries(list, diagnostics).collect() }
    };
    let (limits, drives) = (read(table.limits, diagnostics), read(table.drives, diagnostics));
    let usable = limits.into_iter().filter_map(|value| Some((limit(value, diagnostics)?, value)));
    let (limits, values): (Vec<_>, Vec<_>) = usable.unzip();
    for (place, value) in values.iter().enumerate() {
        origins.set_part(*value, place);
    }
    let mut read = Vec::new();
    for value in drives {
        if let Some(drive) = read_drive(value, diagnostics) {
            origins.set_part(value, read.len());
            read.push(drive);
        }
    }
    let drives = read;
    let description = JointDescription { limits, drives };
    report_impossible(&description, &values, diagnostics);
    Some(description)
}

fn limit(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<JointLimit> {
    let table = RawLimit::from_json(value, diagnostics)?;
    let (kind, axes) = match (table.linear_axes, table.angular_axes) {
        (Some(axes), None) => (DofKind::Linear, axes),
        (None, Some(axes)) => (DofKind::Angular, axes),
        (linear, _) => {
            let found = if linear.is_some() { "both are" } else { "neither is" };
            let message = format!("a limit has `linearAxes` or `angularAxes`, and {found} there; it is left out");
            diagnostics.report(Code::ONE_OF_MISMATCH, value, message);
            return None;
        }
    };
    let axes = limit_axes(axes, value, diagnostics);
    let stiffness = table.stiffness.and_then(|number| at_least_zero(number, "stiffness", value, diagnostics));
    let damping = at_least_zero(table.damping, "damping", value, diagnostics).unwrap_or(0.0);
    if let (Some(min), Some(max)) = (table.min, table.max)
        && min > max
    {
        let message = format!("the minimum {min} is above the maximum {max}; the limit is left out");
        diagnostics.report(Code::KHR_RIGID_BODIES_JOINT_INVALID_RANGE, value, message);
        return None;
    }
    Some(JointLimit { kind, axes: axes?, min: table.min, max: table.max, stiffness, damping })
}

/// One to three different axes. How many there are decides what a limit means, so one that cannot be used takes the others
/// with it.
fn limit_axes(list: Value<'_>, limit: Value<'_>, diagnostics: &mut Diagnostics) -> Option<LimitAxes> {
    if list.kind() != Kind::Array {
        report_mismatch(list, "an array of axes", diagnostics);
        return None;
    }
    if list.is_empty() {
        let message = "without an axis it is neither linear nor angular; the limit is left out";
        diagnostics.report(Code::ONE_OF_MISMATCH, limit, message);
    }
    let mut axes = Some(Vec::new());
    for (place, value) in entries(Some(list), diagnostics).enumerate() {
        let found = EntryIndex::from_json(value, diagnostics).and_then(|index| Axis::from_index(index.to_usize()));
        if found.is_none() {
            report_no_axis(limit, place, value, diagnostics);
        }
        let (Some(found), Some(listed)) = (found, &mut axes) else {
            axes = None;
            continue;
        };
        if listed.contains(&found) {
            diagnostics.report(Code::DUPLICATE_ELEMENTS, value, "the axis is listed twice");
        } else {
            listed.push(found);
        }
    }
    LimitAxes::new(axes?)
}

/// The validator that knew this extension points at the place of the axis right below the limit, without the key of the
/// list; whoever compares reports finds it there.
fn report_no_axis(limit: Value<'_>, place: usize, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let message = format!("axis {} must be 0, 1 or 2; the limit is left out", excerpt(value));
    let pointer = format!("{}/{place}", limit.pointer());
    diagnostics.report_at(Code::KHR_RIGID_BODIES_JOINT_LIMITS_INVALID_AXIS, pointer, message);
}

fn read_drive(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<JointDrive> {
    let table = RawDrive::from_json(value, diagnostics)?;
    report_missing(&["type", "mode", "axis"], value, diagnostics);
    drive::report_unused_targets(value, diagnostics);
    let max_force = table.max_force.and_then(|number| at_least_zero(number, "maxForce", value, diagnostics));
    let stiffness = at_least_zero(table.stiffness, "stiffness", value, diagnostics).unwrap_or(0.0);
    let damping = at_least_zero(table.damping, "damping", value, diagnostics).unwrap_or(0.0);
    let axis = table.axis.and_then(|index| {
        let axis = Axis::ALL.get(index.to_usize()).copied();
        if axis.is_none() {
            let message = format!("axis {} must be 0, 1 or 2; the drive is left out", index.0);
            diagnostics.report(Code::VALUE_NOT_IN_RANGE, value.get("axis").unwrap_or(value), message);
        }
        axis
    });
    Some(JointDrive {
        kind: drive::kind(table.drive_type?),
        axis: axis?,
        mode: drive::mode(table.mode?),
        max_force,
        position_target: table.position_target,
        velocity_target: table.velocity_target,
        stiffness,
        damping,
    })
}

/// Reports required properties that are not there; those that are and cannot be used have been reported.
fn report_missing(keys: &[&str], object: Value<'_>, diagnostics: &mut Diagnostics) {
    for key in keys.iter().filter(|key| object.get(key).is_none()) {
        report_undefined(key, object, diagnostics);
    }
}
