//! Colliders of the later revision: each moves with the nearest motion above it.

use sinew_document::extension::omi_physics_body::RawCollider;
use sinew_document::{Diagnostics, EntryIndex, FromJson};

use super::super::Placing;
use super::{Omi, Shared};
use crate::model::physics::Collider;

pub(super) fn place<'json>(
    omi: &Omi<'json>,
    shared: &mut Shared<'json>,
    placing: &mut Placing<'_, 'json>,
    diagnostics: &mut Diagnostics,
) {
    for (entry, parts) in omi.with_parts() {
        let Some(value) = parts.collider else { continue };
        let Some(table) = RawCollider::from_json(value, diagnostics) else { continue };
        let material = shared.lists.material(table.physics_material.0.map(EntryIndex), value, diagnostics);
        let filter = shared.lists.filter(table.collision_filter.0.map(EntryIndex), value, diagnostics);
        // Without a shape, the node only holds together colliders below it.
        let Some(index) = table.shape.0 else { continue };
        let at = value.get("shape").unwrap_or(value);
        let found = shared.shapes.get(index, at, &mut placing.shapes, diagnostics);
        let Some((shape, _)) = found else { continue };
        if let Some(shape_instance) = placing.placed(entry.node, shape, filter, value, diagnostics) {
            placing.physics.colliders.push(Collider { shape_instance, material });
        }
    }
}
