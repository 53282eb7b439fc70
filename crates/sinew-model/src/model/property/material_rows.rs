//! The rows of materials: factors, and the transforms of textures.

use super::table::{INFINITE, PropertyRow, Source, row};
use super::{PropertyKind, PropertyRange};

use PropertyKind::{Float, Float2, Float3, Float4};
use PropertyRange::{AboveZero, Any, AtLeastOne, AtLeastZero, Unit, ZeroOrAtLeastOne};

macro_rules! factor {
    ($path:literal, $kind:ident, $range:ident, $default:expr) => {
        row(concat!("/materials/{}/", $path), $kind, Source::Stored, $range, $default)
    };
}

pub(super) static FACTORS: &[PropertyRow] = &[
    factor!("alphaCutoff", Float, AtLeastZero, Some(&[0.5])),
    factor!("emissiveFactor", Float3, Unit, Some(&[0.0; 3])),
    factor!("normalTexture/scale", Float, Any, Some(&[1.0])),
    factor!("occlusionTexture/strength", Float, Unit, Some(&[1.0])),
    factor!("pbrMetallicRoughness/baseColorFactor", Float4, Unit, Some(&[1.0; 4])),
    factor!("pbrMetallicRoughness/metallicFactor", Float, Unit, Some(&[1.0])),
    factor!("pbrMetallicRoughness/roughnessFactor", Float, Unit, Some(&[1.0])),
    factor!("extensions/KHR_materials_anisotropy/anisotropyStrength", Float, Unit, Some(&[0.0])),
    factor!("extensions/KHR_materials_anisotropy/anisotropyRotation", Float, Any, Some(&[0.0])),
    factor!("extensions/KHR_materials_clearcoat/clearcoatFactor", Float, Unit, Some(&[0.0])),
    factor!("extensions/KHR_materials_clearcoat/clearcoatRoughnessFactor", Float, Unit, Some(&[0.0])),
    factor!("extensions/KHR_materials_clearcoat/clearcoatNormalTexture/scale", Float, Any, Some(&[1.0])),
    factor!("extensions/KHR_materials_dispersion/dispersion", Float, AtLeastZero, Some(&[0.0])),
    factor!("extensions/KHR_materials_emissive_strength/emissiveStrength", Float, AtLeastZero, Some(&[1.0])),
    factor!("extensions/KHR_materials_ior/ior", Float, ZeroOrAtLeastOne, Some(&[1.5])),
    factor!("extensions/KHR_materials_iridescence/iridescenceFactor", Float, Unit, Some(&[0.0])),
    factor!("extensions/KHR_materials_iridescence/iridescenceIor", Float, AtLeastOne, Some(&[1.3])),
    factor!("extensions/KHR_materials_iridescence/iridescenceThicknessMinimum", Float, AtLeastZero, Some(&[100.0])),
    factor!("extensions/KHR_materials_iridescence/iridescenceThicknessMaximum", Float, AtLeastZero, Some(&[400.0])),
    factor!("extensions/KHR_materials_sheen/sheenColorFactor", Float3, Unit, Some(&[0.0; 3])),
    factor!("extensions/KHR_materials_sheen/sheenRoughnessFactor", Float, Unit, Some(&[0.0])),
    factor!("extensions/KHR_materials_specular/specularFactor", Float, Unit, Some(&[1.0])),
    factor!("extensions/KHR_materials_specular/specularColorFactor", Float3, AtLeastZero, Some(&[1.0; 3])),
    factor!("extensions/KHR_materials_transmission/transmissionFactor", Float, Unit, Some(&[0.0])),
    factor!("extensions/KHR_materials_volume/thicknessFactor", Float, AtLeastZero, Some(&[0.0])),
    factor!("extensions/KHR_materials_volume/attenuationDistance", Float, AboveZero, INFINITE),
    factor!("extensions/KHR_materials_volume/attenuationColor", Float3, Unit, Some(&[1.0; 3])),
    factor!("extensions/ADOBE_materials_clearcoat_specular/clearcoatIor", Float, AtLeastOne, Some(&[1.5])),
    factor!("extensions/ADOBE_materials_clearcoat_specular/clearcoatSpecularFactor", Float, Unit, Some(&[1.0])),
    factor!("extensions/ADOBE_materials_clearcoat_tint/clearcoatTintFactor", Float3, Unit, Some(&[1.0; 3])),
];

/// The three rows of each texture's transform.
macro_rules! textures {
    ($($path:literal)*) => {
        &[$(
            textures!(@ $path, "offset", Float2, Some(&[0.0; 2])),
            textures!(@ $path, "rotation", Float, Some(&[0.0])),
            textures!(@ $path, "scale", Float2, Some(&[1.0; 2])),
        )*]
    };
    (@ $path:literal, $key:literal, $kind:ident, $default:expr) => {
        row(
            concat!("/materials/{}/", $path, "/extensions/KHR_texture_transform/", $key),
            $kind,
            Source::Stored,
            Any,
            $default,
        )
    };
}

pub(super) static TEXTURES: &[PropertyRow] = textures! {
    "normalTexture"
    "occlusionTexture"
    "emissiveTexture"
    "pbrMetallicRoughness/baseColorTexture"
    "pbrMetallicRoughness/metallicRoughnessTexture"
    "extensions/KHR_materials_anisotropy/anisotropyTexture"
    "extensions/KHR_materials_clearcoat/clearcoatTexture"
    "extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture"
    "extensions/KHR_materials_clearcoat/clearcoatNormalTexture"
    "extensions/KHR_materials_iridescence/iridescenceTexture"
    "extensions/KHR_materials_iridescence/iridescenceThicknessTexture"
    "extensions/KHR_materials_sheen/sheenColorTexture"
    "extensions/KHR_materials_sheen/sheenRoughnessTexture"
    "extensions/KHR_materials_specular/specularTexture"
    "extensions/KHR_materials_specular/specularColorTexture"
    "extensions/KHR_materials_transmission/transmissionTexture"
    "extensions/KHR_materials_volume/thicknessTexture"
    "extensions/ADOBE_materials_clearcoat_specular/clearcoatSpecularTexture"
    "extensions/ADOBE_materials_clearcoat_tint/clearcoatTintTexture"
};
