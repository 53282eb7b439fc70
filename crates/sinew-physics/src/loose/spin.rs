//! The spins of round bodies.
//!
//! The engine fixes a contact to a point of each body for a whole step. A ball that rolls by a radian takes that point up and back with it:
//! it sinks, and is pulled back. But what a body of revolution touches with does not depend on how far it has turned about its axis. So its spin is
//! kept from the engine: to contacts it is a speed of the surface, and the body is turned by it after the engine's step.

use glam::{DQuat, DVec3, Vec3};
use rapier3d::prelude::{ActiveHooks, Collider, ColliderHandle, PhysicsWorld, RigidBody, RigidBodyHandle, TypedShape};
use sinew_model::math::double::{atan, rotation, rotation_vector, tan};

use crate::body_tag::BodyTag;
use crate::collider_part::ColliderTag;
use crate::hooks::{Hooks, active_hooks};
use crate::kept_spin::KeptSpin;

use super::fast::search_again;

/// The turn in a step from which on a spin is kept from the engine, radians. Less moves a contact of a ball by less than
/// two ten-thousandths of its radius.
const LEAST: f32 = 0.02;

/// How far a shape may be from round, and its centre of mass from its axis, as parts of its size.
const UNEVEN: f32 = 1e-4;

/// The cosine from which on two axes are one.
const ALONG: f32 = 1.0 - 1e-6;

/// The spins of a world's round bodies.
#[derive(Debug, Default)]
pub(super) struct Spins {
    /// In the order of the engine's bodies; of the step that is taken.
    pub(super) kept: Vec<KeptSpin>,
    /// Bodies whose contacts may know of a spin that has ended.
    ended: Vec<(RigidBodyHandle, ColliderHandle)>,
}

impl Spins {
    /// Finds the round bodies that spin in a step of `dt` seconds.
    pub(super) fn find(&mut self, world: &PhysicsWorld, dt: f32, is_jointed: impl Fn(RigidBodyHandle) -> bool) {
        let Self { kept, ended } = self;
        kept.clear();
        ended.clear();
        for (handle, body) in world.bodies.iter() {
            if !BodyTag::from_bits(body.user_data).is_round || !body.is_dynamic() || body.is_sleeping() {
                continue;
            }
            let &[collider] = body.colliders() else { continue };
            if let Some((surface, axis)) = spin(world, body, dt).filter(|_| body.is_enabled() && !is_jointed(handle)) {
                let (was, twist) = (Vec3::ZERO, DQuat::IDENTITY);
                kept.push(KeptSpin { handle, surface, collider, axis, twist, was, given: was });
            } else if world.colliders.get(collider).is_some_and(is_hooked) {
                ended.push((handle, collider));
            }
        }
    }

    /// Takes the spins from the engine's bodies, which have the velocity with which they reach the end of the step, and has their contacts
    /// know them.
    pub(super) fn keep(&mut self, world: &mut PhysicsWorld, dt: f32, hooks: &Hooks<'_>) {
        let substeps = world.integration_parameters.num_solver_iterations.max(1) as f64;
        for spin in &mut self.kept {
            let Some(body) = world.bodies.get_mut(spin.handle) else { continue };
            spin.was = body.angvel();
            let is = body.rotation().as_dquat().normalize();
            let twist = match spin.axis {
                None => rotation(spin.surface.as_dvec3() * f64::from(dt)),
                Some(axis) => {
                    let axis = is * axis.as_dvec3().normalize_or_zero();
                    let turn = rotation(turn(spin.was.as_dvec3(), f64::from(dt), substeps));
                    let swing = DQuat::from_rotation_arc(axis, (turn * axis).normalize_or(axis));
                    spin.given = velocity(rotation_vector(swing), f64::from(dt), substeps).as_vec3();
                    swing.conjugate() * turn
                }
            };
            spin.twist = is.conjugate() * twist * is;
            body.set_angvel(spin.given, false);
        }
        self.enable_hooks(world, hooks);
    }

    /// Gives bodies their spins back, and turns them by those.
    pub(super) fn give_back(&mut self, world: &mut PhysicsWorld) {
        for spin in self.kept.drain(..) {
            let Some(body) = world.bodies.get_mut(spin.handle).filter(|body| body.is_dynamic() && body.is_enabled())
            else {
                continue;
            };
            let left = body.angvel();
            let is = body.rotation().as_dquat().normalize();
            body.set_rotation((is * spin.twist).normalize().as_quat(), false);
            body.set_angvel(left - spin.given + spin.was, false);
            // The engine saw it stand still.
            body.activation_mut().time_since_can_sleep = 0.0;
        }
    }

