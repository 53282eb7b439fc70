//! Joints that are switched off and on, and that break.

use glam::Vec3;
use rapier3d::prelude::PhysicsWorld;
use serde::{Deserialize, Serialize};

use super::link::Links;
use super::{JointEntry, Joints};
use crate::dynamics::Dynamics;
use sinew_model::model::physics::JointId;
use sinew_motion::InstanceId;

/// The load at which a joint breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct JointBreak {
    /// The largest force that it bears, N; `None` for any.
    pub force: Option<f32>,
    /// The largest torque that it bears, N·m; `None` for any.
    pub torque: Option<f32>,
}

impl JointBreak {
    /// Breaks above a force, N, or a torque, N·m.
    #[must_use]
    pub fn new(force: impl Into<Option<f32>>, torque: impl Into<Option<f32>>) -> Self {
        Self { force: force.into(), torque: torque.into() }
    }

    /// Breaks above a force, N.
    #[must_use]
    pub fn at_force(force: f32) -> Self {
        Self { force: Some(force), torque: None }
    }

    /// Breaks above a torque, N·m.
    #[must_use]
    pub fn at_torque(torque: f32) -> Self {
        Self { force: None, torque: Some(torque) }
    }

    fn is_valid(self) -> bool {
        [self.force, self.torque].into_iter().flatten().all(|bound| bound.is_finite() && bound >= 0.0)
    }
}

/// Whether a joint is on, and what breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Switch {
    pub(super) is_enabled: bool,
    breaks: Option<(Option<f32>, Option<f32>)>,
}

impl Switch {
    pub(super) const ON: Self = Self { is_enabled: true, breaks: None };

    /// Whether the load is measured.
    pub(super) fn is_watched(self) -> bool {
        self.is_enabled && self.breaks.is_some()
    }

    /// Whether a restored one could have been set.
    pub(super) fn is_valid(self) -> bool {
        self.breaks.is_none_or(|(force, torque)| JointBreak { force, torque }.is_valid())
    }
}

impl JointEntry {
    /// Sets both, and has the load measured where it matters.
    pub(super) fn set_switch(
        &mut self,
        world: &mut PhysicsWorld,
        dynamics: &mut Dynamics,
        links: &mut Links,
        switch: Switch,
    ) {
        self.set_solver(world, dynamics, switch);
        if self.switch.is_enabled != switch.is_enabled {
            self.simulated.set_enabled(world, links, switch.is_enabled);
        }
        self.switch = switch;
    }

    /// Sets both in the solver alone: the engine of a snapshot has them.
    pub(super) fn set_solver(&self, world: &mut PhysicsWorld, dynamics: &mut Dynamics, switch: Switch) {
        dynamics.set_enabled(world, self.dynamic, switch.is_enabled);
        dynamics.watch(world, self.dynamic, switch.is_enabled && switch.breaks.is_some());
    }
}

impl Joints {
    pub(super) fn entry(
        &mut self,
        id: InstanceId,
        joint: JointId,
    ) -> Option<(&mut JointEntry, &mut Dynamics, &mut Links)> {
        let Self { instances, dynamics, links, .. } = self;
        let instance = instances.get_mut(id.slot())?.as_mut().filter(|instance| instance.id == id)?;
        Some((instance.joints.get_mut(joint.slot())?.as_mut()?, dynamics, links))
    }

    /// Whether a joint is on; `None` for one that constrains nothing.
    pub(crate) fn is_enabled(&self, id: InstanceId, joint: JointId) -> Option<bool> {
        let instance = self.instances.get(id.slot())?.as_ref().filter(|instance| instance.id == id)?;
        Some(instance.joints.get(joint.slot())?.as_ref()?.switch.is_enabled)
    }

    /// Switches a joint. Returns `false` for one that constrains nothing.
    pub(crate) fn set_enabled(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        joint: JointId,
        is_enabled: bool,
    ) -> bool {
        let Some((entry, dynamics, links)) = self.entry(id, joint) else { return false };
        let switch = Switch { is_enabled, ..entry.switch };
        entry.set_switch(world, dynamics, links, switch);
        true
    }

    /// Sets the load at which a joint breaks. Returns `false` for one that constrains nothing, and for an invalid load.
    pub(crate) fn set_break(
        &mut self,
        world: &mut PhysicsWorld,
        id: InstanceId,
        joint: JointId,
        breaks: Option<JointBreak>,
    ) -> bool {
        let Some((entry, dynamics, links)) = self.entry(id, joint) else { return false };
        if breaks.is_some_and(|breaks| !breaks.is_valid()) {
            return false;
        }
        let switch = Switch { breaks: breaks.map(|breaks| (breaks.force, breaks.torque)), ..entry.switch };
        entry.set_switch(world, dynamics, links, switch);
        true
    }

    /// The load on a joint that can break: the force on frame b's body, and the torque.
    pub(super) fn load(&self, entry: &JointEntry) -> Option<[Vec3; 2]> {
        entry.switch.breaks.filter(|_| entry.switch.is_enabled)?;
        let load = self.dynamics.load(entry.dynamic)?;
        Some([load.force.as_vec3(), load.torque.as_vec3()])
    }

    /// Switches off the joints whose load of this step was too much, and returns them in the order of instances and files.
    pub(crate) fn break_overloaded(&mut self, world: &mut PhysicsWorld) -> Vec<(InstanceId, JointId)> {
        let mut broken = Vec::new();
        let Self { instances, dynamics, .. } = self;
        for instance in instances.iter_mut().flatten() {
            for (at, entry) in instance.joints.iter_mut().enumerate() {
                let Some(entry) = entry.as_mut().filter(|entry| entry.switch.is_enabled) else { continue };
                let Some((force, torque)) = entry.switch.breaks else { continue };
                let Some(load) = dynamics.load(entry.dynamic) else { continue };
                let is_over = |bound: Option<f32>, load: f64| bound.is_some_and(|bound| load > f64::from(bound));
                if is_over(force, load.force.length()) || is_over(torque, load.torque.length()) {
                    broken.push((instance.id, at));
                }
            }
        }
        let broken: Vec<(InstanceId, JointId)> = broken.into_iter().map(|(id, at)| (id, JointId::at(at))).collect();
        for &(id, joint) in &broken {
            self.set_enabled(world, id, joint, false);
        }
        broken
    }
}
