//! Bodies, colliders, triggers and joints: every dialect into one list of each.
//!
//! Bodies come first, of all dialects, so that every dialect's colliders and joints find the body that they belong to
//! whichever dialect made it.

mod khr;
mod mesh;
mod ownership;
mod placement;
mod range;

use sinew_document::{Code, Diagnostics, Document, Value};

use super::hierarchy::Carried;
use crate::model::physics::{Body, BodyKind, FilterId, Inertia, Mass, Physics, Placed, ShapeId};
use crate::model::{Hierarchy, NodeId};

use mesh::Shapes;
use ownership::Ownership;

/// What every dialect reads from.
#[derive(Clone, Copy)]
pub(super) struct Around<'a, 'json> {
    pub(super) document: &'json Document,
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) carried: &'a Carried<'json>,
}

/// A body, and the object of the file that makes it one.
struct AuthoredBody<'json> {
    body: Body,
    value: Value<'json>,
}

/// What every dialect adds its colliders, triggers and joints to, once it is known which bodies there are.
struct Placing<'a, 'json> {
    around: Around<'a, 'json>,
    ownership: &'a Ownership,
    shapes: Shapes<'a, 'json>,
    physics: Physics,
}

/// The physics of a file.
pub(super) fn lower(around: Around<'_, '_>, diagnostics: &mut Diagnostics) -> Physics {
    let khr = khr::read(around, diagnostics);
    if khr.is_empty() {
        return Physics::default();
    }
    let mut bodies = khr.bodies(diagnostics);
    bodies.sort_by_key(|authored| around.hierarchy.index(authored.body.node));
    let ownership = own(&mut bodies, around.hierarchy, diagnostics);

    let physics = Physics { bodies: bodies.iter().map(|authored| authored.body.clone()).collect(), ..Physics::default() };
    let mut placing = Placing { around, ownership: &ownership, shapes: Shapes::new(around, &ownership), physics };
    khr.place(&mut placing, diagnostics);

    let mut physics = placing.finish();
    tell_bodies_without_colliders(&bodies, &mut physics, diagnostics);
    physics
}

/// Who owns which node. A body that is nowhere, as the transforms above it overflow, is left out.
fn own(bodies: &mut Vec<AuthoredBody<'_>>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> Ownership {
    let of = |bodies: &[AuthoredBody<'_>]| {
        Ownership::new(hierarchy, bodies.iter().map(|authored| authored.body.node).collect())
    };
    let ownership = of(bodies);
    let count = bodies.len();
    bodies.retain(|authored| {
        let is_somewhere = ownership.model_from_node(authored.body.node).is_finite();
        if !is_somewhere {
            let message = "the transforms of the node overflow; the body is left out";
            diagnostics.report(Code::VALUE_NOT_FINITE, authored.value, message);
        }
        is_somewhere
    });
    if bodies.len() == count { ownership } else { of(bodies) }
}

/// A body needs colliders for what it does not say of its mass itself.
fn tell_bodies_without_colliders(
    bodies: &[AuthoredBody<'_>],
    physics: &mut Physics,
    diagnostics: &mut Diagnostics,
) {
    let mut has_collider = vec![false; bodies.len()];
    for collider in &physics.colliders {
        if let Some(body) = collider.placed.body {
            has_collider[body.slot()] = true;
        }
    }
    for (authored, has_collider) in bodies.iter().zip(has_collider) {
        let Body { kind, mass, inertia, .. } = &authored.body;
        let asks = *mass == Mass::FromColliders || *inertia == Inertia::FromColliders;
        if *kind == BodyKind::Dynamic && asks && !has_collider {
            let message = "the body has no collider; its mass properties are those of a solid sphere of 0.1 m radius \
                           (1 kg where no mass is given)";
            diagnostics.report(Code::BODY_WITHOUT_COLLIDER, authored.value, message);
        }
    }
}

impl Placing<'_, '_> {
    /// A shape on a node, if anything is left of it there. `value` is the object that puts it there.
    fn placed(
        &self,
        node: NodeId,
        shape: ShapeId,
        filter: Option<FilterId>,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Placed> {
        let owner_from_node = self.ownership.owner_from_node(node);
        placement::check(self.shapes.get(shape)?, owner_from_node, value, diagnostics)?;
        Some(Placed { node, shape, body: self.ownership.body(node), owner_from_node, filter })
    }

    /// Everything in the order of the file.
    fn finish(self) -> Physics {
        let Self { around: Around { hierarchy, .. }, shapes, mut physics, .. } = self;
        physics.shapes = shapes.into_list();
        physics.colliders.sort_by_key(|collider| hierarchy.index(collider.placed.node));
        physics.triggers.sort_by_key(|trigger| hierarchy.index(trigger.node));
        physics.joints.sort_by_key(|joint| hierarchy.index(joint.node));
        physics
    }
}