    /// Has the contacts of round bodies that spin changed, and no others.
    fn enable_hooks(&mut self, world: &mut PhysicsWorld, hooks: &Hooks<'_>) {
        for spin in &self.kept {
            if world.colliders.get(spin.collider).is_some_and(|collider| !is_hooked(collider))
                && let Some(collider) = world.colliders.get_mut(spin.collider)
            {
                collider.set_active_hooks(collider.active_hooks() | ActiveHooks::MODIFY_SOLVER_CONTACTS);
            }
        }
        for (body, handle) in self.ended.drain(..) {
            let Some(collider) = world.colliders.get(handle) else { continue };
            let material = ColliderTag::from_bits(collider.user_data).material;
            let wanted = active_hooks(hooks, Some(material), collider.shape(), Some(handle));
            if wanted.contains(ActiveHooks::MODIFY_SOLVER_CONTACTS) || hooks.rules.materials.bounces(material) {
                continue;
            }
            if let Some(collider) = world.colliders.get_mut(handle) {
                collider.set_active_hooks(wanted);
            }
            // The engine would keep a contact whose surface moves for as long as nothing else does.
            search_again(world, body);
        }
    }
}

fn is_hooked(collider: &Collider) -> bool {
    collider.active_hooks().contains(ActiveHooks::MODIFY_SOLVER_CONTACTS)
}

/// The spin of a round body that is worth keeping in a step of `dt` seconds, and its axis of revolution.
fn spin(world: &PhysicsWorld, body: &RigidBody, dt: f32) -> Option<(Vec3, Option<Vec3>)> {
    let velocity = body.angvel();
    let is_worth = |velocity: Vec3| velocity.is_finite() && velocity.length_squared() * dt * dt >= LEAST * LEAST;
    if !is_worth(velocity) {
        return None;
    }
    let axis = match revolution(world, body)? {
        Revolution::All => None,
        Revolution::Axis(axis) => Some(axis),
    };
    let surface = axis.map_or(velocity, |axis| {
        let axis = *body.rotation() * axis;
        axis * axis.dot(velocity)
    });
    is_worth(surface).then_some((surface, axis))
}

/// What a round body is a body of revolution about.
enum Revolution {
    /// A ball: about every axis.
    All,
    /// About one axis, in the frame of the body.
    Axis(Vec3),
}

/// What a body is round about; `None` for other bodies.
fn revolution(world: &PhysicsWorld, body: &RigidBody) -> Option<Revolution> {
    let &[handle] = body.colliders() else { return None };
    let collider = world.colliders.get(handle).filter(|collider| !collider.is_sensor())?;
    let local = &body.mass_properties().local_mprops;
    let moments = local.inv_principal_inertia;
    let is_even = |a: f32, b: f32| (a - b).abs() <= UNEVEN * a.max(b);
    if moments.min_element() <= 0.0 {
        return None;
    }
    let place = collider.position_wrt_parent()?;
    match collider.shape().as_typed_shape() {
        TypedShape::Ball(ball) => {
            let aside = (place.translation - local.local_com).length();
            let is_round = is_even(moments.min_element(), moments.max_element()) && aside <= UNEVEN * ball.radius;
            is_round.then_some(Revolution::All)
        }
        TypedShape::Capsule(capsule) => {
            let (start, end) = (*place * capsule.segment.a, *place * capsule.segment.b);
            let axis = (end - start).try_normalize()?;
            let from_start = local.local_com - start;
            let aside = (from_start - axis * from_start.dot(axis)).length();
            // The principal axis along it, and the two others.
            let along = (local.principal_inertia_local_frame.inverse() * axis).abs();
            let lone = (0..3).find(|lone| along[*lone] > ALONG)?;
            let is_round =
                is_even(moments[(lone + 1) % 3], moments[(lone + 2) % 3]) && aside <= UNEVEN * capsule.radius;
            is_round.then_some(Revolution::Axis(axis))
        }
        _ => None,
    }
}

/// How far the engine turns a body with a velocity in a step of `dt` seconds, as a rotation vector.
fn turn(velocity: DVec3, dt: f64, substeps: f64) -> DVec3 {
    let speed = velocity.length();
    if speed * dt < 1e-9 {
        return velocity * dt;
    }
    velocity * (2.0 * substeps * atan(0.5 * speed * dt / substeps) / speed)
}

/// The velocity with which the engine turns a body by a rotation vector in a step of `dt` seconds.
fn velocity(turn: DVec3, dt: f64, substeps: f64) -> DVec3 {
    let angle = turn.length();
    if angle < 1e-9 {
        return turn / dt;
    }
    turn * (2.0 * substeps * tan(0.5 * angle / substeps) / (angle * dt))
}
