//! Maps colliders of the engine to nodes of the file.
//!
//! A *part* is a collider of the file, or one shape of a trigger. A *compound* is a collider of the engine: one part,
//! or the parts of one body with the same material and filter, which the engine handles faster as one collider.

use rapier3d::prelude::{Collider, ColliderHandle, ColliderSet};

use super::filter::FilterSlot;
use super::id::WorldNode;
use super::material::MaterialSlot;
use super::slab::Slab;
use sinew_model::model::NodeId;
use sinew_model::model::physics::BodyId;

/// The user data of an engine collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ColliderTag {
    pub(super) compound: u32,
    pub(super) filter: FilterSlot,
    pub(super) material: MaterialSlot,
}

impl ColliderTag {
    pub(super) fn to_bits(self) -> u128 {
        u128::from(self.compound) | u128::from(self.filter.0) << 32 | u128::from(self.material.0) << 64
    }

    pub(super) fn from_bits(bits: u128) -> Self {
        let word = |index: u32| (bits >> (32 * index)) as u32;
        Self { compound: word(0), filter: FilterSlot(word(1)), material: MaterialSlot(word(2)) }
    }
}

/// A node with its index in the file, by which events are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeInFile {
    pub(super) node: WorldNode,
    pub(super) index: u32,
}

/// A collider of the file, or a shape of a trigger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ColliderPart {
    pub(super) source: NodeInFile,
    pub(super) body: Option<BodyId>,
    /// For a part without a moving body: the node of its static body, or its own node.
    pub(super) static_owner: NodeId,
    /// The trigger, if the part is a shape of one.
    pub(super) trigger: Option<TriggerSlot>,
}

/// The slot of a part in the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ColliderPartSlot(pub(super) u32);

/// The slot of a trigger in the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TriggerSlot(pub(super) u32);

/// The parts, compounds and triggers of all instances.
pub(super) struct ColliderTable {
    pub(super) parts: Slab<ColliderPart>,
    /// The parts of each compound, in the order of its sub-shapes.
    pub(super) compounds: Slab<Vec<ColliderPartSlot>>,
    /// The node that events name, by trigger.
    pub(super) triggers: Slab<NodeInFile>,
}

impl ColliderTable {
    pub(super) fn new() -> Self {
        Self { parts: Slab::new(), compounds: Slab::new(), triggers: Slab::new() }
    }

    pub(super) fn part(&self, slot: ColliderPartSlot) -> Option<&ColliderPart> {
        self.parts.get(slot.0)
    }

    /// Returns the parts of an engine collider.
    pub(super) fn parts_of(&self, collider: &Collider) -> &[ColliderPartSlot] {
        self.compounds.get(ColliderTag::from_bits(collider.user_data).compound).map_or(&[], Vec::as_slice)
    }

    /// Returns the parts of an engine collider; none if it was removed.
    pub(super) fn parts_at(&self, colliders: &ColliderSet, handle: ColliderHandle) -> &[ColliderPartSlot] {
        colliders.get(handle).map_or(&[], |collider| self.parts_of(collider))
    }

    /// Whether a trigger's shape and a part, both without a moving body, belong to the same node or the same static
    /// body. The engine excludes pairs on the same body by itself, but it has no body for these.
    pub(super) fn have_same_static_owner(&self, sensor: &ColliderPart, part: &ColliderPart) -> bool {
        let trigger = sensor.trigger.and_then(|trigger| self.triggers.get(trigger.0));
        let is_own = trigger.is_some_and(|trigger| trigger.node == part.source.node);
        let owner = |part: &ColliderPart| (part.source.node.instance, part.static_owner);
        sensor.body.is_none() && part.body.is_none() && (is_own || owner(sensor) == owner(part))
    }

    /// Returns the node of a sub-shape of an engine collider.
    pub(super) fn node_of(&self, collider: &Collider, sub_shape: u32) -> Option<NodeInFile> {
        let parts = self.parts_of(collider);
        let part = parts.get(sub_shape as usize).or(parts.first())?;
        self.part(*part).map(|part| part.source)
    }
}
