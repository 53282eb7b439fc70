//! Joints on the engine.
//!
//! The engine is right about locked axes, limits along single axes, the upper end of distances, cones, and the turn of a
//! hinge; those are handed to it as they are (`plan.rs`). For everything else one more joint of the engine stands for one
//! limit, with its X axis aimed along the gradient of the limit's metric before each step (`aim.rs`). Soft limits and drives
//! are not the engine's: the solver beside it (`soft.rs`) pushes for them.

mod aim;
mod apart;
mod live;
mod plan;
mod saved;
mod sprung;

use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};

pub(super) use apart::Apart;
pub(super) use live::{End, Ends, LiveJoint};
pub(super) use saved::SavedJoints;

use super::instance::to_pose;
use super::soft::{DriveReading, SoftJointDescription, SoftJointId, SoftSolver};
use crate::math::Rigid;
use crate::model::Model;
use crate::model::physics::{Attachment, JointId};
use crate::world::InstanceId;

/// How a limit of a joint is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitReading {
    /// What it measures now, metres or radians; a twist with its turns.
    pub metric: f32,
    /// How far that is outside the range.
    pub violation: f32,
}

/// What a joint does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointReading {
    /// One a limit, in the order of the file.
    pub limits: Vec<LimitReading>,
    /// One a drive, in the order of the file.
    pub drives: Vec<DriveReading>,
}

/// The joints of all instances.
#[derive(Default)]
pub(super) struct Joints {
    solver: SoftSolver,
    /// By the slot of their ids.
    instances: Vec<Option<InstanceJoints>>,
}

/// The joints of one instance.
struct InstanceJoints {
    id: InstanceId,
    /// What frames without a body are fixed to, if there are any.
    ground: Option<RigidBodyHandle>,
    /// One a joint of the model; `None` for one that holds nothing.
    joints: Vec<Option<Entry>>,
}

struct Entry {
    live: LiveJoint,
    /// For the solver of soft limits and drives, if there are any near.
    soft: Option<SoftJointId>,
    /// How many drives it has.
    drives: usize,
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
        for (joint, is_sprung) in physics.joints().iter().zip(sprung::sprung(physics)) {
            let description = physics.joint_descriptions().get(joint.description.slot());
            // A joint that ends twice on one body, or on none, holds nothing.
            let made = description.filter(|_| joint.a.body != joint.b.body).and_then(|description| {
                let a = entry.end(world, &joint.a, handles, world_from_model)?;
                let b = entry.end(world, &joint.b, handles, world_from_model)?;
                let live = LiveJoint::insert(world, Ends { a, b }, description, joint.enable_collision);
                let soft = is_sprung.then(|| {
                    keep_awake(world, [a.body, b.body]);
                    let bodies = [Some(a.body), Some(b.body)];
                    let owner_from_frame = [a.body_from_frame, b.body_from_frame];
                    self.solver.insert(world, &SoftJointDescription { bodies, owner_from_frame, description })
                });
                Some(Entry { live, soft, drives: description.drives.len() })
            });
            entry.joints.push(made);
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
            joint.live.remove(world);
            if let Some(soft) = joint.soft {
                self.solver.remove(soft);
            }
        }
        if let Some(ground) = entry.ground {
            world.remove_body(ground);
        }
    }

    /// Aims what follows the motion, and pushes for what is soft, for a step of `dt` seconds.
    pub(super) fn before_step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        for joint in self.iter_mut() {
            joint.aim(world, dt);
        }
        self.solver.before_step(world, dt);
    }

    /// Takes the pushes off again, and counts turns.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld) {
        self.solver.after_step(world);
        for joint in self.iter_mut() {
            joint.count_turns(world);
        }
    }

    /// What a joint does; `None` for one that holds nothing.
    pub(super) fn read(&self, world: &PhysicsWorld, id: InstanceId, joint: JointId) -> Option<JointReading> {
        let entry = self.instances.get(id.slot as usize)?.as_ref().filter(|entry| entry.id == id)?;
        let joint = entry.joints.get(joint.slot())?.as_ref()?;
        let drive = |place| self.solver.drive(world, joint.soft?, place);
        let drives = (0..joint.drives).filter_map(drive).collect();
        Some(JointReading { limits: joint.live.limits(world).collect(), drives })
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut LiveJoint> {
        self.instances
            .iter_mut()
            .flatten()
            .flat_map(|entry| entry.joints.iter_mut().flatten())
            .map(|entry| &mut entry.live)
    }
}

/// A spring that swings slowly has not come to rest, and a drive that turns slowly never does: what they move falls asleep
/// only when it stands still.
fn keep_awake(world: &mut PhysicsWorld, bodies: [RigidBodyHandle; 2]) {
    for handle in bodies {
        if let Some(body) = world.bodies.get_mut(handle) {
            super::body::sleep_only_still(body);
        }
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
