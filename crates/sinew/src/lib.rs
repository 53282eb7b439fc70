//! Sinew makes glTF move.

pub mod kernel;
mod lower;
pub mod math;
pub mod model;
pub mod output;
pub mod world;

pub use glam;
pub use model::{Hierarchy, Model, MorphTargets, NodeId};
pub use sinew_document as document;
pub use world::{ModelSpace, NodeOverride, Pose, evaluate};
