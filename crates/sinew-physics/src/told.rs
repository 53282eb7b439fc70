//! Events on their way to being told: gathered in whatever order they are found, and told in one that only the nodes decide.

mod saved;

use std::sync::{Mutex, PoisonError};

use rapier3d::prelude::{
    ColliderSet, CollisionEvent, ContactPair, EventHandler, RigidBodySet, SoftBodySet, SoftBodyTearEvent,
};

use super::event::{PhysicsEvent, PhysicsEventKind};
use super::part::Place;

pub(super) use saved::SavedEvent;
pub use saved::{kind_number, kind_of, node_numbers, node_of};

/// An event with the places of its nodes in their files.
#[derive(Clone, Copy, Debug)]
struct Told {
    event: PhysicsEvent,
    a: u32,
    b: u32,
}

/// The events of a step.
#[derive(Default)]
pub(super) struct Events {
    gathered: Vec<Told>,
    told: Vec<PhysicsEvent>,
}

impl Events {
    /// Gathers something between a trigger and a collider.
    pub(super) fn trigger(&mut self, kind: PhysicsEventKind, trigger: Place, collider: Place) {
        let event = PhysicsEvent { kind, a: trigger.node, b: collider.node };
        self.gathered.push(Told { event, a: trigger.index, b: collider.index });
    }

    /// Gathers something between two colliders.
    pub(super) fn contact(&mut self, kind: PhysicsEventKind, one: Place, other: Place) {
        let key = |place: &Place| (place.node.instance, place.index);
        let (a, b) = if key(&one) <= key(&other) { (one, other) } else { (other, one) };
        self.trigger(kind, a, b);
    }

    /// Tells what was gathered since the last time.
    pub(super) fn tell(&mut self) {
        let key = |told: &Told| (told.event.kind, told.event.a.instance, told.a, told.event.b.instance, told.b);
        self.gathered.sort_unstable_by_key(key);
        self.told.clear();
        self.told.extend(self.gathered.drain(..).map(|told| told.event));
    }

    /// What was told last.
    pub(super) fn told(&self) -> &[PhysicsEvent] {
        &self.told
    }
}

/// What the engine reports in the middle of a step, kept until its end.
#[derive(Default)]
pub(super) struct Reports {
    reports: Mutex<Vec<CollisionEvent>>,
}

impl Reports {
    /// What was reported, to be looked at and cleared.
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
        // The engine asks for something that threads could share; there is one thread, and the lock is always free.
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    fn handle_contact_force_event(&self, _: f32, _: &RigidBodySet, _: &ColliderSet, _: &ContactPair, _: f32) {}

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}
}
