//! The resistance of the ground to slow rolling.
//!
//! A ball that nothing brakes rolls for ever, or spins in its place, and keeps everything awake that it touches. Real ones stop: their contact
//! has a size. Fast rolling is left as it is.

use glam::Vec3;
use rapier3d::prelude::{ContactPair, PhysicsWorld, RigidBody, RigidBodyHandle};

use crate::body_tag::BodyTag;

/// The speed of a body below which rolling and spinning are braked, m/s.
const SLOW: f32 = 0.05;

/// What is slower may sleep, rad/s.
const AT_REST: f32 = 5e-4;

/// What brakes, over the weight: that of a ball on a carpet. It stands on a slope of half a degree.
const COEFFICIENT: f32 = 0.01;

/// Brakes the bodies that roll slowly, over a step of `dt` seconds.
pub(super) fn brake(
    world: &mut PhysicsWorld,
    dt: f32,
    is_jointed: impl Fn(RigidBodyHandle) -> bool,
    braked: &mut Vec<(RigidBodyHandle, Vec3)>,
) {
    let weight = world.gravity.length();
    for (handle, body) in world.bodies.iter() {
        let tag = BodyTag::from_bits(body.user_data);
        if !tag.is_round || !body.is_dynamic() || body.is_sleeping() {
            continue;
        }
        let radius = 0.5 * tag.size;
        let spin = body.angvel().length();
        let is_slow = spin > AT_REST && body.linvel().length_squared() < SLOW * SLOW;
        if is_slow && !is_jointed(handle) && touches(world, body) {
            let change = COEFFICIENT * weight * body.gravity_scale().abs() * dt / radius;
            braked.push((handle, if spin > change { body.angvel() * (1.0 - change / spin) } else { Vec3::ZERO }));
        }
    }
    for (handle, angular) in braked.drain(..) {
        if let Some(body) = world.bodies.get_mut(handle) {
            body.set_angvel(angular, false);
        }
    }
}

fn touches(world: &PhysicsWorld, body: &RigidBody) -> bool {
    let mut pairs = body.colliders().iter().flat_map(|collider| world.narrow_phase.contact_pairs_with(*collider));
    pairs.any(ContactPair::has_any_active_contact)
}
