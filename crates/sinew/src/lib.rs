//! Sinew makes glTF move.

pub mod kernel;
mod lower;
pub mod math;
pub mod model;
pub mod output;
pub mod world;

pub use lower::LowerOptions;
pub use model::{Hierarchy, Model, MorphTargets, NodeId};
pub use model::{Inherit, Uninherited, VirtualTransform, VirtualTransformId, VirtualTransforms};
pub use sinew_document as document;
pub use world::{Attachment, AttachmentId, Attachments, evaluate_virtual_transforms};
pub use world::{ModelSpace, NodeOverride, Pose, evaluate};
