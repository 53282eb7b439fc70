//! Scenes, frames and oracles shared by tests, benchmarks and examples.
//!
//! Scenes are written as files would be, so that whatever runs them also reads them.

pub mod assets;
pub mod counting;
pub mod frames;
pub mod json;
pub mod oracle;
pub mod scene;
pub mod stopwatch;
