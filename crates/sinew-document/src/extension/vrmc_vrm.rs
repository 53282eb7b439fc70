//! `VRMC_vrm` 1.0: an avatar's human bones, expressions and look-at (vrm-c/vrm-specification, `VRMC_vrm-1.0`).
//!
//! What Sinew does not run — meta, first-person annotations — is kept as it is written.

use std::borrow::Cow;

use crate::index::{MaterialIndex, NodeIndex};
use crate::json::Value;
use crate::{object, string_enum};

/// The name of the extension.
pub const NAME: &str = "VRMC_vrm";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Debug)]
    pub struct Vrm<'json> {
        /// `1.0`, or `1.0-beta` in files of before the release. Required; its absence is lowering's to report.
        "specVersion" => spec_version: Option<Cow<'json, str>>,
        /// Title, authors and licence.
        "meta" => meta: Option<Value<'json>>,
        /// The nodes of the human bones.
        "humanoid" => humanoid: Option<Humanoid<'json>>,
        /// What is drawn in first person.
        "firstPerson" => first_person: Option<Value<'json>>,
        /// How the eyes follow the look-at direction.
        "lookAt" => look_at: Option<LookAt>,
        /// Faces by name.
        "expressions" => expressions: Option<Expressions<'json>>,
    }
}

object! {
    /// The nodes of the human bones.
    #[derive(Clone, Debug)]
    pub struct Humanoid<'json> {
        /// A [`HumanBone`] by the bone's name.
        "humanBones" => human_bones: Value<'json>,
    }
}

object! {
    /// The node that is a bone.
    #[derive(Clone, Copy, Debug)]
    pub struct HumanBone {
        /// The node.
        "node" => node: NodeIndex,
    }
}

object! {
    /// Faces by name.
    #[derive(Clone, Debug)]
    pub struct Expressions<'json> {
        /// An [`Expression`] by the name of one of the eighteen presets.
        "preset" => preset: Option<Value<'json>>,
        /// An [`Expression`] by any other name.
        "custom" => custom: Option<Value<'json>>,
    }
}

object! {
    /// An expression (a blend shape group in VRM 0.x).
    #[derive(Clone, Debug)]
    pub struct Expression<'json> {
        /// [`MorphTargetBind`]s.
        "morphTargetBinds" => morph_target_binds: Option<Value<'json>>,
        /// [`MaterialColorBind`]s.
        "materialColorBinds" => material_color_binds: Option<Value<'json>>,
        /// [`TextureTransformBind`]s.
        "textureTransformBinds" => texture_transform_binds: Option<Value<'json>>,
        /// Whether the weight is only ever 0 or 1.
        "isBinary" => is_binary: bool = false,
        /// What it does to the blinks.
        "overrideBlink" => override_blink: ExpressionOverride = ExpressionOverride::None,
        /// How it overrides look-at.
        "overrideLookAt" => override_look_at: ExpressionOverride = ExpressionOverride::None,
        /// What it does to the mouth.
        "overrideMouth" => override_mouth: ExpressionOverride = ExpressionOverride::None,
    }
}

object! {
    /// A morph target that an expression moves.
    #[derive(Clone, Copy, Debug)]
    pub struct MorphTargetBind {
        /// A node with a mesh.
        "node" => node: NodeIndex,
        /// Which of the mesh's targets.
        "index" => index: u32,
        /// The target's weight when the expression's is 1.
        "weight" => weight: f32,
    }
}

object! {
    /// A colour of a material that an expression changes.
    #[derive(Clone, Copy, Debug)]
    pub struct MaterialColorBind {
        /// The material.
        "material" => material: MaterialIndex,
        /// Which of its colours.
        "type" => kind: MaterialColorKind,
        /// The colour when the expression's weight is 1; the fourth number counts where the colour has an alpha.
        "targetValue" => target_value: [f32; 4],
    }
}

string_enum! {
    /// A colour of a material.
    pub enum MaterialColorKind {
        /// `pbrMetallicRoughness.baseColorFactor`.
        "color" => Color,
        /// `emissiveFactor`.
        "emissionColor" => EmissionColor,
        /// `shadeColorFactor` of `VRMC_materials_mtoon`.
        "shadeColor" => ShadeColor,
        /// `matcapFactor` of `VRMC_materials_mtoon`.
        "matcapColor" => MatcapColor,
        /// `parametricRimColorFactor` of `VRMC_materials_mtoon`.
        "rimColor" => RimColor,
        /// `outlineColorFactor` of `VRMC_materials_mtoon`.
        "outlineColor" => OutlineColor,
    }
}

object! {
    /// The place of a material's textures that an expression changes.
    #[derive(Clone, Copy, Debug)]
    pub struct TextureTransformBind {
        /// The material.
        "material" => material: MaterialIndex,
        /// Factors on texture coordinates when the expression's weight is 1.
        "scale" => scale: [f32; 2] = [1.0; 2],
        /// Added to texture coordinates when the expression's weight is 1.
        "offset" => offset: [f32; 2] = [0.0; 2],
    }
}

string_enum! {
    /// What an expression does to another while it is on.
    pub enum ExpressionOverride {
        /// Nothing.
        "none" => None,
        /// Sets it to 0.
        "block" => Block,
        /// Weakens it by as much as itself is on.
        "blend" => Blend,
    }
}

object! {
    /// How the eyes follow the look-at direction.
    #[derive(Clone, Copy, Debug)]
    pub struct LookAt {
        /// Metres from the head bone, in its space, to where the look-at direction starts.
        "offsetFromHeadBone" => offset_from_head_bone: Option<[f32; 3]>,
        /// What moves.
        "type" => kind: Option<LookAtKind>,
        /// Towards the nose.
        "rangeMapHorizontalInner" => range_map_horizontal_inner: Option<RangeMap>,
        /// Towards the temple; left and right where expressions move.
        "rangeMapHorizontalOuter" => range_map_horizontal_outer: Option<RangeMap>,
        /// Down.
        "rangeMapVerticalDown" => range_map_vertical_down: Option<RangeMap>,
        /// Up.
        "rangeMapVerticalUp" => range_map_vertical_up: Option<RangeMap>,
    }
}

string_enum! {
    /// Whether look-at rotates eye bones or drives expressions.
    pub enum LookAtKind {
        /// The eye bones.
        "bone" => Bone,
        /// The expressions `lookUp`, `lookDown`, `lookLeft` and `lookRight`.
        "expression" => Expression,
    }
}

object! {
    /// Maps a look-at angle to an eye rotation or an expression weight.
    #[derive(Clone, Copy, Debug)]
    pub struct RangeMap {
        /// Degrees; larger ones count as this.
        "inputMaxValue" => input_max_value: Option<f32>,
        /// Degrees of an eye, or the weight of an expression, at that angle.
        "outputScale" => output_scale: Option<f32>,
    }
}
