//! Triggers of the later revision: with a shape of their own, or made of the triggers of nodes below.

use std::collections::{HashMap, HashSet};

use sinew_document::extension::omi_physics_body::RawTrigger;
use sinew_document::{Code, Diagnostics, EntryIndex, FromJson, Value};

use super::super::Placing;
use super::{Omi, Shared, resolve};
use crate::model::NodeId;
use crate::model::physics::{FilterId, ShapeId, ShapeInstance, Trigger};

/// A trigger of the file.
struct Authored<'json> {
    node: NodeId,
    value: Value<'json>,
    table: RawTrigger,
    filter: Option<FilterId>,
    /// Its own shape.
    part: Option<ShapeInstance>,
}

pub(super) fn place<'json>(
    omi: &Omi<'json>,
    shared: &mut Shared<'json>,
    placing: &mut Placing<'_, 'json>,
    diagnostics: &mut Diagnostics,
) {
    let mut authored = Vec::new();
    for (entry, parts) in omi.with_parts() {
        let Some(value) = parts.trigger else { continue };
        let Some(table) = RawTrigger::from_json(value, diagnostics) else { continue };
        let filter = shared.lists.filter(table.collision_filter.0.map(EntryIndex), value, diagnostics);
        let shape = own_shape(&table, value, shared, placing, diagnostics);
        let part = shape.and_then(|shape| placing.placed(entry.node, shape, filter, value, diagnostics));
        authored.push(Authored { node: entry.node, value, table, filter, part });
    }
    let places: HashMap<NodeId, usize> = authored.iter().enumerate().map(|(at, one)| (one.node, at)).collect();
    let mut taken = HashSet::new();
    let mut triggers = Vec::new();
    for one in &authored {
        let mut parts: Vec<ShapeInstance> = one.part.clone().into_iter().collect();
        for part in parts_below(one, &authored, &places, placing, diagnostics) {
            taken.insert(authored[part].node);
            // A part without a filter has the compound's.
            let shape_instance = authored[part].part.clone();
            parts.extend(shape_instance.map(|shape_instance| ShapeInstance {
                filter: shape_instance.filter.or(one.filter),
                ..shape_instance
            }));
        }
        triggers.push(Trigger { node: one.node, parts });
    }
    // Parts of compound triggers are not triggers themselves; triggers without a shape have been reported.
    triggers.retain(|trigger| !taken.contains(&trigger.node) && !trigger.parts.is_empty());
    placing.physics.triggers.extend(triggers);
}

/// The shape of a trigger that is not made of others.
fn own_shape<'json>(
    table: &RawTrigger,
    value: Value<'json>,
    shared: &mut Shared<'json>,
    placing: &mut Placing<'_, 'json>,
    diagnostics: &mut Diagnostics,
) -> Option<ShapeId> {
    let has_nodes = table.nodes.as_ref().is_some_and(|nodes| !nodes.is_empty());
    let Some(index) = table.shape.0 else {
        if !has_nodes {
            let message = "the trigger has neither a `shape` nor `nodes`; it is left out";
            diagnostics.report(Code::OMI_TRIGGER_WITHOUT_SHAPE, value, message);
        }
        return None;
    };
    if has_nodes {
        let message = "a trigger has a `shape` or `nodes`, not both; the nodes are used";
        diagnostics.report(Code::ONE_OF_MISMATCH, value, message);
        return None;
    }
    let at = value.get("shape").unwrap_or(value);
    shared.shapes.get(index, at, &mut placing.shapes, diagnostics).map(|(shape, _)| shape)
}

/// The places of the triggers that make up a compound one. Each must be below it and have a shape of its own.
fn parts_below(
    compound: &Authored<'_>,
    authored: &[Authored<'_>],
    places: &HashMap<NodeId, usize>,
    placing: &Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Vec<usize> {
    let list = compound.value.get("nodes");
    let mut parts = Vec::new();
    for (place, &index) in compound.table.nodes.iter().flatten().enumerate() {
        let at = list.and_then(|list| list.element(place)).unwrap_or(compound.value);
        let Some(node) = resolve(index, at, placing, "it is no part of the trigger", diagnostics) else { continue };
        let is_below = node != compound.node && placing.context.hierarchy.is_within(node, compound.node);
        if !is_below {
            let message = format!("node {} is not below the trigger; the part is left out", index.0);
            diagnostics.report(Code::TRIGGER_PART_NOT_BELOW, at, message);
        }
        if node == compound.node {
            continue;
        }
        match places.get(&node).filter(|&&part| authored[part].table.shape.0.is_some()) {
            Some(_) if !is_below => {}
            Some(&part) if parts.contains(&part) => {
                diagnostics.report(Code::DUPLICATE_ELEMENTS, at, format!("node {} is named twice", index.0));
            }
            Some(&part) => parts.push(part),
            None => {
                let message = format!("node {} has no trigger with a shape of its own; the part is left out", index.0);
                diagnostics.report(Code::TRIGGER_PART_NOT_SINGLE, at, message);
            }
        }
    }
    parts
}
