//! OMI's physics, in both revisions: `OMI_collider` and `OMI_physics_body` with a `type`, and `OMI_physics_shape` and
//! `OMI_physics_body` with `motion`, `collider` and `trigger`; `OMI_physics_joint` of both; `OMI_physics_gravity`.
//!
//! The properties of each object identify its revision, so one file may mix them, and mix them with KHR's extensions.

mod body;
mod collider;
mod gravity;
mod joint;
mod limit;
mod material;
mod override_axes;
mod shape;
mod stiffness;
mod trigger;
mod typed;

use sinew_document::extension::omi_physics_body::{self, RawBody, RawTypedBody};
use sinew_document::extension::{
    khr_physics_rigid_bodies, omi_collider, omi_physics_gravity, omi_physics_joint, omi_physics_shape,
};
use sinew_document::{Code, Diagnostics, FromJson, Kind, NodeIndex, Value, report_mismatch};

use super::{AuthoredBody, Context, Placing};
use crate::lower::LowerOptions;
use crate::model::NodeId;

use shape::ShapeList;
use stiffness::StiffnessReading;

/// The OMI extensions of a file.
pub(super) struct Omi<'json> {
    /// In the order of the file.
    nodes: Vec<OmiNode<'json>>,
    stiffness: StiffnessReading,
    /// Whether the file as a whole has what nodes share.
    has_lists: bool,
    /// `OMI_physics_gravity` of the file as a whole.
    world_gravity: Option<Value<'json>>,
}

/// A node with one of the extensions.
struct OmiNode<'json> {
    node: NodeId,
    /// The node's own object, for what else it is.
    value: Value<'json>,
    body: Option<NodeBody<'json>>,
    /// `OMI_collider`.
    collider: Option<Value<'json>>,
    /// `OMI_physics_joint`.
    joint: Option<Value<'json>>,
    /// `OMI_physics_gravity`.
    gravity: Option<Value<'json>>,
}

/// `OMI_physics_body` of a node, in either revision.
enum NodeBody<'json> {
    Typed(RawTypedBody, Value<'json>),
    Parts(RawBody<'json>),
}

/// What the file shares among nodes, made once.
pub(super) struct Shared<'json> {
    /// Of `OMI_collider`.
    colliders: ShapeList<'json>,
    /// Of `OMI_physics_shape`.
    shapes: ShapeList<'json>,
    lists: super::material::PhysicsLists,
}

/// Finds the nodes with OMI extensions.
pub(super) fn read<'json>(
    context: Context<'_, 'json>,
    options: &LowerOptions,
    diagnostics: &mut Diagnostics,
) -> Omi<'json> {
    let mut nodes = Vec::new();
    for &(index, extensions) in &context.carried.extensions {
        let get = |name| extensions.get(name);
        let body = get(omi_physics_body::NAME);
        let (collider, joint) = (get(omi_collider::NAME), get(omi_physics_joint::NAME));
        let gravity = get(omi_physics_gravity::NAME);
        let Some(value) = body.or(collider).or(joint).or(gravity) else { continue };
        let Some(node) = context.hierarchy.id(index) else { continue };
        if !context.hierarchy.is_in_scene(node) {
            let message = "the node is outside the scene that runs; its physics is left out";
            diagnostics.report(Code::PHYSICS_OUTSIDE_SCENE, value, message);
            continue;
        }
        let by_khr = get(khr_physics_rigid_bodies::NAME).is_some();
        if by_khr && (body.is_some() || collider.is_some() || joint.is_some()) {
            let name = khr_physics_rigid_bodies::NAME;
            let message = format!("the node also has {name}, which takes precedence; its OMI extensions are left out");
            diagnostics.report(Code::PHYSICS_DIALECTS_CONFLICT, value, message);
        }
        // KHR's extensions have no gravity fields, so OMI's are allowed on their triggers.
        let unless_khr = |value: Option<Value<'json>>| value.filter(|_| !by_khr);
        let body = unless_khr(body).and_then(|value| read_body(value, diagnostics));
        let value = context.document.get(index).unwrap_or(value);
        nodes.push(OmiNode { node, value, body, collider: unless_khr(collider), joint: unless_khr(joint), gravity });
    }
    let stiffness = StiffnessReading::new(context.document, options);
    let document = context.document;
    let listed = [omi_collider::NAME, omi_physics_shape::NAME, omi_physics_joint::NAME, omi_physics_body::NAME];
    let has_lists = listed.iter().any(|name| document.extension(name).is_some());
    Omi { nodes, stiffness, has_lists, world_gravity: document.extension(omi_physics_gravity::NAME) }
}

