//! The constraint of a node, in any dialect and revision.

use std::borrow::Cow;

use glam::{BVec3, Vec3};
use sinew_document::extension::{vrmc_constraints as early, vrmc_node_constraint as node};
use sinew_document::{Code, Diagnostics, FromJson, Value, report_undefined};

use super::Authored;
use crate::kernel::constraint::aim::{AimAngles, AimFrame};
use crate::math::{Axis, SignedAxis};
use crate::model::{ConstraintKind, Space};

/// The constraint among a node's extensions, if there is one that can be used.
pub(super) fn read<'json>(extensions: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Authored<'json>> {
    match (extensions.get(early::NAME), extensions.get(node::NAME)) {
        (Some(early), Some(late)) => {
            let message = format!("the node also has {}, which takes precedence", node::NAME);
            diagnostics.report(Code::CONSTRAINT_DIALECTS_CONFLICT, early, message);
            read_node_constraint(late, diagnostics)
        }
        (Some(early), None) => read_early(early, diagnostics),
        (None, Some(late)) => read_node_constraint(late, diagnostics),
        (None, None) => None,
    }
}

/// A kind that an object names, and its value.
type Named<'json> = (&'static str, Value<'json>);

/// The one kind that is to be used.
fn one_kind<'json>(
    named: &[Named<'json>],
    object: Value<'json>,
    diagnostics: &mut Diagnostics,
) -> Option<Named<'json>> {
    match *named {
        [one] => Some(one),
        [] => {
            diagnostics.report(Code::CONSTRAINT_KIND_NOT_ONE, object, "no kind of constraint is named");
            None
        }
        [first, ..] => {
            let names: Vec<_> = named.iter().map(|(name, _)| format!("`{name}`")).collect();
            let message = format!("{} are all named; {} counts", names.join(", "), names[0]);
            diagnostics.report(Code::CONSTRAINT_KIND_NOT_ONE, object, message);
            Some(first)
        }
    }
}

