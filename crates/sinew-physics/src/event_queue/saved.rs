//! Queued events in a snapshot.

use super::{EventQueue, QueuedEvent};
use crate::event::{PhysicsEvent, PhysicsEventKind};
use crate::id::WorldNode;
use sinew_model::model::NodeId;
use sinew_motion::InstanceId;

/// An event: its kind, the instance (slot and generation) and the node of both sides, and their places in the files.
pub(crate) type SavedEvent = (u8, [u32; 3], [u32; 3], [u32; 2]);

impl EventQueue {
    /// What was queued since the last step: what an instance touched that has been taken out.
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
            let event = PhysicsEvent { kind: kind_of(kind)?, a: node_of(a), b: node_of(b) };
            Some(QueuedEvent { event, a: indices[0], b: indices[1] })
        }));
    }
}

/// A kind of event as a number of its own.
pub fn kind_number(kind: PhysicsEventKind) -> u8 {
    match kind {
        PhysicsEventKind::TriggerEnter => 0,
        PhysicsEventKind::TriggerExit => 1,
        PhysicsEventKind::ContactBegin => 2,
        PhysicsEventKind::ContactEnd => 3,
    }
}

/// The kind of a number.
pub fn kind_of(number: u8) -> Option<PhysicsEventKind> {
    Some(match number {
        0 => PhysicsEventKind::TriggerEnter,
        1 => PhysicsEventKind::TriggerExit,
        2 => PhysicsEventKind::ContactBegin,
        3 => PhysicsEventKind::ContactEnd,
        _ => return None,
    })
}

/// A node of an instance: slot, generation, node.
pub fn node_numbers(node: WorldNode) -> [u32; 3] {
    [node.instance.slot() as u32, node.instance.generation(), node.node.slot() as u32]
}

/// The node of such numbers.
pub fn node_of([slot, generation, node]: [u32; 3]) -> WorldNode {
    WorldNode { instance: InstanceId::new(slot as usize, generation), node: NodeId::at(node as usize) }
}
