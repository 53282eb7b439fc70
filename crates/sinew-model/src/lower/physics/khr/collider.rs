//! Colliders (`KHR_physics_rigid_bodies`, Colliders).

use sinew_document::extension::khr_physics_rigid_bodies::RawCollider;
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::super::Placing;
use super::super::material::PhysicsLists;
use super::geometry::{Geometries, Spelling};
use crate::model::NodeId;
use crate::model::physics::Collider;

pub(super) fn lower(
    node: NodeId,
    value: Value<'_>,
    geometries: &Geometries,
    lists: &PhysicsLists,
    placing: &mut Placing<'_, '_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(table) = RawCollider::from_json(value, diagnostics) else { return };
    let material = lists.material(table.physics_material, value, diagnostics);
    let filter = lists.filter(table.collision_filter, value, diagnostics);
    let spelling = Spelling { geometry: table.geometry, shape: table.shape, object: value };
    if !spelling.is_there() {
        let message = "the collider names no geometry; it is left out";
        diagnostics.report(Code::UNDEFINED_PROPERTY, value, message);
        return;
    }
    let Some(shape) = geometries.resolve(spelling, placing, diagnostics) else { return };
    if let Some(shape_instance) = placing.placed(node, shape, filter, value, diagnostics) {
        placing.physics.colliders.push(Collider { shape_instance, material });
    }
}
