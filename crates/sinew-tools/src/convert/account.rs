//! Compares the source with its model: every property of the replaced extensions is in the model, or is reported. Together with
//! the comparison of both models, every loss is reported.
//!
//! A property is held if the model has its value, or if the value is the default. An unusable, unused or undefined property is
//! not held. An unusable object is reported as a whole.

mod body;
mod collider;
mod constraint;
mod entry;
mod held;
mod joint;
mod listed;
mod shape;

use std::collections::{HashMap, HashSet};

use sinew_document::extension::{
    khr_physics_rigid_bodies, omi_collider, omi_physics_body, omi_physics_gravity, omi_physics_joint,
};
use sinew_document::{Document, Kind, NodeIndex, Value};

use super::words::LISTS;
use super::{Dialect, Loss};
use sinew_model::model::physics::{
    Body, Collider, Entry, GravityField, Joint, JointDescriptionId, MeshOrigin, Physics, ShapeId, ShapeInstance,
    Trigger,
};
use sinew_model::model::{Model, NodeId};

/// The written shapes, and whether each kept its name.
pub(super) type Kept = HashMap<ShapeId, bool>;

/// Whether a value of the source is the model's.
type Holds<'c> = &'c dyn Fn(Value<'_>) -> bool;

/// A walk over the source.
struct Account<'a> {
    document: &'a Document,
    model: &'a Model,
    to: Dialect,
    kept: &'a Kept,
    parts: NodePhysics<'a>,
    losses: Vec<Loss>,
}

/// The physics of each node in the model.
#[derive(Default)]
struct NodePhysics<'a> {
    bodies: HashMap<NodeId, &'a Body>,
    colliders: HashMap<NodeId, Vec<&'a Collider>>,
    triggers: HashMap<NodeId, &'a Trigger>,
    /// Of triggers, by the nodes that have the shapes.
    volumes: HashMap<NodeId, Vec<&'a ShapeInstance>>,
    /// Those made of a mesh, or of the meshes of a node.
    shapes: HashMap<MeshOrigin, Vec<ShapeId>>,
    joints: HashMap<NodeId, &'a Joint>,
    /// The descriptions of joints.
    described: HashSet<JointDescriptionId>,
    fields: HashMap<NodeId, &'a GravityField>,
}

/// The properties of the source that its model does not hold, or that `to` has no list for.
pub(super) fn unheld(document: &Document, model: &Model, to: Dialect, kept: &Kept) -> Vec<Loss> {
    let mut account =
        Account { document, model, to, kept, parts: NodePhysics::new(model.physics()), losses: Vec::new() };
    if to.is_physics() {
        account.lists();
        for (index, node) in document.iter::<NodeIndex>() {
            account.node(index, node);
        }
    } else {
        account.constraints();
    }
    account.losses
}

impl<'a> NodePhysics<'a> {
    fn new(physics: &'a Physics) -> Self {
        let mut parts = Self::default();
        parts.bodies.extend(physics.bodies().iter().map(|body| (body.node, body)));
        for collider in physics.colliders() {
            parts.colliders.entry(collider.shape_instance.node).or_default().push(collider);
        }
        for trigger in physics.triggers() {
            parts.triggers.insert(trigger.node, trigger);
            for part in &trigger.parts {
                parts.volumes.entry(part.node).or_default().push(part);
            }
        }
        for id in (0..physics.shapes().len()).map(ShapeId::at) {
            if let Some(origin) = physics.origins().mesh(id) {
                parts.shapes.entry(origin).or_default().push(id);
            }
        }
        parts.described.extend(physics.joints().iter().map(|joint| joint.description));
        parts.joints.extend(physics.joints().iter().map(|joint| (joint.node, joint)));
        parts.fields.extend(physics.gravity_fields().iter().map(|field| (field.node, field)));
        parts
    }
}

impl<'a> Account<'a> {
    fn physics(&self) -> &'a Physics {
        self.model.physics()
    }

    /// The extensions of a node.
    fn node(&mut self, index: NodeIndex, node: Value<'a>) {
        let names = || self.to.replaced().iter().copied();
        if names().all(|name| node.extension(name).is_none()) {
            return;
        }
        let id = self.model.hierarchy().id(index).filter(|&id| self.model.hierarchy().is_in_scene(id));
        let Some(id) = id else {
            let describe =
                names().filter_map(|name| Some(Loss::at(node.extension(name)?, name, "on a node outside the scene")));
            self.losses.extend(describe.collect::<Vec<_>>());
            return;
        };
        let khr = node.extension(khr_physics_rigid_bodies::NAME);
        if let Some(value) = khr {
            self.khr_node(id, value);
        }
        for name in [omi_physics_body::NAME, omi_collider::NAME, omi_physics_joint::NAME] {
            let Some(value) = node.extension(name) else { continue };
            if khr.is_some() {
                self.losses.push(Loss::at(value, name, "on a node where KHR's extension counts"));
                continue;
            }
            match name {
                omi_physics_body::NAME => self.omi_body(id, value),
                omi_collider::NAME => self.omi_collider(id, value),
                _ => self.omi_joint(id, value),
            }
        }
        if let Some(value) = node.extension(omi_physics_gravity::NAME) {
            self.gravity_field(id, value);
        }
        // The lists of shapes are on the file alone.
        for (name, _) in &LISTS[..3] {
            if let Some(value) = node.extension(name) {
                self.gone(value, name);
            }
        }
    }

    /// Compares the properties of an object with the model; others are not held.
    fn object(&mut self, value: Value<'_>, what: &str, known: &[(&str, Holds<'_>)]) {
        self.members(value, what, &|key, member| known.iter().any(|(name, holds)| *name == key && holds(member)));
    }

    /// The same with one predicate for all properties. A value that is not an object is lost.
    fn members(&mut self, value: Value<'_>, what: &str, holds: &dyn Fn(&str, Value<'_>) -> bool) {
        if value.kind() != Kind::Object {
            return self.gone(value, what);
        }
        for (key, member) in value.members() {
            if !holds(&key, member) {
                self.losses.push(Loss::text(member, format!("{what}.{key}")));
            }
        }
    }

    /// Reports a value that has no object in the model.
    fn gone(&mut self, value: Value<'_>, what: &str) {
        self.losses.push(Loss::text(value, what));
    }

    /// The entry of a list by index; `None` if it does not exist or is not in the model.
    fn listed(&self, extension: &str, key: &str, index: Value<'_>) -> Option<Entry> {
        let list = self.document.extension(extension)?.get(key)?;
        let entry = list.element(usize::try_from(index.as_u64()?).ok()?)?;
        self.physics().origins().entry(entry)
    }
}

/// The predicate of objects whose members are compared separately.
fn visited(_: Value<'_>) -> bool {
    true
}
