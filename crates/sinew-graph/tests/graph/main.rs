//! Behaviour graphs without a world: operations by the values of the text, flows by what they activate, and states that are saved.

#![expect(clippy::float_cmp, reason = "whole numbers and the same bits are what is asked for")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod events;
mod expressions;
mod flows;
mod interpreter;
mod limits;
mod operations;
mod saved;

use serde_json::{Value, json};
use sinew_document::{Document, NoResources};
use sinew_graph::{NoHost, Program, State};
use sinew_model::Model;
use sinew_model::model::graph::Graph;

/// The seconds of a tick.
pub(crate) const TICK: f64 = 1.0 / 60.0;

/// The types of every graph here, in the order of their indices.
pub(crate) const TYPES: [&str; 10] =
    ["bool", "int", "float", "float2", "float3", "float4", "float2x2", "float3x3", "float4x4", "ref"];

pub(crate) fn type_index(signature: &str) -> usize {
    TYPES.iter().position(|other| *other == signature).unwrap()
}

/// A graph written as JSON, without `types`; nodes have `op` in place of `declaration`.
pub(crate) fn graph(mut graph: Value) -> Graph {
    let mut declarations: Vec<Value> = Vec::new();
    for node in graph["nodes"].as_array_mut().unwrap() {
        let op = node["op"].take();
        node.as_object_mut().unwrap().remove("op");
        let declaration = json!({"op": op});
        let place = declarations.iter().position(|other| *other == declaration).unwrap_or_else(|| {
            declarations.push(declaration);
            declarations.len() - 1
        });
        node["declaration"] = place.into();
    }
    graph["types"] = TYPES.map(|signature| json!({"signature": signature})).to_vec().into();
    graph["declarations"] = declarations.into();
    let file = json!({"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"],
        "extensions": {"KHR_interactivity": {"graphs": [graph]}}});
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let (model, diagnostics) = Model::from_document(&document);
    let found: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    model.graphs().selected().cloned().unwrap_or_else(|| panic!("{found:?}\n{file:#}"))
}

/// A graph that has ticked so often.
pub(crate) fn ticked(written: Value, ticks: usize) -> (Program, State) {
    let program = Program::new(&graph(written), 0);
    let mut state = State::new(&program);
    for _ in 0..ticks {
        state.tick(&program, TICK, &mut NoHost);
    }
    (program, state)
}
