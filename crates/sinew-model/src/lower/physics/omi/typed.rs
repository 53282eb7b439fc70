//! Colliders of the earlier revision (`OMI_collider`): each belongs to the body that is its direct parent, and to no other.

use std::collections::{HashMap, HashSet};

use sinew_document::extension::omi_collider::RawNodeCollider;
use sinew_document::extension::omi_physics_body::BodyType;
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::Placing;
use super::{NodeBody, Omi, Shared};
use crate::model::NodeId;
use crate::model::physics::{BodyId, Collider, ShapeInstance, Trigger};

/// The trigger bodies of the file, with the parts that have been found.
struct TriggerBodies<'json> {
    /// In the order of the file.
    list: Vec<(Trigger, Value<'json>)>,
    places: HashMap<NodeId, usize>,
}

/// What a collider belongs to.
#[derive(Clone, Copy)]
enum Owner {
    /// A trigger body, by its place in the list.
    TriggerBody(usize),
    /// A body of any dialect.
    Body,
    /// Nothing.
    None,
}

pub(super) fn place<'json>(
    omi: &Omi<'json>,
    shared: &mut Shared<'json>,
    placing: &mut Placing<'_, 'json>,
    diagnostics: &mut Diagnostics,
) {
    let mut triggers = trigger_bodies(omi);
    let bodies: HashSet<NodeId> = placing.physics.bodies.iter().map(|body| body.node).collect();
    for entry in &omi.nodes {
        let Some(value) = entry.collider else { continue };
        let Some(table) = RawNodeCollider::from_json(value, diagnostics) else { continue };
        let at = value.get("collider").unwrap_or(value);
        let found = shared.colliders.get(table.collider, at, &mut placing.shapes, diagnostics);
        let Some((shape, is_trigger)) = found else { continue };
        let (owner, body) = owner(entry.node, &triggers, &bodies, placing);
        if matches!(owner, Owner::None) && placing.ownership.body(entry.node).is_some() {
            let message = "a collider belongs only to the body directly above it; it is a static collider";
            diagnostics.report(Code::OMI_COLLIDER_NOT_DIRECT, value, message);
        }
        let Some(shape_instance) = placing.placed(entry.node, shape, None, value, diagnostics) else { continue };
        put(placing.on(body, shape_instance), is_trigger, owner, &mut triggers, value, placing, diagnostics);
    }
    for (trigger, value) in triggers.list {
        if trigger.parts.is_empty() {
            let message = "no trigger collider is directly below the trigger body; it is left out";
            diagnostics.report(Code::OMI_TRIGGER_WITHOUT_SHAPE, value, message);
        } else {
            placing.physics.triggers.push(trigger);
        }
    }
}

fn trigger_bodies<'json>(omi: &Omi<'json>) -> TriggerBodies<'json> {
    let mut list = Vec::new();
    let mut places = HashMap::new();
    for entry in &omi.nodes {
        if let Some(NodeBody::Typed(table, value)) = &entry.body
            && table.kind == BodyType::Trigger
        {
            places.insert(entry.node, list.len());
            list.push((Trigger { node: entry.node, parts: Vec::new() }, *value));
        }
    }
    TriggerBodies { list, places }
}

/// The body of the node itself or right above it, and what the collider moves with: a trigger body, which nothing moves,
/// goes along with the body that it is below.
fn owner(
    node: NodeId,
    triggers: &TriggerBodies<'_>,
    bodies: &HashSet<NodeId>,
    placing: &Placing<'_, '_>,
) -> (Owner, Option<BodyId>) {
    for candidate in [Some(node), placing.context.hierarchy.parent(node)].into_iter().flatten() {
        if let Some(&place) = triggers.places.get(&candidate) {
            return (Owner::TriggerBody(place), placing.owner(candidate));
        }
        if bodies.contains(&candidate) {
            return (Owner::Body, placing.owner(candidate));
        }
    }
    (Owner::None, None)
}

/// Solid or not is the collider's own to say ("implementations should ensure the per-collider setting is preserved").
fn put(
    shape_instance: ShapeInstance,
    is_trigger: bool,
    owner: Owner,
    triggers: &mut TriggerBodies<'_>,
    value: Value<'_>,
    placing: &mut Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    match (is_trigger, owner) {
        (true, Owner::TriggerBody(place)) => triggers.list[place].0.parts.push(shape_instance),
        (true, _) => placing.physics.triggers.push(Trigger { node: shape_instance.node, parts: vec![shape_instance] }),
        (false, owner) => {
            if matches!(owner, Owner::TriggerBody(_)) {
                let message = "the collider is solid and its body is a trigger; it stays solid";
                diagnostics.report(Code::OMI_TRIGGER_MISMATCH, value, message);
            }
            placing.physics.colliders.push(Collider { shape_instance, material: None });
        }
    }
}
