//! Which collider of the engine is which node.
//!
//! A *part* is a collider of the file, or one shape of a trigger. A *piece* is a collider of the engine: one part, or the
//! parts of one body that have the same material and filter, which the engine handles faster together.

use rapier3d::prelude::{Collider, ColliderHandle, ColliderSet};

use super::event::WorldNode;
use super::filter::FilterSlot;
use super::material::MaterialSlot;
use super::slab::Slab;
use sinew_model::model::NodeId;
use sinew_model::model::physics::BodyId;

/// What a collider of the engine carries of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) piece: u32,
    pub(super) filter: FilterSlot,
    pub(super) material: MaterialSlot,
}

impl Tag {
    pub(super) fn to_bits(self) -> u128 {
        u128::from(self.piece) | u128::from(self.filter.0) << 32 | u128::from(self.material.0) << 64
    }

    pub(super) fn from_bits(bits: u128) -> Self {
        let word = |place: u32| (bits >> (32 * place)) as u32;
        Self { piece: word(0), filter: FilterSlot(word(1)), material: MaterialSlot(word(2)) }
    }
}

/// A node with its place in the file, by which events are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) node: WorldNode,
    pub(super) index: u32,
}

/// A collider of the file, or a shape of a trigger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) place: Place,
    pub(super) body: Option<BodyId>,
    /// Without a body that moves: the node of the static body that it is on, or its own.
    pub(super) stands_on: NodeId,
    /// For a shape of a trigger: which.
    pub(super) trigger: Option<TriggerSlot>,
}

/// A part of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PartSlot(pub(super) u32);

/// A trigger of the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TriggerSlot(pub(super) u32);

/// The parts, pieces and triggers of all instances.
pub(super) struct PartTable {
    pub(super) parts: Slab<Part>,
    /// Each with the parts of its sub-shapes, in their order.
    pub(super) pieces: Slab<Vec<PartSlot>>,
    /// Each with the node that events name.
    pub(super) triggers: Slab<Place>,
}

impl PartTable {
    pub(super) fn new() -> Self {
        Self { parts: Slab::new(), pieces: Slab::new(), triggers: Slab::new() }
    }

    pub(super) fn part(&self, slot: PartSlot) -> Option<&Part> {
        self.parts.get(slot.0)
    }

    /// The parts of a collider of the engine.
    pub(super) fn parts_of(&self, collider: &Collider) -> &[PartSlot] {
        self.pieces.get(Tag::from_bits(collider.user_data).piece).map_or(&[], Vec::as_slice)
    }

    /// The parts of a collider of the engine, if it is there still.
    pub(super) fn parts_at(&self, colliders: &ColliderSet, handle: ColliderHandle) -> &[PartSlot] {
        colliders.get(handle).map_or(&[], |collider| self.parts_of(collider))
    }

    /// Whether a shape of a trigger and a part without bodies that move are of one node, or on one static body. The engine knows
    /// nothing of those, but what is on one body of its own does not meet.
    pub(super) fn are_one(&self, sensor: &Part, part: &Part) -> bool {
        let trigger = sensor.trigger.and_then(|trigger| self.triggers.get(trigger.0));
        let is_own = trigger.is_some_and(|trigger| trigger.node == part.place.node);
        let stands = |part: &Part| (part.place.node.instance, part.stands_on);
        sensor.body.is_none() && part.body.is_none() && (is_own || stands(sensor) == stands(part))
    }

    /// The node of a sub-shape of a collider.
    pub(super) fn node_of(&self, collider: &Collider, sub_shape: u32) -> Option<Place> {
        let parts = self.parts_of(collider);
        let part = parts.get(sub_shape as usize).or(parts.first())?;
        self.part(*part).map(|part| part.place)
    }
}
