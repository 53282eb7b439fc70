//! Materials and collision filters of the later revision.

use sinew_document::extension::omi_physics_body::{RawDocument, RawFilter, RawMaterial};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::material::{PhysicsLists, combine};
use super::super::range::at_least_zero;
use super::entries;
use crate::model::physics::{CollisionFilter, Material, Physics};

pub(super) fn lists(
    extension: Option<Value<'_>>,
    physics: &mut Physics,
    diagnostics: &mut Diagnostics,
) -> PhysicsLists {
    let table = extension.and_then(|value| RawDocument::from_json(value, diagnostics));
    let materials = entries(table.and_then(|table| table.physics_materials), "materials", diagnostics);
    let materials = materials.into_iter().map(|value| (value, material(value, diagnostics))).collect();
    let filters = entries(table.and_then(|table| table.collision_filters), "filters", diagnostics);
    let filters = filters.into_iter().map(|value| (value, filter(value, diagnostics))).collect();
    PhysicsLists::new(materials, filters, physics)
}

fn material(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Material> {
    let table = RawMaterial::from_json(value, diagnostics)?;
    let default = Material::default();
    let mut number =
        |number: f32, key: &str, default: f32| at_least_zero(number, key, value, diagnostics).unwrap_or(default);
    Some(Material {
        static_friction: number(table.static_friction, "staticFriction", default.static_friction),
        dynamic_friction: number(table.dynamic_friction, "dynamicFriction", default.dynamic_friction),
        restitution: number(table.restitution, "restitution", default.restitution),
        friction_combine: Some(combine(table.friction_combine)),
        restitution_combine: Some(combine(table.restitution_combine)),
    })
}

/// An empty `collideWithSystems` counts as absent ("If non-empty, …"). Both lists at once make a filter invalid.
fn filter(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<CollisionFilter> {
    let table = RawFilter::from_json(value, diagnostics)?;
    let (with, without) = (table.collide_with_systems, table.not_collide_with_systems);
    if !with.is_empty() && !without.is_empty() {
        let message =
            "only one of `collideWithSystems` and `notCollideWithSystems` may be present; the filter is left out";
        diagnostics.report(Code::VALUE_NOT_IN_LIST, value, message);
        return None;
    }
    let collide_with = (!with.is_empty()).then_some(with);
    Some(CollisionFilter { systems: table.collision_systems, collide_with, not_collide_with: without })
}
