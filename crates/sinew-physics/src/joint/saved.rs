//! Joints in a snapshot.

use serde::{Deserialize, Serialize};

use super::anchor::SavedAnchors;
use super::removed::RemovedJoints;
use super::simulated_joint::SavedJoint;
use super::switch::Switch;
use super::{InstanceJoints, JointEntry, Joints};
use crate::dynamics::{DynamicJointId, SavedDynamics};
use rapier3d::prelude::PhysicsWorld;
use sinew_motion::InstanceId;

/// The state of all joints between steps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedJoints {
    pub(crate) dynamics: SavedDynamics,
    /// By slot of the instance.
    pub(super) instances: Vec<Option<SavedInstanceJoints>>,
    pub(super) removed: RemovedJoints,
}

/// The joints of one instance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SavedInstanceJoints {
    pub(super) anchors: SavedAnchors,
    /// By joint of the model.
    pub(super) joints: Vec<Option<SwitchedJoint>>,
}

/// A joint, whether it is on, and its id in the solver.
pub(super) type SwitchedJoint = (SavedJoint, Switch, DynamicJointId);

impl Joints {
    pub(crate) fn save(&self) -> SavedJoints {
        let of_joint = |entry: &Option<JointEntry>| {
            entry.as_ref().map(|entry| (entry.simulated.save(), entry.switch, entry.dynamic))
        };
        let of_instance = |current: &InstanceJoints| SavedInstanceJoints {
            anchors: current.anchors.save(),
            joints: current.joints.iter().map(of_joint).collect(),
        };
        let instances = self.instances.iter().map(|current| current.as_ref().map(of_instance)).collect();
        SavedJoints { dynamics: self.dynamics.save(), instances, removed: self.removed.clone() }
    }

    /// Whether the saved state belongs to these joints.
    pub(crate) fn is_same(&self, saved: &SavedJoints) -> bool {
        let is_same_joint = |pair: (&Option<JointEntry>, &Option<SwitchedJoint>)| match pair {
            (Some(current), Some((saved, switch, dynamic))) => {
                current.simulated.is_same(saved) && switch.is_valid() && current.dynamic == *dynamic
            }
            (current, saved) => current.is_none() && saved.is_none(),
        };
        let instances = self.instances.len().max(saved.instances.len());
        (0..instances).all(|slot| {
            let current = self.instances.get(slot).and_then(Option::as_ref).map_or(&[][..], |current| &current.joints);
            let saved = saved.instances.get(slot).and_then(Option::as_ref).map_or(&[][..], |saved| &saved.joints);
            current.len() == saved.len() && current.iter().zip(saved).all(is_same_joint)
        })
    }

    /// Returns the instances of which joints were switched.
    pub(crate) fn restore(&mut self, world: &mut PhysicsWorld, saved: &SavedJoints) -> Vec<InstanceId> {
        let mut switched = Vec::new();
        self.links.clear();
        for (current, saved) in self.instances.iter_mut().zip(&saved.instances) {
            let (Some(current), Some(saved)) = (current, saved) else { continue };
            let id = current.id;
            for (current, saved) in current.joints.iter_mut().flatten().zip(saved.joints.iter().flatten()) {
                let (saved, switch, _) = saved;
                if current.simulated.enable_collision() != saved.enable_collision() || current.switch != *switch {
                    switched.push(id);
                }
                current.simulated.restore(&mut self.links, switch.is_enabled, saved);
                if current.switch != *switch {
                    // The terms come before the state that belongs to them.
                    current.set_solver(world, &mut self.dynamics, *switch);
                    current.switch = *switch;
                }
                self.dynamics.set_frames(current.dynamic, current.simulated.body_from_frames());
            }
        }
        self.dynamics.restore(world, &saved.dynamics);
        switched
    }
}
