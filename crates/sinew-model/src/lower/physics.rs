//! Bodies, colliders, triggers and joints: every dialect into one list of each.
//!
//! Bodies come first, of all dialects, so that every dialect's colliders and joints find the body that they belong to
//! whichever dialect made it.

mod animated;
mod count;
mod drive;
mod friction;
mod khr;
mod material;
mod mesh;
mod omi;
mod ownership;
mod placement;
mod range;
mod stray;
mod volume;

use sinew_document::{Code, Diagnostics, Document, Value};

use super::LowerOptions;
use super::hierarchy::Carried;
use crate::math::Rigid;
use crate::model::physics::{
    Body, BodyId, BodyKind, FilterId, Inertia, JointFrame, Mass, OnNodes, Physics, Shape, ShapeId, ShapeInstance,
};
use crate::model::{Animation, Hierarchy, NodeId};

use mesh::Shapes;
use ownership::Ownership;

/// What every dialect reads from.
#[derive(Clone, Copy)]
pub(super) struct Context<'a, 'json> {
    pub(super) document: &'json Document,
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) carried: &'a Carried<'json>,
    pub(super) animations: &'a [Animation],
}

/// A body, and the object of the file that makes it one.
struct AuthoredBody<'json> {
    body: Body,
    value: Value<'json>,
}

/// What every dialect adds its colliders, triggers and joints to, once it is known which bodies there are.
struct Placing<'a, 'json> {
    context: Context<'a, 'json>,
    ownership: &'a Ownership,
    shapes: Shapes<'a, 'json>,
    physics: Physics,
}

/// A centre of mass beyond the extent of any shape is ignored: rotation about it would overflow.
fn check_center(authored: &mut AuthoredBody<'_>, diagnostics: &mut Diagnostics) {
    let is_far = |center: &glam::Vec3| center.abs().max_element() > Shape::FARTHEST;
    if let Some(center) = authored.body.center_of_mass.take_if(|center| is_far(center)) {
        let at = authored.value.get("centerOfMass").unwrap_or(authored.value);
        let message = format!("centerOfMass is {center}, which is too far away; that of the colliders is used");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, at, message);
    }
}

