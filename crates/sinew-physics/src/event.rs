//! What happens between colliders and triggers, told after each step.

use super::id::WorldNode;

/// What happened between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PhysicsEventKind {
    /// The collider `b` came into the trigger `a`, or was there when either was spawned.
    TriggerEnter,
    /// The collider `b` left the trigger `a`, or one of them was despawned.
    TriggerExit,
    /// Two colliders began to push each other.
    ContactBegin,
    /// Two colliders went apart, or one of them was despawned.
    ContactEnd,
}

/// Something that happened in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PhysicsEvent {
    /// What happened.
    pub kind: PhysicsEventKind,
    /// The trigger, or of two colliders the one that comes first: by instance, then in the order of the file.
    pub a: WorldNode,
    /// The collider.
    pub b: WorldNode,
}
