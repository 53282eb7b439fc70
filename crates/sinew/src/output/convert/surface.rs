//! Materials and collision filters, which the dialects spell alike.

use serde_json::{Map, Value, json};
use sinew_document::extension::{khr_physics_rigid_bodies, omi_physics_body};
use sinew_document::{Document, Kind};

use super::writing::{Writing, named, single};
use crate::model::physics::{Collider, CollisionFilter, Combine, Material, Placed};

/// Writes both lists, as the model has them: ids are places.
pub(super) fn write(writing: &mut Writing<'_>, extension: &'static str) {
    let physics = writing.physics();
    let names = names(writing.document, "physicsMaterials", physics.materials().len());
    let materials = physics.materials().iter().zip(&names).map(|(one, name)| material(one, name.as_deref())).collect();
    writing.put_list(extension, "physicsMaterials", materials);
    let names = self::names(writing.document, "collisionFilters", physics.filters().len());
    let filters = physics.filters().iter().zip(&names).map(|(one, name)| filter(one, name.as_deref())).collect();
    writing.put_list(extension, "collisionFilters", filters);
}

/// Adds which material and which filter a collider has.
pub(super) fn put_collider(collider: &Collider, object: &mut Map<String, Value>) {
    if let Some(material) = collider.material {
        object.insert("physicsMaterial".to_owned(), material.slot().into());
    }
    put_filter(&collider.placed, object);
}

/// Adds which filter a shape has.
pub(super) fn put_filter(placed: &Placed, object: &mut Map<String, Value>) {
    if let Some(filter) = placed.filter {
        object.insert("collisionFilter".to_owned(), filter.slot().into());
    }
}

/// The names in a list of the source, KHR's before OMI's as the model has them. An entry that is no object could not be used,
/// and is none of the model's. Where the model still has others, which is which is not known, and the names go.
pub(super) fn names(document: &Document, key: &str, count: usize) -> Vec<Option<String>> {
    let lists = [khr_physics_rigid_bodies::NAME, omi_physics_body::NAME, "OMI_physics_joint"];
    let lists = lists.iter().filter_map(|name| document.extension(name)?.get(key));
    let entries = lists.flat_map(sinew_document::Value::elements).filter(|entry| entry.kind() == Kind::Object);
    let names = entries
        .map(|entry| entry.get("name").and_then(sinew_document::Value::as_str).map(std::borrow::Cow::into_owned));
    let names: Vec<_> = names.collect();
    if names.len() == count { names } else { vec![None; count] }
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
            put(key, combine_word(combine).into());
        }
    }
    entry.into()
}

/// What all dialects call a policy.
pub(super) fn combine_word(combine: Combine) -> &'static str {
    match combine {
        Combine::Average => "average",
        Combine::Minimum => "minimum",
        Combine::Maximum => "maximum",
        Combine::Multiply => "multiply",
    }
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
