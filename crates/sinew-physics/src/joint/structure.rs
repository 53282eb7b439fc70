//! Joints that come and go while the simulation runs, and joints of a snapshot that has others.

use rapier3d::prelude::{PhysicsWorld, RigidBodyHandle};

use super::anchor::Anchors;
use super::saved::{SavedInstanceJoints, SavedJoints};
use super::{BodyFrame, BodyFrames, InstanceJoints, JointEntry, Joints, SimulatedJoint, Switch, use_strict_sleep};
use crate::dynamics::JointToInsert;
use crate::instance::SimulatedInstance;
use sinew_model::math::Rigid;
use sinew_model::model::physics::{Joint, JointDrive, JointFrame, JointId};
use sinew_motion::InstanceId;

/// What joints are made of: an instance, and the engine's bodies of frames on other instances.
pub(crate) struct JointSource<'a> {
    pub(crate) instance: &'a SimulatedInstance,
    pub(crate) linked: &'a [(JointId, RigidBodyHandle)],
}

impl JointSource<'_> {
    fn joint(&self, joint: JointId) -> Option<&Joint> {
        let physics = self.instance.physics();
        physics.joints().get(joint.slot()).filter(|_| physics.has_joint(joint))
    }

    fn linked(&self, joint: JointId) -> Option<RigidBodyHandle> {
        self.linked.iter().find(|(known, _)| *known == joint).map(|(_, handle)| *handle)
    }
}

impl Joints {
    /// Puts joints of an instance in their places: those that are there already are made anew, those that it has no more go.
    pub(crate) fn renew(
        &mut self,
        world: &mut PhysicsWorld,
        source: &JointSource<'_>,
        joints: &[JointId],
        world_from_model: Rigid,
    ) {
        let id = source.instance.id;
        let slot = id.slot();
        if self.instances.len() <= slot {
            self.instances.resize_with(slot + 1, || None);
        }
        let known = self.instances[slot].take().filter(|known| known.id == id);
        let mut known =
            known.unwrap_or_else(|| InstanceJoints { id, anchors: Anchors::new(world_from_model), joints: Vec::new() });
        known.joints.resize_with(source.instance.physics().joints().len(), || None);
        for &joint in joints {
            let before = known.joints.get_mut(joint.slot()).and_then(Option::take);
            if let Some(before) = before {
                if let Some(link) = before.simulated.release(world, &mut self.links) {
                    self.removed.add(world, link);
                }
                self.dynamics.remove(vec![before.dynamic]);
                // The engine's bodies are let go before an anchor of theirs is removed.
                self.dynamics.refresh(world);
                known.anchors.release(world, before.simulated.bodies());
            }
            let entry = self.entry_of(world, source, &mut known.anchors, joint);
            if let Some(place) = known.joints.get_mut(joint.slot()) {
                *place = entry;
            }
        }
        self.dynamics.refresh(world);
        self.instances[slot] = Some(known);
    }

    /// Removes joints of an instance.
    pub(crate) fn remove_some(&mut self, world: &mut PhysicsWorld, id: InstanceId, joints: &[JointId]) {
        let Some(known) = self.instances.get_mut(id.slot()).and_then(Option::as_mut).filter(|known| known.id == id)
        else {
            return;
        };
        let gone: Vec<JointEntry> =
            joints.iter().filter_map(|joint| known.joints.get_mut(joint.slot())?.take()).collect();
        if gone.is_empty() {
            return;
        }
        for joint in &gone {
            if let Some(link) = joint.simulated.release(world, &mut self.links) {
                self.removed.add(world, link);
            }
        }
        self.dynamics.remove(gone.iter().map(|joint| joint.dynamic).collect());
        self.dynamics.refresh(world);
        if let Some(Some(known)) = self.instances.get_mut(id.slot()) {
            for joint in &gone {
                known.anchors.release(world, joint.simulated.bodies());
            }
        }
    }

