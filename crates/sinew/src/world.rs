//! What runs: the pose of a model and how it comes about.

mod attachment;
mod constrain;
mod evaluate;
mod frames;
mod human_pose;
mod pose;
mod retarget;
mod sampling;
mod virtual_transform;

pub use attachment::{Attachment, AttachmentId, Attachments};
pub use evaluate::{ModelSpace, PoseMismatch, evaluate};
pub use human_pose::{HipsPolicy, HumanPose};
pub use pose::{NodeOverride, Pose};
pub use retarget::RetargetMap;
pub use virtual_transform::evaluate_virtual_transforms;
