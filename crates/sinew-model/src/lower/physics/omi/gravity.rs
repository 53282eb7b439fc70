//! The gravity of the world, and gravity fields inside triggers (`OMI_physics_gravity`).

use std::collections::HashMap;

use glam::Vec3;
use sinew_document::extension::omi_physics_gravity::{GravityType, RawDetails, RawField, RawWorldGravity};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::Placing;
use super::super::range::at_least_zero;
use super::{NodeBody, Omi, OmiNode, Shared};
use crate::model::NodeId;
use crate::model::physics::{GravityField, GravityKind, TriggerId};

/// After the triggers have their final places.
pub(super) fn place<'json>(
    omi: &Omi<'json>,
    shared: &mut Shared<'json>,
    placing: &mut Placing<'_, 'json>,
    diagnostics: &mut Diagnostics,
) {
    placing.physics.gravity = omi.world_gravity.and_then(|value| world(value, diagnostics));
    if omi.nodes.iter().all(|entry| entry.gravity.is_none()) {
        return;
    }
    let triggers = placing.physics.triggers.iter().enumerate();
    let triggers: HashMap<NodeId, TriggerId> =
        triggers.map(|(place, trigger)| (trigger.node, TriggerId::at(place))).collect();
    let mut fields = Vec::new();
    for entry in &omi.nodes {
        let Some(value) = entry.gravity else { continue };
        let Some(table) = RawField::from_json(value, diagnostics) else { continue };
        let Some(&trigger) = triggers.get(&entry.node) else {
            let message =
                "the node has no trigger with a shape, or is a part of another trigger; the field is left out";
            diagnostics.report(Code::GRAVITY_WITHOUT_TRIGGER, value, message);
            continue;
        };
        report_sharing(entry, value, diagnostics);
        let Some(kind) = kind(&table, value, shared, placing, diagnostics) else { continue };
        let RawField { gravity, priority, replace, stop, .. } = table;
        fields.push(GravityField { node: entry.node, trigger, gravity, priority, replace, stop, kind });
    }
    // Equal ones stay in the order of the file.
    fields.sort_by_key(|field| std::cmp::Reverse(field.priority));
    placing.physics.gravity_fields = fields;
}

fn world(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let table = RawWorldGravity::from_json(value, diagnostics)?;
    Some(direction(table.direction, value, diagnostics) * table.gravity)
}

/// Returns the direction at unit length; down if it has none.
fn direction(numbers: [f32; 3], value: Value<'_>, diagnostics: &mut Diagnostics) -> Vec3 {
    /// Six printed digits a component.
    const TOLERANCE: f32 = 1e-4;
    let given = Vec3::from(numbers);
    let unit = given.try_normalize();
    if unit.is_none_or(|unit| unit.distance(given) > TOLERANCE) {
        let outcome = if unit.is_some() { "it is normalized" } else { "straight down is taken" };
        let message = format!("{given} is not of unit length; {outcome}");
        diagnostics.report(Code::GRAVITY_DIRECTION, value.get("direction").unwrap_or(value), message);
    }
    unit.unwrap_or(Vec3::NEG_Y)
}

/// "the glTF node has a trigger property, does not have motion or collider properties"
fn report_sharing(entry: &OmiNode<'_>, value: Value<'_>, diagnostics: &mut Diagnostics) {
    let shares = match &entry.body {
        Some(NodeBody::Parts(parts)) => parts.motion.is_some() || parts.collider.is_some(),
        _ => false,
    };
    if shares {
        let message = "the node of a gravity field must not have a body or a collider; the field is used";
        diagnostics.report(Code::GRAVITY_ON_A_BODY, value, message);
    }
}

fn kind<'json>(
    table: &RawField<'json>,
    value: Value<'json>,
    shared: &mut Shared<'json>,
    placing: &mut Placing<'_, 'json>,
    diagnostics: &mut Diagnostics,
) -> Option<GravityKind> {
    let at = table.details().unwrap_or(value);
    let details = match table.details() {
        Some(details) => RawDetails::from_json(details, diagnostics).unwrap_or_default(),
        None => RawDetails::default(),
    };
    let unit_distance = at_least_zero(details.unit_distance, "unitDistance", at, diagnostics);
    let unit_distance = unit_distance.filter(|&distance| distance > 0.0);
    let mut radius = || at_least_zero(details.radius, "radius", at, diagnostics).unwrap_or(1.0);
    Some(match table.kind {
        GravityType::Directional => {
            GravityKind::Directional { direction: direction(details.direction, at, diagnostics) }
        }
        GravityType::Point => GravityKind::Point { unit_distance },
        GravityType::Disc => GravityKind::Disc { radius: radius(), unit_distance },
        GravityType::Torus => GravityKind::Torus { radius: radius(), unit_distance },
        GravityType::Line => GravityKind::Line { points: points(&details.points, at, diagnostics)?, unit_distance },
        GravityType::Shaped => {
            let Some(index) = details.shape.0 else {
                diagnostics.report(Code::UNDEFINED_PROPERTY, at, "`shape` is required; the field is left out");
                return None;
            };
            let named = at.get("shape").unwrap_or(at);
            let (shape, _) = shared.shapes.get(index, named, &mut placing.shapes, diagnostics)?;
            GravityKind::Shaped { shape, unit_distance }
        }
    })
}

/// Three numbers a point, two points or more.
fn points(numbers: &[f32], value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Vec<Vec3>> {
    if numbers.len() < 6 || !numbers.len().is_multiple_of(3) {
        let message = format!(
            "{} numbers; at least two points of three numbers each are required; the field is left out",
            numbers.len()
        );
        diagnostics.report(Code::ARRAY_LENGTH_NOT_IN_LIST, value.get("points").unwrap_or(value), message);
        return None;
    }
    Some(numbers.chunks_exact(3).map(Vec3::from_slice).collect())
}
