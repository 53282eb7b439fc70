//! Joints on the engine.
//!
//! The engine is right about locked axes, limits along single axes, the upper end of distances, cones, and the turn of a
//! hinge; those are handed to it as they are (`engine_joint.rs`). For everything else one more joint of the engine stands for one
//! limit, with its X axis along the gradient of the limit's metric before each step (`linearize.rs`). Soft limits and drives
//! are not the engine's: the solver beside it (`soft.rs`) pushes for them.

mod anchor;
mod disabled_pairs;
mod engine_joint;
mod linearize;
mod saved;
mod simulated_joint;
mod soft_constraints;

use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use anchor::Anchors;
pub(super) use disabled_pairs::DisabledPairs;
pub(super) use saved::SavedJoints;
pub(super) use simulated_joint::{BodyFrame, BodyFrames, SimulatedJoint};

use super::id::JointSide;
use super::soft::{DriveReading, SoftJointDescription, SoftJointId, SoftSolver};
use sinew_model::kernel::limit::Metric;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{JointDrive, JointFrame, JointId};
use sinew_model::model::{Model, NodeId};
use sinew_motion::InstanceId;

/// How a limit of a joint is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LimitReading {
    /// What it measures now, metres or radians; a twist with its turns.
    pub metric: f32,
    /// How far that is outside the range.
    pub violation: f32,
}

/// What a joint does.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct JointReading {
    /// Where frame a and frame b are in the world.
    pub frames: [Rigid; 2],
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
    /// What frames without a body are fixed to.
    anchors: Anchors,
    /// One a joint of the model; `None` for one that holds nothing.
    joints: Vec<Option<JointEntry>>,
}

struct JointEntry {
    simulated: SimulatedJoint,
    /// For the solver of soft limits and drives, if there are any near.
    soft: Option<SoftJointId>,
    /// What its drives act on, in the order of the file.
    drives: Vec<Metric>,
}

