//! What passes between the solver and the engine's bodies.
//!
//! The engine knows nothing of joints. It is given, for every jointed body, the velocity that brings it in one step to where
//! the solver wants it, and no gravity. So broad phase, contacts, events, queries and sleep need nothing.

use glam::{DQuat, DVec3, Vec3};
use rapier3d::prelude::{ColliderHandle, InteractionGroups, PhysicsWorld, RigidBody, RigidBodyHandle, RigidBodyType};

use super::Dynamics;
use super::island::Island;
use super::joint::{OutsideMotion, Part, velocity_between};
use crate::instance::from_pose;
use sinew_model::kernel::limit::Frame;
use sinew_model::math::double::{rotation, rotation_vector, tan};

/// A body that the solver moves, and what the engine's body had before.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct OwnedBody {
    pub handle: RigidBodyHandle,
    pub gravity_factor: f32,
    /// 1/s: linear, angular.
    pub damping: [f32; 2],
}

impl Dynamics {
    /// Takes the bodies of the islands from the engine, and returns those that are in none any more.
    pub(super) fn own(&mut self, world: &mut PhysicsWorld) {
        let before = std::mem::take(&mut self.owned);
        let mut members: Vec<_> =
            self.islands.iter().flat_map(|island| &island.bodies).map(|body| body.handle.into_raw_parts()).collect();
        members.sort_unstable();
        let is_member = |handle: RigidBodyHandle| members.binary_search(&handle.into_raw_parts()).is_ok();
        for owned in &before {
            if !is_member(owned.handle)
                && let Some(body) = world.bodies.get_mut(owned.handle)
            {
                body.set_gravity_scale(owned.gravity_factor, false);
                body.set_linear_damping(owned.damping[0]);
                body.set_angular_damping(owned.damping[1]);
                let colliders = body.colliders().to_vec();
                set_solved(world, &colliders, true);
            }
        }
        for island in &self.islands {
            for body in &island.bodies {
                let key = body.handle.into_raw_parts();
                let known =
                    before.binary_search_by_key(&key, |owned| owned.handle.into_raw_parts()).ok().map(|at| before[at]);
                let Some(engine_body) = world.bodies.get(body.handle) else { continue };
                let gravity_factor = known.map_or(engine_body.gravity_scale(), |known| known.gravity_factor);
                let damping = known.map_or([0.0; 2], |known| known.damping);
                self.owned.push(OwnedBody { handle: body.handle, gravity_factor, damping });
                // A body that was taken already is left alone: the engine takes every touch for a change.
                if known.is_none()
                    && let Some(engine_body) = world.bodies.get_mut(body.handle)
                {
                    engine_body.set_gravity_scale(0.0, false);
                    engine_body.enable_gyroscopic_forces(false);
                    let colliders = engine_body.colliders().to_vec();
                    set_solved(world, &colliders, false);
                }
            }
        }
        self.owned.sort_unstable_by_key(|owned| owned.handle.into_raw_parts());
    }

    /// Takes new colliders of bodies that are in islands from the engine.
    pub(crate) fn own_colliders(&self, world: &mut PhysicsWorld, colliders: &[ColliderHandle]) {
        let is_owned = |handle: &ColliderHandle| {
            let parent = world.colliders.get(*handle).and_then(rapier3d::prelude::Collider::parent);
            parent.is_some_and(|parent| self.gravity_factor(parent).is_some())
        };
        let owned: Vec<ColliderHandle> = colliders.iter().copied().filter(is_owned).collect();
        set_solved(world, &owned, false);
    }

    /// The factor of gravity of a body, which the engine's body has no more.
    pub(crate) fn gravity_factor(&self, body: RigidBodyHandle) -> Option<f32> {
        let key = body.into_raw_parts();
        let at = self.owned.binary_search_by_key(&key, |owned| owned.handle.into_raw_parts()).ok()?;
        Some(self.owned[at].gravity_factor)
    }

    /// Reads the bodies of an island and around it before a step.
    pub(super) fn read_island(&mut self, world: &mut PhysicsWorld, index: usize, dt: f32) {
        let gravity = world.gravity;
        let Self { islands, owned, user_forces, .. } = self;
        let island = &mut islands[index];
        let mut is_moved_by_others = false;
        for body in &mut island.bodies {
            let Some(engine_body) = world.bodies.get_mut(body.handle) else { continue };
            let known =
                owned.binary_search_by_key(&body.handle.into_raw_parts(), |owned| owned.handle.into_raw_parts());
            let Ok(at) = known else { continue };
            owned[at].take_damping(engine_body);
            is_moved_by_others |= body.read(engine_body, gravity, &owned[at]);
            let (force, torque) = (engine_body.user_force(), engine_body.user_torque());
            if force != Vec3::ZERO || torque != Vec3::ZERO {
                user_forces.push((body.handle, force, torque));
                engine_body.reset_forces(false);
                engine_body.reset_torques(false);
            }
        }
        let Island { joints, bodies, is_factored, .. } = island;
        let part = Part { h: 0.0, start: 0.0 };
        for joint in joints {
            for i in 0..2 {
                let owner =
                    joint.owners[i].filter(|_| joint.slots[i].is_none()).and_then(|owner| world.bodies.get(owner));
                let motion = owner.map_or(OutsideMotion::WORLD, |owner| outside_motion(owner, dt));
                *is_factored &= motion == joint.outside[i] && motion.is_at_rest();
                joint.outside[i] = motion;
            }
            if is_moved_by_others {
                joint.restart(bodies, &part);
            }
        }
        *is_factored &= !is_moved_by_others;
    }

