//! `VRMC_vrm_animation` 1.0: a clip for any avatar (vrm-c/vrm-specification, `VRMC_vrm_animation-1.0`).
//!
//! The keys are core animations; the extension says which node carries which bone, which expression and the look-at direction.

use std::borrow::Cow;

use crate::index::NodeIndex;
use crate::json::Value;
use crate::object;

pub use super::vrmc_vrm::HumanBone;

/// The name of the extension.
pub const NAME: &str = "VRMC_vrm_animation";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Debug)]
    pub struct VrmAnimation<'json> {
        /// `1.0`. Required; files of before the release lack it, which is lowering's to report.
        "specVersion" => spec_version: Option<Cow<'json, str>>,
        /// Which node stands for which bone.
        "humanoid" => humanoid: Option<Humanoid<'json>>,
        /// Which node stands for which expression.
        "expressions" => expressions: Option<Expressions<'json>>,
        /// The node that carries the look-at direction.
        "lookAt" => look_at: Option<LookAt>,
    }
}

object! {
    /// Which node stands for which bone.
    #[derive(Clone, Debug)]
    pub struct Humanoid<'json> {
        /// A [`HumanBone`] by the bone's name; the eyes are not among them.
        "humanBones" => human_bones: Value<'json>,
    }
}

object! {
    /// Which node stands for which expression.
    #[derive(Clone, Debug)]
    pub struct Expressions<'json> {
        /// An [`Expression`] by the name of one of the presets, except those for look-at.
        "preset" => preset: Option<Value<'json>>,
        /// An [`Expression`] by any other name.
        "custom" => custom: Option<Value<'json>>,
    }
}

object! {
    /// A node that stands for an expression.
    #[derive(Clone, Copy, Debug)]
    pub struct Expression {
        /// The X of this node's translation is the expression's weight.
        "node" => node: NodeIndex,
    }
}

object! {
    /// The node that carries the look-at direction.
    #[derive(Clone, Copy, Debug)]
    pub struct LookAt {
        /// The local rotation of this node is the look-at direction.
        "node" => node: Option<NodeIndex>,
        /// Metres from the head bone, in its space, to where the look-at direction starts.
        "offsetFromHeadBone" => offset_from_head_bone: Option<[f32; 3]>,
    }
}
