//! What runs: the pose of a model and how it comes about.

mod pose;
mod sampling;

pub use pose::{NodeOverride, Pose};
