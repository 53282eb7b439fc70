//! What happens between colliders and triggers.

use sinew_model::model::NodeId;
use sinew_motion::InstanceId;
use sinew_physics::{EventContact, PhysicsEvent, PhysicsEventKind, WorldBody, WorldNode};

use super::Physics;
use crate::world::World;

/// Something that happened, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorldEvent {
    /// Seconds since the world's start, at the end of the step in which it happened.
    pub time: f64,
    /// What happened.
    pub kind: PhysicsEventKind,
    /// The trigger, or of two colliders the one that comes first: by instance, then in the order of the file.
    pub a: WorldNode,
    /// The collider.
    pub b: WorldNode,
    /// Of a contact that begins, where and how hard.
    pub contact: Option<EventContact>,
}

impl WorldEvent {
    pub(in crate::world) fn new(time: f64, event: &PhysicsEvent) -> Self {
        Self { time, kind: event.kind, a: event.a, b: event.b, contact: event.contact }
    }

    /// Whether one of the two nodes is of an instance.
    #[must_use]
    pub fn involves(&self, instance: InstanceId) -> bool {
        [self.a, self.b].iter().any(|side| side.instance == instance)
    }
}

impl World {
    /// The events of the last step, or of the steps of the last [`World::advance`]: in the order of time, then by kind, then
    /// by the nodes.
    #[must_use]
    pub fn events(&self) -> &[WorldEvent] {
        &self.shared.physics.events
    }

    /// The events in which an instance takes part.
    pub fn events_of(&self, instance: InstanceId) -> impl Iterator<Item = &WorldEvent> + '_ {
        self.events().iter().filter(move |event| event.involves(instance))
    }

    /// The events in which a node takes part, each with the other node.
    pub fn events_of_node(
        &self,
        instance: InstanceId,
        node: NodeId,
    ) -> impl Iterator<Item = (&WorldEvent, WorldNode)> + '_ {
        let own = WorldNode { instance, node };
        self.events().iter().filter_map(move |event| {
            let other = [(event.a, event.b), (event.b, event.a)].into_iter().find(|(one, _)| *one == own);
            other.map(|(_, other)| (event, other))
        })
    }

    /// The nodes of the bodies that became non-finite in the last step, or in the steps of the last [`World::advance`]. They
    /// stay where they last were.
    #[must_use]
    pub fn stopped(&self) -> &[WorldNode] {
        &self.shared.physics.stopped
    }

    /// The first nodes of systems of jointed bodies that stayed where they were in the last step, or in one of the steps of the last
    /// [`World::advance`]: solving their joints would have taken more work than the budget leaves for it. Not kept in snapshots.
    #[must_use]
    pub fn held(&self) -> &[WorldNode] {
        &self.shared.physics.held
    }

    /// Forgets the events of the steps before.
    pub(in crate::world) fn clear_events(&mut self) {
        self.shared.physics.events.clear();
        self.shared.physics.stopped.clear();
        self.shared.physics.held.clear();
    }

    pub(in crate::world) fn emit_events(&mut self) {
        let time = self.clock.time();
        let Physics { simulation, events, stopped, held, .. } = &mut self.shared.physics;
        events.extend(simulation.events().iter().map(|event| WorldEvent::new(time, event)));
        let node_of = |body: WorldBody| {
            let spawned = self.slots.get(body.instance.slot())?.spawned.as_deref()?;
            let node = spawned.instance.properties.physics().bodies().get(body.body.slot())?.node;
            Some(WorldNode { instance: body.instance, node })
        };
        stopped.extend(simulation.stopped().iter().filter_map(|body| node_of(*body)));
        held.extend(simulation.held().filter_map(node_of));
    }
}