/// The physics of a file.
pub(super) fn lower(context: Context<'_, '_>, options: &LowerOptions, diagnostics: &mut Diagnostics) -> Physics {
    let khr = khr::read(context, diagnostics);
    let omi = omi::read(context, options, diagnostics);
    if khr.is_empty() && omi.is_empty() {
        return Physics::default();
    }
    let mut bodies = khr.bodies(diagnostics);
    bodies.extend(omi.bodies(diagnostics));
    bodies.sort_by_key(|authored| context.hierarchy.index(authored.body.node));
    count::bound_bodies(&mut bodies, context, diagnostics);
    for authored in &mut bodies {
        check_center(authored, diagnostics);
    }
    let ownership = own(&mut bodies, context.hierarchy, diagnostics);

    let physics =
        Physics { bodies: bodies.iter().map(|authored| authored.body.clone()).collect(), ..Physics::default() };
    let mut placing = Placing { context, ownership: &ownership, shapes: Shapes::new(context, &ownership), physics };
    khr.place(&mut placing, diagnostics);
    let shared = omi.place(&mut placing, diagnostics);
    placing.sort();
    count::bound(&mut placing, diagnostics);
    // Gravity fields refer to triggers by their final indices.
    omi.place_gravity(shared, &mut placing, diagnostics);

    let mut physics = placing.finish();
    friction::switch(&mut physics, context, diagnostics);
    report_bodies_without_colliders(&bodies, &physics, diagnostics);
    animated::report_partly_animated(&bodies, context, diagnostics);
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

/// A body needs colliders with a volume for what it does not say of its mass itself.
fn report_bodies_without_colliders(bodies: &[AuthoredBody<'_>], physics: &Physics, diagnostics: &mut Diagnostics) {
    let mut has_collider = vec![false; bodies.len()];
    let mut has_volume = vec![false; bodies.len()];
    let extents = volume::of_shapes(&physics.shapes);
    for collider in &physics.colliders {
        if let Some(body) = collider.shape_instance.body {
            has_collider[body.slot()] = true;
            has_volume[body.slot()] |= volume::is_solid(collider, &extents);
        }
    }
    for ((authored, has_collider), has_volume) in bodies.iter().zip(has_collider).zip(has_volume) {
        let Body { kind, mass, inertia, .. } = &authored.body;
        // A body of infinite mass has infinite inertia unless the file has another.
        let asks = *mass == Mass::FromColliders || (*inertia == Inertia::FromColliders && *mass != Mass::Infinite);
        if *kind == BodyKind::Dynamic && asks && !has_volume {
            let what = if has_collider { "no collider with a volume" } else { "no collider" };
            let message = format!(
                "the body has {what}; its moments of inertia are 1 kg·m² for each kilogram (1 kg where no mass is given)"
            );
            diagnostics.report(Code::BODY_WITHOUT_COLLIDER, authored.value, message);
        }
    }
}

/// Whether two frames are the same but for rounding: within two micrometres, or two millionths of the longer arm that they
/// are at, and as little of the half angle of a rotation. Singles have seven digits, and files mostly print six.
fn coincide(one: Rigid, other: Rigid, arm: f32) -> bool {
    const ROUNDING: f32 = 2e-6;
    let arm = arm.max(one.translation.length()).max(1.0);
    let half_angle = (one.rotation - other.rotation).length().min((one.rotation + other.rotation).length());
    one.translation.distance(other.translation) <= ROUNDING * arm && half_angle <= ROUNDING
}

impl Placing<'_, '_> {
    /// The body that a node moves with; `None` for the fixed world, which a static body is a part of.
    fn owner(&self, node: NodeId) -> Option<BodyId> {
        self.ownership.body(node).and_then(|body| self.movable(body))
    }

    /// The body, unless it is static.
    fn movable(&self, body: BodyId) -> Option<BodyId> {
        let is_static = self.physics.bodies.get(body.slot()).is_some_and(|body| body.kind == BodyKind::Static);
        (!is_static).then_some(body)
    }

    /// The rigid frame of a node on what it moves with.
    fn attachment(&self, node: NodeId) -> JointFrame {
        match self.ownership.body(node) {
            Some(body) => self.attachment_on(body, node),
            None => self.ownership.attachment(node),
        }
    }

    /// A joint may be connected to a node that does not run: it has a place, and what would carry it is not there.
    fn report_outside(&self, connected: NodeId, at: Value<'_>, diagnostics: &mut Diagnostics) {
        let hierarchy = self.context.hierarchy;
        if !hierarchy.is_in_scene(connected) {
            let index = hierarchy.index(connected).0;
            let message = format!(
                "node {index} is outside the scene that runs; the joint is fixed to the world where it would be"
            );
            diagnostics.report(Code::JOINT_NODE_OUTSIDE_SCENE, at, message);
        }
    }

    /// The two frames of a joint. Where they are at one place but for the digits of their transforms, the second is put where
    /// the first is: nothing pulls at such a joint, and it moves alike whether a dialect writes two places or one.
    fn joined(&self, a: JointFrame, b: JointFrame) -> (JointFrame, JointFrame) {
        let b_from_a = self.model_from_owner(&b).inverse() * self.model_from_owner(&a);
        let owner_from_frame = b_from_a * a.owner_from_frame;
        let is_one = coincide(b.owner_from_frame, owner_from_frame, a.owner_from_frame.translation.length());
        (a, if is_one { JointFrame { owner_from_frame, ..b } } else { b })
    }

    /// From the rigid frame of what a joint is attached to, to the model's root.
    fn model_from_owner(&self, attachment: &JointFrame) -> Rigid {
        let body = attachment.body.and_then(|body| self.physics.bodies.get(body.slot()));
        body.map_or(Rigid::IDENTITY, |body| self.ownership.model_from_rigid(body.node))
    }

    /// The rigid frame of a node on a body, or in the fixed world if that is static.
    fn attachment_on(&self, body: BodyId, node: NodeId) -> JointFrame {
        let movable = self.movable(body);
        let mut attachment = self.ownership.attachment_to(movable, node);
        if movable.is_none() {
            attachment.fixed_to = self.physics.bodies.get(body.slot()).map(|body| body.node);
        }
        attachment
    }

    /// A shape on a node, if anything is left of it there. `value` is the object that puts it there.
    fn placed(
        &self,
        node: NodeId,
        shape: ShapeId,
        filter: Option<FilterId>,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ShapeInstance> {
        let body = self.owner(node);
        let owner_from_node = self.ownership.placed_on(body, node);
        placement::check(self.shapes.get(shape)?, owner_from_node, value, diagnostics)?;
        Some(ShapeInstance { node, shape, body, owner_from_node, filter })
    }

    /// A shape as a part of another body than the one that its node is below.
    fn on(&self, body: Option<BodyId>, mut shape_instance: ShapeInstance) -> ShapeInstance {
        shape_instance.body = body;
        shape_instance.owner_from_node = self.ownership.placed_on(body, shape_instance.node);
        shape_instance
    }

    /// Everything in the order of the file.
    fn sort(&mut self) {
        let Self { context: Context { hierarchy, .. }, physics, .. } = self;
        physics.colliders.sort_by_key(|collider| hierarchy.index(collider.shape_instance.node));
        physics.triggers.sort_by_key(|trigger| hierarchy.index(trigger.node));
        physics.joints.sort_by_key(|joint| hierarchy.index(joint.node));
    }

    fn finish(self) -> Physics {
        let (shapes, mut origins) = self.shapes.into_list();
        origins.append(self.physics.origins);
        Physics { shapes, origins, on_nodes: OnNodes::default(), ..self.physics }
    }
}
