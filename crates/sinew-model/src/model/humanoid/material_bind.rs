//! Properties of materials that expressions change.

use sinew_document::MaterialIndex;
use sinew_document::extension::vrmc_vrm::MaterialColorKind;

/// A property of a material that at least one expression changes.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialProperty {
    /// The material.
    pub material: MaterialIndex,
    /// Which of its properties.
    pub kind: MaterialPropertyKind,
    /// The JSON pointer of the property; of a texture transform, of the object with `scale` and `offset`, which a file need
    /// not have.
    pub pointer: String,
    /// The value while no expression changes it: red, green, blue and alpha of a colour (1 where it has none), or the scale
    /// and then the offset of a texture.
    pub rest: [f32; 4],
}

/// What a property of a material is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MaterialPropertyKind {
    /// The base colour, with alpha.
    Color,
    /// The emitted colour.
    EmissionColor,
    /// The colour in the shade, of toon materials.
    ShadeColor,
    /// The factor on a matcap, of toon materials.
    MatcapColor,
    /// The colour of the rim, of toon materials.
    RimColor,
    /// The colour of the outline, of toon materials.
    OutlineColor,
    /// The scale and the offset of a texture.
    TextureTransform,
}

impl MaterialPropertyKind {
    /// The name in `VRMC_vrm` 1.0.
    pub fn name(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::EmissionColor => "emissionColor",
            Self::ShadeColor => "shadeColor",
            Self::MatcapColor => "matcapColor",
            Self::RimColor => "rimColor",
            Self::OutlineColor => "outlineColor",
            Self::TextureTransform => "textureTransform",
        }
    }

    /// Whether all four numbers of a value count; else the first three do.
    pub fn has_four(self) -> bool {
        matches!(self, Self::Color | Self::TextureTransform)
    }
}

impl From<MaterialColorKind> for MaterialPropertyKind {
    fn from(kind: MaterialColorKind) -> Self {
        match kind {
            MaterialColorKind::Color => Self::Color,
            MaterialColorKind::EmissionColor => Self::EmissionColor,
            MaterialColorKind::ShadeColor => Self::ShadeColor,
            MaterialColorKind::MatcapColor => Self::MatcapColor,
            MaterialColorKind::RimColor => Self::RimColor,
            MaterialColorKind::OutlineColor => Self::OutlineColor,
        }
    }
}

/// A property of a material that an expression changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaterialBind {
    /// The index in [`Expressions::material_properties`](super::Expressions::material_properties).
    pub property: usize,
    /// The value when the expression's weight is 1.
    pub target: [f32; 4],
}
