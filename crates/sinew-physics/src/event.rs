//! Events between colliders and triggers, emitted after each step.

use super::id::WorldNode;

/// What happened between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PhysicsEventKind {
    /// The collider `b` entered the trigger `a`, or overlapped it when either was spawned.
    TriggerEnter,
    /// The collider `b` left the trigger `a`, or either was despawned.
    TriggerExit,
    /// Two colliders began to push each other.
    ContactBegin,
    /// Two colliders separated, or either was despawned.
    ContactEnd,
}

/// An event of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PhysicsEvent {
    /// The kind of event.
    pub kind: PhysicsEventKind,
    /// The trigger; of two colliders, the first by instance and then by the order of the file.
    pub a: WorldNode,
    /// The collider.
    pub b: WorldNode,
}
