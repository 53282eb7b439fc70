//! The messages of a behaviour graph during a simulation.

use sinew::{InstanceId, World};
use sinew_tools::graph::{GraphLogAnswer, graph_log};
use sinew_tools::simulation::SimulationAnswer;

/// The most messages that are kept, and the most bytes of them: a graph may write in every step.
const MAX_MESSAGES: usize = 10_000;
const MAX_BYTES: usize = 1 << 22;

/// Messages in the order of time, and how many were left out.
#[derive(Debug, Default)]
pub(super) struct GraphLog {
    messages: Vec<GraphLogAnswer>,
    bytes: usize,
    omitted: usize,
}

impl GraphLog {
    /// Adds the messages of the last step.
    pub(super) fn add(&mut self, world: &World, instance: InstanceId) {
        for message in graph_log(world, instance) {
            if self.messages.len() < MAX_MESSAGES && self.bytes < MAX_BYTES {
                self.bytes += message.message.len();
                self.messages.push(message);
            } else {
                self.omitted += 1;
            }
        }
    }

    pub(super) fn messages(&self) -> &[GraphLogAnswer] {
        &self.messages
    }

    pub(super) fn write_to(self, answer: &mut SimulationAnswer) {
        answer.graph_log = Some(self.messages);
        answer.graph_log_omitted = Some(self.omitted).filter(|omitted| *omitted > 0);
    }
}
