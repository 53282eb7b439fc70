//! What runs: the pose of a model and how it comes about.

mod attachment;
mod clip;
mod constrain;
mod evaluate;
mod face;
mod frames;
mod human_pose;
mod instance_id;
mod pose;
mod retarget;
#[cfg(feature = "physics")]
mod running;
pub(crate) mod sampling;
mod virtual_transform;

pub use attachment::{Attachment, AttachmentId, Attachments};
pub use clip::{
    ClipError, ClipExpression, ClipMap, ClipOpenError, ClipOptions, ClipSample, Conversion, ConversionError,
    ConversionOptions, Gaze, HumanClip,
};
pub use constrain::{ConstraintFrames, constrain};
pub use evaluate::{ModelSpace, PoseMismatch, evaluate};
pub use face::Face;
pub use human_pose::{HipsPolicy, HumanPose};
pub use instance_id::InstanceId;
pub use pose::{NodeOverride, Pose};
pub use retarget::RetargetMap;
#[cfg(feature = "physics")]
pub use running::{
    Advanced, Animations, Assets, BodyState, Input, NodeChange, PartDigests, Place, Playing, Posture, RecordedStep,
    Recorder, Repeat, SnapshotError, SpawnOptions, Stage, World, WorldEvent, WorldOptions, Worlds,
};
pub use virtual_transform::evaluate_virtual_transforms;
