//! What runs: the pose of a model and how it comes about.

mod evaluate;
mod human_pose;
mod pose;
mod retarget;
mod sampling;

pub use evaluate::{ModelSpace, evaluate};
pub use human_pose::{HipsPolicy, HumanPose};
pub use pose::{NodeOverride, Pose};
pub use retarget::RetargetMap;
