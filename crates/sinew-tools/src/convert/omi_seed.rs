//! The earlier revision of OMI's extensions: `OMI_collider` on children of bodies with a type, and stage 1 of
//! `OMI_physics_joint`.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};
use sinew_document::extension::{omi_collider, omi_physics_body, omi_physics_joint};
use sinew_document::{EditError, NodeIndex};

use super::mesh::mesh;
use super::writing::{Writing, single, vector};
use super::{joint, motion};
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, BodyKind, JointDescriptionId, Shape, ShapeId, ShapeInstance};

const COLLIDER: &str = omi_collider::NAME;
const BODY: &str = omi_physics_body::NAME;
const JOINT: &str = omi_physics_joint::NAME;

/// The colliders that are being written.
#[derive(Default)]
struct Colliders {
    list: Vec<Value>,
    /// By shape, and whether it is a trigger.
    places: HashMap<(ShapeId, bool), Option<usize>>,
    /// The nodes of bodies in the result, with their dynamic or kinematic body; `None` for static and trigger bodies.
    bodies: HashMap<NodeId, Option<BodyId>>,
    trigger_bodies: HashSet<NodeId>,
}

pub(super) fn write(writing: &mut Writing<'_>) -> Result<(), EditError> {
    let physics = writing.physics();
    let mut colliders = Colliders::default();
    for (slot, body) in physics.bodies().iter().enumerate() {
        let node = writing.index(body.node);
        for (key, value) in motion::typed(body) {
            writing.put(node, BODY, key, value);
        }
        let movable = (body.kind != BodyKind::Static).then_some(BodyId::at(slot));
        colliders.bodies.insert(body.node, movable);
    }
    // Triggers first: events name their nodes, and nothing names a collider's.
    colliders.put_triggers(writing)?;
    for collider in physics.colliders() {
        colliders.put(&collider.shape_instance, false, "collider", writing)?;
    }
    writing.put_list(COLLIDER, "colliders", colliders.list);
    put_joints(writing)
}

impl Colliders {
    fn put_triggers(&mut self, writing: &mut Writing<'_>) -> Result<(), EditError> {
        let physics = writing.physics();
        let (single, compound): (Vec<_>, Vec<_>) = physics
            .triggers()
            .iter()
            .partition(|trigger| matches!(trigger.parts.as_slice(), [part] if part.node == trigger.node));
        for trigger in compound {
            // A node is one body; the parts of a trigger on a body's own node are triggers of their own.
            if self.bodies.contains_key(&trigger.node) {
                for part in &trigger.parts {
                    self.put(part, true, "trigger", writing)?;
                }
                continue;
            }
            self.bodies.insert(trigger.node, None);
            self.trigger_bodies.insert(trigger.node);
            writing.put(writing.index(trigger.node), BODY, "type", "trigger".into());
            for part in &trigger.parts {
                let Some(place) = self.place(part.shape, true, writing)? else { continue };
                let is_child = writing.hierarchy().parent(part.node) == Some(trigger.node);
                let own = writing.index(part.node);
                let node = if is_child && !writing.has(own, COLLIDER) && !self.bodies.contains_key(&part.node) {
                    Some(own)
                } else {
                    writing.add_below(trigger.node, part, "trigger")?
                };
                put_collider(node, place, writing);
            }
        }
        for trigger in single {
            for part in &trigger.parts {
                self.put(part, true, "trigger", writing)?;
            }
        }
        Ok(())
    }

    /// Writes a shape to its node, or to a new one if that is not a child of its body or has a shape already.
    fn put(
        &mut self,
        placed: &ShapeInstance,
        is_trigger: bool,
        what: &str,
        writing: &mut Writing<'_>,
    ) -> Result<(), EditError> {
        let Some(place) = self.place(placed.shape, is_trigger, writing)? else { return Ok(()) };
        let own = writing.index(placed.node);
        let is_free = !writing.has(own, COLLIDER);
        let node = if is_free && self.is_owned(placed, is_trigger, writing) {
            Some(own)
        } else {
            writing.add_for_shape(placed, what)?
        };
        put_collider(node, place, writing);
        Ok(())
    }

    /// Whether the node of a shape satisfies "must be direct children, not indirect children".
    /// A trigger that is a child of a trigger body would be a part of that.
    fn is_owned(&self, placed: &ShapeInstance, is_trigger: bool, writing: &Writing<'_>) -> bool {
        if self.bodies.contains_key(&placed.node) {
            return false;
        }
        let above = writing.hierarchy().parent(placed.node);
        if is_trigger && above.is_some_and(|above| self.trigger_bodies.contains(&above)) {
            return false;
        }
        let owner = above.and_then(|above| self.bodies.get(&above).copied()).flatten();
        owner == placed.body
    }

