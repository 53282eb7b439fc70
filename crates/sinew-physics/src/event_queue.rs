//! The event queue: events arrive in any order and are emitted sorted by kind and nodes.

mod saved;

use std::sync::{Mutex, PoisonError};

use rapier3d::prelude::{
    ColliderSet, CollisionEvent, ContactPair, EventHandler, RigidBodySet, SoftBodySet, SoftBodyTearEvent,
};

use super::collider_part::NodeInFile;
use super::event::{EventContact, FirstImpulse, PhysicsEvent, PhysicsEventKind};

pub(super) use saved::SavedEvent;
pub use saved::{kind_number, kind_of, node_numbers, node_of};

/// An event with the file indices of its nodes, by which it is sorted.
#[derive(Clone, Copy, Debug)]
struct QueuedEvent {
    event: PhysicsEvent,
    a: u32,
    b: u32,
}

/// The events of a step: queued while it runs, emitted at its end.
#[derive(Default)]
pub(super) struct EventQueue {
    queued: Vec<QueuedEvent>,
    emitted: Vec<PhysicsEvent>,
}

impl EventQueue {
    /// Queues an event between a trigger and a collider.
    pub(super) fn trigger(&mut self, kind: PhysicsEventKind, trigger: NodeInFile, collider: NodeInFile) {
        let event = PhysicsEvent { kind, a: trigger.node, b: collider.node, contact: None };
        self.queued.push(QueuedEvent { event, a: trigger.index, b: collider.index });
    }

    /// Queues an event between two colliders.
    pub(super) fn contact(&mut self, kind: PhysicsEventKind, one: NodeInFile, other: NodeInFile) {
        let key = |node: &NodeInFile| (node.node.instance, node.index);
        let (a, b) = if key(&one) <= key(&other) { (one, other) } else { (other, one) };
        self.trigger(kind, a, b);
    }

    /// Queues the beginning of a contact; the normal of `contact` is out of `one`.
    pub(super) fn begin_contact(&mut self, one: NodeInFile, other: NodeInFile, contact: Option<FirstImpulse>) {
        self.contact(PhysicsEventKind::ContactBegin, one, other);
        if let (Some(queued), Some(found)) = (self.queued.last_mut(), contact) {
            let is_swapped = queued.event.a != one.node;
            let (point, normal) =
                if is_swapped { (found.points[1], -found.normal) } else { (found.points[0], found.normal) };
            queued.event.contact = Some(EventContact { point, normal, impulse: found.impulse });
        }
    }

    /// Emits the queued events, sorted.
    pub(super) fn emit(&mut self) {
        let key = |queued: &QueuedEvent| {
            let event = &queued.event;
            (event.kind, event.a.instance, queued.a, event.b.instance, queued.b)
        };
        self.queued.sort_unstable_by_key(key);
        self.emitted.clear();
        self.emitted.extend(self.queued.drain(..).map(|queued| queued.event));
    }

    /// The events that were emitted last.
    pub(super) fn emitted(&self) -> &[PhysicsEvent] {
        &self.emitted
    }
}

/// Collision events of the engine, collected during a step.
#[derive(Default)]
pub(super) struct Reports {
    reports: Mutex<Vec<CollisionEvent>>,
}

impl Reports {
    /// The collected events; the caller drains them.
    pub(super) fn take(&mut self) -> &mut Vec<CollisionEvent> {
        self.reports.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EventHandler for Reports {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        // The engine requires `Sync`. A step runs on one thread, so the lock is always free.
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    fn handle_contact_force_event(&self, _: f32, _: &RigidBodySet, _: &ColliderSet, _: &ContactPair, _: f32) {}

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}
