//! Objects of the extensions' own lists that nothing in the file refers to.

use std::collections::{BTreeMap, BTreeSet};

use sinew_document::{Code, Diagnostics, Document, NodeIndex, Value};

/// A list below the root's `extensions`, and from where its entries are named.
struct List {
    extension: &'static str,
    key: &'static str,
    /// Pointers below a node's `extensions`, of an index or a list of indices.
    from_nodes: &'static [&'static str],
}

const LISTS: &[List] = &[
    List {
        extension: "KHR_collision_shapes",
        key: "shapes",
        from_nodes: &["/KHR_physics_rigid_bodies/collider/shape", "/KHR_physics_rigid_bodies/trigger/shape"],
    },
    List {
        extension: "KHR_implicit_shapes",
        key: "shapes",
        from_nodes: &[
            "/KHR_physics_rigid_bodies/collider/geometry/shape",
            "/KHR_physics_rigid_bodies/trigger/geometry/shape",
        ],
    },
    List {
        extension: "KHR_physics_rigid_bodies",
        key: "physicsMaterials",
        from_nodes: &["/KHR_physics_rigid_bodies/collider/physicsMaterial"],
    },
    List {
        extension: "KHR_physics_rigid_bodies",
        key: "collisionFilters",
        from_nodes: &[
            "/KHR_physics_rigid_bodies/collider/collisionFilter",
            "/KHR_physics_rigid_bodies/trigger/collisionFilter",
        ],
    },
    List {
        extension: "KHR_physics_rigid_bodies",
        key: "physicsJoints",
        from_nodes: &["/KHR_physics_rigid_bodies/joint/joint"],
    },
    List { extension: "OMI_collider", key: "colliders", from_nodes: &["/OMI_collider/collider"] },
    List {
        extension: "OMI_physics_shape",
        key: "shapes",
        from_nodes: &[
            "/OMI_physics_body/collider/shape",
            "/OMI_physics_body/trigger/shape",
            "/OMI_physics_gravity/shaped/shape",
        ],
    },
    List {
        extension: "OMI_physics_body",
        key: "physicsMaterials",
        from_nodes: &["/OMI_physics_body/collider/physicsMaterial"],
    },
    List {
        extension: "OMI_physics_body",
        key: "collisionFilters",
        from_nodes: &["/OMI_physics_body/collider/collisionFilter", "/OMI_physics_body/trigger/collisionFilter"],
    },
    List { extension: "OMI_physics_joint", key: "constraints", from_nodes: &["/OMI_physics_joint/constraints"] },
    List { extension: "OMI_physics_joint", key: "physicsJoints", from_nodes: &["/OMI_physics_joint/joint"] },
];

pub(super) fn check(document: &Document, found: &mut Diagnostics) {
    let present: Vec<(&List, Value<'_>)> = LISTS
        .iter()
        .filter_map(|list| Some((list, document.extension(list.extension)?.get(list.key)?)))
        .filter(|(_, value)| !value.is_empty())
        .collect();
    if present.is_empty() {
        return;
    }
    let named = named(document, &present);
    for (place, (_, value)) in present.iter().enumerate() {
        for (index, entry) in value.elements().enumerate() {
            if !named.get(&place).is_some_and(|named| named.contains(&(index as u64))) {
                found.report(Code::UNUSED_OBJECT, entry, "nothing in the file refers to this");
            }
        }
    }
}

/// The indices that nodes name, for each of the lists.
fn named(document: &Document, present: &[(&List, Value<'_>)]) -> BTreeMap<usize, BTreeSet<u64>> {
    let mut named: BTreeMap<usize, BTreeSet<u64>> = BTreeMap::new();
    for (_, node) in document.iter::<NodeIndex>() {
        let Some(extensions) = node.get("extensions") else { continue };
        for (place, (list, _)) in present.iter().enumerate() {
            for value in list.from_nodes.iter().filter_map(|pointer| extensions.at_pointer(pointer)) {
                let indices = std::iter::once(value).chain(value.elements()).filter_map(Value::as_u64);
                named.entry(place).or_default().extend(indices);
            }
        }
    }
    named
}
