//! What runs: the pose of a model and how it comes about.

mod attachment;
mod evaluate;
mod pose;
mod sampling;
mod virtual_transform;

pub use attachment::{Attachment, AttachmentId, Attachments};
pub use evaluate::{ModelSpace, evaluate};
pub use pose::{NodeOverride, Pose};
pub use virtual_transform::evaluate_virtual_transforms;
