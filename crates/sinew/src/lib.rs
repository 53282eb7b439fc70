//! Sinew makes glTF move.

pub mod kernel;
mod lower;
pub mod math;
pub mod model;
pub mod output;
pub mod world;

pub use model::{ConstraintKind, Hierarchy, Model, MorphTargets, NodeConstraint, NodeId, Space};
pub use sinew_document as document;
pub use world::{ModelSpace, NodeOverride, Pose, PoseMismatch, evaluate};