fn read_body<'json>(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<NodeBody<'json>> {
    if omi_physics_body::has_type(value) {
        return RawTypedBody::from_json(value, diagnostics).map(|table| NodeBody::Typed(table, value));
    }
    RawBody::from_json(value, diagnostics).map(NodeBody::Parts)
}

impl<'json> Omi<'json> {
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && !self.has_lists && self.world_gravity.is_none()
    }

    /// The bodies of both revisions.
    pub(super) fn bodies(&self, diagnostics: &mut Diagnostics) -> Vec<AuthoredBody<'json>> {
        let lower = |node: &OmiNode<'json>| match node.body.as_ref()? {
            NodeBody::Typed(table, value) => body::typed(node.node, table, *value, diagnostics),
            NodeBody::Parts(parts) => body::motion(node.node, parts.motion?, diagnostics),
        };
        self.nodes.iter().filter_map(lower).collect()
    }

    /// Adds everything that is not a body, but for gravity.
    pub(super) fn place(&self, placing: &mut Placing<'_, 'json>, diagnostics: &mut Diagnostics) -> Shared<'json> {
        let document = placing.context.document;
        let mut shared = Shared {
            colliders: ShapeList::of_colliders(document, diagnostics),
            shapes: ShapeList::of_shapes(document, diagnostics),
            lists: material::lists(document.extension(omi_physics_body::NAME), &mut placing.physics, diagnostics),
        };
        typed::place(self, &mut shared, placing, diagnostics);
        collider::place(self, &mut shared, placing, diagnostics);
        trigger::place(self, &mut shared, placing, diagnostics);
        joint::place(self, placing, diagnostics);
        shared
    }

    /// Adds the gravity of the world and that of triggers, which have their final places by now.
    pub(super) fn place_gravity(
        &self,
        mut shared: Shared<'json>,
        placing: &mut Placing<'_, 'json>,
        diagnostics: &mut Diagnostics,
    ) {
        gravity::place(self, &mut shared, placing, diagnostics);
    }

    /// The nodes whose `OMI_physics_body` is of the later revision, with its parts.
    fn with_parts(&self) -> impl Iterator<Item = (&OmiNode<'json>, &RawBody<'json>)> {
        self.nodes.iter().filter_map(|node| match &node.body {
            Some(NodeBody::Parts(parts)) => Some((node, parts)),
            _ => None,
        })
    }
}

/// The objects of a list of the file. What is no list is reported.
fn entries<'json>(list: Option<Value<'json>>, of: &str, diagnostics: &mut Diagnostics) -> Vec<Value<'json>> {
    let Some(list) = list else { return Vec::new() };
    if list.kind() != Kind::Array {
        report_mismatch(list, &format!("an array of {of}"), diagnostics);
        return Vec::new();
    }
    list.elements().collect()
}

/// The node that a file means.
fn resolve(
    index: NodeIndex,
    at: Value<'_>,
    placing: &Placing<'_, '_>,
    outcome: &str,
    diagnostics: &mut Diagnostics,
) -> Option<NodeId> {
    let node = placing.context.hierarchy.id(index);
    if node.is_none() {
        diagnostics.report(Code::UNRESOLVED_REFERENCE, at, format!("there is no node {}; {outcome}", index.0));
    }
    node
}
