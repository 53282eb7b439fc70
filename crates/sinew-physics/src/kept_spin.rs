//! Spins of round bodies that the engine does not know of: what they are to contacts. `loose/spin.rs` says why they are kept.

use glam::{DQuat, Vec3};
use rapier3d::prelude::{ColliderHandle, ContactModificationContext, RigidBody, RigidBodyHandle};

/// The spin of a round body that the engine does not know of in this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptSpin {
    pub(crate) handle: RigidBodyHandle,
    /// The speed of the surface, rad/s.
    pub(crate) surface: Vec3,
    pub(crate) collider: ColliderHandle,
    /// The axis of revolution in the frame of the body; `None` for a ball, which has all.
    pub(crate) axis: Option<Vec3>,
    /// How the body turns about its axis in this step, in its own frame.
    pub(crate) twist: DQuat,
    /// The velocity that the body had before, and the part of it that the engine was given, rad/s.
    pub(crate) was: Vec3,
    pub(crate) given: Vec3,
}

/// Adds the speed of the surfaces of round bodies to a contact.
pub(crate) fn move_surfaces(context: &mut ContactModificationContext<'_>, kept: &[KeptSpin]) {
    if kept.is_empty() {
        return;
    }
    let spins = [context.rigid_body1, context.rigid_body2].map(|body| of(kept, body));
    if spins == [Vec3::ZERO; 2] {
        return;
    }
    let center = |body: Option<RigidBodyHandle>| {
        body.and_then(|body| context.bodies.get(body)).map_or(Vec3::ZERO, RigidBody::center_of_mass)
    };
    let centers = [center(context.rigid_body1), center(context.rigid_body2)];
    let Some(manifold) = context.rigid_mut() else { return };
    let normal = *manifold.normal;
    for contact in manifold.solver_contacts.iter_mut() {
        let velocity = spins[0].cross(contact.anchor1 - centers[0]) - spins[1].cross(contact.anchor2 - centers[1]);
        contact.tangent_velocity = velocity - normal * velocity.dot(normal);
    }
}

/// The speed of the surface of a body, rad/s, as the engine does not know it.
fn of(kept: &[KeptSpin], body: Option<RigidBodyHandle>) -> Vec3 {
    let Some(body) = body else { return Vec3::ZERO };
    let key = |handle: RigidBodyHandle| handle.into_raw_parts();
    let found = kept.binary_search_by_key(&key(body), |spin| key(spin.handle));
    found.map_or(Vec3::ZERO, |at| kept[at].surface)
}
