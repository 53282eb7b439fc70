//! Scenes, frames and oracles shared by tests, benchmarks and examples.
//!
//! Scenes are generated as files, so that their users read them, too.

pub mod assets;
pub mod counting;
pub mod example;
pub mod forge;
pub mod frames;
pub mod hostile;
pub mod json;
pub mod oracle;
pub mod scene;
pub mod stopwatch;
