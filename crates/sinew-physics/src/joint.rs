//! The joints of all instances. The engine has none of them: `dynamics.rs` moves jointed bodies.

mod anchor;
mod disabled_pairs;
mod link;
mod removed;
mod saved;
mod simulated_joint;
mod structure;
mod switch;

use glam::Vec3;
use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use anchor::Anchors;
pub(super) use disabled_pairs::DisabledPairs;
use link::Links;
use removed::RemovedJoints;
pub(super) use saved::SavedJoints;
pub(crate) use simulated_joint::CONTACT_PREDICTION;
pub(super) use simulated_joint::{BodyFrame, BodyFrames, SimulatedJoint};
pub(super) use structure::JointSource;
pub use switch::JointBreak;
use switch::Switch;

use super::dynamics::{ContactImpulse, DriveReading, DynamicJointId, Dynamics, JointToInsert, PairRules};
use super::id::JointSide;
use sinew_model::kernel::limit::Metric;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{JointDescription, JointDrive, JointFrame, JointId};
use sinew_model::model::{Model, NodeId};
use sinew_motion::InstanceId;

/// The state of a limit of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LimitReading {
    /// The value of the limit's metric, metres or radians; a twist is unwrapped.
    pub metric: f32,
    /// The distance from the range; zero inside.
    pub violation: f32,
}

/// The state of a joint.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct JointReading {
    /// The world transforms of frame a and frame b.
    pub frames: [Rigid; 2],
    /// One reading for each limit, in the order of the file.
    pub limits: Vec<LimitReading>,
    /// One reading for each drive, in the order of the file.
    pub drives: Vec<DriveReading>,
    /// Whether it is on; a joint that broke is off.
    pub is_enabled: bool,
    /// Of a joint that can break, the force on the body of frame b and the torque in the last step, N and N·m.
    pub load: Option<[Vec3; 2]>,
}

/// The joints of all instances.
#[derive(Default)]
pub(super) struct Joints {
    dynamics: Dynamics,
    /// By the slot of the instance.
    instances: Vec<Option<InstanceJoints>>,
    links: Links,
    removed: RemovedJoints,
}

/// The joints of one instance.
struct InstanceJoints {
    id: InstanceId,
    /// The engine bodies of frames without a body.
    anchors: Anchors,
    /// One entry for each joint of the model; `None` for a joint that constrains nothing.
    joints: Vec<Option<JointEntry>>,
}

struct JointEntry {
    simulated: SimulatedJoint,
    dynamic: DynamicJointId,
    /// The metrics of its drives, in the order of the file.
    drives: Vec<Metric>,
    switch: Switch,
}

