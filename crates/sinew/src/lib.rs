//! Sinew makes glTF move.

pub mod kernel;
mod lower;
pub mod math;
pub mod model;
pub mod output;
pub mod world;

pub use model::{
    BoneSet, Expression, Expressions, Facing, Hierarchy, HumanBone, Humanoid, LookAt, Model, MorphTargets, NodeId,
    Proportions, TPoseReport,
};
pub use sinew_document as document;
pub use world::{HipsPolicy, HumanPose, ModelSpace, NodeOverride, Pose, RetargetMap, evaluate};
