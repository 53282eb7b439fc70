//! The source's words: taken out, and looked through for what no model holds.

use std::collections::HashSet;

use sinew_document::{Document, Edit, EditError, Kind, NodeIndex, Value};

use super::{Dialect, Loss};
use crate::model::Model;
use crate::model::physics::{FilterId, MaterialId, Physics};

/// What a writer has put into a file.
pub(super) struct Written {
    /// Extensions by node and name.
    pub(super) on_nodes: HashSet<(u32, &'static str)>,
    /// Extensions of the file as a whole, by name.
    pub(super) on_file: HashSet<&'static str>,
    /// The names of both, once each, ascending.
    pub(super) names: Vec<&'static str>,
}

/// Takes out every extension that the dialect replaces and has not written anew, wherever it stands. Where the source
/// required one, those of the result are required. This comes last, so that what is replaced keeps its place in the text.
pub(super) fn remove(
    edit: &mut Edit<'_>,
    document: &Document,
    to: Dialect,
    written: &Written,
) -> Result<(), EditError> {
    for (index, node) in document.iter::<NodeIndex>() {
        for name in to.replaced().iter().filter(|name| node.extension(name).is_some()) {
            if !written.on_nodes.contains(&(index.0, name)) {
                edit.remove_node_extension(index, name)?;
            }
        }
    }
    let gone = to.replaced().iter().filter(|name| !written.on_file.contains(**name));
    for name in gone.filter(|name| document.extension(name).is_some()) {
        edit.remove_extension(name)?;
    }
    let required: Vec<_> = document.extensions_required().collect();
    if to.replaced().iter().any(|name| required.iter().any(|listed| listed == name)) {
        for name in written.names.iter().filter(|name| !required.iter().any(|listed| listed == *name)) {
            edit.push("/extensionsRequired", (*name).into())?;
        }
    }
    for name in to.replaced().iter().filter(|name| !written.names.contains(name)) {
        edit.unuse_extension(name);
    }
    Ok(())
}

/// What the source says and its model does not hold: extensions of nodes outside the scene, constraints that are not
/// evaluated, and properties that no text of the dialects defines. What a diagnostic tells to be unusable had no meaning to
/// lose.
pub(super) fn unread(document: &Document, model: &Model, to: Dialect) -> Vec<Loss> {
    let hierarchy = model.hierarchy();
    let constrained: HashSet<_> = model.constraints().iter().map(|constraint| constraint.destination).collect();
    let mut losses = Vec::new();
    for (index, node) in document.iter::<NodeIndex>() {
        for name in to.replaced() {
            let Some(value) = node.extension(name) else { continue };
            let id = hierarchy.id(index);
            let is_read = if to.is_physics() {
                id.is_some_and(|id| hierarchy.is_in_scene(id))
            } else {
                id.is_some_and(|id| constrained.contains(&id))
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
