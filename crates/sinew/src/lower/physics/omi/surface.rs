//! Materials and collision filters of the later revision.

use sinew_document::extension::omi_physics_body::{self as table, DocumentTable, FilterTable, MaterialTable};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::range::at_least_zero;
use super::entries;
use crate::model::physics::{CollisionFilter, Combine, FilterId, Material, MaterialId, Physics};

/// What the lists of the file have become; `None` for what cannot be used.
pub(super) struct Surfaces {
    materials: Vec<Option<MaterialId>>,
    filters: Vec<Option<FilterId>>,
}

impl Surfaces {
    pub(super) fn new(extension: Option<Value<'_>>, physics: &mut Physics, diagnostics: &mut Diagnostics) -> Self {
        let table = extension.and_then(|value| DocumentTable::from_json(value, diagnostics));
        let materials = entries(table.and_then(|table| table.physics_materials), "materials", diagnostics);
        let materials = materials.into_iter().map(|value| {
            physics.materials.push(material(value, diagnostics)?);
            Some(MaterialId::at(physics.materials.len() - 1))
        });
        let materials = materials.collect();
        let filters = entries(table.and_then(|table| table.collision_filters), "filters", diagnostics);
        let filters = filters.into_iter().map(|value| {
            physics.filters.push(filter(value, diagnostics)?);
            Some(FilterId::at(physics.filters.len() - 1))
        });
        let filters = filters.collect();
        Self { materials, filters }
    }

    pub(super) fn material(
        &self,
        index: Option<u32>,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<MaterialId> {
        find(&self.materials, index, "physicsMaterial", value, diagnostics)
    }

    pub(super) fn filter(
        &self,
        index: Option<u32>,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<FilterId> {
        find(&self.filters, index, "collisionFilter", value, diagnostics)
    }
}

fn find<T: Copy>(
    list: &[Option<T>],
    index: Option<u32>,
    key: &str,
    value: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    let index = index?;
    let Some(entry) = list.get(index as usize) else {
        let message = format!("there is no `{key}` {index}; the default is taken");
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get(key).unwrap_or(value), message);
        return None;
    };
    *entry
}

fn material(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Material> {
    let table = MaterialTable::from_json(value, diagnostics)?;
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

fn combine(word: table::Combine) -> Combine {
    match word {
        table::Combine::Average => Combine::Average,
        table::Combine::Minimum => Combine::Minimum,
        table::Combine::Maximum => Combine::Maximum,
        table::Combine::Multiply => Combine::Multiply,
    }
}

/// An empty list of what is met is none at all ("If non-empty, …"). Both lists at once make a filter invalid.
fn filter(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<CollisionFilter> {
    let table = FilterTable::from_json(value, diagnostics)?;
    let (with, without) = (table.collide_with_systems, table.not_collide_with_systems);
    if !with.is_empty() && !without.is_empty() {
        let message = "a filter names what it meets or what it does not, and not both; it is left out";
        diagnostics.report(Code::VALUE_NOT_IN_LIST, value, message);
        return None;
    }
    let collide_with = (!with.is_empty()).then_some(with);
    Some(CollisionFilter { systems: table.collision_systems, collide_with, not_collide_with: without })
}
