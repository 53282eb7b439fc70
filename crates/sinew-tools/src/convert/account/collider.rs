//! Colliders, triggers and gravity fields of nodes.

use std::collections::HashSet;

use sinew_document::extension::{
    khr_collision_shapes, khr_implicit_shapes, khr_physics_rigid_bodies, omi_collider, omi_physics_body,
    omi_physics_shape,
};
use sinew_document::{MeshIndex, NodeIndex, Value};

use super::super::Dialect;
use super::body::Revision;
use super::{Account, Holds, held, visited};
use sinew_model::model::NodeId;
use sinew_model::model::physics::{Entry, GravityKind, MeshOrigin, Shape, ShapeId, ShapeInstance};

/// The role of a shape.
#[derive(Clone, Copy)]
enum ShapeRole {
    Collider { material: Option<Entry> },
    Trigger,
}

impl<'a> Account<'a> {
    /// `KHR_physics_rigid_bodies` of a node.
    pub(super) fn khr_node(&mut self, node: NodeId, value: Value<'_>) {
        let name = khr_physics_rigid_bodies::NAME;
        let parts = ["motion", "collider", "trigger", "joint"];
        self.object(value, name, &parts.map(|key| (key, &visited as Holds<'_>)));
        if let Some(motion) = value.get("motion") {
            self.motion(node, motion, Revision::Khr);
        }
        if let Some(collider) = value.get("collider") {
            self.collider(node, collider, name);
        }
        if let Some(trigger) = value.get("trigger") {
            self.trigger(node, trigger, name);
        }
        if let Some(joint) = value.get("joint") {
            self.khr_joint(node, joint);
        }
    }

    /// `OMI_physics_body` of a node, in either revision.
    pub(super) fn omi_body(&mut self, node: NodeId, value: Value<'_>) {
        let name = omi_physics_body::NAME;
        if omi_physics_body::has_type(value) {
            return self.motion(node, value, Revision::Typed);
        }
        let parts = ["motion", "collider", "trigger"];
        self.object(value, name, &parts.map(|key| (key, &visited as Holds<'_>)));
        if let Some(motion) = value.get("motion") {
            self.motion(node, motion, Revision::Omi);
        }
        if let Some(collider) = value.get("collider") {
            self.collider(node, collider, name);
        }
        if let Some(trigger) = value.get("trigger") {
            self.trigger(node, trigger, name);
        }
    }

    /// `OMI_collider` of a node, which is solid or a trigger.
    pub(super) fn omi_collider(&mut self, node: NodeId, value: Value<'_>) {
        let entry = value.get("collider").and_then(|index| self.listed(omi_collider::NAME, "colliders", index));
        let is_held = self.placed(node).any(|placed| Some(Entry::Shape(placed.shape)) == entry);
        if !is_held {
            return self.gone(value, "collider");
        }
        self.object(value, "collider", &[("collider", &visited)]);
    }

    /// The shapes of a node.
    fn placed(&self, node: NodeId) -> impl Iterator<Item = &'a ShapeInstance> {
        let solid = self.parts.colliders.get(&node).into_iter().flatten().map(|collider| &collider.shape_instance);
        solid.chain(self.parts.volumes.get(&node).into_iter().flatten().copied())
    }

    /// `collider` of either extension that has parts.
    fn collider(&mut self, node: NodeId, value: Value<'_>, extension: &str) {
        let shape = self.shape_of(value, extension);
        let mut all = self.parts.colliders.get(&node).into_iter().flatten().copied();
        let Some(held) = all.find(|collider| Some(collider.shape_instance.shape) == shape) else {
            return self.gone(value, "collider");
        };
        let role = ShapeRole::Collider { material: held.material.map(Entry::Material) };
        self.placing(value, extension, &held.shape_instance, role);
    }

    /// `trigger` of either extension: with a shape, or a compound.
    fn trigger(&mut self, node: NodeId, value: Value<'_>, extension: &str) {
        let shape = self.shape_of(value, extension);
        let volume = self.parts.volumes.get(&node).into_iter().flatten();
        let volume = volume.copied().find(|placed| Some(placed.shape) == shape);
        let compound = self.parts.triggers.get(&node).copied();
        let nodes = value.get("nodes").filter(|nodes| !held::empty(*nodes));
        match (nodes, volume, compound) {
            (None, Some(volume), _) => self.placing(value, extension, volume, ShapeRole::Trigger),
            (Some(nodes), _, Some(trigger)) => {
                let filter =
                    value.get("collisionFilter").and_then(|index| self.listed(extension, "collisionFilters", index));
                let has_lists = self.to != Dialect::OmiSeed;
                let is_omi = extension == omi_physics_body::NAME;
                let is_filter = |value: Value<'_>| {
                    let mut parts = trigger.parts.iter();
                    (is_omi && held::no_index(value))
                        || (has_lists && filter.is_some() && parts.any(|role| role.filter.map(Entry::Filter) == filter))
                };
                self.object(value, "trigger", &[("nodes", &visited), ("collisionFilter", &is_filter)]);
                let parts: HashSet<NodeId> = trigger.parts.iter().map(|role| role.node).collect();
                let is_part = |value: &Value<'_>| {
                    let index = value.as_u64().and_then(|index| u32::try_from(index).ok());
                    let node = index.and_then(|index| self.model.hierarchy().id(NodeIndex(index)));
                    node.is_some_and(|node| parts.contains(&node))
                };
                let others: Vec<_> = nodes.elements().filter(|value| !is_part(value)).collect();
                for value in others {
                    self.gone(value, "trigger.nodes");
                }
            }
            _ => self.gone(value, "trigger"),
        }
    }

    /// The properties of a collider or a trigger that has a shape.
    fn placing(&mut self, value: Value<'_>, extension: &str, placed: &ShapeInstance, role: ShapeRole) {
        // The earlier revision of OMI has neither materials nor filters.
        let has_lists = self.to != Dialect::OmiSeed;
        let is_omi = extension == omi_physics_body::NAME;
        let named = |key: &str, list: &str| value.get(key).and_then(|index| self.listed(extension, list, index));
        let (of_material, of_filter) =
            (named("physicsMaterial", "physicsMaterials"), named("collisionFilter", "collisionFilters"));
        let is_none = |value: Value<'_>| is_omi && held::no_index(value);
        let is_filter = |value: Value<'_>| {
            let filter = placed.filter.map(Entry::Filter);
            is_none(value) || (has_lists && filter.is_some() && of_filter == filter)
        };
        let held_material = if let ShapeRole::Collider { material } = role { material } else { None };
        let is_material =
            |value: Value<'_>| is_none(value) || (has_lists && held_material.is_some() && of_material == held_material);
        let geometry = value.get("geometry").filter(|_| !is_omi);
        let is_shape = |_: Value<'_>| geometry.is_none();
        let mut known: Vec<(&str, Holds<'_>)> = vec![("collisionFilter", &is_filter), ("shape", &is_shape)];
        let what = match role {
            ShapeRole::Collider { .. } => {
                known.push(("physicsMaterial", &is_material));
                "collider"
            }
            ShapeRole::Trigger => {
                // Empty, where the trigger has a shape.
                known.push(("nodes", &held::empty));
                "trigger"
            }
        };
        if !is_omi {
            known.push(("geometry", &visited));
        }
        self.object(value, what, &known);
        if let Some(geometry) = geometry {
            self.geometry(geometry, placed.shape, &format!("{what}.geometry"));
        }
    }

    fn geometry(&mut self, value: Value<'_>, id: ShapeId, what: &str) {
        let physics = self.physics();
        // Of several properties one counts, and the others are lost.
        let is_listed = value.get("shape").is_some();
        let (mesh, node) = match physics.origins().mesh(id).filter(|_| !is_listed) {
            Some(MeshOrigin::Mesh(mesh)) => (Some(mesh.0 as usize), None),
            Some(MeshOrigin::Node(node)) => (None, Some(self.model.hierarchy().index(node).0 as usize)),
            None => (None, None),
        };
        let is_mesh = |value: Value<'_>| mesh.is_some_and(|mesh| held::index(value, mesh));
        let is_node = |value: Value<'_>| node.is_some_and(|node| held::index(value, node));
        // The hull of what is listed is itself: all of those are convex, but for meshes.
        let is_hull = match physics.shapes().get(id.slot()) {
            Some(Shape::TriangleMesh(_)) => [false].as_slice(),
            Some(Shape::ConvexHull(_)) => &[true],
            _ => &[true, false],
        };
        let known: [(&str, Holds<'_>); 4] = [
            ("convexHull", &|value| value.as_bool().is_some_and(|hull| is_hull.contains(&hull))),
            ("shape", &visited),
            ("mesh", &is_mesh),
            ("node", &is_node),
        ];
        self.object(value, what, &known);
    }

    /// The shape of a collider or a trigger, in the order of the reader.
    fn shape_of(&self, value: Value<'_>, extension: &str) -> Option<ShapeId> {
        let [late, early] = [khr_implicit_shapes::NAME, khr_collision_shapes::NAME];
        let first = |one, other| if self.document.extension(one).is_some() { one } else { other };
        let (list, index) = if extension == omi_physics_body::NAME {
            (omi_physics_shape::NAME, value.get("shape")?)
        } else if let Some(geometry) = value.get("geometry") {
            match geometry.get("shape") {
                Some(shape) => (first(late, early), shape),
                None => return self.shape_of_points(geometry),
            }
        } else {
            (first(early, late), value.get("shape")?)
        };
        match self.listed(list, "shapes", index)? {
            Entry::Shape(id) => Some(id),
            _ => None,
        }
    }

    /// The shape of a mesh, or of the meshes of a node, by its origin.
    fn shape_of_points(&self, geometry: Value<'_>) -> Option<ShapeId> {
        let index = |key: &str| geometry.get(key)?.as_u64().and_then(|index| u32::try_from(index).ok());
        let origin = match index("mesh") {
            Some(mesh) => MeshOrigin::Mesh(MeshIndex(mesh)),
            None => MeshOrigin::Node(self.model.hierarchy().id(NodeIndex(index("node")?))?),
        };
        let is_hull = geometry.get("convexHull").and_then(Value::as_bool).unwrap_or(false);
        let shapes = self.physics().shapes();
        let of_origin = self.parts.shapes.get(&origin)?;
        let is_of = |id: &&ShapeId| matches!(shapes.get(id.slot()), Some(Shape::ConvexHull(_))) == is_hull;
        // The hull of a flat mesh is its triangles.
        of_origin.iter().find(is_of).or_else(|| of_origin.first()).copied()
    }

    /// `OMI_physics_gravity` of a node.
    pub(super) fn gravity_field(&mut self, node: NodeId, value: Value<'_>) {
        let Some(&field) = self.parts.fields.get(&node) else {
            return self.gone(value, "gravity");
        };
        let key = match field.kind {
            GravityKind::Directional { .. } => "directional",
            GravityKind::Point { .. } => "point",
            GravityKind::Disc { .. } => "disc",
            GravityKind::Torus { .. } => "torus",
            GravityKind::Line { .. } => "line",
            GravityKind::Shaped { .. } => "shaped",
        };
        self.object(
            value,
            "gravity",
            &[
                ("type", &|value| held::word(value, &[key])),
                ("gravity", &|value| held::number(value, field.gravity)),
                ("priority", &|value| value.as_f64() == Some(f64::from(field.priority))),
                ("replace", &|value| held::flag(value, field.replace)),
                ("stop", &|value| held::flag(value, field.stop)),
                (key, &visited),
            ],
        );
        if let Some(details) = value.get(key) {
            self.field_details(details, &field.kind, &format!("gravity.{key}"));
        }
    }

    fn field_details(&mut self, value: Value<'_>, kind: &GravityKind, what: &str) {
        // Zero is the default: full strength everywhere.
        let is_unit = |value: Value<'_>, unit: Option<f32>| held::number(value, unit.unwrap_or(0.0));
        match kind {
            GravityKind::Directional { direction } => {
                self.object(value, what, &[("direction", &|value| held::direction(value, *direction))]);
            }
            GravityKind::Point { unit_distance } => {
                self.object(value, what, &[("unitDistance", &|value| is_unit(value, *unit_distance))]);
            }
            GravityKind::Disc { radius, unit_distance } | GravityKind::Torus { radius, unit_distance } => {
                let is_radius = |value: Value<'_>| held::number(value, *radius);
                let known: [(&str, Holds<'_>); 2] =
                    [("radius", &is_radius), ("unitDistance", &|value| is_unit(value, *unit_distance))];
                self.object(value, what, &known);
            }
            GravityKind::Line { points, unit_distance } => {
                let numbers: Vec<f32> = points.iter().flat_map(glam::Vec3::to_array).collect();
                let known: [(&str, Holds<'_>); 2] = [
                    ("points", &|value| held::numbers(value, &numbers)),
                    ("unitDistance", &|value| is_unit(value, *unit_distance)),
                ];
                self.object(value, what, &known);
            }
            GravityKind::Shaped { shape, unit_distance } => {
                let entry = value.get("shape").and_then(|index| self.listed(omi_physics_shape::NAME, "shapes", index));
                let is_shape = |_: Value<'_>| entry == Some(Entry::Shape(*shape));
                let known: [(&str, Holds<'_>); 2] =
                    [("shape", &is_shape), ("unitDistance", &|value| is_unit(value, *unit_distance))];
                self.object(value, what, &known);
            }
        }
    }
}
