//! Colliders of the fixed world that what hangs on them does not meet.
//!
//! Two bodies that a joint connects do not collide, and the engine sees to that. Where one end is the fixed world, the other
//! object is what stands there: the colliders of the node that the frame is on, of those below it and those above.

use std::collections::HashSet;

use rapier3d::prelude::{ColliderHandle, RigidBodyHandle};

use crate::model::Model;
use crate::model::physics::{Attachment, Collider, Joint};
use crate::physics::instance::Instance;

/// Pairs of a fixed collider and a body that do not meet.
#[derive(Default)]
pub(in crate::physics) struct Apart {
    pairs: HashSet<(ColliderHandle, RigidBodyHandle)>,
    colliders: HashSet<ColliderHandle>,
}

impl Apart {
    /// Whether a collider has such pairs.
    pub(in crate::physics) fn concerns(&self, collider: ColliderHandle) -> bool {
        self.colliders.contains(&collider)
    }

    /// Whether a collider and a body do not meet.
    pub(in crate::physics) fn contains(&self, collider: ColliderHandle, body: Option<RigidBodyHandle>) -> bool {
        body.is_some_and(|body| self.pairs.contains(&(collider, body)))
    }

    /// Learns of the joints of an instance; the colliders that it concerns are in `told`.
    pub(in crate::physics) fn insert(&mut self, instance: &Instance, told: &mut Vec<ColliderHandle>) {
        let physics = instance.model.physics();
        for joint in physics.joints().iter().filter(|joint| !joint.enable_collision) {
            let Some((fixed, body)) = fixed_end(joint) else { continue };
            let Some(body) = body.body.and_then(|body| instance.body(body)) else { continue };
            for (collider, own) in physics.colliders().iter().zip(&instance.colliders) {
                if let (true, Some((handle, _))) = (stands_there(&instance.model, fixed, collider), own.at) {
                    self.pairs.insert((handle, body.handle));
                    if self.colliders.insert(handle) {
                        told.push(handle);
                    }
                }
            }
        }
    }

    /// Forgets the colliders of an instance.
    pub(in crate::physics) fn remove(&mut self, instance: &Instance) {
        if self.colliders.is_empty() {
            return;
        }
        for handle in &instance.made {
            if self.colliders.remove(handle) {
                self.pairs.retain(|(collider, _)| collider != handle);
            }
        }
    }
}

/// The end of a joint that is fixed, and the other.
fn fixed_end(joint: &Joint) -> Option<(&Attachment, &Attachment)> {
    match (joint.a.body, joint.b.body) {
        (None, Some(_)) => Some((&joint.a, &joint.b)),
        (Some(_), None) => Some((&joint.b, &joint.a)),
        _ => None,
    }
}

fn stands_there(model: &Model, fixed: &Attachment, collider: &Collider) -> bool {
    let (hierarchy, placed) = (model.hierarchy(), &collider.placed);
    let is_near = |node| hierarchy.is_within(placed.node, node) || hierarchy.is_within(node, placed.node);
    placed.body.is_none() && fixed.fixed_to.is_some_and(is_near)
}
