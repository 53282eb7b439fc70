//! What behaviour graphs have sent and said, and their variables, as JSON.

use serde::Serialize;
use sinew_tools::graph::{graph_activations, graph_events, graph_nodes, graph_states};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json;
use crate::world::RawWorld;

/// A message of a graph, as `index.d.ts` has it.
#[derive(Serialize)]
struct NamedMessage<'a> {
    step: u64,
    severity: i32,
    message: &'a str,
}

#[wasm_bindgen]
impl RawWorld {
    /// The custom events that the graph of an instance has sent in the last step or advance.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn graph_events(&self, instance: u32) -> Result<String, JsValue> {
        Ok(json::write(&graph_events(&self.world, self.spawned(instance)?.id)))
    }

    /// The variables of the graph of an instance, and why it was stopped; none without a graph.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn graph_state(&self, instance: u32) -> Result<Option<String>, JsValue> {
        let states = graph_states(&self.world, self.spawned(instance)?.id);
        Ok(states.first().map(json::write))
    }

    /// The nodes of the graph of an instance, with the values of their outputs.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn graph_nodes(&self, instance: u32) -> Result<String, JsValue> {
        Ok(json::write(&graph_nodes(&self.world, self.spawned(instance)?.id)))
    }

    /// Lists activations from now on, or no longer.
    ///
    /// # Errors
    /// The instance is unknown, or runs no graph.
    pub fn trace_graph(&mut self, instance: u32, is_on: bool) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.trace_graph(id, is_on).map_err(Fault::from)?)
    }

    /// What was activated in the last step, while it is listed.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn graph_activations(&self, instance: u32) -> Result<String, JsValue> {
        Ok(json::write(&graph_activations(&self.world, self.spawned(instance)?.id)))
    }

    /// The messages of the graph of an instance in the last step or advance.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn graph_log(&self, instance: u32) -> Result<String, JsValue> {
        let log = self.world.graph_log(self.spawned(instance)?.id);
        let named =
            log.map(|log| NamedMessage { step: log.step, severity: log.entry.severity, message: &log.entry.message });
        Ok(json::write(&named.collect::<Vec<_>>()))
    }
}
