//! The bindings of Sinew for JavaScript. The npm package in `web/sinew` wraps them; nothing else should call them.
//!
//! This is a shell: it takes numbers and bytes in, hands them to the `sinew` crate, and gives numbers and bytes back. It keeps
//! three promises.
//!
//! - **Nothing traps.** Whatever is wrong with a file or an argument comes back as a JavaScript `Error` with a `code` and a
//!   `pointer` (`fault.rs`). Slices are checked for their length, numbers for being some, and indices for what they name.
//! - **Poses are not copied.** The numbers of an instance stand in vectors that never move while it lives; their addresses are
//!   given once, and JavaScript looks at them through views of the module's memory (`pose.rs`).
//! - **No input but the caller's.** There are no files, no network, and no clock but the one that is handed in.
//!
//! Nodes are named by the file's index, instances by a number that is never used again.

mod bake;
mod body;
mod clip;
mod fault;
mod figure;
mod joint;
mod model;
mod numbers;
mod playback;
mod pose;
mod query;
mod read;
mod timings;
mod world;

use sinew::HumanBone;
use wasm_bindgen::prelude::wasm_bindgen;

pub use bake::{RawBake, RawBaked};
pub use clip::RawClip;
pub use model::RawModel;
pub use read::RawResources;
pub use world::RawWorld;

/// The version of this library, the name of the engine, and its version.
#[wasm_bindgen]
pub fn versions() -> Vec<String> {
    let engine = sinew::physics::engine();
    [env!("CARGO_PKG_VERSION"), engine.name, engine.version].map(str::to_owned).into()
}

/// The names of all human bones, parents first: the order of postures.
#[wasm_bindgen]
pub fn human_bones() -> Vec<String> {
    HumanBone::ALL.map(|bone| bone.name().to_owned()).into()
}