    /// Gives the bodies of an island the velocities that bring them in `dt` seconds to where they are to be.
    pub(super) fn drift(&mut self, world: &mut PhysicsWorld, index: usize, dt: f32) {
        let substeps = world.integration_parameters.num_solver_iterations.max(1) as f64;
        let island = &self.islands[index];
        for body in &island.bodies {
            let Some(engine_body) = world.bodies.get_mut(body.handle) else { continue };
            let (linear, angular) = if island.is_touching {
                // It probably goes on as it did.
                let (linear, angular) = body.motion.reported;
                let center = body.motion.center + linear * f64::from(dt);
                let turned = rotation(angular * f64::from(dt)) * body.motion.rotation;
                velocity_to(engine_body, body.local_center, (center, turned), f64::from(dt), substeps)
            } else {
                let target = (body.motion.center, body.motion.rotation);
                velocity_to(engine_body, body.local_center, target, f64::from(dt), substeps)
            };
            engine_body.set_linvel(linear.as_vec3(), false);
            engine_body.set_angvel(angular.as_vec3(), false);
        }
    }

    /// Gives the user's forces back to the engine's bodies.
    pub(super) fn return_forces(&mut self, world: &mut PhysicsWorld) {
        for (handle, force, torque) in self.user_forces.drain(..) {
            if let Some(body) = world.bodies.get_mut(handle) {
                body.add_force(force, false);
                body.add_torque(torque, false);
            }
        }
    }
}

impl OwnedBody {
    /// What the engine's body has.
    pub(super) fn of(handle: RigidBodyHandle, body: &RigidBody) -> Self {
        let damping = [body.linear_damping(), body.angular_damping()];
        Self { handle, gravity_factor: body.gravity_scale(), damping }
    }

    /// Takes the damping from the engine's body, which drifts with the velocity it is given and nothing else.
    fn take_damping(&mut self, body: &mut RigidBody) {
        let damping = [body.linear_damping(), body.angular_damping()];
        if damping.iter().any(|damping| *damping != 0.0) {
            self.damping = damping;
            body.set_linear_damping(0.0);
            body.set_angular_damping(0.0);
        }
    }
}

impl Island {
    /// Gives the engine's bodies the velocities at the end of the step.
    pub(super) fn give_back(&mut self, world: &mut PhysicsWorld) {
        for body in &mut self.bodies {
            let Some(engine_body) = world.bodies.get_mut(body.handle) else { continue };
            if !engine_body.is_sleeping() {
                let (linear, angular) = body.motion.reported;
                engine_body.set_linvel(linear.as_vec3(), false);
                engine_body.set_angvel(angular.as_vec3(), false);
            }
            body.see(engine_body);
        }
    }
}

/// The velocity that brings an engine body in `dt` seconds to where the solver has it. The engine adds ½ω·q in each
/// substep and normalizes: it rotates by 2·atan(½ωh), and not by ωh.
fn velocity_to(
    engine_body: &RigidBody,
    local_center: DVec3,
    (target, turned): (DVec3, DQuat),
    dt: f64,
    substeps: f64,
) -> (DVec3, DVec3) {
    let pose = engine_body.position();
    let rotation = pose.rotation.as_dquat().normalize();
    let center = pose.translation.as_dvec3() + rotation * local_center;
    let turn = rotation_vector(turned * rotation.conjugate());
    let angle = turn.length();
    let scale = if angle > 1e-9 { 2.0 * substeps / dt * tan(0.5 * angle / substeps) / angle } else { 1.0 / dt };
    ((target - center) / dt, turn * scale)
}

fn set_solved(world: &mut PhysicsWorld, colliders: &[rapier3d::prelude::ColliderHandle], is_solved: bool) {
    let groups = if is_solved { InteractionGroups::all() } else { InteractionGroups::none() };
    for &handle in colliders {
        if let Some(collider) = world.colliders.get_mut(handle) {
            collider.set_solver_groups(groups);
        }
    }
}

/// The motion of a body that forces do not move, over a step.
pub(super) fn outside_motion(body: &RigidBody, dt: f32) -> OutsideMotion {
    let frame = Frame::from(from_pose(body.position()));
    let (linear, angular) = match body.body_type() {
        RigidBodyType::KinematicPositionBased => {
            velocity_between(&frame, &Frame::from(from_pose(body.next_position())), f64::from(dt))
        }
        RigidBodyType::KinematicVelocityBased => {
            let center = body.position().transform_point(body.local_center_of_mass());
            let origin = body.linvel() + body.angvel().cross(body.position().translation - center);
            (origin.as_dvec3(), body.angvel().as_dvec3())
        }
        _ => (DVec3::ZERO, DVec3::ZERO),
    };
    OutsideMotion { frame, linear, angular }
}
