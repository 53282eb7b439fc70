//! Contact forces of the step before, as the engine solved them.
//!
//! The engine divides a step into N substeps and keeps the impulses of the last one: N times that over dt is the force.
//! On the first body of a pair a contact pushes against the normal; friction and twist have the sign with which they
//! act on it.

use glam::{DVec3, Vec3};
use rapier3d::prelude::{ContactManifold, ContactPair, FrictionModel, PhysicsWorld, RigidBodyHandle};
use serde::{Deserialize, Serialize};

use sinew_model::math::double::exp_m1;

/// The load of contacts on a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ContactLoad {
    /// Newtons.
    pub force: DVec3,
    /// N·m about the centre of mass.
    pub torque: DVec3,
}

/// The time constant of the mean contact load, seconds. With less, stiff assemblies jitter on the floor; with more,
/// they yield visibly before they press back.
const MEMORY: f64 = 0.3;

/// The weight of one step of `dt` seconds in the mean.
pub(super) fn part_of_mean(dt: f64) -> f64 {
    -exp_m1(-dt / MEMORY)
}

impl ContactLoad {
    fn push(&mut self, force: Vec3, arm: Vec3) {
        let (force, arm) = (force.as_dvec3(), arm.as_dvec3());
        self.force += force;
        self.torque += arm.cross(force);
    }
}

/// Visits each contact pair with a body of interest: its bodies, and the load of the contact on each.
pub(super) fn for_each(
    world: &PhysicsWorld,
    dt: f32,
    is_asked_for: impl Fn(RigidBodyHandle) -> bool,
    mut visit: impl FnMut([Option<RigidBodyHandle>; 2], [ContactLoad; 2]),
) {
    let parts = world.integration_parameters.num_solver_iterations.max(1) as f32;
    let per_point = world.integration_parameters.friction_model == FrictionModel::Coulomb;
    for pair in world.narrow_phase.contact_pairs() {
        let bodies = [pair.collider1, pair.collider2].map(|collider| world.colliders.get(collider)?.parent());
        // Most contacts of a large scene are between bodies without springs.
        if !bodies.iter().flatten().any(|&body| is_asked_for(body)) || !pair.has_any_active_contact() {
            continue;
        }
        visit(bodies, loads(pair, parts / dt, per_point));
    }
}

fn loads(pair: &ContactPair, scale: f32, friction_per_point: bool) -> [ContactLoad; 2] {
    let mut loads = [ContactLoad::default(); 2];
    for manifold in pair.solver_manifolds() {
        add_manifold(manifold, scale, friction_per_point, &mut loads);
    }
    loads
}

fn add_manifold(manifold: &ContactManifold, scale: f32, friction_per_point: bool, loads: &mut [ContactLoad; 2]) {
    let normal = manifold.data.normal;
    let mut arms = [Vec3::ZERO; 2];
    let (mut count, mut friction, mut twist) = (0.0_f32, Vec3::ZERO, 0.0);
    for contact in &manifold.data.solver_contacts {
        let Some(point) = manifold.points.get(contact.contact_indices()[0] as usize) else { continue };
        let data = &point.data;
        let force = -normal * (data.warmstart_impulse * scale);
        let tangent = data.warmstart_tangent_world * scale;
        let here = if friction_per_point { force + tangent } else { force };
        loads[0].push(here, data.solver_dp1);
        loads[1].push(-here, data.solver_dp2);
        arms[0] += data.solver_dp1;
        arms[1] += data.solver_dp2;
        (friction, twist) = (tangent, data.warmstart_twist_impulse * scale);
        count += 1.0;
    }
    if friction_per_point || count == 0.0 {
        return;
    }
    loads[0].push(friction, arms[0] / count);
    loads[1].push(-friction, arms[1] / count);
    let torque = (-normal * twist).as_dvec3();
    loads[0].torque += torque;
    loads[1].torque -= torque;
}
