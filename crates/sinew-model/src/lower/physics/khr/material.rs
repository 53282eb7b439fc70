//! Physics materials and collision filters.

use sinew_document::extension::khr_physics_rigid_bodies::{RawFilter, RawMaterial, RawShared};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::material::{PhysicsLists, combine};
use super::super::range::at_least_zero;
use super::list::entries;
use crate::model::physics::{CollisionFilter, Material, Physics};

pub(super) fn lists(
    shared: Option<RawShared<'_>>,
    physics: &mut Physics,
    diagnostics: &mut Diagnostics,
) -> PhysicsLists {
    let materials = entries(shared.and_then(|shared| shared.physics_materials), diagnostics);
    let materials = materials.map(|value| (value, material(value, diagnostics))).collect();
    let filters = entries(shared.and_then(|shared| shared.collision_filters), diagnostics);
    let filters = filters.map(|value| (value, filter(value, diagnostics))).collect();
    PhysicsLists::new(materials, filters, physics)
}

fn material(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Material> {
    let table = RawMaterial::from_json(value, diagnostics)?;
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

fn filter(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<CollisionFilter> {
    let table = RawFilter::from_json(value, diagnostics)?;
    if table.collide_with_systems.is_some() && table.not_collide_with_systems.is_some() {
        let message = "only one of `collideWithSystems` and `notCollideWithSystems` may be present; both are applied";
        diagnostics.report(Code::KHR_RIGID_BODIES_COLLISION_FILTER_INVALID_FILTER_SET, value, message);
    }
    Some(CollisionFilter {
        systems: table.collision_systems.unwrap_or_default(),
        collide_with: table.collide_with_systems,
        not_collide_with: table.not_collide_with_systems.unwrap_or_default(),
    })
}
