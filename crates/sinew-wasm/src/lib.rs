//! The bindings of Sinew for JavaScript. The npm package in `web/sinew` wraps them; nothing else should call them.
//!
//! This is a shell: it passes numbers, JSON and bytes to the `sinew` crate, and back. It keeps four promises.
//!
//! - **Nothing traps.** Every failure of a file or an argument is a JavaScript `Error` with a `code` and a `pointer` (`fault.rs`).
//!   The codes of a world are those of [`sinew::WorldError`].
//! - **Poses are not copied.** The numbers of an instance are in vectors that never move while it lives; JavaScript reads them
//!   through views of the module's memory (`pose.rs`, `instance.rs`).
//! - **Fields have names.** Options, states, events and answers cross as JSON (`json.rs`). What crosses in bulk every frame is rows
//!   of numbers, whose layout is defined once and exported by name (`layout.rs`).
//! - **No input but the caller's.** There are no files, no network, and no clock but the caller's.
//!
//! A node is named by its index in the file, an instance by a number that is never reused.
//!
//! # Features
//!
//! - `physics` (default): bodies, joints, behaviour graphs, queries, events, validation, baking, and the physics of an inspection.
//!   Without it the world plays, poses, constrains and snapshots, and nothing is read of a file that it does not need.

mod avatar;
#[cfg(feature = "physics")]
mod bake;
#[cfg(feature = "physics")]
mod body;
mod clip;
#[cfg(feature = "physics")]
mod event;
mod fault;
mod goal;
#[cfg(feature = "physics")]
mod graph;
mod human_pose;
mod instance;
#[cfg(feature = "physics")]
mod joint;
mod json;
mod layout;
mod model;
#[cfg(feature = "physics")]
mod names;
mod numbers;
mod perform;
mod playback;
mod pose;
mod property;
#[cfg(feature = "physics")]
mod query;
#[cfg(feature = "physics")]
mod query_options;
mod read;
#[cfg(feature = "physics")]
mod shape;
mod timings;
mod world;

use serde::Serialize;
use sinew::HumanBone;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "physics")]
pub use bake::RawBaked;
pub use clip::RawClip;
pub use layout::layout;
pub use model::RawModel;
pub use read::RawResources;
pub use world::RawWorld;

/// The version of this library, and the engine with its version.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Versions {
    sinew: &'static str,
    engine: Option<&'static str>,
    engine_version: Option<&'static str>,
}

/// The version of this library, and the engine with its version, as JSON; without physics, the engine is null.
#[wasm_bindgen]
pub fn version() -> String {
    #[cfg(feature = "physics")]
    let (engine, engine_version) = (Some(sinew::physics::engine().name), Some(sinew::physics::engine().version));
    #[cfg(not(feature = "physics"))]
    let (engine, engine_version) = (None, None);
    json::write(&Versions { sinew: env!("CARGO_PKG_VERSION"), engine, engine_version })
}

/// The names of all human bones, parents first.
#[wasm_bindgen]
pub fn human_bones() -> Vec<String> {
    HumanBone::ALL.map(|bone| bone.name().to_owned()).into()
}
