//! Which collider of the engine is which node.
//!
//! A *part* is a collider of the file, or one shape of a trigger. A *compound* is a collider of the engine: one part, or the
//! parts of one body that have the same material and filter, which the engine handles faster together.

use rapier3d::prelude::{Collider, ColliderHandle, ColliderSet};

use super::filter::FilterSlot;
use super::id::WorldNode;
use super::material::MaterialSlot;
use super::slab::Slab;
use sinew_model::model::NodeId;
use sinew_model::model::physics::BodyId;

/// What a collider of the engine carries of ours.
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

/// A node with its place in the file, by which events are ordered.
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
    /// Without a body that moves: the node of the static body that it is on, or its own.
    pub(super) static_owner: NodeId,
    /// For a shape of a trigger: which.
    pub(super) trigger: Option<TriggerSlot>,
}

/// A part of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ColliderPartSlot(pub(super) u32);

/// A trigger of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TriggerSlot(pub(super) u32);

/// The parts, compounds and triggers of all instances.
pub(super) struct ColliderTable {
    pub(super) parts: Slab<ColliderPart>,
    /// Each with the parts of its sub-shapes, in their order.
    pub(super) compounds: Slab<Vec<ColliderPartSlot>>,
    /// Each with the node that events name.
    pub(super) triggers: Slab<NodeInFile>,
}

impl ColliderTable {
    pub(super) fn new() -> Self {
        Self { parts: Slab::new(), compounds: Slab::new(), triggers: Slab::new() }
    }

    pub(super) fn part(&self, slot: ColliderPartSlot) -> Option<&ColliderPart> {
        self.parts.get(slot.0)
    }

    /// The parts of a collider of the engine.
    pub(super) fn parts_of(&self, collider: &Collider) -> &[ColliderPartSlot] {
        self.compounds.get(ColliderTag::from_bits(collider.user_data).compound).map_or(&[], Vec::as_slice)
    }

    /// The parts of a collider of the engine, if it is there still.
    pub(super) fn parts_at(&self, colliders: &ColliderSet, handle: ColliderHandle) -> &[ColliderPartSlot] {
        colliders.get(handle).map_or(&[], |collider| self.parts_of(collider))
    }

    /// Whether a shape of a trigger and a part without bodies that move are of one node, or on one static body. The engine knows
    /// nothing of those, but what is on one body of its own does not meet.
    pub(super) fn have_same_static_owner(&self, sensor: &ColliderPart, part: &ColliderPart) -> bool {
        let trigger = sensor.trigger.and_then(|trigger| self.triggers.get(trigger.0));
        let is_own = trigger.is_some_and(|trigger| trigger.node == part.source.node);
        let owner = |part: &ColliderPart| (part.source.node.instance, part.static_owner);
        sensor.body.is_none() && part.body.is_none() && (is_own || owner(sensor) == owner(part))
    }

    /// The node of a sub-shape of a collider.
    pub(super) fn node_of(&self, collider: &Collider, sub_shape: u32) -> Option<NodeInFile> {
        let parts = self.parts_of(collider);
        let part = parts.get(sub_shape as usize).or(parts.first())?;
        self.part(*part).map(|part| part.source)
    }
}
