//! Pairs of colliders that a joint to the fixed world excludes from collision.
//!
//! The engine excludes contacts between two bodies that a joint connects. If one frame is on no body, the connected
//! object is what is fixed there: the colliders of the frame's node, of its descendants and of its ancestors.

use std::collections::HashSet;

use rapier3d::prelude::{ColliderHandle, RigidBodyHandle};

use crate::instance::SimulatedInstance;

/// Pairs of a fixed collider and a body that do not collide.
#[derive(Default)]
pub(crate) struct DisabledPairs {
    pairs: HashSet<(ColliderHandle, RigidBodyHandle)>,
    colliders: HashSet<ColliderHandle>,
}

impl DisabledPairs {
    /// Whether a collider is in any pair.
    pub(crate) fn contains_collider(&self, collider: ColliderHandle) -> bool {
        self.colliders.contains(&collider)
    }

    /// Whether a collider and a body do not collide.
    pub(crate) fn contains(&self, collider: ColliderHandle, body: Option<RigidBodyHandle>) -> bool {
        body.is_some_and(|body| self.pairs.contains(&(collider, body)))
    }

    /// Adds the pairs of an instance's joints; colliders that were in no pair before are pushed to `added`.
    pub(crate) fn insert(&mut self, instance: &SimulatedInstance, added: &mut Vec<ColliderHandle>) {
        let (physics, hierarchy) = (instance.physics(), instance.model.hierarchy());
        for joint in physics.joints().iter().filter(|joint| !joint.enable_collision) {
            let Some((fixed, body)) = joint.fixed_end() else { continue };
            let Some(body) = body.body.and_then(|body| instance.body(body)) else { continue };
            for (collider, entry) in physics.colliders().iter().zip(&instance.colliders) {
                if let (true, Some((handle, _))) = (fixed.stands_on(hierarchy, &collider.shape_instance), entry.at) {
                    self.pairs.insert((handle, body.handle));
                    if self.colliders.insert(handle) {
                        added.push(handle);
                    }
                }
            }
        }
    }

    /// Removes the pairs of an instance's colliders.
    pub(crate) fn remove(&mut self, instance: &SimulatedInstance) {
        if self.colliders.is_empty() {
            return;
        }
        for handle in &instance.created {
            if self.colliders.remove(handle) {
                self.pairs.retain(|(collider, _)| collider != handle);
            }
        }
    }
}
