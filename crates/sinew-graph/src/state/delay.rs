//! Delays: activations at a later time.

use sinew_model::model::graph::{Reference, ReferenceKind};

use crate::program::Node;
use crate::state::flow::is_duration;
use crate::state::{Run, TIME_TOLERANCE};

/// The most delays at a time; pointers of graphs read it.
pub(crate) const MAX_DELAYS: usize = 1 << 16;

/// A scheduled activation of `done`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Delay {
    /// Seconds since the start.
    pub(crate) time: f64,
    pub(crate) id: u64,
    pub(crate) node: u32,
}

impl Run<'_> {
    pub(crate) fn set_delay(&mut self, index: u32, node: &Node) {
        let duration = self.number(node, 0);
        if !is_duration(duration) || self.state.delays.len() >= MAX_DELAYS {
            return self.push_flow(index, 1);
        }
        let delay = Delay { time: self.state.time + duration, id: self.state.next_delay, node: index };
        let place = self.state.delays.partition_point(|other| (other.time, other.id) < (delay.time, delay.id));
        // Those on the shorter side of it move.
        if !self.count_elements(index, place.min(self.state.delays.len() - place)) {
            return;
        }
        self.state.next_delay = self.state.next_delay.wrapping_add(1);
        self.state.delays.insert(place, delay);
        let reference = Reference { kind: ReferenceKind::Delay, index: delay.id };
        self.state.registers[node.out as usize] = reference.to_number();
        self.state.registers[node.out as usize + 1] = f64::from(delay.id as i32);
        self.push_flow(index, 0);
    }

    /// Cancels what a node has scheduled.
    pub(crate) fn cancel_delays(&mut self, index: u32, node: &Node) {
        if !self.count_elements(index, self.state.delays.len()) {
            return;
        }
        self.state.registers[node.out as usize] = 0.0;
        self.state.registers[node.out as usize + 1] = -1.0;
        self.state.delays.retain(|delay| delay.node != index);
    }

    pub(crate) fn cancel_delay(&mut self, index: u32, node: &Node) {
        if !self.count_elements(index, self.state.delays.len()) {
            return;
        }
        if let Some(id) = self.referred(node, 0, ReferenceKind::Delay) {
            self.state.delays.retain(|delay| delay.id != id);
        }
        self.push_flow(index, 0);
    }

    /// Activates what is due, in the order of time. What is scheduled meanwhile waits for the next tick at least.
    pub(crate) fn activate_delays(&mut self) {
        let (now, newest) = (self.state.time + TIME_TOLERANCE, self.state.next_delay);
        while !self.is_halted() {
            let due = self.state.delays.iter().position(|delay| delay.id < newest);
            let Some(due) = due.filter(|due| self.state.delays[*due].time <= now) else { return };
            let Some(delay) = self.state.delays.remove(due) else { return };
            if self.count_elements(delay.node, due) {
                self.run_flow(delay.node, 2);
            }
        }
    }
}
