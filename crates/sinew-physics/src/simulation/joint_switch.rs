//! Joints that are switched off and on, and that break.

use super::Simulation;
use crate::collider_part::NodeInFile;
use crate::event::PhysicsEventKind;
use crate::id::WorldNode;
use crate::joint::JointBreak;
use sinew_model::model::NodeId;
use sinew_model::model::physics::JointId;
use sinew_motion::InstanceId;

impl Simulation {
    /// Switches a joint off or on. Returns `false` for one that constrains nothing.
    pub fn set_joint_enabled(&mut self, id: InstanceId, joint: JointId, is_enabled: bool) -> bool {
        let is_known = self.joints.set_enabled(&mut self.world, id, joint, is_enabled);
        if is_known {
            self.update_disabled_pairs(id);
        }
        is_known
    }

    /// Sets the load above which a joint breaks: it is then off, and an event says so. Returns `false` for a joint that
    /// constrains nothing, and for a bound that is negative or not finite.
    pub fn set_joint_break(&mut self, id: InstanceId, joint: JointId, breaks: Option<JointBreak>) -> bool {
        self.joints.set_break(&mut self.world, id, joint, breaks)
    }

    /// Breaks the joints whose load was too much in this step, and queues their events.
    pub(super) fn break_joints(&mut self) {
        for (id, joint) in self.joints.break_overloaded(&mut self.world) {
            self.update_disabled_pairs(id);
            let Some(instance) = self.instance(id) else { continue };
            let Some(found) = instance.physics().joints().get(joint.slot()) else { continue };
            let hierarchy = instance.model.hierarchy();
            let side =
                |node: NodeId| NodeInFile { node: WorldNode { instance: id, node }, index: hierarchy.index(node).0 };
            let linked = self.linked_body(id, joint).and_then(|to| {
                let other = self.instance(to.instance)?;
                let node = other.physics().bodies().get(to.body.slot())?.node;
                let index = other.model.hierarchy().index(node).0;
                Some(NodeInFile { node: WorldNode { instance: to.instance, node }, index })
            });
            let (a, b) = (side(found.node), linked.unwrap_or_else(|| side(found.b.node)));
            self.events.trigger(PhysicsEventKind::JointBreak, a, b);
        }
    }

    /// Finds anew which colliders of an instance the joints that are on keep from colliding.
    pub(super) fn update_disabled_pairs(&mut self, id: InstanceId) {
        let Some(instance) = self.instances.get_mut(id.slot()).and_then(|slot| slot.take_if(|found| found.id == id))
        else {
            return;
        };
        self.rules.disabled_pairs.remove(&instance);
        self.disable_pairs(&instance);
        self.instances[id.slot()] = Some(instance);
    }
}
