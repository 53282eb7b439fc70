//! `KHR_character_skeleton_mapping` and `KHR_character_reference_pose` (Khronos drafts, pull request 2512, July 2026): which node is
//! which bone, and animations that are poses.

use std::borrow::Cow;

use crate::json::Value;
use crate::object;

/// Which node is which joint of known rigs; on the file as a whole.
pub const SKELETON_MAPPING: &str = "KHR_character_skeleton_mapping";

/// A pose as an animation; on the animation.
pub const REFERENCE_POSE: &str = "KHR_character_reference_pose";

/// The rig of [`RawSkeletonMapping`] whose joints are the human bones of `VRMC_vrm` 1.0.
pub const VRM_HUMANOID: &str = "vrmHumanoid";

object! {
    /// Which node is which joint of known rigs.
    #[derive(Clone, Copy, Debug)]
    pub struct RawSkeletonMapping<'json> {
        /// By the name of a rig, an object from the names of its joints to nodes.
        "skeletalRigMappings" => skeletal_rig_mappings: Value<'json>,
    }
}

object! {
    /// The pose that an animation is.
    #[derive(Clone, Debug)]
    pub struct RawReferencePose<'json> {
        /// `TPose` if absent, `APose`, `IPose`, or another word.
        "poseType" => pose_type: Option<Cow<'json, str>>,
    }
}
