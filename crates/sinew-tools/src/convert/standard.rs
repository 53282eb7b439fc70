//! The dialects whose nodes have a `motion`, a `collider` and a `trigger`, each on the body of the nearest ancestor: both
//! revisions of `KHR_physics_rigid_bodies`, and the later one of OMI's extensions.

use serde_json::{Map, Value, json};
use sinew_document::extension::{khr_physics_rigid_bodies, omi_physics_body, omi_physics_joint};
use sinew_document::{EditError, NodeIndex};

use super::center::Centers;
use super::shape::Geometries;
use super::writing::Writing;
use super::{Dialect, gravity, joint, motion, surface};
use sinew_model::model::physics::{BodyId, JointFrame, ShapeInstance, Trigger};

/// Writes colliders, triggers and joints.
struct PhysicsWriter<'a> {
    /// The extension that holds them.
    extension: &'static str,
    geometries: &'a Geometries,
    /// The body of each node in the result.
    owners: &'a [Option<BodyId>],
}

pub(super) fn write(writing: &mut Writing<'_>, to: Dialect) -> Result<(), EditError> {
    let is_omi = to == Dialect::Omi;
    let extension = if is_omi { omi_physics_body::NAME } else { khr_physics_rigid_bodies::NAME };
    let joints = if is_omi { omi_physics_joint::NAME } else { khr_physics_rigid_bodies::NAME };
    let physics = writing.physics();
    let centers = Centers::new(writing.model);
    for (slot, body) in physics.bodies().iter().enumerate() {
        if let Some(motion) = motion::motion(body, centers.of(slot), to) {
            writing.put(writing.index(body.node), extension, "motion", motion);
        }
    }
    let geometries = Geometries::write(writing, to)?;
    surface::write(writing, extension);
    joint::write(writing, joints);
    let owners = writing.owners(is_omi);
    let parts = PhysicsWriter { extension, geometries: &geometries, owners: &owners };
    for collider in physics.colliders() {
        let Some(mut object) = geometries.naming(collider.shape_instance.shape) else { continue };
        surface::put_collider(collider, &mut object);
        let Some(node) = parts.node(&collider.shape_instance, "collider", writing)? else { continue };
        writing.put(node, extension, "collider", object.into());
    }
    for trigger in physics.triggers() {
        parts.put_trigger(trigger, writing)?;
    }
    for joint in physics.joints() {
        let a = parts.frame(&joint.a, "joint", writing)?;
        let b = parts.frame(&joint.b, "joint", writing)?;
        let (Some(a), Some(b)) = (a, b) else { continue };
        let mut object = json!({"connectedNode": b.0, "joint": joint.description.slot()});
        if joint.enable_collision {
            object["enableCollision"] = true.into();
        }
        if is_omi {
            for (key, value) in object.as_object().into_iter().flatten() {
                writing.put(a, joints, key, value.clone());
            }
        } else {
            writing.put(a, joints, "joint", object);
        }
    }
    if is_omi {
        gravity::write(writing, &geometries);
    }
    Ok(())
}

impl PhysicsWriter<'_> {
    /// The node of a shape, or a new one where the dialect would attach it to another body.
    fn node(
        &self,
        placed: &ShapeInstance,
        what: &str,
        writing: &mut Writing<'_>,
    ) -> Result<Option<NodeIndex>, EditError> {
        if self.owners.get(placed.node.slot()) == Some(&placed.body) {
            return Ok(Some(writing.index(placed.node)));
        }
        writing.add_for_shape(placed, what)
    }

    /// The node of a frame, or a new one where the dialect would attach it to another body.
    fn frame(
        &self,
        attachment: &JointFrame,
        what: &str,
        writing: &mut Writing<'_>,
    ) -> Result<Option<NodeIndex>, EditError> {
        if self.owners.get(attachment.node.slot()) == Some(&attachment.body) {
            return Ok(Some(writing.index(attachment.node)));
        }
        writing.add_for_frame(attachment, what)
    }

    fn put_trigger(&self, trigger: &Trigger, writing: &mut Writing<'_>) -> Result<(), EditError> {
        let node = writing.index(trigger.node);
        if let [part] = trigger.parts.as_slice()
            && part.node == trigger.node
        {
            if let Some(object) = self.part(part) {
                writing.put(node, self.extension, "trigger", object.into());
            }
            return Ok(());
        }
        let mut nodes: Vec<Value> = Vec::new();
        for part in &trigger.parts {
            let Some(object) = self.part(part) else { continue };
            let is_below = part.node != trigger.node && writing.hierarchy().is_within(part.node, trigger.node);
            let is_owned = self.owners.get(part.node.slot()) == Some(&part.body);
            let place = if is_below && is_owned {
                Some(writing.index(part.node))
            } else {
                writing.add_below(trigger.node, part, "trigger")?
            };
            let Some(place) = place else { continue };
            writing.put(place, self.extension, "trigger", object.into());
            nodes.push(place.0.into());
        }
        if !nodes.is_empty() {
            writing.put(node, self.extension, "trigger", json!({"nodes": nodes}));
        }
        Ok(())
    }

    fn part(&self, part: &ShapeInstance) -> Option<Map<String, Value>> {
        let mut object = self.geometries.naming(part.shape)?;
        surface::put_filter(part, &mut object);
        Some(object)
    }
}
