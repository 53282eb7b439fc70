//! Triggers, of one shape or of several nodes (`KHR_physics_rigid_bodies`, Triggers).

use std::collections::{HashMap, HashSet};

use sinew_document::extension::khr_physics_rigid_bodies::RawTrigger;
use sinew_document::{Code, Diagnostics, FromJson, NodeIndex, Value};

use super::super::Placing;
use super::super::material::PhysicsLists;
use super::geometry::{Geometries, Spelling};
use super::list::entries;
use super::report_unresolved;
use crate::model::NodeId;
use crate::model::physics::{FilterId, ShapeInstance, Trigger};

/// A trigger that is made of others.
struct Compound<'json> {
    node: NodeId,
    nodes: Value<'json>,
    filter: Option<FilterId>,
}

/// What became of a trigger with a shape of its own.
type Singles = HashMap<NodeId, Option<ShapeInstance>>;

/// Triggers of one shape first: compound ones take them as their parts, and a part emits no events of its own.
pub(super) fn lower(
    triggers: Vec<(NodeId, Value<'_>)>,
    geometries: &Geometries,
    lists: &PhysicsLists,
    placing: &mut Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    let mut singles = Singles::new();
    let mut in_order = Vec::new();
    let mut compounds = Vec::new();
    for (node, value) in triggers {
        let Some(table) = RawTrigger::from_json(value, diagnostics) else { continue };
        let filter = lists.filter(table.collision_filter, value, diagnostics);
        let spelling = Spelling { geometry: table.geometry, shape: table.shape, object: value };
        if table.nodes.is_some() == spelling.is_there() {
            let message = match table.nodes {
                Some(_) => "a trigger has a shape or `nodes`, not both; the nodes are used",
                None => "a trigger has a shape or `nodes`; without either it is left out",
            };
            diagnostics.report(Code::ONE_OF_MISMATCH, value, message);
        }
        if let Some(nodes) = table.nodes {
            compounds.push(Compound { node, nodes, filter });
        } else if spelling.is_there() {
            let shape = geometries.resolve(spelling, placing, diagnostics);
            let shape_instance = shape.and_then(|shape| placing.placed(node, shape, filter, value, diagnostics));
            singles.insert(node, shape_instance);
            in_order.push(node);
        }
    }
    let mut parts = HashSet::new();
    for compound in compounds {
        let trigger = lower_compound(&compound, &singles, &mut parts, placing, diagnostics);
        placing.physics.triggers.extend(trigger);
    }
    for node in in_order.into_iter().filter(|node| !parts.contains(node)) {
        let shape_instance = singles.remove(&node).flatten();
        placing
            .physics
            .triggers
            .extend(shape_instance.map(|shape_instance| Trigger { node, parts: vec![shape_instance] }));
    }
}

/// The trigger of all parts that can be used; a part without a filter has the compound's.
fn lower_compound(
    compound: &Compound<'_>,
    singles: &Singles,
    all_parts: &mut HashSet<NodeId>,
    placing: &Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) -> Option<Trigger> {
    let Compound { node, nodes, filter } = *compound;
    let hierarchy = placing.context.hierarchy;
    let mut seen = HashSet::new();
    let mut parts = Vec::new();
    for value in entries(Some(nodes), diagnostics) {
        let Some(index) = NodeIndex::from_json(value, diagnostics) else { continue };
        let Some(part) = hierarchy.id(index) else {
            report_unresolved("node", index.0, value, "the part is left out", diagnostics);
            continue;
        };
        if !seen.insert(part) {
            let message = format!("node {} is named twice", index.0);
            diagnostics.report(Code::DUPLICATE_ELEMENTS, value, message);
            continue;
        }
        let is_below = part != node && hierarchy.is_within(part, node);
        if !is_below {
            let message = format!("node {} is not below the trigger; the part is left out", index.0);
            diagnostics.report(Code::TRIGGER_PART_NOT_BELOW, value, message);
        }
        let single = singles.get(&part);
        if single.is_none() && part != node {
            let message = format!("node {} has no trigger with a shape of its own; the part is left out", index.0);
            diagnostics.report(Code::TRIGGER_PART_NOT_SINGLE, value, message);
        }
        let Some(single) = single.filter(|_| is_below) else { continue };
        all_parts.insert(part);
        parts.extend(
            single
                .clone()
                .map(|shape_instance| ShapeInstance { filter: shape_instance.filter.or(filter), ..shape_instance }),
        );
    }
    (!parts.is_empty()).then_some(Trigger { node, parts })
}
