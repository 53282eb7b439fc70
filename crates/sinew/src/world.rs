//! What runs: the pose of a model and how it comes about.

mod constrain;
mod evaluate;
mod frames;
mod pose;
mod sampling;

pub use evaluate::{ModelSpace, PoseMismatch, evaluate};
pub use pose::{NodeOverride, Pose};
