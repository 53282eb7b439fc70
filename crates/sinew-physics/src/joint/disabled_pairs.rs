//! Pairs of colliders that a joint to the fixed world excludes from collision.
//!
//! The engine excludes contacts between two bodies that a joint connects. If one frame is on no body, the connected
//! object is what is fixed there: the colliders of the frame's node, of its descendants and of its ancestors.

use std::collections::{HashMap, HashSet};

use rapier3d::prelude::{ColliderHandle, RigidBodyHandle};

use crate::instance::SimulatedInstance;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{JointFrame, JointId};

/// Pairs of a fixed collider and a body that do not collide. Nothing is iterated, so that no order decides anything.
#[derive(Default)]
pub(crate) struct DisabledPairs(HashMap<ColliderHandle, HashSet<RigidBodyHandle>>);

impl DisabledPairs {
    /// Whether a collider is in any pair.
    pub(crate) fn contains_collider(&self, collider: ColliderHandle) -> bool {
        self.0.contains_key(&collider)
    }

    /// Whether a collider and a body do not collide.
    pub(crate) fn contains(&self, collider: ColliderHandle, body: Option<RigidBodyHandle>) -> bool {
        body.is_some_and(|body| self.0.get(&collider).is_some_and(|bodies| bodies.contains(&body)))
    }

    /// Adds the pairs of an instance's joints that are on; colliders that were in no pair before are pushed to `added`.
    pub(crate) fn insert(
        &mut self,
        instance: &SimulatedInstance,
        is_enabled: impl Fn(JointId) -> bool,
        added: &mut Vec<ColliderHandle>,
    ) {
        let physics = instance.physics();
        let is_on = |at: usize| is_enabled(JointId::at(at)) && !physics.joints()[at].enable_collision;
        let joints = (0..physics.joints().len()).filter(|at| is_on(*at));
        let mut fixed = None;
        for (fixed_end, other) in joints.filter_map(|at| physics.joints()[at].fixed_end()) {
            let Some(body) = other.body.and_then(|body| instance.body(body)) else { continue };
            for collider in fixed.get_or_insert_with(|| FixedColliders::new(instance)).of(fixed_end) {
                let Some((handle, _)) = instance.colliders.get(collider as usize).and_then(|entry| entry.at) else {
                    continue;
                };
                self.0
                    .entry(handle)
                    .or_insert_with(|| {
                        added.push(handle);
                        HashSet::new()
                    })
                    .insert(body.handle);
            }
        }
    }

    /// Removes the pairs of an instance's colliders.
    pub(crate) fn remove(&mut self, instance: &SimulatedInstance) {
        if self.0.is_empty() {
            return;
        }
        for handle in &instance.created {
            self.0.remove(handle);
        }
    }
}

/// The colliders of an instance that are on no body.
struct FixedColliders<'a> {
    instance: &'a SimulatedInstance,
    /// With their nodes, ascending by those: what is below a node follows it.
    by_node: Vec<(NodeId, u32)>,
}

impl<'a> FixedColliders<'a> {
    fn new(instance: &'a SimulatedInstance) -> Self {
        let colliders = instance.physics().colliders().iter().zip(0..);
        let fixed = colliders.filter(|(collider, _)| collider.shape_instance.body.is_none());
        let mut by_node: Vec<_> = fixed.map(|(collider, at)| (collider.shape_instance.node, at)).collect();
        by_node.sort_unstable();
        Self { instance, by_node }
    }

    /// Those that stand on a fixed frame, by their index, ascending.
    fn of(&self, frame: &JointFrame) -> Vec<u32> {
        let (physics, hierarchy) = (self.instance.physics(), self.instance.model.hierarchy());
        let Some(node) = frame.fixed_to else { return Vec::new() };
        let between = |start: NodeId, end: usize| {
            let first = self.by_node.partition_point(|(on, _)| *on < start);
            self.by_node[first..].iter().take_while(move |(on, _)| on.slot() < end).map(|(_, at)| *at)
        };
        let below = between(node, node.slot() + hierarchy.subtree(node).len());
        let above = hierarchy.ancestors(node).flat_map(|node| between(node, node.slot() + 1));
        let mut found: Vec<u32> = below.chain(above).collect();
        found.sort_unstable();
        let stands = |at: &u32| {
            let collider = physics.colliders().get(*at as usize);
            collider.is_some_and(|collider| frame.stands_on(hierarchy, &collider.shape_instance))
        };
        debug_assert!(found.iter().all(stands), "what is above or below a node stands on it");
        found
    }
}
