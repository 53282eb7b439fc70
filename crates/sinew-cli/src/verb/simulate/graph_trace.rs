//! The activations of a behaviour graph, one JSON object a line.

use std::path::Path;

use serde_json::json;
use sinew::{InstanceId, World};

use crate::failure::Failure;
use crate::output::{Output, Outputs};

pub(super) struct GraphTrace(Output);

impl GraphTrace {
    pub(super) fn create(path: &Path, outputs: &mut Outputs) -> Result<Self, Failure> {
        Ok(Self(outputs.open(path)?))
    }

    /// Adds what was activated in the last step, and what was logged.
    pub(super) fn write(&mut self, world: &World, instance: InstanceId) -> Result<(), Failure> {
        let Some(graph) = world.model(instance).and_then(|model| model.graphs().selected()) else { return Ok(()) };
        let step = world.steps();
        self.0.write(|out| {
            for activation in world.graph_activations(instance) {
                let Some(node) = graph.nodes.get(activation.node as usize) else { continue };
                let input = activation.input.and_then(|input| node.input_flows.get(input as usize));
                writeln!(out, "{}", json!({"step": step, "node": activation.node, "op": node.name, "input": input}))?;
            }
            for log in world.graph_log(instance) {
                let (severity, message) = (log.entry.severity, &log.entry.message);
                writeln!(out, "{}", json!({"step": log.step, "severity": severity, "message": message}))?;
            }
            Ok(())
        })
    }

    pub(super) fn finish(self) -> Output {
        self.0
    }
}