    /// Inserts a joint into the engine and the solver; `None` for one that constrains nothing.
    fn entry_of(
        &mut self,
        world: &mut PhysicsWorld,
        source: &JointSource<'_>,
        anchors: &mut Anchors,
        id: JointId,
    ) -> Option<JointEntry> {
        let joint = source.joint(id)?;
        let physics = source.instance.physics();
        let description = physics.joint_descriptions().get(joint.description.slot())?;
        let linked = source.linked(id);
        if linked.is_none() && joint.a.body == joint.b.body {
            return None;
        }
        let mut end = |attachment: &JointFrame| match attachment.body {
            Some(body) => {
                let body = source.instance.body(body)?.handle;
                Some(BodyFrame { body, body_from_frame: attachment.owner_from_frame })
            }
            None => Some(anchors.end(world, &source.instance.model, attachment)),
        };
        let a = end(&joint.a)?;
        let b = match linked {
            Some(body) => BodyFrame { body, body_from_frame: joint.b.owner_from_frame },
            None => end(&joint.b)?,
        };
        let simulated =
            SimulatedJoint::insert(world, &mut self.links, BodyFrames { a, b }, description, joint.enable_collision);
        if description.has_springs() {
            use_strict_sleep(world, [a.body, b.body]);
        }
        let bodies = [Some(a.body), Some(b.body)];
        let owner_from_frame = [a.body_from_frame, b.body_from_frame];
        let to_insert = JointToInsert { bodies, owner_from_frame, description, friction: joint.friction };
        let dynamic = self.dynamics.insert(world, &to_insert);
        for body in [a.body, b.body] {
            world.wake_up(body, true);
        }
        let drives = description.drives.iter().map(JointDrive::metric).collect();
        Some(JointEntry { simulated, dynamic, drives, switch: Switch::ON })
    }

    /// Whether the joints of a snapshot can be made from what an instance has.
    pub(crate) fn can_adopt(
        world: &PhysicsWorld,
        source: &JointSource<'_>,
        saved: Option<&SavedInstanceJoints>,
    ) -> bool {
        let Some(saved) = saved else { return true };
        let is_whole = |(at, saved): (usize, &Option<super::saved::SwitchedJoint>)| {
            saved.as_ref().is_none_or(|(saved, switch, _)| {
                source.joint(JointId::at(at)).is_some() && saved.is_whole(world) && switch.is_valid()
            })
        };
        saved.joints.len() <= source.instance.physics().joints().len()
            && saved.joints.iter().enumerate().all(is_whole)
            && saved.anchors.is_whole(world, source.instance.model.hierarchy().len())
    }

    /// Forgets all joints, before those of a snapshot are taken over.
    pub(crate) fn clear(&mut self) {
        self.instances.clear();
        self.links.clear();
        self.dynamics.clear();
    }

    /// Removes the joints from the engine that were taken away before the step that is over now.
    pub(crate) fn forget_removed(&mut self, world: &mut PhysicsWorld) {
        self.removed.clear(world);
    }

    /// Takes over the joints of a snapshot. The engine has them already.
    pub(crate) fn adopt(&mut self, world: &PhysicsWorld, source: &JointSource<'_>, saved: &SavedJoints) {
        let id = source.instance.id;
        let Some(Some(saved)) = saved.instances.get(id.slot()) else { return };
        let mut joints = Vec::with_capacity(saved.joints.len());
        for (at, saved) in saved.joints.iter().enumerate() {
            joints.push(saved.as_ref().and_then(|saved| self.adopted(world, source, JointId::at(at), saved)));
        }
        let slot = id.slot();
        if self.instances.len() <= slot {
            self.instances.resize_with(slot + 1, || None);
        }
        self.instances[slot] = Some(InstanceJoints { id, anchors: Anchors::restored(&saved.anchors), joints });
    }

    fn adopted(
        &mut self,
        world: &PhysicsWorld,
        source: &JointSource<'_>,
        id: JointId,
        (saved, switch, dynamic): &super::saved::SwitchedJoint,
    ) -> Option<JointEntry> {
        let joint = source.joint(id)?;
        let description = source.instance.physics().joint_descriptions().get(joint.description.slot())?;
        let (bodies, frames) = (saved.bodies(), saved.body_from_frames());
        let simulated = SimulatedJoint::adopted(&mut self.links, description, switch.is_enabled, saved);
        let (bodies, friction) = (bodies.map(Some), joint.friction);
        let to_insert = JointToInsert { bodies, owner_from_frame: frames, description, friction };
        self.dynamics.insert_as(*dynamic, world, &to_insert);
        self.dynamics.set_restored(*dynamic, switch.is_enabled, switch.is_watched());
        let drives = description.drives.iter().map(JointDrive::metric).collect();
        Some(JointEntry { simulated, dynamic: *dynamic, drives, switch: *switch })
    }

    /// Restores the solver's state of joints that were adopted.
    pub(crate) fn restore_adopted(&mut self, world: &mut PhysicsWorld, saved: &SavedJoints) {
        self.dynamics.restore(world, &saved.dynamics);
        self.removed.clone_from(&saved.removed);
    }
}

impl SavedJoints {
    /// Whether the engine of the snapshot has the joints that were taken away before its next step.
    pub(crate) fn has_removed(&self, world: &PhysicsWorld) -> bool {
        self.removed.is_whole(world)
    }

    /// The joints of an instance.
    pub(crate) fn of(&self, id: InstanceId) -> Option<&SavedInstanceJoints> {
        self.instances.get(id.slot())?.as_ref()
    }
}