    /// The index of a shape in the list; `None` for one that the dialect cannot express.
    fn place(
        &mut self,
        shape: ShapeId,
        is_trigger: bool,
        writing: &mut Writing<'_>,
    ) -> Result<Option<usize>, EditError> {
        if let Some(&place) = self.places.get(&(shape, is_trigger)) {
            return Ok(place);
        }
        let entry = match writing.physics().shapes().get(shape.slot()) {
            Some(found) => entry(shape, found, writing)?,
            None => None,
        };
        let place = entry.map(|mut entry| {
            if is_trigger {
                entry.insert("isTrigger".to_owned(), true.into());
            }
            // The list has no names.
            writing.kept.insert(shape, false);
            self.list.push(entry.into());
            self.list.len() - 1
        });
        self.places.insert((shape, is_trigger), place);
        Ok(place)
    }
}

fn put_collider(node: Option<NodeIndex>, place: usize, writing: &mut Writing<'_>) {
    if let Some(node) = node {
        writing.put(node, COLLIDER, "collider", place.into());
    }
}

/// An entry of `colliders`. Round shapes have one radius: the mean of two.
fn entry(id: ShapeId, shape: &Shape, writing: &mut Writing<'_>) -> Result<Option<Map<String, Value>>, EditError> {
    let mut entry = Map::new();
    let mut put = |key: &str, value: Value| entry.insert(key.to_owned(), value);
    match shape {
        Shape::Box { size } => {
            put("type", "box".into());
            put("size", vector(*size));
        }
        Shape::Sphere { radius } => {
            put("type", "sphere".into());
            put("radius", single(*radius));
        }
        Shape::Capsule { height, radius_bottom, radius_top } => {
            put("type", "capsule".into());
            put("radius", single(0.5 * (radius_bottom + radius_top)));
            put("height", single(height + radius_bottom + radius_top));
        }
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            put("type", "cylinder".into());
            put("radius", single(0.5 * (radius_bottom + radius_top)));
            put("height", single(*height));
        }
        Shape::Plane { .. } => return Ok(None),
        Shape::ConvexHull(points) => {
            put("type", "hull".into());
            put("mesh", mesh(id, points, writing)?.0.into());
        }
        Shape::TriangleMesh(points) => {
            put("type", "trimesh".into());
            put("mesh", mesh(id, points, writing)?.0.into());
        }
    }
    Ok(Some(entry))
}

/// Both frames of a joint are at the rest pose of its node, which is that of frame a.
fn put_joints(writing: &mut Writing<'_>) -> Result<(), EditError> {
    let physics = writing.physics();
    let mut list: Vec<Value> = Vec::new();
    let mut places: HashMap<JointDescriptionId, Value> = HashMap::new();
    let standing: HashSet<NodeId> =
        physics.bodies().iter().filter(|body| body.kind == BodyKind::Static).map(|body| body.node).collect();
    let mut fixed = None;
    for joint in physics.joints() {
        let mut ends = [NodeIndex(0); 2];
        for (end, attachment) in ends.iter_mut().zip([&joint.a, &joint.b]) {
            let body = attachment.body.and_then(|body| physics.bodies().get(body.slot()));
            // A joint excludes the colliders of the static body that it connects, so that no other body can take its place.
            let body = body.map(|body| body.node).or(attachment.fixed_to.filter(|node| standing.contains(node)));
            *end = match (body, fixed) {
                (Some(body), _) => writing.index(body),
                (None, Some(fixed)) => fixed,
                (None, None) => {
                    // "A connected node cannot be null, cannot be a non-body": the fixed world is a static body.
                    let Some(added) = writing.add_node(None, glam::Affine3A::IDENTITY, "fixed world")? else {
                        continue;
                    };
                    writing.put(added, BODY, "type", "static".into());
                    fixed = Some(added);
                    added
                }
            };
        }
        let constraints = places.entry(joint.description).or_insert_with(|| {
            let described = physics.joint_descriptions().get(joint.description.slot());
            let start = list.len();
            list.extend(described.into_iter().flat_map(joint::constraints));
            (start..list.len()).map(Value::from).collect()
        });
        let node = writing.index(joint.node);
        let constraints = constraints.clone();
        writing.put(node, JOINT, "constraints", constraints);
        writing.put(node, JOINT, "nodeA", ends[0].0.into());
        writing.put(node, JOINT, "nodeB", ends[1].0.into());
    }
    writing.put_list(JOINT, "constraints", list);
    Ok(())
}
