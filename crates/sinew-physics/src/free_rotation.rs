//! The rotation of bodies that no joint holds.
//!
//! The engine integrates a torque-free rotation with a damped gyroscopic term: a thrown football would stop spinning
//! within seconds. So that term is off, and every body with unequal moments is given the velocity that brings it to where a
//! free body turns in a step (`sinew_model::kernel::free_rotation`). What contacts change in the step is added to that.

use glam::{DVec3, Vec3};
use rapier3d::prelude::{PhysicsWorld, RigidBody, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use sinew_model::kernel::free_rotation::PrincipalInertia;
use sinew_model::math::double::{rotation_vector, tan};

/// The speed below which a body is left to the engine, rad/s: what its moments change in a step is then less than a
/// thousandth of it.
const SLOWEST: f32 = 1e-2;

/// Bodies that turn freely.
#[derive(Debug, Default)]
pub(super) struct FreeRotations {
    /// In the order of the engine's bodies.
    spins: Vec<Spin>,
    before: Vec<Spin>,
}

/// A body that turns freely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spin {
    handle: RigidBodyHandle,
    /// The angular momentum, kg·m²/s.
    momentum: DVec3,
    /// The velocity that the engine's body was given for the step, and with which it was left.
    given: Vec3,
    left: Vec3,
}

impl FreeRotations {
    /// Gives bodies the velocity with which they turn in a step of `dt` seconds.
    pub(super) fn before_step(
        &mut self,
        world: &mut PhysicsWorld,
        dt: f32,
        is_jointed: impl Fn(RigidBodyHandle) -> bool,
    ) {
        std::mem::swap(&mut self.spins, &mut self.before);
        self.spins.clear();
        let substeps = world.integration_parameters.num_solver_iterations.max(1) as f64;
        let mut known = self.before.iter().peekable();
        for (handle, body) in world.bodies.iter() {
            if !turns_freely(body) || is_jointed(handle) {
                continue;
            }
            let key = handle.into_raw_parts();
            while known.peek().is_some_and(|spin| spin.handle.into_raw_parts() < key) {
                known.next();
            }
            let same = known.peek().filter(|spin| spin.handle == handle && spin.left == body.angvel());
            let inertia = inertia(body);
            let rotation = body.rotation().as_dquat().normalize();
            let momentum = same.map_or_else(|| momentum(&inertia, rotation, body.angvel()), |spin| spin.momentum);
            let turn = rotation_vector(inertia.rotate(rotation, momentum, f64::from(dt)) * rotation.conjugate());
            let angle = turn.length();
            let scale = if angle > 1e-9 { 2.0 * substeps * tan(0.5 * angle / substeps) / angle } else { 1.0 };
            let given = (turn * (scale / f64::from(dt))).as_vec3();
            self.spins.push(Spin { handle, momentum, given, left: given });
        }
        for spin in &self.spins {
            if let Some(body) = world.bodies.get_mut(spin.handle) {
                body.set_angvel(spin.given, false);
            }
        }
    }

    /// Gives bodies the velocity that they have at the end of the step.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld) {
        for spin in &mut self.spins {
            let Some(body) = world.bodies.get_mut(spin.handle) else { continue };
            if body.is_sleeping() {
                continue;
            }
            let inertia = inertia(body);
            let rotation = body.rotation().as_dquat().normalize();
            let mut velocity = inertia.angular_velocity(rotation, spin.momentum);
            let change = body.angvel() - spin.given;
            if change != Vec3::ZERO {
                velocity += change.as_dvec3();
                spin.momentum = momentum(&inertia, rotation, velocity.as_vec3());
            }
            spin.left = velocity.as_vec3();
            body.set_angvel(spin.left, false);
        }
    }

    /// Forgets the momentum of a body whose moments have changed.
    pub(super) fn forget(&mut self, handle: RigidBodyHandle) {
        self.spins.retain(|spin| spin.handle != handle);
    }

    pub(super) fn save(&self) -> Vec<Spin> {
        self.spins.clone()
    }

    pub(super) fn restore(&mut self, spins: Vec<Spin>) {
        self.spins = spins;
    }
}

fn turns_freely(body: &RigidBody) -> bool {
    if !body.is_dynamic()
        || body.is_sleeping()
        || !body.is_enabled()
        || body.angvel().length_squared() < SLOWEST * SLOWEST
    {
        return false;
    }
    let inverse = body.mass_properties().local_mprops.inv_principal_inertia;
    let (least, most) = (inverse.min_element(), inverse.max_element());
    // An axis that nothing turns needs no gyroscopes.
    least > 0.0 && most - least > 1e-6 * most
}

fn inertia(body: &RigidBody) -> PrincipalInertia {
    let local = &body.mass_properties().local_mprops;
    PrincipalInertia {
        inverse: local.inv_principal_inertia.as_dvec3(),
        body_from_principal: local.principal_inertia_local_frame.as_dquat().normalize(),
    }
}

fn momentum(inertia: &PrincipalInertia, rotation: glam::DQuat, velocity: Vec3) -> DVec3 {
    let axes = rotation * inertia.body_from_principal;
    axes * ((axes.conjugate() * velocity.as_dvec3()) / inertia.inverse)
}
