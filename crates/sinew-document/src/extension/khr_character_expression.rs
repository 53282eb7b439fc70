//! `KHR_character` and `KHR_character_expression` with what belongs to it (Khronos drafts, pull request 2512, July 2026): expressions
//! that are animations, played by a value of 0…1.

use std::borrow::Cow;

use crate::index::{AnimationIndex, NodeIndex};
use crate::json::Value;
use crate::{object, string_enum};

/// A file that is a character; on the file as a whole.
pub const CHARACTER: &str = "KHR_character";

/// The expressions; on the file as a whole.
pub const NAME: &str = "KHR_character_expression";

/// Expressions of other vocabularies, made of those of the file; on the file as a whole.
pub const MAPPING: &str = "KHR_character_expression_mapping";

/// How an expression weakens others; on the expression.
pub const MASK: &str = "KHR_character_expression_mask";

/// Channels that move nodes; on the expression.
pub const JOINT: &str = "KHR_character_expression_joint";

/// Channels that move morph targets; on the expression.
pub const MORPH_TARGET: &str = "KHR_character_expression_morphtarget";

/// Channels that change textures; on the expression. Other drafts name it, and none describes it.
pub const TEXTURE: &str = "KHR_character_expression_texture";

/// The names of the three lists of channels in the example of the draft, beside their own.
pub const EARLIER_NAMES: [(&str, &str); 3] = [
    (JOINT, "KHR_avatar_expression_joint"),
    (MORPH_TARGET, "KHR_avatar_expression_morphtarget"),
    (TEXTURE, "KHR_avatar_expression_texture"),
];

object! {
    /// [`CHARACTER`].
    #[derive(Clone, Copy, Debug)]
    pub struct RawCharacter {
        /// A node that all of the character is below.
        "rootNode" => root_node: NodeIndex,
    }
}

object! {
    /// [`NAME`].
    #[derive(Clone, Copy, Debug)]
    pub struct RawExpressions<'json> {
        /// [`RawExpression`]s.
        "expressions" => expressions: Value<'json>,
    }
}

object! {
    /// An expression.
    #[derive(Clone, Debug)]
    pub struct RawExpression<'json> {
        /// The name.
        "expression" => expression: Cow<'json, str>,
        /// What shows it.
        "animation" => animation: AnimationIndex,
    }
}

object! {
    /// [`JOINT`], [`MORPH_TARGET`] or [`TEXTURE`].
    #[derive(Clone, Debug)]
    pub struct RawChannels {
        /// Indices of channels of the expression's animation.
        "channels" => channels: Vec<u32>,
    }
}

object! {
    /// [`MASK`].
    #[derive(Clone, Copy, Debug)]
    pub struct RawMasks<'json> {
        /// [`RawMask`]s.
        "masks" => masks: Value<'json>,
    }
}

string_enum! {
    /// How a mask weakens its target.
    pub enum MaskKind {
        /// By as much as the expression itself is on.
        "blend" => Blend,
        /// By its whole amount, above a threshold.
        "block" => Block,
    }
}

object! {
    /// How an expression weakens another.
    #[derive(Clone, Debug)]
    pub struct RawMask<'json> {
        /// The name of the other.
        "target" => target: Cow<'json, str>,
        /// How.
        "type" => kind: MaskKind = MaskKind::Blend,
        /// By how much, 0…1.
        "amount" => amount: f32 = 1.0,
        /// The value above which a mask of [`MaskKind::Block`] acts, 0…1.
        "threshold" => threshold: f32 = 0.0,
    }
}

object! {
    /// [`MAPPING`].
    #[derive(Clone, Copy, Debug)]
    pub struct RawMapping<'json> {
        /// By the name of a vocabulary, an object from the names of its expressions to lists of [`RawSource`]s.
        "expressionSetMappings" => expression_set_mappings: Value<'json>,
    }
}

object! {
    /// An expression of the file that is a part of one of another vocabulary.
    #[derive(Clone, Debug)]
    pub struct RawSource<'json> {
        /// The name of the file's expression.
        "source" => source: Cow<'json, str>,
        /// Its value where the other's is 1.
        "weight" => weight: f32,
    }
}
