//! Removes the behaviour extensions and the animations of a file.

use sinew_document::extension::{
    khr_collision_shapes, khr_implicit_shapes, khr_interactivity, khr_node_hoverability, khr_node_selectability,
    khr_physics_rigid_bodies, khr_virtual_transform, omi_collider, omi_physics_body, omi_physics_gravity,
    omi_physics_joint, omi_physics_shape, vrmc_constraints, vrmc_node_constraint, vrmc_spring_bone,
};
use sinew_document::{Document, EditError, Value};

/// The extensions that move nodes, the shapes that only those use, and what is picked for behaviour graphs alone.
pub const BEHAVIOUR: [&str; 17] = [
    khr_physics_rigid_bodies::NAME,
    khr_implicit_shapes::NAME,
    khr_collision_shapes::NAME,
    omi_physics_body::NAME,
    omi_physics_joint::NAME,
    omi_physics_shape::NAME,
    omi_physics_gravity::NAME,
    omi_collider::NAME,
    vrmc_node_constraint::NAME,
    vrmc_constraints::NAME,
    khr_virtual_transform::NAME,
    khr_virtual_transform::PLURAL_NAME,
    vrmc_spring_bone::NAME,
    vrmc_spring_bone::EXTENDED_COLLIDER,
    khr_interactivity::NAME,
    khr_node_selectability::NAME,
    khr_node_hoverability::NAME,
];

/// Removes them and the animations. Returns the names of the removed extensions.
pub(super) fn strip(document: &Document) -> Result<(Document, Vec<String>), EditError> {
    let root = document.json().root();
    let mut edit = document.edit();
    let mut found = Vec::new();
    for name in BEHAVIOUR {
        let mut pointers = Vec::new();
        if root.extension(name).is_some() {
            pointers.push(format!("/extensions/{name}"));
        }
        for list in ["nodes", "scenes", "meshes"] {
            let elements = root.get(list).into_iter().flat_map(Value::elements).enumerate();
            let carrying = elements.filter(|(_, element)| element.extension(name).is_some());
            pointers.extend(carrying.map(|(index, _)| format!("/{list}/{index}/extensions/{name}")));
        }
        let is_used = document.extensions_used().any(|used| used == name);
        if !pointers.is_empty() || is_used {
            found.push(name.to_owned());
        }
        for pointer in pointers {
            edit.remove(&pointer)?;
        }
        edit.unuse_extension(name);
    }
    if root.at_pointer("/extensions/VRM/secondaryAnimation").is_some() {
        // The rest of an avatar's extension stays.
        edit.remove("/extensions/VRM/secondaryAnimation")?;
    }
    if root.get("animations").is_some() {
        // They took part in what is written, and would move the same nodes once more.
        edit.remove("/animations")?;
    }
    Ok((edit.finish()?, found))
}
