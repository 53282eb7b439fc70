//! The shapes of the file, in the lists of the dialects.

use serde_json::{Map, Value, json};
use sinew_document::EditError;
use sinew_document::extension::{khr_collision_shapes, khr_implicit_shapes, omi_physics_shape};

use super::Dialect;
use super::mesh::{PlainNodes, mesh};
use super::writing::{Writing, named, single, vector};
use sinew_model::model::physics::{GravityKind, Physics, Shape, ShapeId};

/// The reference of a collider or a trigger to each shape: a property and its value; `None` if the dialect cannot express it.
pub(super) struct Geometries(Vec<Option<(&'static str, Value)>>);

impl Geometries {
    /// Writes the list of shapes. Shapes of meshes are written only if they are used.
    pub(super) fn write(writing: &mut Writing<'_>, to: Dialect) -> Result<Self, EditError> {
        let (extension, key) = match to {
            Dialect::Khr | Dialect::Khr2025 => (khr_implicit_shapes::NAME, "geometry"),
            Dialect::KhrSeed => (khr_collision_shapes::NAME, "shape"),
            _ => (omi_physics_shape::NAME, "shape"),
        };
        let physics = writing.physics();
        let is_used = used(physics);
        let mut plain = PlainNodes::new(writing);
        let mut list = Vec::new();
        let mut names = Vec::with_capacity(physics.shapes().len());
        for (slot, shape) in physics.shapes().iter().enumerate() {
            let id = ShapeId::at(slot);
            let (word, points) = match shape {
                Shape::ConvexHull(points) => ("convex", Some(points)),
                Shape::TriangleMesh(points) => ("trimesh", Some(points)),
                other => (word(other), None),
            };
            let name = physics.origins().name(id);
            let listed = match (to, points) {
                (_, Some(_)) if !is_used[slot] => None,
                (Dialect::Khr | Dialect::Khr2025, Some(points)) => {
                    let mut geometry = if to == Dialect::Khr {
                        json!({"mesh": mesh(id, points, writing)?.0})
                    } else {
                        json!({"node": plain.node(id, points, writing)?.0})
                    };
                    if word == "convex" {
                        geometry["convexHull"] = true.into();
                    }
                    names.push(Some((key, geometry)));
                    // A geometry has no place for a name.
                    writing.kept.insert(id, name.is_none());
                    continue;
                }
                (_, Some(points)) => Some(json!({"mesh": mesh(id, points, writing)?.0})),
                (Dialect::Khr | Dialect::Khr2025, None) => numbers(shape).or_else(|| plane(shape)),
                (_, None) => numbers(shape),
            };
            if listed.is_some() {
                writing.kept.insert(id, true);
            }
            names.push(listed.map(|listed| {
                let mut entry = named(name);
                entry.insert("type".to_owned(), word.into());
                entry.insert(word.to_owned(), listed);
                list.push(Value::Object(entry));
                let place = Value::from(list.len() - 1);
                (key, if key == "geometry" { json!({"shape": place}) } else { place })
            }));
        }
        writing.put_list(extension, "shapes", list);
        Ok(Self(names))
    }

    /// A new object with the reference to a shape.
    pub(super) fn naming(&self, shape: ShapeId) -> Option<Map<String, Value>> {
        let (key, value) = self.0.get(shape.slot())?.clone()?;
        Some(Map::from_iter([(key.to_owned(), value)]))
    }

    /// The index of a shape in the list, if the dialect lists it.
    pub(super) fn place(&self, shape: ShapeId) -> Option<Value> {
        self.0.get(shape.slot())?.clone().map(|(_, value)| value)
    }
}

/// The name of a shape's type in the dialects.
pub(super) fn word(shape: &Shape) -> &'static str {
    match shape {
        Shape::Box { .. } => "box",
        Shape::Sphere { .. } => "sphere",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Plane { .. } => "plane",
        Shape::ConvexHull(_) => "convex",
        Shape::TriangleMesh(_) => "trimesh",
    }
}

/// The parameters of a shape, equal in every list.
fn numbers(shape: &Shape) -> Option<Value> {
    match *shape {
        Shape::Box { size } => Some(json!({"size": vector(size)})),
        Shape::Sphere { radius } => Some(json!({"radius": single(radius)})),
        Shape::Capsule { height, radius_bottom, radius_top }
        | Shape::Cylinder { height, radius_bottom, radius_top } => Some(json!({
            "height": single(height), "radiusBottom": single(radius_bottom), "radiusTop": single(radius_top)
        })),
        _ => None,
    }
}

fn plane(shape: &Shape) -> Option<Value> {
    let Shape::Plane { size_x, size_z, double_sided } = *shape else { return None };
    let mut plane = Map::new();
    for (key, size) in [("sizeX", size_x), ("sizeZ", size_z)] {
        if let Some(size) = size {
            plane.insert(key.to_owned(), single(size));
        }
    }
    if double_sided {
        plane.insert("doubleSided".to_owned(), true.into());
    }
    Some(plane.into())
}

/// The used shapes.
fn used(physics: &Physics) -> Vec<bool> {
    let mut used = vec![false; physics.shapes().len()];
    let colliders = physics.colliders().iter().map(|collider| collider.shape_instance.shape);
    let triggers = physics.triggers().iter().flat_map(|trigger| trigger.parts.iter().map(|part| part.shape));
    let fields = physics.gravity_fields().iter().filter_map(|field| match field.kind {
        GravityKind::Shaped { shape, .. } => Some(shape),
        _ => None,
    });
    for shape in colliders.chain(triggers).chain(fields) {
        if let Some(used) = used.get_mut(shape.slot()) {
            *used = true;
        }
    }
    used
}
