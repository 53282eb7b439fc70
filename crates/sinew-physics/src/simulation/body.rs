//! Poses, velocities and impulses of bodies.

use std::fmt;

use glam::Vec3;
use rapier3d::prelude::{RigidBody, RigidBodyType};

use super::Simulation;
use crate::id::WorldBody;
use crate::instance::{BodyEntry, from_pose, to_pose};
use sinew_model::math::Rigid;
use sinew_model::model::physics::BodyKind;

/// Why nothing was done to a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyError {
    /// The simulation has no such body.
    NoSuchBody,
    /// The body is static, kinematic or animated.
    NotDynamic,
    /// Its mass or inertia is infinite, so that the impulse changes nothing.
    InfiniteMass,
    /// A number is not finite.
    NotFinite,
}

impl fmt::Display for BodyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NoSuchBody => "the simulation has no such body",
            Self::NotDynamic => "the body is static, kinematic or animated",
            Self::InfiniteMass => "the body's mass or inertia is infinite",
            Self::NotFinite => "a number is not finite",
        })
    }
}

impl std::error::Error for BodyError {}

/// The velocity of a body, along the world's axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// Of the centre of mass, m/s.
    pub linear: Vec3,
    /// About the centre of mass, rad/s.
    pub angular: Vec3,
}

/// The engine's type of a body kind.
pub(super) fn engine_body_type(kind: BodyKind) -> RigidBodyType {
    match kind {
        BodyKind::Static => RigidBodyType::Fixed,
        BodyKind::Kinematic => RigidBodyType::KinematicVelocityBased,
        BodyKind::Dynamic => RigidBodyType::Dynamic,
    }
}

impl Simulation {
    /// Returns the pose of a body; the identity if there is no such body.
    pub fn world_from_body(&self, body: WorldBody) -> Rigid {
        self.engine_body(body).map_or(Rigid::IDENTITY, |body| from_pose(body.position()))
    }

    /// Returns the velocity of a body; zero if there is no such body.
    pub fn velocity(&self, body: WorldBody) -> Velocity {
        self.engine_body(body)
            .map_or(Velocity::default(), |body| Velocity { linear: body.linvel(), angular: body.angvel() })
    }

    /// Returns the velocity of the body's point at `point` in the world, m/s.
    pub fn velocity_at(&self, body: WorldBody, point: Vec3) -> Vec3 {
        self.engine_body(body).map_or(Vec3::ZERO, |body| body.velocity_at_point(point))
    }

    /// Sets the velocity of a body.
    ///
    /// # Errors
    /// The body is static or animated, or a number is not finite.
    pub fn set_velocity(&mut self, body: WorldBody, velocity: Velocity) -> Result<(), BodyError> {
        finite(velocity.linear)?;
        finite(velocity.angular)?;
        let (entry, body) = self.engine_body_mut(body).ok_or(BodyError::NoSuchBody)?;
        if body.is_fixed() || entry.is_animated {
            return Err(BodyError::NotDynamic);
        }
        entry.kinematic_velocity = (velocity.linear, velocity.angular);
        body.set_linvel(velocity.linear, true);
        body.set_angvel(velocity.angular, true);
        Ok(())
    }

    /// Applies an impulse at the centre of mass, N·s.
    ///
    /// # Errors
    /// The body is not dynamic, its mass is infinite, or a number is not finite.
    pub fn apply_impulse(&mut self, body: WorldBody, impulse: Vec3) -> Result<(), BodyError> {
        finite(impulse)?;
        let body = self.dynamic_body(body)?;
        if !is_moved_by(body, impulse) {
            return Err(BodyError::InfiniteMass);
        }
        body.apply_impulse(impulse, true);
        Ok(())
    }

    /// Applies an impulse at a point of the world, N·s.
    ///
    /// # Errors
    /// The body is not dynamic, the impulse neither moves nor rotates it, or a number is not finite.
    pub fn apply_point_impulse(&mut self, body: WorldBody, impulse: Vec3, point: Vec3) -> Result<(), BodyError> {
        finite(impulse)?;
        finite(point)?;
        let body = self.dynamic_body(body)?;
        let torque = (point - body.center_of_mass()).cross(impulse);
        if !is_moved_by(body, impulse) && !is_rotated_by(body, torque) {
            return Err(BodyError::InfiniteMass);
        }
        body.apply_impulse_at_point(impulse, point, true);
        Ok(())
    }

    /// Applies an angular impulse, N·m·s.
    ///
    /// # Errors
    /// The body is not dynamic, its inertia is infinite, or a number is not finite.
    pub fn apply_angular_impulse(&mut self, body: WorldBody, impulse: Vec3) -> Result<(), BodyError> {
        finite(impulse)?;
        let body = self.dynamic_body(body)?;
        if !is_rotated_by(body, impulse) {
            return Err(BodyError::InfiniteMass);
        }
        body.apply_torque_impulse(impulse, true);
        Ok(())
    }

