//! The rotation of bodies that no joint holds.
//!
//! The engine integrates a torque-free rotation with a damped gyroscopic term: a thrown football would stop spinning
//! within seconds. So that term is off, and every body with unequal moments is given the velocity that brings it to where a
//! free body turns in a step (`sinew_model::kernel::free_rotation`). What contacts change in the step is added to that.
//!
//! Orientation and momentum are kept in double precision for as long as nothing else turns the body: near an unstable axis, as in
//! Dzhanibekov's experiment, the rounding of the engine's orientation alone decides when a body flips.

use glam::{DQuat, DVec3, Vec3};
use rapier3d::prelude::{PhysicsWorld, RigidBody, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use sinew_model::kernel::free_rotation::PrincipalInertia;
use sinew_model::math::double::{rotation_vector, tan};

/// The speed below which a body is left to the engine, rad/s: what its moments change in a step is then less than a
/// thousandth of it.
const SLOWEST: f32 = 1e-2;

/// How far the engine's orientation may be from ours and still be its rounding, radians: a few substeps of single precision.
const SAME: f64 = 3e-6;

/// Bodies that turn freely.
#[derive(Debug, Default)]
pub(super) struct FreeRotations {
    /// In the order of the engine's bodies.
    spins: Vec<Spin>,
    before: Vec<Spin>,
    /// Bodies whose moments have changed since the last step.
    forgotten: Vec<RigidBodyHandle>,
}

/// A body that turns freely.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spin {
    handle: RigidBodyHandle,
    /// The orientation at the end of the step.
    rotation: DQuat,
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
        self.forget_changed();
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
            let is = body.rotation().as_dquat().normalize();
            let momentum = same.map_or_else(|| momentum(&inertia, is, body.angvel()), |spin| spin.momentum);
            let start = same.map(|spin| spin.rotation).filter(|start| is_near(*start, is)).unwrap_or(is);
            let rotation = inertia.rotate(start, momentum, f64::from(dt));
            // From where the engine's body is, so that its rounding does not add up.
            let turn = rotation_vector(rotation * is.conjugate());
            let angle = turn.length();
            let scale = if angle > 1e-9 { 2.0 * substeps * tan(0.5 * angle / substeps) / angle } else { 1.0 };
            let given = (turn * (scale / f64::from(dt))).as_vec3();
            // Moments and speeds at the ends of all numbers: the engine goes on with what it has.
            if !given.is_finite() {
                continue;
            }
            self.spins.push(Spin { handle, rotation, momentum, given, left: given });
        }
        for spin in &self.spins {
            if let Some(body) = world.bodies.get_mut(spin.handle) {
                body.set_angvel(spin.given, false);
            }
        }
    }

    /// Gives bodies the velocity that they have at the end of the step.
    pub(super) fn after_step(&mut self, world: &mut PhysicsWorld) {
        self.spins.retain_mut(|spin| {
            let Some(body) = world.bodies.get_mut(spin.handle).filter(|body| !body.is_sleeping()) else { return true };
            let inertia = inertia(body);
            let is = body.rotation().as_dquat().normalize();
            let change = body.angvel() - spin.given;
            if change != Vec3::ZERO || !is_near(spin.rotation, is) {
                spin.rotation = is;
            }
            let mut velocity = inertia.angular_velocity(spin.rotation, spin.momentum);
            if change != Vec3::ZERO {
                velocity += change.as_dvec3();
                spin.momentum = momentum(&inertia, is, velocity.as_vec3());
            }
            spin.left = velocity.as_vec3();
            if spin.left.is_finite() {
                body.set_angvel(spin.left, false);
            }
            spin.left.is_finite()
        });
    }

    /// Forgets the momentum of a body whose moments have changed.
    pub(super) fn forget(&mut self, handle: RigidBodyHandle) {
        // Together with others before the next step: masses that are animated change by the thousand.
        self.forgotten.push(handle);
    }

    fn forget_changed(&mut self) {
        if self.forgotten.is_empty() {
            return;
        }
        self.forgotten.sort_unstable_by_key(|handle| handle.into_raw_parts());
        let Self { spins, forgotten, .. } = self;
        spins.retain(|spin| !has(forgotten, spin.handle));
        forgotten.clear();
    }

    pub(super) fn save(&self) -> Vec<Spin> {
        let mut forgotten = self.forgotten.clone();
        forgotten.sort_unstable_by_key(|handle| handle.into_raw_parts());
        self.spins.iter().filter(|spin| !has(&forgotten, spin.handle)).copied().collect()
    }

    pub(super) fn restore(&mut self, spins: Vec<Spin>) {
        self.spins = spins;
        self.forgotten.clear();
    }
}

/// Whether a sorted list has a body.
fn has(handles: &[RigidBodyHandle], handle: RigidBodyHandle) -> bool {
    handles.binary_search_by_key(&handle.into_raw_parts(), |known| known.into_raw_parts()).is_ok()
}

/// Whether an orientation is another's rounding.
fn is_near(a: DQuat, b: DQuat) -> bool {
    let [x, y, z, _] = (a * b.conjugate()).to_array();
    DVec3::new(x, y, z).length_squared() < 0.25 * SAME * SAME
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

fn momentum(inertia: &PrincipalInertia, rotation: DQuat, velocity: Vec3) -> DVec3 {
    let axes = rotation * inertia.body_from_principal;
    axes * ((axes.conjugate() * velocity.as_dvec3()) / inertia.inverse)
}
