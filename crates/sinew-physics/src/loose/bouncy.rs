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

/// How far ahead contacts are looked for, metres. The engine looks as far as a body moves, and not further than this.
pub(super) const ENDLESS: f32 = 1e3;

/// How long a body has to be at rest until it has no hook any more, seconds: at its apex a body is slow, too.
const REST: f32 = 0.25;

/// A collider that may bounce.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bouncy {
    body: RigidBodyHandle,
    collider: ColliderHandle,
    /// Whether it needs the hook; `None` to leave that as it is.
    is_hooked: Option<bool>,
    /// Whether the body looks ahead already.
    looks_ahead: bool,
}

/// Finds the colliders that may bounce, of bodies that move.
pub(super) fn find(
    world: &PhysicsWorld,
    hooks: &Hooks<'_>,
    is_jointed: &impl Fn(RigidBodyHandle) -> bool,
    found: &mut Vec<Bouncy>,
) {
    found.clear();
    if !hooks.rules.materials.has_bounces() {
        return;
    }
    for (handle, body) in world.bodies.iter().filter(|(_, body)| body.is_dynamic() && !body.is_sleeping()) {
        if is_jointed(handle) {
            continue;
        }
        let speed = body.linvel().length();
        let is_at_rest = body.activation().time_since_can_sleep > REST;
        let is_hooked = if speed > SLOWEST { Some(true) } else { is_at_rest.then_some(false) };
        let looks_ahead = body.soft_ccd_prediction() >= ENDLESS;
        for &collider in body.colliders() {
            let tag = world.colliders.get(collider).filter(|collider| !collider.is_sensor());
            let material = tag.map(|collider| ColliderTag::from_bits(collider.user_data).material);
            if material.is_some_and(|material| hooks.rules.materials.bounces(material)) {
                found.push(Bouncy { body: handle, collider, is_hooked, looks_ahead });
            }
        }
    }
}

/// Enables what bodies need that may bounce, and disables it for others.
pub(super) fn prepare(world: &mut PhysicsWorld, hooks: &Hooks<'_>, bouncy: &[Bouncy]) {
    for Bouncy { body, collider: handle, is_hooked, looks_ahead } in bouncy {
        if !looks_ahead {
            set_look_ahead(world, *body, ENDLESS);
        }
        let Some(is_hooked) = is_hooked else { continue };
        let Some(collider) = world.colliders.get(*handle) else { continue };
        let tag = ColliderTag::from_bits(collider.user_data);
        let mut wanted = active_hooks(hooks, Some(tag.material), collider.shape(), Some(*handle));
        if *is_hooked {
            wanted |= ActiveHooks::MODIFY_SOLVER_CONTACTS;
        }
        if wanted != collider.active_hooks()
            && let Some(collider) = world.colliders.get_mut(*handle)
        {
            collider.set_active_hooks(wanted);
        }
    }
}
