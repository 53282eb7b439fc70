//! Limits and drives of both revisions, as the file lists them.

use sinew_document::extension::omi_physics_joint::{RawConstraint, RawDrive, RawJoint, RawLimit};
use sinew_document::{Code, Diagnostics, FromJson, Kind, Value, report_mismatch};

use super::super::drive;
use super::super::range::{at_least_zero, report_impossible};
use super::entries;
use super::override_axes::Constraint;
use super::stiffness::StiffnessReading;
use crate::math::Axis;
use crate::model::physics::{DofKind, JointDescription, JointDrive, JointLimit, LimitAxes, Origins};

/// An entry of `constraints`; `None` for one that is ignored, which is reported.
pub(super) fn constraint(
    value: Value<'_>,
    reading: StiffnessReading,
    diagnostics: &mut Diagnostics,
) -> Option<Constraint> {
    let table = RawConstraint::from_json(value, diagnostics)?;
    let (linear, angular) = both_axes(table.linear_axes, table.angular_axes, value, diagnostics)?;
    let (lower, upper) = (table.lower_limit, table.upper_limit);
    check_range(Some(lower), Some(upper), value, diagnostics)?;
    let stiffness = table.stiffness.filter(|&stiffness| {
        let is_positive = stiffness > 0.0;
        if !is_positive {
            let message = format!("stiffness is {stiffness}; must be positive; the limit is hard");
            diagnostics.report(Code::VALUE_NOT_IN_RANGE, value.get("stiffness").unwrap_or(value), message);
        }
        is_positive
    });
    let stiffness = reading.read(stiffness, value, diagnostics);
    let damping = at_least_zero(table.damping, "damping", value, diagnostics).unwrap_or(1.0);
    Some(Constraint { linear, angular, lower, upper, stiffness, damping })
}

/// An entry of `physicsJoints`.
pub(super) fn description(
    value: Value<'_>,
    origins: &mut Origins,
    reading: StiffnessReading,
    diagnostics: &mut Diagnostics,
) -> Option<JointDescription> {
    let table = RawJoint::from_json(value, diagnostics)?;
    let mut description = JointDescription::default();
    let mut values = Vec::new();
    for value in entries(table.limits, "limits", diagnostics) {
        description.limits.extend(limits(value, reading, diagnostics).into_iter().flatten());
        values.resize(description.limits.len(), value);
    }
    report_impossible(&description, &values, diagnostics);
    for (place, value) in values.iter().enumerate() {
        origins.set_part(*value, place);
    }
    for value in entries(table.drives, "drives", diagnostics) {
        if let Some(drive) = read_drive(value, diagnostics) {
            origins.set_part(value, description.drives.len());
            description.drives.push(drive);
        }
    }
    Some(description)
}

/// An entry of `limits`. The text's own weld has linear and angular axes in one, which makes two limits.
fn limits(
    value: Value<'_>,
    reading: StiffnessReading,
    diagnostics: &mut Diagnostics,
) -> Option<impl Iterator<Item = JointLimit>> {
    let table = RawLimit::from_json(value, diagnostics)?;
    let (linear, angular) = both_axes(table.linear_axes, table.angular_axes, value, diagnostics)?;
    let RawLimit { min, max, .. } = table;
    check_range(min, max, value, diagnostics)?;
    if min.is_none() && max.is_none() {
        let message = "a limit without `min` and `max` has no effect; it is left out";
        diagnostics.report(Code::UNDEFINED_PROPERTY, value, message);
        return None;
    }
    // "If not specified or negative, the limit should be infinitely stiff."
    let stiffness = table.stiffness.filter(|&stiffness| stiffness >= 0.0);
    let stiffness = reading.read(stiffness, value, diagnostics);
    let damping = at_least_zero(table.damping, "damping", value, diagnostics).unwrap_or(0.0);
    let of = move |(kind, axes): (DofKind, Option<LimitAxes>)| {
        Some(JointLimit { kind, axes: axes?, min, max, stiffness, damping })
    };
    Some([(DofKind::Linear, linear), (DofKind::Angular, angular)].into_iter().filter_map(of))
}

fn read_drive(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<JointDrive> {
    let table = RawDrive::from_json(value, diagnostics)?;
    drive::report_unused_targets(value, diagnostics);
    let axis = axis(table.axis, value.get("axis").unwrap_or(value), diagnostics)?;
    Some(JointDrive {
        kind: drive::kind(table.kind),
        axis,
        mode: drive::mode(table.mode),
        // "If not specified or negative, the drive is not force-limited."
        max_force: table.max_force.filter(|&force| force >= 0.0),
        position_target: table.position_target,
        velocity_target: table.velocity_target,
        stiffness: at_least_zero(table.stiffness, "stiffness", value, diagnostics).unwrap_or(0.0),
        damping: at_least_zero(table.damping, "damping", value, diagnostics).unwrap_or(0.0),
    })
}

/// `linearAxes` and `angularAxes`; `None` where there is no axis at all, which is reported.
fn both_axes(
    linear: Option<Value<'_>>,
    angular: Option<Value<'_>>,
    value: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<(Option<LimitAxes>, Option<LimitAxes>)> {
    let linear = linear.and_then(|list| axes(list, diagnostics));
    let angular = angular.and_then(|list| axes(list, diagnostics));
    if linear.is_none() && angular.is_none() {
        let message = "it has no axis, and so no effect; it is left out";
        diagnostics.report(Code::OMI_CONSTRAINT_WITHOUT_AXES, value, message);
        return None;
    }
    Some((linear, angular))
}

/// The axes of a list that can be used.
fn axes(list: Value<'_>, diagnostics: &mut Diagnostics) -> Option<LimitAxes> {
    if list.kind() != Kind::Array {
        report_mismatch(list, "an array of axes", diagnostics);
        return None;
    }
    let read = |element| {
        let index = u32::from_json(element, diagnostics)?;
        axis(index, element, diagnostics)
    };
    LimitAxes::new(list.elements().filter_map(read))
}

fn axis(index: u32, at: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Axis> {
    let axis = Axis::from_index(index as usize);
    if axis.is_none() {
        let message = format!("axis {index} must be 0, 1 or 2; it is left out");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, at, message);
    }
    axis
}

fn check_range(lower: Option<f32>, upper: Option<f32>, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<()> {
    if let (Some(lower), Some(upper)) = (lower, upper)
        && lower > upper
    {
        let message = format!("the minimum {lower} is above the maximum {upper}; it is left out");
        diagnostics.report(Code::OMI_LIMIT_INVERTED, value, message);
        return None;
    }
    Some(())
}
