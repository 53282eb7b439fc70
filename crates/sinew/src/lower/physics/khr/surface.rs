//! Physics materials and collision filters.

use sinew_document::extension::khr_physics_rigid_bodies as table;
use sinew_document::extension::khr_physics_rigid_bodies::{FilterTable, MaterialTable, SharedTable};
use sinew_document::{Code, Diagnostics, EntryIndex, FromJson, Value};

use super::super::range::at_least_zero;
use super::list::{Lookup, Resolved, entries};
use super::tell_unresolved;
use crate::model::physics::{CollisionFilter, Combine, FilterId, Material, MaterialId, Physics};

/// The materials and filters of the file, by its own positions.
pub(super) struct Surfaces {
    materials: Resolved<MaterialId>,
    filters: Resolved<FilterId>,
}

impl Surfaces {
    pub(super) fn read(shared: Option<SharedTable<'_>>, physics: &mut Physics, diagnostics: &mut Diagnostics) -> Self {
        let mut materials = Vec::new();
        for value in entries(shared.and_then(|shared| shared.physics_materials), diagnostics) {
            materials.push(material(value, diagnostics).map(|material| {
                physics.materials.push(material);
                MaterialId::at(physics.materials.len() - 1)
            }));
        }
        let mut filters = Vec::new();
        for value in entries(shared.and_then(|shared| shared.collision_filters), diagnostics) {
            filters.push(filter(value, diagnostics).map(|filter| {
                physics.filters.push(filter);
                FilterId::at(physics.filters.len() - 1)
            }));
        }
        Self { materials: Resolved::new(materials), filters: Resolved::new(filters) }
    }

    /// The material that an object names; none where there is no such one.
    pub(super) fn material(
        &self,
        index: Option<EntryIndex>,
        object: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<MaterialId> {
        let index = index?;
        match self.materials.get(index) {
            Lookup::Found(id) => Some(id),
            Lookup::Unusable => None,
            Lookup::Missing => {
                let at = object.get("physicsMaterial").unwrap_or(object);
                tell_unresolved("physics material", index.0, at, "the default one is used", diagnostics);
                None
            }
        }
    }

    /// The filter that an object names; none where there is no such one.
    pub(super) fn filter(
        &self,
        index: Option<EntryIndex>,
        object: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<FilterId> {
        let index = index?;
        match self.filters.get(index) {
            Lookup::Found(id) => Some(id),
            Lookup::Unusable => None,
            Lookup::Missing => {
                let at = object.get("collisionFilter").unwrap_or(object);
                tell_unresolved("collision filter", index.0, at, "it meets everything", diagnostics);
                None
            }
        }
    }
}

fn material(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Material> {
    let table = MaterialTable::from_json(value, diagnostics)?;
    let absent = Material::default();
    let mut number = |number, key, default| at_least_zero(number, key, value, diagnostics).unwrap_or(default);
    Some(Material {
        static_friction: number(table.static_friction, "staticFriction", absent.static_friction),
        dynamic_friction: number(table.dynamic_friction, "dynamicFriction", absent.dynamic_friction),
        restitution: number(table.restitution, "restitution", absent.restitution),
        friction_combine: table.friction_combine.map(combine),
        restitution_combine: table.restitution_combine.map(combine),
    })
}

fn combine(combine: table::Combine) -> Combine {
    match combine {
        table::Combine::Average => Combine::Average,
        table::Combine::Minimum => Combine::Minimum,
        table::Combine::Maximum => Combine::Maximum,
        table::Combine::Multiply => Combine::Multiply,
    }
}

fn filter(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<CollisionFilter> {
    let table = FilterTable::from_json(value, diagnostics)?;
    if table.collide_with_systems.is_some() && table.not_collide_with_systems.is_some() {
        let message = "only one of `collideWithSystems` and `notCollideWithSystems` is to be there; both count";
        diagnostics.report(Code::KHR_RIGID_BODIES_COLLISION_FILTER_INVALID_FILTER_SET, value, message);
    }
    Some(CollisionFilter {
        systems: table.collision_systems.unwrap_or_default(),
        collide_with: table.collide_with_systems,
        not_collide_with: table.not_collide_with_systems.unwrap_or_default(),
    })
}
