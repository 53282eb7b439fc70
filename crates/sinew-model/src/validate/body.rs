//! Bodies that are valid and most likely a mistake.

use sinew_document::{Code, Diagnostics, Document};

use super::place::Places;
use crate::model::physics::{Body, Inertia, Moment};
use crate::model::{Hierarchy, Model, NodeId};

/// How much more than the sum of the two others a moment may be: exporters print six digits.
const TOLERANCE: f32 = 1e-4;

pub(super) fn check(document: &Document, model: &Model, found: &mut Diagnostics) {
    let physics = model.physics();
    if physics.is_empty() {
        return;
    }
    let places = Places { document, hierarchy: model.hierarchy() };
    let above = bodies_above(physics.bodies(), model.hierarchy());
    for body in physics.bodies() {
        if let Some(outer) = above[body.node.slot()] {
            report_nested(body, outer, places, found);
        }
        check_inertia(body, places, found);
    }
}

/// The nearest body above each node, parents first, itself not counted.
fn bodies_above(bodies: &[Body], hierarchy: &Hierarchy) -> Vec<Option<NodeId>> {
    let mut is_body = vec![false; hierarchy.len()];
    for body in bodies {
        is_body[body.node.slot()] = true;
    }
    let mut above: Vec<Option<NodeId>> = vec![None; hierarchy.len()];
    for node in hierarchy.nodes() {
        if let Some(parent) = hierarchy.parent(node) {
            above[node.slot()] = if is_body[parent.slot()] { Some(parent) } else { above[parent.slot()] };
        }
    }
    above
}

fn report_nested(body: &Body, outer: NodeId, places: Places<'_>, found: &mut Diagnostics) {
    if let Some(value) = places.body(body.node) {
        let message = format!("the body is below {}, a body too, and does not follow it", places.name(outer));
        found.report(Code::BODY_NESTED, value, message);
    }
}

/// Of three principal moments, none is more than the two others together: I₁ = Σm(y² + z²) ≤ I₂ + I₃ for every solid.
fn check_inertia(body: &Body, places: Places<'_>, found: &mut Diagnostics) {
    let Inertia::Principal { moments, .. } = body.inertia else { return };
    let [Moment::Finite(x), Moment::Finite(y), Moment::Finite(z)] = moments else { return };
    let largest = x.max(y).max(z);
    let others = x + y + z - largest;
    if largest <= others * (1.0 + TOLERANCE) {
        return;
    }
    let Some(value) = places.body(body.node) else { return };
    let at = ["inertiaDiagonal", "inertiaTensor"].iter().find_map(|key| value.get(key)).unwrap_or(value);
    let message = format!("of the moments {x}, {y} and {z}, {largest} is more than the others together ({others})");
    found.report(Code::BODY_INERTIA_IMPOSSIBLE, at, message);
}
