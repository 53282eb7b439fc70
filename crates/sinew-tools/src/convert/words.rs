//! The JSON pointers of the source's properties, for losses.

use std::collections::HashMap;

use sinew_document::extension::{
    khr_collision_shapes, khr_implicit_shapes, khr_physics_rigid_bodies, omi_collider, omi_physics_body,
    omi_physics_gravity, omi_physics_joint, omi_physics_shape, vrmc_constraints, vrmc_node_constraint,
};
use sinew_document::{Document, NodeIndex, Value};

use sinew_model::model::Model;
use sinew_model::model::physics::{Entry, FilterId, JointDescriptionId, MaterialId, ShapeId};

/// Every list of the dialects that becomes a list of the model: the extension, and the key.
pub(super) const LISTS: [(&str, &str); 10] = [
    (khr_collision_shapes::NAME, "shapes"),
    (khr_implicit_shapes::NAME, "shapes"),
    (omi_physics_shape::NAME, "shapes"),
    (omi_collider::NAME, "colliders"),
    (khr_physics_rigid_bodies::NAME, "physicsMaterials"),
    (khr_physics_rigid_bodies::NAME, "collisionFilters"),
    (khr_physics_rigid_bodies::NAME, "physicsJoints"),
    (omi_physics_body::NAME, "physicsMaterials"),
    (omi_physics_body::NAME, "collisionFilters"),
    (omi_physics_joint::NAME, "physicsJoints"),
];

/// The values of the source for the objects of its model.
pub(super) struct Words<'a> {
    document: &'a Document,
    shapes: HashMap<ShapeId, Value<'a>>,
    materials: HashMap<MaterialId, Value<'a>>,
    filters: HashMap<FilterId, Value<'a>>,
    joints: HashMap<JointDescriptionId, Value<'a>>,
}

impl<'a> Words<'a> {
    pub(super) fn new(document: &'a Document, model: &Model) -> Self {
        let mut words = Self {
            document,
            shapes: HashMap::new(),
            materials: HashMap::new(),
            filters: HashMap::new(),
            joints: HashMap::new(),
        };
        let origins = model.physics().origins();
        let lists = LISTS.iter().filter_map(|(name, key)| document.extension(name)?.get(key));
        for entry in lists.flat_map(Value::elements) {
            match origins.entry(entry) {
                Some(Entry::Shape(id)) => _ = words.shapes.entry(id).or_insert(entry),
                Some(Entry::Material(id)) => _ = words.materials.insert(id, entry),
                Some(Entry::Filter(id)) => _ = words.filters.insert(id, entry),
                Some(Entry::Joint(id)) => _ = words.joints.insert(id, entry),
                None => {}
            }
        }
        words
    }

    /// The first entry of a shape; `None` for the meshes of a node.
    pub(super) fn shape(&self, id: ShapeId) -> Option<Value<'a>> {
        self.shapes.get(&id).copied()
    }

    pub(super) fn material(&self, id: MaterialId) -> Option<Value<'a>> {
        self.materials.get(&id).copied()
    }

    pub(super) fn filter(&self, id: FilterId) -> Option<Value<'a>> {
        self.filters.get(&id).copied()
    }

    /// `None` for the combination of several constraints of stage 1.
    pub(super) fn joint_description(&self, id: JointDescriptionId) -> Option<Value<'a>> {
        self.joints.get(&id).copied()
    }

    fn on_node(&self, node: NodeIndex, extension: &str) -> Option<Value<'a>> {
        self.document.get(node)?.extension(extension)
    }

    /// A part of a node, KHR's before OMI's, as in lowering.
    fn part(&self, node: NodeIndex, key: &str) -> Option<Value<'a>> {
        let of = |extension| self.on_node(node, extension)?.get(key);
        of(khr_physics_rigid_bodies::NAME).or_else(|| of(omi_physics_body::NAME))
    }

    /// The object of a node's body.
    pub(super) fn motion(&self, node: NodeIndex) -> Option<Value<'a>> {
        self.part(node, "motion").or_else(|| self.on_node(node, omi_physics_body::NAME))
    }

    /// The object of a node's collider.
    pub(super) fn collider(&self, node: NodeIndex) -> Option<Value<'a>> {
        self.part(node, "collider").or_else(|| self.on_node(node, omi_collider::NAME))
    }

    /// The object of a node's trigger, or of a part of one: in the earlier revision of OMI, the body or the collider.
    pub(super) fn trigger(&self, node: NodeIndex) -> Option<Value<'a>> {
        let on = |extension| self.on_node(node, extension);
        self.part(node, "trigger").or_else(|| on(omi_collider::NAME)).or_else(|| on(omi_physics_body::NAME))
    }

    /// The object of a node's joint.
    pub(super) fn joint(&self, node: NodeIndex) -> Option<Value<'a>> {
        let khr = self.on_node(node, khr_physics_rigid_bodies::NAME).and_then(|value| value.get("joint"));
        khr.or_else(|| self.on_node(node, omi_physics_joint::NAME))
    }

    /// The field of gravity of a node.
    pub(super) fn field(&self, node: NodeIndex) -> Option<Value<'a>> {
        self.on_node(node, omi_physics_gravity::NAME)
    }

    /// The gravity of the file as a whole.
    pub(super) fn gravity(&self) -> Option<Value<'a>> {
        self.document.extension(omi_physics_gravity::NAME)
    }

    /// The object of a node's constraint, by its kind.
    pub(super) fn constraint(&self, node: NodeIndex, kind: &str) -> Option<Value<'a>> {
        let later = self.on_node(node, vrmc_node_constraint::NAME);
        let outer = later.or_else(|| self.on_node(node, vrmc_constraints::NAME))?;
        let inner = outer.get("constraint").and_then(|inner| inner.get(kind));
        inner.or_else(|| outer.get(kind)).or(Some(outer))
    }
}

/// The first of some properties that an object has, or the object itself.
pub(super) fn property<'a>(object: Option<Value<'a>>, keys: &[&str]) -> Option<Value<'a>> {
    let object = object?;
    keys.iter().find_map(|key| object.get(key)).or(Some(object))
}

/// The name of an entry of a list.
pub(super) fn name(entry: Option<Value<'_>>) -> Option<String> {
    entry?.get("name")?.as_str().map(std::borrow::Cow::into_owned)
}