    /// Moves a body to a pose at once, without pushing what is in between.
    pub fn teleport(&mut self, body: WorldBody, world_from_body: Rigid) {
        if !world_from_body.is_finite() {
            return;
        }
        let Some((_, engine_body)) = self.engine_body_mut(body) else { return };
        engine_body.set_position(to_pose(world_from_body), true);
        let (colliders, is_fixed) = (engine_body.colliders().to_vec(), engine_body.is_fixed());
        if is_fixed {
            self.rules.seams.refresh();
        }
        for handle in colliders {
            if let Some(collider) = self.world.colliders.get_mut(handle) {
                let body_from_collider = collider.position_wrt_parent().copied().unwrap_or_default();
                collider.set_position(to_pose(world_from_body) * body_from_collider);
            }
            self.update_query_bounds(handle);
        }
    }

    /// Whether a body is at rest and not simulated until something touches it.
    pub fn is_sleeping(&self, body: WorldBody) -> bool {
        self.engine_body(body).is_some_and(RigidBody::is_sleeping)
    }

    /// Wakes a sleeping body.
    ///
    /// # Errors
    /// The body is static.
    pub fn wake(&mut self, body: WorldBody) -> Result<(), BodyError> {
        let (_, body) = self.engine_body_mut(body).ok_or(BodyError::NoSuchBody)?;
        if body.is_fixed() {
            return Err(BodyError::NotDynamic);
        }
        body.wake_up(true);
        Ok(())
    }

    /// Sets the pose that an animated body reaches at the end of the next step. It pushes on its way.
    pub fn set_kinematic_target(&mut self, body: WorldBody, world_from_body: Rigid) {
        if !world_from_body.is_finite() {
            return;
        }
        if let Some((entry, body)) = self.engine_body_mut(body).filter(|(entry, _)| !entry.is_stopped) {
            let (was_fixed, was_animated) = (body.is_fixed(), entry.is_animated);
            entry.is_animated = true;
            body.set_body_type(RigidBodyType::KinematicPositionBased, true);
            body.set_next_kinematic_position(to_pose(world_from_body));
            if !was_animated {
                self.census.forget();
            }
            if was_fixed {
                self.rules.seams.refresh();
            }
        }
    }

    /// Returns an animated body to the simulation. A dynamic body goes on with the velocity of its animation, a
    /// kinematic one with its authored velocity.
    pub fn release(&mut self, body: WorldBody) {
        let Some(instance) = self.instance(body.instance) else { return };
        let Some(kind) = instance.physics().bodies().get(body.body.slot()).map(|body| body.kind) else { return };
        if let Some((entry, body)) =
            self.engine_body_mut(body).filter(|(entry, _)| entry.is_animated && !entry.is_stopped)
        {
            entry.is_animated = false;
            body.set_body_type(engine_body_type(kind), true);
            if kind == BodyKind::Kinematic {
                body.set_linvel(entry.kinematic_velocity.0, true);
                body.set_angvel(entry.kinematic_velocity.1, true);
            }
            if kind == BodyKind::Static {
                self.rules.seams.refresh();
            }
            self.census.forget();
        }
    }

    /// Returns a body that forces move: neither static nor kinematic nor animated.
    pub(super) fn dynamic_body(&mut self, body: WorldBody) -> Result<&mut RigidBody, BodyError> {
        let (_, body) = self.engine_body_mut(body).ok_or(BodyError::NoSuchBody)?;
        if body.is_dynamic() { Ok(body) } else { Err(BodyError::NotDynamic) }
    }

    pub(super) fn engine_body(&self, body: WorldBody) -> Option<&RigidBody> {
        let entry = self.instance(body.instance)?.body(body.body)?;
        self.world.bodies.get(entry.handle)
    }

    pub(super) fn engine_body_mut(&mut self, body: WorldBody) -> Option<(&mut BodyEntry, &mut RigidBody)> {
        let instance = self.instances.get_mut(body.instance.slot())?.as_mut();
        let entry = instance.filter(|instance| instance.id == body.instance)?.bodies.get_mut(body.body.slot())?;
        let body = self.world.bodies.get_mut(entry.handle)?;
        Some((entry, body))
    }
}

pub(super) fn finite(vector: Vec3) -> Result<(), BodyError> {
    if vector.is_finite() { Ok(()) } else { Err(BodyError::NotFinite) }
}

/// Whether an impulse at the centre of mass changes the velocity; a zero impulse counts if another one would.
fn is_moved_by(body: &RigidBody, impulse: Vec3) -> bool {
    let inverse = body.mass_properties().effective_inv_mass;
    if impulse == Vec3::ZERO { inverse != Vec3::ZERO } else { inverse * impulse != Vec3::ZERO }
}

/// Whether an angular impulse changes the angular velocity; a zero impulse counts if another one would.
fn is_rotated_by(body: &RigidBody, impulse: Vec3) -> bool {
    let inverse = body.mass_properties().effective_world_inv_inertia;
    let rotates = |about: Vec3| inverse * about != Vec3::ZERO;
    if impulse == Vec3::ZERO { [Vec3::X, Vec3::Y, Vec3::Z].into_iter().any(rotates) } else { rotates(impulse) }
}
