//! Joints on the engine.
//!
//! The engine is right about locked axes, limits along single axes, the upper end of distances, cones, and the turn of a
//! hinge; those are handed to it as they are (`plan.rs`). For everything else one more joint of the engine stands for one
//! limit, with its X axis aimed along the gradient of the limit's metric before each step (`aim.rs`).

mod aim;
mod live;
mod plan;

use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};

pub(super) use live::{End, Ends, LimitState, LiveJoint};

use super::instance::to_pose;
use crate::math::Rigid;
use crate::model::Model;
use crate::model::physics::{Attachment, JointId};
use crate::world::InstanceId;

/// The joints of all instances.
#[derive(Default)]
pub(super) struct Joints {
    /// By the slot of their ids.
    instances: Vec<Option<InstanceJoints>>,
}

/// The joints of one instance.
struct InstanceJoints {
    id: InstanceId,
    /// What frames without a body are fixed to, if there are any.
    ground: Option<RigidBodyHandle>,
    /// One a joint of the model; `None` for one that holds nothing.
    joints: Vec<Option<LiveJoint>>,
}

impl Joints {
    /// Adds the joints of an instance whose bodies are in the world: one handle for each body of the model.
    pub(super) fn insert(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        model: &Model,
        handles: &[RigidBodyHandle],
        world_from_model: Rigid,
    ) {
        self.remove(world, id);
        let physics = model.physics();
        if physics.joints().is_empty() {
            return;
        }
        let mut entry = InstanceJoints { id, ground: None, joints: Vec::with_capacity(physics.joints().len()) };
        for joint in physics.joints() {
            let description = physics.joint_descriptions().get(joint.description.slot());
            // A joint that ends twice on one body, or on none, holds nothing.
            let live = description.filter(|_| joint.a.body != joint.b.body).and_then(|description| {
                let a = entry.end(world, &joint.a, handles, world_from_model)?;
                let b = entry.end(world, &joint.b, handles, world_from_model)?;
                Some(LiveJoint::insert(world, Ends { a, b }, description, joint.enable_collision))
            });
            entry.joints.push(live);
        }
        let slot = id.slot as usize;
        if self.instances.len() <= slot {
            self.instances.resize_with(slot + 1, || None);
        }
        self.instances[slot] = Some(entry);
    }

    /// Takes the joints of an instance out, before its bodies go.
    pub(super) fn remove(&mut self, world: &mut PhysicsWorld, id: InstanceId) {
        let Some(entry) = self.instances.get_mut(id.slot as usize) else { return };
        let Some(entry) = entry.take_if(|entry| entry.id == id) else { return };
        for joint in entry.joints.iter().flatten() {
            joint.remove(world);
        }
        if let Some(ground) = entry.ground {
            world.remove_body(ground);
        }
    }

    /// Aims what follows the motion, for a step of `dt` seconds.
    pub(super) fn before_step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        for joint in self.iter_mut() {
            joint.aim(world, dt);
        }
    }

    /// Counts turns.
    pub(super) fn after_step(&mut self, world: &PhysicsWorld) {
        for joint in self.iter_mut() {
            joint.count_turns(world);
        }
    }

    /// The limits of a joint as authored, in the order of the file; nothing for a joint that holds nothing.
    pub(super) fn limits<'a>(
        &'a self,
        world: &'a PhysicsWorld,
        id: InstanceId,
        joint: JointId,
    ) -> impl Iterator<Item = LimitState> + 'a {
        let entry = self.instances.get(id.slot as usize).and_then(Option::as_ref).filter(|entry| entry.id == id);
        let joint = entry.and_then(|entry| entry.joints.get(joint.slot())).and_then(Option::as_ref);
        joint.into_iter().flat_map(|joint| joint.limits(world))
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut LiveJoint> {
        self.instances.iter_mut().flatten().flat_map(|entry| entry.joints.iter_mut().flatten())
    }
}

impl InstanceJoints {
    fn end(
        &mut self,
        world: &mut PhysicsWorld,
        attachment: &Attachment,
        handles: &[RigidBodyHandle],
        world_from_model: Rigid,
    ) -> Option<End> {
        let body = match attachment.body {
            Some(body) => *handles.get(body.slot())?,
            None => *self
                .ground
                .get_or_insert_with(|| world.insert_body(RigidBodyBuilder::fixed().pose(to_pose(world_from_model)))),
        };
        Some(End { body, body_from_frame: attachment.owner_from_frame })
    }
}

#[cfg(test)]
mod tests;
