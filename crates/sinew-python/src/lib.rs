//! The bindings of Sinew for Python. The package `sinew_gltf` in `python/` wraps them; nothing else should call them.
//!
//! This is a shell: it passes numbers, JSON and bytes to the `sinew` and `sinew-tools` crates, and back. It keeps four promises.
//!
//! - **Nothing panics.** Every failure of a file or an argument is a `SinewError` with a `code` and a `pointer` (`fault.rs`).
//! - **States are not copied.** What is read in bulk is written into arrays that Python allocated once (`array.rs`).
//! - **Fields have names.** Options, events and answers cross as JSON.
//! - **The interpreter is released** in everything that reads, steps or writes.
//!
//! A node is named by its index in the file, an instance by the order of spawning.

#![allow(clippy::needless_pass_by_value, reason = "arguments of Python are extracted into values")]

mod array;
mod bake;
mod body;
mod cells;
mod clip;
mod fault;
mod files;
mod model;
mod property;
mod query;
mod read;
mod recorder;
mod retarget;
mod state;
mod trace;
mod world;
mod worlds;

use pyo3::prelude::*;
use serde_json::json;

/// The version of this library, and the engine with its version, as JSON.
#[pyfunction]
fn version() -> String {
    let engine = sinew::physics::engine();
    json!({"sinew": env!("CARGO_PKG_VERSION"), "engine": engine.name, "engine_version": engine.version}).to_string()
}

/// The names of all human bones, parents first.
#[pyfunction]
fn human_bones() -> Vec<&'static str> {
    sinew::HumanBone::ALL.map(sinew::HumanBone::name).into()
}

/// The names of the dialects that files are converted to.
#[pyfunction]
fn dialects() -> Vec<&'static str> {
    sinew_tools::convert::Dialect::ALL.map(sinew_tools::convert::Dialect::name).into()
}

#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SinewError", module.py().get_type::<fault::SinewError>())?;
    module.add_class::<model::RawModel>()?;
    module.add_class::<clip::RawClip>()?;
    module.add_class::<world::RawWorld>()?;
    module.add_class::<recorder::RawRecorder>()?;
    module.add_class::<worlds::RawWorlds>()?;
    module.add_function(wrap_pyfunction!(version, module)?)?;
    module.add_function(wrap_pyfunction!(human_bones, module)?)?;
    module.add_function(wrap_pyfunction!(dialects, module)?)?;
    Ok(())
}
