//! Files made of other files, and the answers of the command line. Nothing that runs depends on this crate.

pub mod animation;
pub mod answer;
pub mod bake;
pub mod behaviour;
pub mod bvh;
pub mod clip;
pub mod convert;
pub mod copied;
pub mod feature;
pub mod fix;
pub mod humanoid;
pub mod inspection;
#[cfg(feature = "physics")]
pub mod joint;
pub mod normalize;
#[cfg(feature = "physics")]
pub mod physics;
pub mod plot;
#[cfg(feature = "physics")]
pub mod replay;
pub mod retarget;
pub mod shape;
#[cfg(feature = "physics")]
pub mod simulation;
pub mod spring;
pub mod validation;
