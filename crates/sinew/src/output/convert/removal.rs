//! The source's words: taken out, and looked through for what no model holds.

use std::collections::HashSet;

use sinew_document::{Document, EditError, Kind, NodeIndex, Value};

use super::writing::Writing;
use super::{Dialect, Loss};
use crate::model::Model;
use crate::model::physics::{FilterId, MaterialId, Physics};

/// Takes every extension out that the dialect replaces, wherever it stands; tells whether the file required one.
pub(super) fn remove(writing: &mut Writing<'_>, to: Dialect) -> Result<bool, EditError> {
    let document = writing.document;
    for (index, node) in document.iter::<NodeIndex>() {
        for name in to.replaced().iter().filter(|name| node.extension(name).is_some()) {
            writing.edit.remove_node_extension(index, name)?;
        }
    }
    let mut required = false;
    for name in to.replaced() {
        if document.extension(name).is_some() {
            writing.edit.remove_extension(name)?;
        }
        required |= document.extensions_required().any(|listed| listed == *name);
        writing.edit.unuse_extension(name);
    }
    Ok(required)
}

/// What the source says and its model does not hold: extensions of nodes outside the scene, constraints that are not
/// evaluated, and properties that no text of the dialects defines. What a diagnostic tells to be unusable had no meaning to
/// lose.
pub(super) fn unread(document: &Document, model: &Model, to: Dialect) -> Vec<Loss> {
    let hierarchy = model.hierarchy();
    let mut losses = Vec::new();
    for (index, node) in document.iter::<NodeIndex>() {
        for name in to.replaced() {
            let Some(value) = node.extension(name) else { continue };
            let id = hierarchy.id(index);
            let is_read = if to.is_physics() {
                id.is_some_and(|id| hierarchy.is_in_scene(id))
            } else {
                model.constraints().iter().any(|constraint| Some(constraint.destination) == id)
            };
            if is_read {
                unknown(value, Some(index), name, &mut losses);
            } else {
                let why =
                    if to.is_physics() { "on a node outside the scene" } else { "a constraint that is not evaluated" };
                losses.push(Loss::of(Some(index), *name, why));
            }
        }
    }
    for name in to.replaced() {
        if let Some(value) = document.extension(name) {
            unknown(value, None, name, &mut losses);
        }
    }
    if to == Dialect::OmiSeed {
        losses.extend(unused(model.physics()));
    }
    losses
}

/// What is listed and nothing uses. The earlier revision of OMI's extensions has a list of shapes with what uses them, and
/// no other lists.
fn unused(physics: &Physics) -> Vec<Loss> {
    let used = |ids: &mut dyn Iterator<Item = usize>| ids.collect::<HashSet<usize>>().len();
    let parts = || physics.triggers().iter().flat_map(|trigger| &trigger.parts);
    let placed = || physics.colliders().iter().map(|collider| &collider.placed).chain(parts());
    let materials = used(&mut physics.colliders().iter().filter_map(|one| one.material).map(MaterialId::slot));
    let filters = used(&mut placed().filter_map(|one| one.filter).map(FilterId::slot));
    let shapes = used(&mut placed().map(|one| one.shape.slot()));
    let joints = used(&mut physics.joints().iter().map(|joint| joint.description.slot()));
    let lists = [
        ("shapes", physics.shapes().len() - shapes),
        ("physicsMaterials", physics.materials().len() - materials),
        ("collisionFilters", physics.filters().len() - filters),
        ("physicsJoints", physics.joint_descriptions().len() - joints),
    ];
    let told = lists.into_iter().filter(|(_, count)| *count > 0);
    told.map(|(key, count)| Loss::of(None, key, format!("what nothing uses ({count})"))).collect()
}

/// The properties below a value that no dialect defines, by a walk without recursion.
fn unknown(value: Value<'_>, node: Option<NodeIndex>, extension: &str, losses: &mut Vec<Loss>) {
    let mut pending = vec![(value, extension.to_owned())];
    while let Some((value, path)) = pending.pop() {
        match value.kind() {
            Kind::Object => {
                for (key, member) in value.members() {
                    let path = format!("{path}.{key}");
                    if KNOWN.contains(&&*key) {
                        pending.push((member, path));
                    } else {
                        losses.push(Loss::of(node, path, "a property that no dialect defines"));
                    }
                }
            }
            Kind::Array => {
                // Numbers and names hold no properties.
                let is_container = |value: &Value<'_>| matches!(value.kind(), Kind::Object | Kind::Array);
                let elements = value.elements().enumerate().filter(|(_, element)| is_container(element));
                pending.extend(elements.map(|(at, element)| (element, format!("{path}.{at}"))));
            }
            _ => {}
        }
    }
}

/// Every property of the dialects.
const KNOWN: &[&str] = &[
    "aim",
    "aimAxis",
    "aimVector",
    "angularAxes",
    "angularVelocity",
    "axes",
    "axis",
    "box",
    "capsule",
    "centerOfMass",
    "collideWithSystems",
    "collider",
    "colliders",
    "collisionFilter",
    "collisionFilters",
    "collisionSystems",
    "connectedNode",
    "constraint",
    "constraints",
    "convex",
    "convexHull",
    "cylinder",
    "damping",
    "destinationSpace",
    "direction",
    "directional",
    "disc",
    "doubleSided",
    "drives",
    "dynamicFriction",
    "enableCollision",
    "freezeAxes",
    "frictionCombine",
    "geometry",
    "gravity",
    "gravityFactor",
    "height",
    "inertiaDiagonal",
    "inertiaOrientation",
    "inertiaTensor",
    "isKinematic",
    "isTrigger",
    "joint",
    "limits",
    "line",
    "linearAxes",
    "linearVelocity",
    "lowerLimit",
    "mass",
    "max",
    "maxForce",
    "mesh",
    "min",
    "mode",
    "motion",
    "name",
    "node",
    "nodeA",
    "nodeB",
    "nodes",
    "notCollideWithSystems",
    "physicsJoints",
    "physicsMaterial",
    "physicsMaterials",
    "plane",
    "point",
    "points",
    "position",
    "positionTarget",
    "priority",
    "radius",
    "radiusBottom",
    "radiusTop",
    "replace",
    "restitution",
    "restitutionCombine",
    "roll",
    "rollAxis",
    "rotation",
    "shape",
    "shaped",
    "shapes",
    "size",
    "sizeX",
    "sizeZ",
    "source",
    "sourceSpace",
    "specVersion",
    "sphere",
    "staticFriction",
    "stiffness",
    "stop",
    "torus",
    "trigger",
    "trimesh",
    "type",
    "unitDistance",
    "upVector",
    "upperLimit",
    "velocityTarget",
    "weight",
];
