//! Behaviour graphs of glTF files (`KHR_interactivity`), without an engine.
//!
//! ```
//! use sinew_document::{Document, NoResources};
//! use sinew_graph::{NoHost, Program, State};
//! use sinew_model::Model;
//!
//! // When the graph starts, the variable becomes 1 + 2.
//! let file = r#"{"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_interactivity"], "extensions": {"KHR_interactivity": {"graphs": [{
//!     "types": [{"signature": "float"}],
//!     "variables": [{"type": 0}],
//!     "declarations": [{"op": "math/add"}, {"op": "event/onStart"}, {"op": "variable/set"}],
//!     "nodes": [
//!         {"declaration": 0, "values": {"a": {"type": 0, "value": [1]}, "b": {"type": 0, "value": [2]}}},
//!         {"declaration": 1, "flows": {"out": {"node": 2}}},
//!         {"declaration": 2, "configuration": {"variables": {"value": [0]}}, "values": {"0": {"node": 0}}}
//!     ]
//! }]}}}"#;
//! let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
//! let program = Program::new(model.graphs().selected().unwrap(), 0);
//! let mut state = State::new(&program);
//! state.tick(&program, 1.0 / 60.0, &mut NoHost);
//! assert_eq!(state.variable(&program, 0), [3.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Program`] is a graph as arrays: one register for each number of a constant, a variable or an output, nodes with the places of
//! their inputs, and for each node that flows activate the list of nodes that its inputs depend on, in order. A [`State`] is what
//! changes while it runs. Nothing is looked up by name, and nothing recurses: activations wait on a stack of their own.
//!
//! What a graph does to the world goes through a [`Host`].

mod cases;
mod code;
mod evaluate;
mod formula;
mod host;
mod program;
mod saved;
mod state;
mod value;

pub use formula::matrix::{compose, multiply};
pub use host::{Host, NoHost, RayHit};
pub use program::Program;
pub use saved::SavedGraph;
pub use state::event::Pending;
pub use state::log::LogEntry;
pub use state::{Activation, Halt, HaltReason, SentEvent, State};
pub use value::display_value;
