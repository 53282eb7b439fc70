//! What happened in a step.

use sinew_physics::{PhysicsEvent, PhysicsEventKind, WorldNode};

/// Something that happened, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldEvent {
    /// Seconds since the world's start, at the end of the step in which it happened.
    pub time: f64,
    /// What happened.
    pub kind: PhysicsEventKind,
    /// The trigger, or of two colliders the one that comes first: by instance, then in the order of the file.
    pub a: WorldNode,
    /// The collider.
    pub b: WorldNode,
}

impl WorldEvent {
    pub(super) fn new(time: f64, event: &PhysicsEvent) -> Self {
        Self { time, kind: event.kind, a: event.a, b: event.b }
    }
}
