//! Queued events in a snapshot.

use super::{EventQueue, QueuedEvent};
use crate::event::{PhysicsEvent, PhysicsEventKind};
use crate::id::WorldNode;
use sinew_model::model::NodeId;
use sinew_motion::InstanceId;

/// An event: its kind, the instance (slot and generation) and node of both sides, and their indices in the files.
pub(crate) type SavedEvent = (u8, [u32; 3], [u32; 3], [u32; 2]);

impl EventQueue {
    /// The events queued since the last step: ends of contacts and overlaps of removed instances.
    pub(crate) fn save(&self) -> Vec<SavedEvent> {
        let saved = |queued: &QueuedEvent| {
            let event = &queued.event;
            (kind_number(event.kind), node_numbers(event.a), node_numbers(event.b), [queued.a, queued.b])
        };
        self.queued.iter().map(saved).collect()
    }

    pub(crate) fn restore(&mut self, saved: &[SavedEvent]) {
        self.emitted.clear();
        self.queued.clear();
        self.queued.extend(saved.iter().filter_map(|&(kind, a, b, indices)| {
            let event = PhysicsEvent { kind: kind_of(kind)?, a: node_of(a), b: node_of(b), contact: None };
            Some(QueuedEvent { event, a: indices[0], b: indices[1] })
        }));
    }
}

/// The number of a kind of event.
pub fn kind_number(kind: PhysicsEventKind) -> u8 {
    match kind {
        PhysicsEventKind::TriggerEnter => 0,
        PhysicsEventKind::TriggerExit => 1,
        PhysicsEventKind::ContactBegin => 2,
        PhysicsEventKind::ContactEnd => 3,
        PhysicsEventKind::JointBreak => 4,
    }
}

/// The kind of event of a number.
pub fn kind_of(number: u8) -> Option<PhysicsEventKind> {
    Some(match number {
        0 => PhysicsEventKind::TriggerEnter,
        1 => PhysicsEventKind::TriggerExit,
        2 => PhysicsEventKind::ContactBegin,
        3 => PhysicsEventKind::ContactEnd,
        4 => PhysicsEventKind::JointBreak,
        _ => return None,
    })
}

/// The numbers of a node: slot and generation of its instance, and its slot.
pub fn node_numbers(node: WorldNode) -> [u32; 3] {
    [node.instance.slot() as u32, node.instance.generation(), node.node.slot() as u32]
}

/// The node of such numbers.
pub fn node_of([slot, generation, node]: [u32; 3]) -> WorldNode {
    WorldNode { instance: InstanceId::new(slot as usize, generation), node: NodeId::at(node as usize) }
}
