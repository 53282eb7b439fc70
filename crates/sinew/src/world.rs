//! What runs: the pose of a model and how it comes about.

mod evaluate;
mod pose;
mod sampling;

pub use evaluate::{ModelSpace, evaluate};
pub use pose::{NodeOverride, Pose};