fn present<'json, const N: usize>(kinds: [(&'static str, Option<Value<'json>>); N]) -> Vec<Named<'json>> {
    kinds.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// `VRMC_constraints-1.0`.
fn read_early<'json>(extension: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Authored<'json>> {
    let early::Constraints { position, rotation, aim } = early::Constraints::from_json(extension, diagnostics)?;
    let named = present([("position", position), ("rotation", rotation), ("aim", aim)]);
    let (name, value) = one_kind(&named, extension, diagnostics)?;
    let (source, weight, kind) = match name {
        "position" => position_kind(&early::Position::from_json(value, diagnostics)?),
        "rotation" => {
            let rotation = early::Rotation::from_json(value, diagnostics)?;
            let kind = ConstraintKind::Rotation {
                source_space: space(rotation.source_space),
                destination_space: space(rotation.destination_space),
                axes: BVec3::from_array(rotation.freeze_axes),
            };
            (rotation.source, rotation.weight, kind)
        }
        _ => {
            let aim = early::Aim::from_json(value, diagnostics)?;
            let kind = aim_kind(&aim, value, diagnostics)?;
            (aim.source, aim.weight, kind)
        }
    };
    Some(Authored { extension, value, source, weight, kind })
}

/// `VRMC_node_constraint`, 1.0 and the drafts before it.
fn read_node_constraint<'json>(extension: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Authored<'json>> {
    let outer = node::NodeConstraint::from_json(extension, diagnostics)?;
    let is_draft = is_draft(outer.spec_version.as_ref(), extension, diagnostics);
    let inner = outer.constraint.and_then(|value| node::Constraint::from_json(value, diagnostics));
    let wrapped = inner.as_ref().map_or_else(Vec::new, |inner| {
        present([("roll", inner.roll), ("aim", inner.aim), ("rotation", inner.rotation), ("position", inner.position)])
    });
    let bare = present([("position", outer.position), ("rotation", outer.rotation), ("aim", outer.aim)]);
    let is_wrapped = !wrapped.is_empty();
    if !is_draft {
        let strange = bare.iter().chain(wrapped.iter().filter(|(name, _)| *name == "position"));
        for &(name, value) in strange {
            report_draft_only(name, value, diagnostics);
        }
    }
    let named: Vec<_> = wrapped.into_iter().chain(bare).collect();
    let (name, value) = one_kind(&named, outer.constraint.unwrap_or(extension), diagnostics)?;
    if !is_draft {
        for key in node::DRAFT_KEYS {
            if let Some(value) = value.get(key) {
                report_draft_only(key, value, diagnostics);
            }
        }
    }
    let (source, weight, kind) = match name {
        "position" => position_kind(&node::Position::from_json(value, diagnostics)?),
        "rotation" => {
            let rotation = node::Rotation::from_json(value, diagnostics)?;
            (rotation.source, rotation.weight, rotation_kind(&rotation, is_wrapped))
        }
        "roll" => {
            let roll = node::Roll::from_json(value, diagnostics)?;
            (roll.source, roll.weight, ConstraintKind::Roll { axis: roll_axis(roll.roll_axis) })
        }
        _ => {
            let aim = node::Aim::from_json(value, diagnostics)?;
            let kind = either_aim_kind(&aim, is_draft, value, diagnostics)?;
            (aim.source, aim.weight, kind)
        }
    };
    Some(Authored { extension, value, source, weight, kind })
}

/// Whether what only the drafts have is expected.
fn is_draft(version: Option<&Cow<'_, str>>, extension: Value<'_>, diagnostics: &mut Diagnostics) -> bool {
    let Some(version) = version else {
        report_undefined("specVersion", extension, diagnostics);
        return true;
    };
    if !node::VERSIONS.contains(&&**version) {
        let allowed = node::VERSIONS.map(|version| format!("\"{version}\"")).join(", ");
        let message = format!("\"{version}\" is none of {allowed}; it is read as 1.0");
        diagnostics.report(Code::VALUE_NOT_IN_LIST, extension.get("specVersion").unwrap_or(extension), message);
    }
    version == "1.0-draft"
}

fn report_draft_only(key: &str, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let message = format!("`{key}` belongs to a draft of {}, not to the version that the file names", node::NAME);
    diagnostics.report(Code::UNEXPECTED_PROPERTY, value, message);
}

fn position_kind(position: &early::Position<'_>) -> (sinew_document::NodeIndex, f32, ConstraintKind) {
    let kind = ConstraintKind::Position {
        source_space: space(position.source_space),
        destination_space: space(position.destination_space),
        axes: BVec3::from_array(position.freeze_axes),
    };
    (position.source, position.weight, kind)
}

/// The spaces of a rotation that names neither: local, as every revision has it since the one that took the names away;
/// but model for one right under the extension, which only the revisions before had.
fn rotation_kind(rotation: &node::Rotation<'_>, is_wrapped: bool) -> ConstraintKind {
    let names_none = rotation.source_space.is_none() && rotation.destination_space.is_none();
    let unnamed = if names_none && is_wrapped { Space::Local } else { Space::Model };
    ConstraintKind::Rotation {
        source_space: rotation.source_space.map_or(unnamed, space),
        destination_space: rotation.destination_space.map_or(unnamed, space),
        axes: rotation.axes.or(rotation.freeze_axes).map_or(BVec3::TRUE, BVec3::from_array),
    }
}

/// The aim of 1.0 where `aimAxis` is given, that of the early draft where it is not and one is to be expected.
fn either_aim_kind(
    aim: &node::Aim<'_>,
    is_draft: bool,
    value: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<ConstraintKind> {
    if let Some(axis) = aim.aim_axis {
        return Some(ConstraintKind::AimAxis { axis: aim_axis(axis) });
    }
    let is_early = is_draft || node::DRAFT_KEYS.iter().any(|key| value.get(key).is_some());
    if !is_early || value.get("aimAxis").is_some() {
        report_undefined("aimAxis", value, diagnostics);
        return None;
    }
    let early = early::Aim {
        name: None,
        source: aim.source,
        source_space: aim.source_space.unwrap_or(early::Space::Model),
        destination_space: aim.destination_space.unwrap_or(early::Space::Model),
        aim_vector: aim.aim_vector.unwrap_or([0.0, 0.0, 1.0]),
        up_vector: aim.up_vector.unwrap_or([0.0, 1.0, 0.0]),
        freeze_axes: aim.freeze_axes.unwrap_or([true; 2]),
        weight: aim.weight,
    };
    aim_kind(&early, value, diagnostics)
}

fn aim_kind(aim: &early::Aim<'_>, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<ConstraintKind> {
    let Some(frame) = AimFrame::new(Vec3::from(aim.aim_vector), Vec3::from(aim.up_vector)) else {
        let message = format!(
            "aimVector {:?} and upVector {:?} are parallel, or one is zero; the constraint is left out",
            aim.aim_vector, aim.up_vector
        );
        diagnostics.report(Code::CONSTRAINT_AIM_DEGENERATE, value, message);
        return None;
    };
    let [yaw, pitch] = aim.freeze_axes;
    Some(ConstraintKind::Aim {
        source_space: space(aim.source_space),
        destination_space: space(aim.destination_space),
        frame,
        angles: AimAngles { yaw, pitch },
    })
}

fn space(space: early::Space) -> Space {
    match space {
        early::Space::Local => Space::Local,
        early::Space::Model => Space::Model,
    }
}

fn roll_axis(axis: node::RollAxis) -> Axis {
    match axis {
        node::RollAxis::X => Axis::X,
        node::RollAxis::Y => Axis::Y,
        node::RollAxis::Z => Axis::Z,
    }
}

fn aim_axis(axis: node::AimAxis) -> SignedAxis {
    match axis {
        node::AimAxis::PositiveX => SignedAxis::Positive(Axis::X),
        node::AimAxis::NegativeX => SignedAxis::Negative(Axis::X),
        node::AimAxis::PositiveY => SignedAxis::Positive(Axis::Y),
        node::AimAxis::NegativeY => SignedAxis::Negative(Axis::Y),
        node::AimAxis::PositiveZ => SignedAxis::Positive(Axis::Z),
        node::AimAxis::NegativeZ => SignedAxis::Negative(Axis::Z),
    }
}