impl Joints {
    /// The kinematic engine bodies of frames whose nodes may move.
    pub(super) fn moving_anchors(&self) -> impl Iterator<Item = RigidBodyHandle> + '_ {
        self.instances.iter().flatten().flat_map(|instance| instance.anchors.moving())
    }

    /// Adds the joints of an instance. `handles` has one engine body for each body of the model.
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
        let mut anchors = Anchors::new(world_from_model);
        let mut joints = Vec::with_capacity(physics.joints().len());
        for joint in physics.joints() {
            let description = physics.joint_descriptions().get(joint.description.slot());
            // A joint with both frames on one body, or on none, constrains nothing.
            let entry = description.filter(|_| joint.a.body != joint.b.body).and_then(|description| {
                let mut end = |attachment: &JointFrame| match attachment.body {
                    Some(body) => {
                        let body = *handles.get(body.slot())?;
                        Some(BodyFrame { body, body_from_frame: attachment.owner_from_frame })
                    }
                    None => Some(anchors.end(world, model, attachment)),
                };
                let (a, b) = (end(&joint.a)?, end(&joint.b)?);
                let simulated = SimulatedJoint::insert(
                    world,
                    &mut self.links,
                    BodyFrames { a, b },
                    description,
                    joint.enable_collision,
                );
                if description.has_springs() {
                    use_strict_sleep(world, [a.body, b.body]);
                }
                let bodies = [Some(a.body), Some(b.body)];
                let owner_from_frame = [a.body_from_frame, b.body_from_frame];
                let friction = joint.friction;
                let to_insert = JointToInsert { bodies, owner_from_frame, description, friction };
                let dynamic = self.dynamics.insert(world, &to_insert);
                Some(JointEntry {
                    simulated,
                    dynamic,
                    drives: description.drives.iter().map(JointDrive::metric).collect(),
                    switch: Switch::ON,
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

    /// Removes the joints of an instance. Call it before its bodies are removed.
    pub(super) fn remove(&mut self, world: &mut PhysicsWorld, id: InstanceId) {
        let Some(entry) = self.instances.get_mut(id.slot()) else { return };
        let Some(entry) = entry.take_if(|instance| instance.id == id) else { return };
        for joint in entry.joints.iter().flatten() {
            joint.simulated.remove(world, &mut self.links);
        }
        self.dynamics.remove(entry.joints.iter().flatten().map(|joint| joint.dynamic).collect());
        self.dynamics.refresh(world);
        entry.anchors.remove(world);
    }

    /// Sets the targets of frames without a body: where their nodes are at the end of the step.
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

    /// Sets the pose of a joint frame on its body.
    pub(super) fn set_joint_frame(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        (joint, side): (JointId, JointSide),
        body_from_frame: Rigid,
    ) {
        let instance = self.instances.get_mut(id.slot()).and_then(Option::as_mut).filter(|instance| instance.id == id);
        let Some(entry) = instance.and_then(|instance| instance.joints.get_mut(joint.slot())?.as_mut()) else { return };
        if entry.simulated.set_joint_frame(world, side, body_from_frame) {
            self.dynamics.set_frames(entry.dynamic, entry.simulated.body_from_frames());
        }
    }

    /// Replaces the limits and drives of a joint, and wakes its bodies.
    pub(super) fn set_description(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        joint: JointId,
        description: &JointDescription,
    ) -> bool {
        let instance = self.instances.get_mut(id.slot()).and_then(Option::as_mut).filter(|instance| instance.id == id);
        let Some(entry) = instance.and_then(|instance| instance.joints.get_mut(joint.slot())?.as_mut()) else {
            return false;
        };
        entry.simulated.set_description(world, description);
        if description.has_springs() {
            use_strict_sleep(world, entry.simulated.bodies());
        }
        self.dynamics.set_description(world, entry.dynamic, description)
    }

    /// Gives a drive of a joint other targets, and wakes its bodies. Returns whether nothing else of the joint differs.
    pub(super) fn set_drive_targets(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        joint: JointId,
        drive: usize,
        described: &JointDrive,
    ) -> bool {
        // A joint that constrains nothing drives nothing.
        let Some(dynamic) = self.joint_entry(id, joint).map(|entry| entry.dynamic) else { return true };
        self.dynamics.set_drive_targets(world, dynamic, drive, described)
    }

    /// Sets whether the bodies of a joint collide. Returns whether it is a joint that constrains something.
    pub(super) fn set_enable_collision(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        joint: JointId,
        enable: bool,
    ) -> bool {
        let Some((entry, _, links)) = self.entry(id, joint) else { return false };
        entry.simulated.set_enable_collision(world, links, enable, entry.switch.is_enabled);
        true
    }

    /// Sets whether a joint has friction.
    pub(super) fn set_friction(&mut self, world: &mut PhysicsWorld, id: InstanceId, joint: JointId, friction: bool) {
        if let Some(dynamic) = self.joint_entry(id, joint).map(|entry| entry.dynamic) {
            self.dynamics.set_friction(world, dynamic, friction);
        }
    }

    /// Takes a body anew from the engine, as its mass properties were changed.
    pub(super) fn reset_body(&mut self, body: RigidBodyHandle) {
        self.dynamics.reset_body(body);
    }

    /// Sets the factor of gravity of a jointed body. Returns whether it is one.
    pub(super) fn set_gravity_factor(&mut self, body: RigidBodyHandle, factor: f32) -> bool {
        self.dynamics.set_gravity_factor(body, factor)
    }

    /// Moves the frames without a body along with the model.
    pub(super) fn set_world_from_model(&mut self, world: &mut PhysicsWorld, id: InstanceId, world_from_model: Rigid) {
        if let Some(entry) = self.of(id) {
            entry.anchors.set_world_from_model(world, world_from_model);
        }
    }

    fn of(&mut self, id: InstanceId) -> Option<&mut InstanceJoints> {
        self.instances.get_mut(id.slot())?.as_mut().filter(|instance| instance.id == id)
    }

    /// Moves jointed bodies for a step of `dt` seconds, as far as they touch nothing.
    pub(super) fn before_step(&mut self, world: &mut PhysicsWorld, dt: f32) {
        self.dynamics.before_step(world, dt);
    }

    /// Moves jointed bodies that touch something, and unwraps twists.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld, rules: &dyn PairRules) {
        self.dynamics.after_step(world, rules);
        for joint in self.iter_mut() {
            joint.unwrap_twists(world);
        }
    }

    /// The systems of joints that the next step solves.
    pub(super) fn systems(&self, world: &PhysicsWorld) -> Vec<super::dynamics::JointSystem> {
        self.dynamics.systems(world)
    }

    /// The number of jointed bodies that were awake in the last step.
    pub(super) fn awake_bodies(&self) -> usize {
        self.dynamics.awake_bodies()
    }

    /// No joints yet; solving them may cost so much in a step, microseconds.
    pub(super) fn within(work: u64) -> Self {
        let mut joints = Self::default();
        joints.dynamics.allow(work);
        joints
    }

    /// The first bodies of systems of joints that stayed where the last step began, as solving them took too much.
    pub(super) fn held(&self) -> impl Iterator<Item = RigidBodyHandle> + '_ {
        self.dynamics.held()
    }

    /// The impulses of contacts of jointed bodies in the last step.
    pub(super) fn contact_impulses(&self) -> &[ContactImpulse] {
        self.dynamics.contact_impulses()
    }

    /// The factor of gravity of a jointed body.
    pub(super) fn gravity_factor(&self, body: RigidBodyHandle) -> Option<f32> {
        self.dynamics.gravity_factor(body)
    }

    /// Takes new colliders of jointed bodies from the engine.
    pub(super) fn own_colliders(&self, world: &mut PhysicsWorld, colliders: &[rapier3d::prelude::ColliderHandle]) {
        self.dynamics.own_colliders(world, colliders);
    }

    /// Whether joints hold a body that forces move.
    pub(super) fn moves(&self, body: RigidBodyHandle) -> bool {
        self.dynamics.moves(body)
    }

    /// Returns the state of a joint; `None` for one that constrains nothing.
    pub(super) fn read(&self, world: &PhysicsWorld, id: InstanceId, joint: JointId) -> Option<JointReading> {
        let drives = self.drives(world, id, joint).collect();
        let joint = self.joint_entry(id, joint)?;
        let (a, b) = joint.simulated.frames(world)?;
        let (limits, is_enabled) = (joint.simulated.limits(world).collect(), joint.switch.is_enabled);
        Some(JointReading { frames: [a, b], limits, drives, is_enabled, load: self.load(joint) })
    }

    /// The state of the drives of a joint, in the order of the file.
    pub(super) fn drives<'a>(
        &'a self,
        world: &'a PhysicsWorld,
        id: InstanceId,
        joint: JointId,
    ) -> impl Iterator<Item = DriveReading> + 'a {
        self.joint_entry(id, joint).into_iter().flat_map(move |joint| {
            let drive = move |(index, metric): (usize, &Metric)| {
                // A joint that no force moves has no island.
                self.dynamics.drive(world, joint.dynamic, index).or_else(|| joint.simulated.idle_drive(world, *metric))
            };
            joint.drives.iter().enumerate().filter_map(drive)
        })
    }

    /// The state of the limits of a joint, in the order of the file.
    pub(super) fn limits<'a>(
        &'a self,
        world: &'a PhysicsWorld,
        id: InstanceId,
        joint: JointId,
    ) -> impl Iterator<Item = LimitReading> + 'a {
        self.joint_entry(id, joint).into_iter().flat_map(move |joint| joint.simulated.limits(world))
    }

    fn joint_entry(&self, id: InstanceId, joint: JointId) -> Option<&JointEntry> {
        let instance = self.instances.get(id.slot())?.as_ref().filter(|instance| instance.id == id)?;
        instance.joints.get(joint.slot())?.as_ref()
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut SimulatedJoint> {
        self.instances
            .iter_mut()
            .flatten()
            .flat_map(|entry| entry.joints.iter_mut().flatten())
            .map(|entry| &mut entry.simulated)
    }
}

/// Lets bodies sleep only at rest: a spring that swings slowly is not at rest, and a slow drive never is.
fn use_strict_sleep(world: &mut PhysicsWorld, bodies: [RigidBodyHandle; 2]) {
    for handle in bodies {
        if let Some(body) = world.bodies.get_mut(handle) {
            super::sleep::set_strict_thresholds(body);
        }
    }
}

#[cfg(test)]
mod tests;
