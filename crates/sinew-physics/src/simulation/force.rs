//! Forces and torques that last, and gravity.

use glam::Vec3;
use rapier3d::prelude::{RigidBody, RigidBodyHandle};

use super::Simulation;
use super::body::{BodyError, finite};
use crate::id::WorldBody;
use crate::instance::from_pose;
use sinew_model::model::physics::BodyId;
use sinew_motion::InstanceId;

/// A force and a torque that act on a body in every step until they are changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AppliedForce {
    /// N.
    pub force: Vec3,
    /// N·m.
    pub torque: Vec3,
    /// The point of the body that the force acts on, in its rigid frame: it moves with the body. `None` for the centre of mass.
    pub point: Option<Vec3>,
    /// Whether force and torque are along the body's own axes, as of a thruster, instead of the world's.
    pub local: bool,
}

impl AppliedForce {
    /// A force at the centre of mass, N along the world's axes.
    #[must_use]
    pub fn force(force: Vec3) -> Self {
        Self { force, ..Self::default() }
    }

    /// A torque, N·m about the world's axes.
    #[must_use]
    pub fn torque(torque: Vec3) -> Self {
        Self { torque, ..Self::default() }
    }

    /// Sets the torque.
    #[must_use]
    pub fn with_torque(self, torque: Vec3) -> Self {
        Self { torque, ..self }
    }

    /// Sets the point of the body that the force acts on, in its rigid frame.
    #[must_use]
    pub fn with_point(self, point: impl Into<Option<Vec3>>) -> Self {
        Self { point: point.into(), ..self }
    }

    /// Sets whether force and torque are along the body's own axes.
    #[must_use]
    pub fn with_local(self, local: bool) -> Self {
        Self { local, ..self }
    }

    fn is_finite(&self) -> bool {
        self.force.is_finite() && self.torque.is_finite() && self.point.is_none_or(Vec3::is_finite)
    }
}

/// The forces that last, ascending by body.
#[derive(Debug, Default)]
pub(super) struct Forces {
    all: Vec<(WorldBody, AppliedForce)>,
    /// The bodies that have a force in this step.
    pushed: Vec<RigidBodyHandle>,
}

/// A force in a snapshot: the slot and generation of the instance, the body; force, torque, point, and whether it is local.
pub(super) type SavedForce = ([u32; 3], Vec3, Vec3, Option<Vec3>, bool);

impl Forces {
    pub(super) fn remove(&mut self, id: InstanceId) {
        self.all.retain(|(body, _)| body.instance != id);
    }

    pub(super) fn remove_body(&mut self, body: WorldBody) {
        self.all.retain(|(known, _)| *known != body);
    }

    pub(super) fn save(&self) -> Vec<SavedForce> {
        let numbers =
            |body: &WorldBody| [body.instance.slot() as u32, body.instance.generation(), body.body.slot() as u32];
        let saved = |(body, applied): &(WorldBody, AppliedForce)| {
            let AppliedForce { force, torque, point, local } = *applied;
            (numbers(body), force, torque, point, local)
        };
        self.all.iter().map(saved).collect()
    }

    /// Restores forces; those that are not finite were in no snapshot.
    pub(super) fn restore(&mut self, saved: &[SavedForce]) {
        let restored = |&([slot, generation, body], force, torque, point, local): &SavedForce| {
            let instance = InstanceId::new(slot as usize, generation);
            let applied = AppliedForce { force, torque, point, local };
            applied.is_finite().then_some((WorldBody { instance, body: BodyId::at(body as usize) }, applied))
        };
        self.all = saved.iter().filter_map(restored).collect();
        self.all.sort_unstable_by_key(|(body, _)| *body);
        self.all.dedup_by_key(|(body, _)| *body);
    }
}

impl Simulation {
    /// Gravity of the world, m/s².
    pub fn gravity(&self) -> Vec3 {
        self.world.gravity
    }

    /// Sets the gravity of the world, m/s², over that of files, and wakes all bodies.
    ///
    /// # Errors
    /// A number is not finite.
    pub fn set_gravity(&mut self, gravity: Vec3) -> Result<(), BodyError> {
        finite(gravity)?;
        self.world.gravity = gravity;
        self.has_gravity = true;
        let handles: Vec<RigidBodyHandle> = self.world.bodies.iter().map(|(handle, _)| handle).collect();
        for handle in handles {
            if self.world.bodies.get(handle).is_some_and(RigidBody::is_dynamic) {
                self.world.wake_up(handle, true);
            }
        }
        Ok(())
    }

    /// Sets the force that acts on a body until it is changed; `None` ends it. The body wakes.
    ///
    /// # Errors
    /// The body is unknown or not dynamic, or a number is not finite.
    pub fn set_force(&mut self, body: WorldBody, force: Option<AppliedForce>) -> Result<(), BodyError> {
        if force.is_some_and(|force| !force.is_finite()) {
            return Err(BodyError::NotFinite);
        }
        self.dynamic_body(body)?.wake_up(true);
        let place = self.forces.all.binary_search_by_key(&body, |(body, _)| *body);
        match (place, force) {
            (Ok(place), Some(force)) => self.forces.all[place].1 = force,
            (Ok(place), None) => drop(self.forces.all.remove(place)),
            (Err(place), Some(force)) => self.forces.all.insert(place, (body, force)),
            (Err(_), None) => {}
        }
        Ok(())
    }

    /// The force that acts on a body until it is changed.
    pub fn force(&self, body: WorldBody) -> Option<AppliedForce> {
        let place = self.forces.all.binary_search_by_key(&body, |(body, _)| *body).ok()?;
        Some(self.forces.all[place].1)
    }

    /// Adds the forces to the engine's bodies for this step.
    pub(super) fn apply_forces(&mut self) {
        for at in 0..self.forces.all.len() {
            let (body, AppliedForce { mut force, mut torque, point, local }) = self.forces.all[at];
            let Some(handle) = self.instance(body.instance).and_then(|found| found.body(body.body)).map(|it| it.handle)
            else {
                continue;
            };
            let Some(body) = self.world.bodies.get_mut(handle).filter(|body| body.is_dynamic()) else { continue };
            let world_from_body = from_pose(body.position());
            if local {
                force = world_from_body.transform_vector(force);
                torque = world_from_body.transform_vector(torque);
            }
            if let Some(point) = point {
                torque += (world_from_body.transform_point(point) - body.center_of_mass()).cross(force);
            }
            // A body that came to rest against its force sleeps.
            body.add_force(force, false);
            body.add_torque(torque, false);
            self.forces.pushed.push(handle);
        }
    }

    /// Takes the forces of this step from the engine's bodies again. Those of gravity fields are set anew in each step.
    pub(super) fn remove_forces(&mut self) {
        for handle in self.forces.pushed.drain(..) {
            if let Some(body) = self.world.bodies.get_mut(handle) {
                body.reset_forces(false);
                body.reset_torques(false);
            }
        }
    }
}
