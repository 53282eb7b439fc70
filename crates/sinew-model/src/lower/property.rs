//! The object model: which properties the file defines, and the values of those that are kept as they are.

use sinew_document::{Document, Index, Kind, NodeIndex, Value};

use super::hierarchy::Carried;
use crate::model::physics::{CollisionFilter, Entry, Physics};
use crate::model::property::{BodyDialect, JointList, PropertyIndex, PropertyKind, PropertyRow, Source, StoredBuilder};
use crate::model::{Hierarchy, NodeConstraint, NodeId};

const KHR: &str = "KHR_physics_rigid_bodies";
const OMI_BODY: &str = "OMI_physics_body";
const OMI_JOINT: &str = "OMI_physics_joint";
const SHAPES: &str = "KHR_implicit_shapes";

/// What of a model the pointers are resolved to.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) hierarchy: &'a Hierarchy,
    pub(super) physics: &'a Physics,
    pub(super) constraints: &'a [NodeConstraint],
}

pub(super) fn lower(document: &Document, carried: &Carried<'_>, parts: Parts<'_>) -> PropertyIndex {
    let mut builder = StoredBuilder::default();
    for (number, row) in (0..).zip(PropertyRow::all()) {
        if matches!(row.source, Source::Stored | Source::Constant) {
            let segments: Vec<&str> = row.pointer.split('/').skip(1).collect();
            let mut walk = Walk { number, row, builder: &mut builder };
            match segments.as_slice() {
                // There can be very many nodes; what they carry was noted while they were read.
                ["nodes", "{}", "extensions", below @ ..] => {
                    for (node, extensions) in &carried.extensions {
                        walk.follow(Some(*extensions), below, [node.0, 0], 1);
                    }
                }
                ["nodes", "{}", key] => walk.carried(key, carried),
                segments => walk.follow(Some(document.root()), segments, [0; 2], 0),
            }
        }
    }
    let mut index = builder.finish();
    index.matrix_nodes = carried.matrices.iter().filter_map(|node| parts.hierarchy.id(*node)).collect();
    index.matrix_nodes.sort_unstable();
    physics(document, carried, parts, &mut index);
    index.constraints = constraints(carried, parts);
    index
}

/// One row of the table, on its path through the file.
struct Walk<'a> {
    number: u16,
    row: &'static PropertyRow,
    builder: &'a mut StoredBuilder,
}

impl Walk<'_> {
    /// Follows the rest of a template. Its depth is that of the longest template.
    fn follow(&mut self, at: Option<Value<'_>>, segments: &[&str], indices: [u32; 2], count: usize) {
        match segments {
            [] => {}
            ["{}", below @ ..] => {
                let Some(list) = at.filter(|list| list.kind() == Kind::Array) else { return };
                for (place, element) in (0..).zip(list.elements()) {
                    let mut indices = indices;
                    indices[count] = place;
                    if below.is_empty() {
                        self.leaf(Some(element), indices);
                    } else {
                        self.follow(Some(element), below, indices, count + 1);
                    }
                }
            }
            [last] => match last.strip_suffix(".length") {
                Some("weights") => self.builder.push_constant(self.number, indices, whole(morph_targets(at))),
                Some(list) => {
                    let list = at.and_then(|object| object.get(list)).filter(|list| list.kind() == Kind::Array);
                    self.builder.push_constant(self.number, indices, list.map_or(0, |list| whole(list.len())));
                }
                None if at.is_some_and(|object| object.kind() == Kind::Object) => {
                    self.leaf(at.and_then(|object| object.get(last)), indices);
                }
                None => {}
            },
            [key, below @ ..] => {
                let next = at.and_then(|object| object.get(key));
                // Lengths of what is not there are 0, and a material without factors has those of the schema.
                if next.is_none() && *key == "pbrMetallicRoughness" && at.is_some() && below.len() == 1 {
                    self.leaf(None, indices);
                } else if next.is_some() || self.row.pointer.ends_with(".length") && !below.contains(&"{}") {
                    self.follow(next, below, indices, count);
                }
            }
        }
    }

    /// The value at the end; `None` where the file has none, and the object around it is there.
    fn leaf(&mut self, value: Option<Value<'_>>, indices: [u32; 2]) {
        let numbers = match (value, self.row.default) {
            (Some(value), default) => numbers(value, self.row.kind).or(default.map(<[f32]>::to_vec)),
            (None, default) => default.map(<[f32]>::to_vec),
        };
        let Some(numbers) = numbers else { return };
        if self.row.source == Source::Constant {
            let number = value.and_then(Value::as_u64).and_then(|number| i32::try_from(number).ok());
            let number = if self.row.kind == PropertyKind::Bool { Some(numbers[0] as i32) } else { number };
            if let Some(number) = number {
                self.builder.push_constant(self.number, indices, number);
            }
        } else {
            self.builder.push(self.number, indices, numbers);
        }
    }

    /// A number that nodes carry.
    fn carried(&mut self, key: &str, carried: &Carried<'_>) {
        let mut push = |node: NodeIndex, number: u32| {
            self.builder.push_constant(self.number, [node.0, 0], i32::try_from(number).unwrap_or(i32::MAX));
        };
        match key {
            "mesh" => carried.meshes.iter().for_each(|known| push(known.node, known.mesh.to_usize() as u32)),
            "camera" => carried.cameras.iter().for_each(|(node, camera)| push(*node, *camera)),
            "skin" => carried.skins.iter().for_each(|(node, skin)| push(*node, *skin)),
            _ => {}
        }
    }
}

