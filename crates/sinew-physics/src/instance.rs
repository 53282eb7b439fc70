//! What an instance has in the simulation.

use std::sync::Arc;

use glam::Affine3A;
use rapier3d::prelude::{ColliderHandle, Pose, RigidBodyHandle};

use super::collider_part::ColliderPartSlot;
use super::id::ShapeInstanceId;
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_model::model::physics::{BodyId, ShapeInstance};
use sinew_motion::InstanceId;

/// What an instance has in the simulation.
pub(super) struct SimulatedInstance {
    pub(super) id: InstanceId,
    pub(super) model: Arc<Model>,
    /// One a body of the model.
    pub(super) bodies: Vec<BodyEntry>,
    /// One a collider of the model.
    pub(super) colliders: Vec<ShapeEntry>,
    /// The shapes of each trigger of the model.
    pub(super) triggers: Vec<Vec<ShapeEntry>>,
    /// One a trigger of the model.
    pub(super) trigger_slots: Vec<u32>,
    /// The engine's colliders that it has created, in the order they were created in.
    pub(super) created: Vec<ColliderHandle>,
}

/// A body in the simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyEntry {
    pub(super) handle: RigidBodyHandle,
    /// Whether something outside decides where it is.
    pub(super) is_animated: bool,
    /// Whether it was stopped because its numbers ran away.
    pub(super) is_stopped: bool,
    /// The velocity that a kinematic body goes on with when it is released: linear, angular.
    pub(super) kinematic_velocity: (glam::Vec3, glam::Vec3),
}

/// A collider, or a shape of a trigger, in the simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeEntry {
    pub(super) part: ColliderPartSlot,
    /// The engine's collider and the sub-shape of it; `None` for a shape of no size.
    pub(super) at: Option<(ColliderHandle, u32)>,
    /// Where it was put last.
    pub(super) owner_from_node: Affine3A,
    /// For a shape without a body that something outside moves: the engine's body that carries it.
    pub(super) carrier: Option<RigidBodyHandle>,
}

impl SimulatedInstance {
    pub(super) fn body(&self, body: BodyId) -> Option<&BodyEntry> {
        self.bodies.get(body.slot())
    }

    pub(super) fn shape(&self, id: ShapeInstanceId) -> Option<&ShapeEntry> {
        match id {
            ShapeInstanceId::Collider(collider) => self.colliders.get(collider.slot()),
            ShapeInstanceId::Trigger(trigger, part) => self.triggers.get(trigger.slot())?.get(part as usize),
        }
    }

    pub(super) fn shape_mut(&mut self, id: ShapeInstanceId) -> Option<&mut ShapeEntry> {
        match id {
            ShapeInstanceId::Collider(collider) => self.colliders.get_mut(collider.slot()),
            ShapeInstanceId::Trigger(trigger, part) => self.triggers.get_mut(trigger.slot())?.get_mut(part as usize),
        }
    }

    /// What the file says of a shape.
    pub(super) fn placed(&self, id: ShapeInstanceId) -> Option<&ShapeInstance> {
        let physics = self.model.physics();
        match id {
            ShapeInstanceId::Collider(collider) => {
                physics.colliders().get(collider.slot()).map(|collider| &collider.shape_instance)
            }
            ShapeInstanceId::Trigger(trigger, part) => physics.triggers().get(trigger.slot())?.parts.get(part as usize),
        }
    }
}

/// As the engine has it.
pub(super) fn to_pose(rigid: Rigid) -> Pose {
    Pose::from_parts(rigid.translation, rigid.rotation)
}

/// As the rest has it.
pub(super) fn from_pose(pose: &Pose) -> Rigid {
    Rigid::new(pose.translation, pose.rotation)
}
