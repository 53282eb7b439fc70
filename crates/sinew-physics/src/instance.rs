//! The bodies and colliders of an instance in the simulation.

use std::sync::Arc;

use glam::Affine3A;
use rapier3d::prelude::{ColliderHandle, Pose, RigidBodyHandle};

use super::collider_part::ColliderPartSlot;
use super::id::ShapeInstanceId;
use super::joint_link::JointLink;
use super::users::Users;
use sinew_model::math::Rigid;
use sinew_model::model::Model;
use sinew_model::model::physics::{BodyId, Physics, ShapeInstance};
use sinew_motion::InstanceId;

/// An instance in the simulation.
pub(super) struct SimulatedInstance {
    pub(super) id: InstanceId,
    pub(super) model: Arc<Model>,
    /// Its physics, where values of it were changed; `None` for the model's.
    pub(super) changed: Option<Arc<Physics>>,
    /// Whom a change of a value concerns; `None` until one changes.
    pub(super) users: Option<Box<Users>>,
    /// One entry for each body of the model and for each that was added.
    pub(super) bodies: Vec<BodyEntry>,
    /// One entry for each collider of the model and for each that was added.
    pub(super) colliders: Vec<ShapeEntry>,
    /// One entry for each shape, by trigger of the model.
    pub(super) triggers: Vec<Vec<ShapeEntry>>,
    /// One slot for each trigger of the model.
    pub(super) trigger_slots: Vec<u32>,
    /// The engine colliders of the instance, in the order of creation.
    pub(super) created: Vec<ColliderHandle>,
    /// Its joints to bodies of other instances.
    pub(super) links: Vec<JointLink>,
}

/// A body in the simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyEntry {
    pub(super) handle: RigidBodyHandle,
    /// Whether an animation or the application sets its pose.
    pub(super) is_animated: bool,
    /// Whether it was stopped because its state was about to become non-finite.
    pub(super) is_stopped: bool,
    /// The velocity of a kinematic body after its release: linear, angular.
    pub(super) kinematic_velocity: (glam::Vec3, glam::Vec3),
    /// Whether it was taken away; the engine has it no more.
    pub(super) is_removed: bool,
}

/// A collider, or a shape of a trigger, in the simulation.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeEntry {
    pub(super) part: ColliderPartSlot,
    /// The engine collider and the sub-shape in it; `None` for a shape without volume.
    pub(super) at: Option<(ColliderHandle, u32)>,
    /// The pose that was set last.
    pub(super) owner_from_node: Affine3A,
    /// The kinematic engine body that moves a shape without a body of its own.
    pub(super) carrier: Option<RigidBodyHandle>,
}

impl SimulatedInstance {
    /// Its physics as it is now.
    pub(super) fn physics(&self) -> &Physics {
        self.changed.as_deref().unwrap_or_else(|| self.model.physics())
    }

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

    /// Returns the shape as the file defines it.
    pub(super) fn placed(&self, id: ShapeInstanceId) -> Option<&ShapeInstance> {
        let physics = self.physics();
        match id {
            ShapeInstanceId::Collider(collider) => {
                physics.colliders().get(collider.slot()).map(|collider| &collider.shape_instance)
            }
            ShapeInstanceId::Trigger(trigger, part) => physics.triggers().get(trigger.slot())?.parts.get(part as usize),
        }
    }
}

/// Converts to the engine's type.
pub(super) fn to_pose(rigid: Rigid) -> Pose {
    Pose::from_parts(rigid.translation, rigid.rotation)
}

/// Converts from the engine's type.
pub(super) fn from_pose(pose: &Pose) -> Rigid {
    Rigid::new(pose.translation, pose.rotation)
}
