//! Materials and collision filters, which are equal in all dialects.

use serde_json::{Map, Value, json};

use super::words::name;
use super::writing::{Writing, named, single};
use sinew_model::model::physics::{Collider, CollisionFilter, FilterId, Material, MaterialId, ShapeInstance};

/// Writes both lists, in the order of the model: ids are indices.
pub(super) fn write(writing: &mut Writing<'_>, extension: &'static str) {
    let physics = writing.physics();
    let named = |(slot, one)| material(one, name(writing.words.material(MaterialId::at(slot))).as_deref());
    let materials = physics.materials().iter().enumerate().map(named).collect();
    let named = |(slot, one)| filter(one, name(writing.words.filter(FilterId::at(slot))).as_deref());
    let filters = physics.filters().iter().enumerate().map(named).collect();
    writing.put_list(extension, "physicsMaterials", materials);
    writing.put_list(extension, "collisionFilters", filters);
}

/// Adds the material and the filter of a collider.
pub(super) fn put_collider(collider: &Collider, object: &mut Map<String, Value>) {
    if let Some(material) = collider.material {
        object.insert("physicsMaterial".to_owned(), material.slot().into());
    }
    put_filter(&collider.shape_instance, object);
}

/// Adds the filter of a shape.
pub(super) fn put_filter(placed: &ShapeInstance, object: &mut Map<String, Value>) {
    if let Some(filter) = placed.filter {
        object.insert("collisionFilter".to_owned(), filter.slot().into());
    }
}

fn material(material: &Material, name: Option<&str>) -> Value {
    let mut entry = named(name);
    let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
    put("staticFriction", single(material.static_friction));
    put("dynamicFriction", single(material.dynamic_friction));
    put("restitution", single(material.restitution));
    let combines =
        [("frictionCombine", material.friction_combine), ("restitutionCombine", material.restitution_combine)];
    for (key, combine) in combines {
        if let Some(combine) = combine {
            put(key, combine.name().into());
        }
    }
    entry.into()
}

fn filter(filter: &CollisionFilter, name: Option<&str>) -> Value {
    let mut entry = named(name);
    let mut put = |key: &str, list: &[String]| entry.insert(key.to_owned(), json!(list));
    if !filter.systems.is_empty() {
        put("collisionSystems", &filter.systems);
    }
    if let Some(with) = &filter.collide_with {
        put("collideWithSystems", with);
    }
    if !filter.not_collide_with.is_empty() {
        put("notCollideWithSystems", &filter.not_collide_with);
    }
    entry.into()
}
