//! Events between colliders and triggers, emitted after each step.

use glam::Vec3;

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
    /// The joint of the node `a`, connected to `b`, broke under its load.
    JointBreak,
}

/// How hard two colliders met.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EventContact {
    /// The point with the largest impulse, on `a`, in the world.
    pub point: Vec3,
    /// The unit normal out of `a` there, in the world.
    pub normal: Vec3,
    /// The impulses along the normals of all points together in the step, N·s.
    pub impulse: f32,
}

impl EventContact {
    /// The numbers of a contact: point, normal, impulse.
    pub fn to_numbers(self) -> [f32; 7] {
        let ([x, y, z], [nx, ny, nz]) = (self.point.to_array(), self.normal.to_array());
        [x, y, z, nx, ny, nz, self.impulse]
    }

    /// The contact of such numbers.
    pub fn from_numbers([x, y, z, nx, ny, nz, impulse]: [f32; 7]) -> Self {
        Self { point: Vec3::new(x, y, z), normal: Vec3::new(nx, ny, nz), impulse }
    }
}

/// An event of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PhysicsEvent {
    /// The kind of event.
    pub kind: PhysicsEventKind,
    /// The trigger; of two colliders, the first by instance and then by the order of the file.
    pub a: WorldNode,
    /// The collider.
    pub b: WorldNode,
    /// Of a contact that begins, how hard.
    pub contact: Option<EventContact>,
}

/// The impulse of a contact in its first step.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstImpulse {
    /// The point with the largest impulse, on both colliders, in the world.
    pub(super) points: [Vec3; 2],
    /// Out of the first collider.
    pub(super) normal: Vec3,
    /// Of all points, N·s.
    pub(super) impulse: f32,
}

impl FirstImpulse {
    /// As seen from the other collider.
    pub(super) fn swapped(self) -> Self {
        let [a, b] = self.points;
        Self { points: [b, a], normal: -self.normal, ..self }
    }
}
