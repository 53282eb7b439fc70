//! Poses of glTF models over time, without an engine.
//!
//! ```
//! use sinew_document::{Document, NoResources};
//! use sinew_model::Model;
//! use sinew_motion::Pose;
//!
//! let file = br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "arm", "translation": [0, 2, 0]}]}"#;
//! let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
//! let mut pose = Pose::rest(&model);
//! pose.evaluate(&model);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Pose`] has the transforms of a model's nodes at one time; [`evaluate`] and [`constrain`] work on a slice of
//! transforms that the caller owns. A [`HumanClip`] is an animation of a humanoid, which a [`ClipMap`] applies to any
//! other; [`bvh`] reads and writes motion capture. [`SpringState`] swings hair and cloth.

mod apply_constraint;
mod attachment;
pub mod bvh;
mod chain;
mod clip;
mod constrain;
mod evaluate;
mod expression_state;
mod frames;
mod human_pose;
mod instance_id;
mod limb_goal;
mod local_pose;
mod look_at;
mod mixer;
mod pose;
mod properties;
mod property_mixer;
mod retarget;
pub mod rig;
pub mod sampling;
mod schedule;
mod spring;
mod virtual_transform;

pub use apply_constraint::apply_constraint;
pub use attachment::{Attachment, AttachmentId, Attachments};
pub use chain::chain_frame;
pub use clip::{
    ClipError, ClipExpression, ClipMap, ClipOpenError, ClipOptions, ClipSample, Conversion, ConversionError,
    ConversionOptions, FeetPolicy, FootLock, HumanClip, LookAtAngles, MaterialTrack,
};
pub use constrain::{ConstraintFrames, constrain};
pub use evaluate::{ModelSpace, evaluate};
pub use expression_state::ExpressionState;
pub use frames::NodeFrames;
pub use human_pose::{HipsPolicy, HumanPose, SavedHumanPose};
pub use instance_id::InstanceId;
pub use limb_goal::{HumanLimb, LimbGoal, aim_bone, reach};
pub use local_pose::LocalPose;
pub use look_at::{look_at_angles, write_look_at};
pub use mixer::{Mixer, NodeProperty};
pub use pose::{NodeOverride, Pose};
pub use properties::Properties;
pub use property_mixer::PropertyMixer;
pub use retarget::RetargetMap;
pub use schedule::PoseMismatch;
pub use spring::{SPRING_STEP, SavedSprings, SpringMismatch, SpringPlan, SpringState};
pub use virtual_transform::{evaluate_changed_virtual_transforms, evaluate_virtual_transforms};
