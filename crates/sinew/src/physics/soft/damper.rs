//! Dampers in the engine, for stiff springs of bodies that touch something.

use std::collections::BTreeMap;

use rapier3d::prelude::{ImpulseJointHandle, PhysicsWorld};
use serde::{Deserialize, Serialize};

use super::island::Island;
use super::law::StepTime;
use super::{SoftJoint, SoftJointId};

/// The engine joints that damp.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Dampers {
    joints: BTreeMap<SoftJointId, ImpulseJointHandle>,
}

impl Dampers {
    pub(super) fn remove(&mut self, world: &mut PhysicsWorld, id: SoftJointId) {
        if let Some(handle) = self.joints.remove(&id) {
            world.impulse_joints.remove(handle, true);
        }
    }

    pub(super) fn follow(&mut self, _world: &mut PhysicsWorld, _island: &Island, _joints: &[SoftJoint], _time: &StepTime) {}
}