impl Joints {
    /// The engine's bodies that take ends of joints along with their nodes.
    pub(super) fn moving_anchors(&self) -> impl Iterator<Item = RigidBodyHandle> + '_ {
        self.instances.iter().flatten().flat_map(|instance| instance.anchors.moving())
    }

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
        let mut anchors = Anchors::new(model, world_from_model);
        let mut joints = Vec::with_capacity(physics.joints().len());
        for (joint, has_soft_constraints) in
            physics.joints().iter().zip(soft_constraints::has_soft_constraints(physics))
        {
            let description = physics.joint_descriptions().get(joint.description.slot());
            // A joint that ends twice on one body, or on none, holds nothing.
            let entry = description.filter(|_| joint.a.body != joint.b.body).and_then(|description| {
                let mut end = |attachment: &JointFrame| match attachment.body {
                    Some(body) => {
                        let body = *handles.get(body.slot())?;
                        Some(BodyFrame { body, body_from_frame: attachment.owner_from_frame })
                    }
                    None => Some(anchors.end(world, attachment)),
                };
                let (a, b) = (end(&joint.a)?, end(&joint.b)?);
                let simulated = SimulatedJoint::insert(world, BodyFrames { a, b }, description, joint.enable_collision);
                let soft = has_soft_constraints.then(|| {
                    use_strict_sleep(world, [a.body, b.body]);
                    let bodies = [Some(a.body), Some(b.body)];
                    let owner_from_frame = [a.body_from_frame, b.body_from_frame];
                    self.solver.insert(world, &SoftJointDescription { bodies, owner_from_frame, description })
                });
                Some(JointEntry {
                    simulated,
                    soft,
                    drives: description.drives.iter().map(JointDrive::metric).collect(),
                })
            });
            joints.push(entry);
        }
        let slot = id.slot();
        if self.instances.len() <= slot {
            self.instances.resize_with(slot + 1, || None);
        }
        self.instances[slot] = Some(InstanceJoints { id, anchors, joints });
    }

    /// Takes the joints of an instance out, before its bodies go.
    pub(super) fn remove(&mut self, world: &mut PhysicsWorld, id: InstanceId) {
        let Some(entry) = self.instances.get_mut(id.slot()) else { return };
        let Some(entry) = entry.take_if(|instance| instance.id == id) else { return };
        for joint in entry.joints.iter().flatten() {
            joint.simulated.remove(world);
            if let Some(soft) = joint.soft {
                self.solver.remove(soft);
            }
        }
        entry.anchors.remove(world);
    }

    /// Takes the ends that no body carries to where their nodes are by the end of the step.
    pub(super) fn update_anchors(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        world_from_frame: impl Fn(NodeId) -> Rigid,
    ) {
        if let Some(entry) = self.of(id) {
            entry.anchors.update(world, world_from_frame);
        }
    }

    /// Puts a frame of a joint elsewhere on its body.
    pub(super) fn set_joint_frame(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        (joint, side): (JointId, JointSide),
        body_from_frame: Rigid,
    ) {
        let instance = self.instances.get_mut(id.slot()).and_then(Option::as_mut).filter(|instance| instance.id == id);
        let Some(entry) = instance.and_then(|instance| instance.joints.get_mut(joint.slot())?.as_mut()) else { return };
        if let (true, Some(soft)) = (entry.simulated.set_joint_frame(world, side, body_from_frame), entry.soft) {
            self.solver.set_frames(soft, entry.simulated.body_from_frames());
        }
    }

    /// Moves what is fixed to a model with it.
    pub(super) fn set_world_from_model(&mut self, world: &mut PhysicsWorld, id: InstanceId, world_from_model: Rigid) {
        if let Some(entry) = self.of(id) {
            entry.anchors.set_world_from_model(world, world_from_model);
        }
    }

    fn of(&mut self, id: InstanceId) -> Option<&mut InstanceJoints> {
        self.instances.get_mut(id.slot())?.as_mut().filter(|instance| instance.id == id)
    }

    /// Linearizes rows at the predicted poses and applies soft constraints, for a step of `dt` seconds.
    pub(super) fn before_step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        for joint in self.iter_mut() {
            joint.linearize(world, dt);
        }
        self.solver.before_step(world, dt);
    }

    /// Takes the pushes off again, and counts turns.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld) {
        self.solver.after_step(world);
        for joint in self.iter_mut() {
            joint.unwrap_twists(world);
        }
    }

    /// What a joint does; `None` for one that holds nothing.
    pub(super) fn read(&self, world: &PhysicsWorld, id: InstanceId, joint: JointId) -> Option<JointReading> {
        let entry = self.instances.get(id.slot())?.as_ref().filter(|instance| instance.id == id)?;
        let joint = entry.joints.get(joint.slot())?.as_ref()?;
        let drive = |(index, metric): (usize, &Metric)| {
            // One that pushes nothing is not the solver's.
            let solved = joint.soft.and_then(|soft| self.solver.drive(world, soft, index));
            solved.or_else(|| joint.simulated.idle_drive(world, *metric))
        };
        let drives = joint.drives.iter().enumerate().filter_map(drive).collect();
        let (a, b) = joint.simulated.frames(world)?;
        Some(JointReading { frames: [a, b], limits: joint.simulated.limits(world).collect(), drives })
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut SimulatedJoint> {
        self.instances
            .iter_mut()
            .flatten()
            .flat_map(|entry| entry.joints.iter_mut().flatten())
            .map(|entry| &mut entry.simulated)
    }
}

/// A spring that swings slowly has not come to rest, and a drive that turns slowly never does: what they move falls asleep
/// only when it stands still.
fn use_strict_sleep(world: &mut PhysicsWorld, bodies: [RigidBodyHandle; 2]) {
    for handle in bodies {
        if let Some(body) = world.bodies.get_mut(handle) {
            super::sleep::set_strict_thresholds(body);
        }
    }
}

#[cfg(test)]
mod tests;
