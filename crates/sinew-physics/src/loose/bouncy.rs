//! Bodies that may bounce in a step.
//!
//! Their contacts are looked for as far as they move, so that the bounce is in the step in which they arrive, and the hook that corrects it is
//! enabled. Bodies that are slow do without: the engine evaluates the pairs of a hook in every step.

use rapier3d::prelude::{ActiveHooks, ColliderHandle, PhysicsWorld, RigidBodyHandle};

use super::fast::set_look_ahead;
use crate::collider_part::ColliderTag;
use crate::hooks::{Hooks, active_hooks};

/// The speed from which a body may bounce, m/s.
const SLOWEST: f32 = 0.3;

/// A collider that may bounce.
pub(super) struct Bouncy {
    body: RigidBodyHandle,
    collider: ColliderHandle,
    /// How far the body moves in the step, metres; `None` if it is slow.
    reach: Option<f32>,
}

/// The colliders that may bounce, of bodies that move.
pub(super) fn bodies(
    world: &PhysicsWorld,
    dt: f32,
    hooks: &Hooks<'_>,
    is_jointed: &impl Fn(RigidBodyHandle) -> bool,
) -> Vec<Bouncy> {
    let mut found = Vec::new();
    if !hooks.materials.has_bounces() {
        return found;
    }
    for (handle, body) in world.bodies.iter().filter(|(_, body)| body.is_dynamic() && !body.is_sleeping()) {
        if is_jointed(handle) {
            continue;
        }
        let speed = body.linvel().length();
        let reach = (speed > SLOWEST).then(|| (speed + world.gravity.length() * dt) * dt);
        for &collider in body.colliders() {
            let tag = world.colliders.get(collider).filter(|collider| !collider.is_sensor());
            let material = tag.map(|collider| ColliderTag::from_bits(collider.user_data).material);
            if material.is_some_and(|material| hooks.materials.bounces(material)) {
                found.push(Bouncy { body: handle, collider, reach });
            }
        }
    }
    found
}

/// Enables what bodies need that may bounce, and disables it for others.
pub(super) fn prepare(world: &mut PhysicsWorld, hooks: &Hooks<'_>, bouncy: &[Bouncy]) {
    for Bouncy { body, collider: handle, reach } in bouncy {
        if let Some(reach) = reach {
            set_look_ahead(world, *body, *reach);
        }
        let Some(collider) = world.colliders.get(*handle) else { continue };
        let tag = ColliderTag::from_bits(collider.user_data);
        let mut wanted = active_hooks(hooks, Some(tag.material), Some(*handle));
        if reach.is_some() {
            wanted |= ActiveHooks::MODIFY_SOLVER_CONTACTS;
        }
        if wanted != collider.active_hooks()
            && let Some(collider) = world.colliders.get_mut(*handle)
        {
            collider.set_active_hooks(wanted);
        }
    }
}