/// How many morph targets a mesh has.
fn morph_targets(mesh: Option<Value<'_>>) -> usize {
    let first = mesh.and_then(|mesh| mesh.get("primitives")?.element(0));
    first.and_then(|primitive| primitive.get("targets")).map_or(0, Value::len)
}

/// A count as the object model has it.
fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The finite numbers of a value of a type; `None` where it is of another.
fn numbers(value: Value<'_>, kind: PropertyKind) -> Option<Vec<f32>> {
    let number = |value: Value<'_>| value.as_f32().filter(|number| number.is_finite());
    match kind {
        PropertyKind::Bool => value.as_bool().map(|flag| vec![f32::from(u8::from(flag))]),
        PropertyKind::Int | PropertyKind::Float => number(value).map(|number| vec![number]),
        _ if value.kind() == Kind::Array && Some(value.len()) == kind.width() => value.elements().map(number).collect(),
        _ => None,
    }
}

/// What the indices of the lists of physics stand for.
fn physics(document: &Document, carried: &Carried<'_>, parts: Parts<'_>, index: &mut PropertyIndex) {
    let Parts { hierarchy, physics, .. } = parts;
    let origins = physics.origins();
    let list = |extension: &str, key: &str| {
        let list = document.extension(extension).and_then(|value| value.get(key));
        list.filter(|list| list.kind() == Kind::Array).into_iter().flat_map(Value::elements)
    };
    index.materials = [KHR, OMI_BODY].map(|extension| {
        let entries = list(extension, "physicsMaterials").map(|value| origins.entry(value));
        entries.map(|entry| if let Some(Entry::Material(id)) = entry { Some(id) } else { None }).collect()
    });
    index.shapes = list(SHAPES, "shapes")
        .map(|value| if let Some(Entry::Shape(id)) = origins.entry(value) { Some(id) } else { None })
        .collect();
    let names = |value: Value<'_>, key: &str| -> Option<Vec<String>> {
        let list = value.get(key).filter(|list| list.kind() == Kind::Array)?;
        Some(list.elements().filter_map(|name| Some(name.as_str()?.into_owned())).collect())
    };
    let filter = |value: Value<'_>| CollisionFilter {
        systems: names(value, "collisionSystems").unwrap_or_default(),
        collide_with: names(value, "collideWithSystems"),
        not_collide_with: names(value, "notCollideWithSystems").unwrap_or_default(),
    };
    index.set_filters(list(KHR, "collisionFilters").map(filter).collect());
    index.joints = [KHR, OMI_JOINT].map(|extension| {
        let joint = |value: Value<'_>| {
            let Some(Entry::Joint(description)) = origins.entry(value) else { return None };
            let part = |key: &str| {
                let list = value.get(key).filter(|list| list.kind() == Kind::Array);
                list.into_iter().flat_map(Value::elements).map(|value| origins.part(value)).collect()
            };
            Some(JointList { description, limits: part("limits"), drives: part("drives") })
        };
        list(extension, "physicsJoints").map(joint).collect()
    });
    let is_khr = |key: &str| {
        let of_node = |(node, extensions): &(NodeIndex, Value<'_>)| {
            extensions.get(KHR)?.get(key)?;
            hierarchy.id(*node)
        };
        let mut nodes: Vec<NodeId> = carried.extensions.iter().filter_map(of_node).collect();
        nodes.sort_unstable();
        nodes
    };
    let dialect = |khr: &[NodeId], node: NodeId| {
        if khr.binary_search(&node).is_ok() { BodyDialect::Khr } else { BodyDialect::Omi }
    };
    if !physics.bodies().is_empty() {
        let khr = is_khr("motion");
        index.body_dialects = physics.bodies().iter().map(|body| dialect(&khr, body.node)).collect();
    }
    if !physics.joints().is_empty() {
        let khr = is_khr("joint");
        index.joint_dialects = physics.joints().iter().map(|joint| dialect(&khr, joint.node)).collect();
    }
}

/// The constraints of nodes, by the rows of their weights.
fn constraints(carried: &Carried<'_>, parts: Parts<'_>) -> Vec<(u16, NodeIndex, u32)> {
    if parts.constraints.is_empty() {
        return Vec::new();
    }
    // The first of a node comes first.
    let mut by_node: Vec<(NodeId, u32)> =
        parts.constraints.iter().zip(0..).map(|(constraint, place)| (constraint.destination, place)).collect();
    by_node.sort_unstable();
    let place = |node: NodeIndex| {
        let node = parts.hierarchy.id(node)?;
        let at = by_node.partition_point(|(destination, _)| *destination < node);
        by_node.get(at).filter(|(destination, _)| *destination == node).map(|(_, place)| *place)
    };
    let mut found = Vec::new();
    for (number, row) in (0..).zip(PropertyRow::all()).filter(|(_, row)| row.source == Source::ConstraintWeight) {
        let path = row.pointer.split('/').skip(4);
        let path: Vec<&str> = path.take_while(|segment| *segment != "weight").collect();
        for &(node, extensions) in &carried.extensions {
            let mut object = Some(extensions);
            for key in &path {
                object = object.and_then(|object| object.get(key));
            }
            if let (Some(_), Some(place)) = (object, place(node)) {
                found.push((number, node, place));
            }
        }
    }
    found.sort_unstable();
    found
}
