//! Shapes that an animation, a constraint or the application moves.

use glam::Affine3A;
use rapier3d::prelude::{ColliderHandle, Pose, RigidBodyBuilder, SharedShape};

use super::Simulation;
use crate::body_tag::BodyTag;
use crate::id::ShapeInstanceId;
use crate::instance::{ShapeEntry, SimulatedInstance, to_pose};
use crate::shape::{Placement, Purpose};
use sinew_motion::InstanceId;

impl Simulation {
    /// Sets the pose of a shape. A shape without a body (`owner_from_node` is then `world_from_node`) arrives at the
    /// end of the next step and pushes; a shape on a body is there at once.
    pub fn set_shape_pose(&mut self, instance: InstanceId, id: ShapeInstanceId, owner_from_node: Affine3A) {
        let Some(known) = self.instance(instance) else { return };
        let (Some(entry), Some(placed)) = (known.shape(id).copied(), known.placed(id)) else { return };
        if entry.owner_from_node == owner_from_node || !owner_from_node.is_finite() {
            return;
        }
        let Some((handle, sub_shape)) = entry.at else { return };
        let purpose = if matches!(id, ShapeInstanceId::Collider(_)) { Purpose::Solid } else { Purpose::Volume };
        let (shape_id, has_body, model) = (placed.shape, placed.body.is_some(), known.model.clone());
        let physics = known.changed.clone();
        let (before, now) = (Placement::of(&entry.owner_from_node), Placement::of(&owner_from_node));
        let shape = if before.stretch == now.stretch {
            None
        } else {
            match self.shapes.changed_shape(&model, physics.as_deref(), shape_id, &now.stretch, purpose) {
                Some(shape) => Some(shape),
                // A shape scaled to nothing keeps its last size, because a body must not lose its shape during a step.
                None => return,
            }
        };
        let pose = to_pose(now.owner_from_shape);
        if shape.is_some() || entry.carrier.is_none() {
            self.census.forget();
        }
        if shape.is_some() || (!has_body && entry.carrier.is_none()) {
            self.rules.seams.refresh();
        } else if has_body {
            self.rules.seams.refresh_on_body(&self.world, handle);
        }
        if has_body {
            let has_changed = shape.is_some();
            self.set_pose_on_body(handle, sub_shape, pose, shape);
            if has_changed {
                self.measure_body(handle);
            }
        } else {
            self.set_carrier_target(instance, id, &entry, handle, pose, shape);
        }
        if let Some(entry) = self.instance_mut(instance).and_then(|instance| instance.shape_mut(id)) {
            entry.owner_from_node = owner_from_node;
        }
    }

    /// Sets the pose of a shape on its body.
    fn set_pose_on_body(&mut self, handle: ColliderHandle, sub_shape: u32, pose: Pose, shape: Option<SharedShape>) {
        let Some(collider) = self.world.colliders.get_mut(handle) else { return };
        let Some(compound) = collider.shape().as_compound() else {
            collider.set_position_wrt_parent(pose);
            if let Some(shape) = shape {
                collider.set_shape(shape);
            }
            return;
        };
        let mut parts = compound.shapes().to_vec();
        if let Some(part) = parts.get_mut(sub_shape as usize) {
            part.0 = pose;
            part.1 = shape.unwrap_or_else(|| part.1.clone());
            collider.set_shape(SharedShape::compound(parts));
        }
    }

    /// Measures the body of a collider again.
    pub(super) fn measure_body(&mut self, collider: ColliderHandle) {
        let body = self.world.colliders.get(collider).and_then(rapier3d::prelude::Collider::parent);
        if let Some(body) = body.and_then(|body| self.world.bodies.get_mut(body)) {
            body.user_data = BodyTag::measured(body, &self.world.colliders).to_bits();
        }
    }

    /// Sets the target of a shape without a body for the next step. It gets a kinematic engine body, because only
    /// bodies have the velocity that contacts need.
    fn set_carrier_target(
        &mut self,
        instance: InstanceId,
        id: ShapeInstanceId,
        entry: &ShapeEntry,
        handle: ColliderHandle,
        pose: Pose,
        shape: Option<SharedShape>,
    ) {
        let carrier = entry.carrier.or_else(|| {
            let start = *self.world.colliders.get(handle)?.position();
            let carrier = self.world.insert_body(RigidBodyBuilder::kinematic_position_based().pose(start));
            self.world.colliders.set_parent(handle, Some(carrier), &mut self.world.bodies);
            Some(carrier)
        });
        if let (Some(shape), Some(collider)) = (shape, self.world.colliders.get_mut(handle)) {
            collider.set_shape(shape);
        }
        if let Some(body) = carrier.and_then(|carrier| self.world.bodies.get_mut(carrier)) {
            body.set_next_kinematic_position(pose);
        }
        if let Some(entry) =
            self.instance_mut(instance).and_then(|instance: &mut SimulatedInstance| instance.shape_mut(id))
        {
            entry.carrier = carrier;
        }
    }
}
