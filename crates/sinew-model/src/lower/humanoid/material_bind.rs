//! Properties of materials that expressions change, with their values at rest.

use std::collections::HashMap;

use sinew_document::extension::vrm_0x::MaterialValue;
use sinew_document::extension::vrmc_vrm::{MaterialColorBind, TextureTransformBind};
use sinew_document::{Code, Diagnostics, Document, FromJson, MaterialIndex, Value};

use crate::model::{MaterialBind, MaterialProperty, MaterialPropertyKind};

/// The textures of a material that are read by texture coordinates, with their path in the material. A matcap is not.
const TEXTURES: [&[&str]; 10] = [
    &["pbrMetallicRoughness", "baseColorTexture"],
    &["pbrMetallicRoughness", "metallicRoughnessTexture"],
    &["normalTexture"],
    &["occlusionTexture"],
    &["emissiveTexture"],
    &["extensions", MTOON, "shadeMultiplyTexture"],
    &["extensions", MTOON, "shadingShiftTexture"],
    &["extensions", MTOON, "rimMultiplyTexture"],
    &["extensions", MTOON, "outlineWidthMultiplyTexture"],
    &["extensions", MTOON, "uvAnimationMaskTexture"],
];

const MTOON: &str = "VRMC_materials_mtoon";
const UNLIT: &str = "KHR_materials_unlit";
const TEXTURE_TRANSFORM: &str = "KHR_texture_transform";

/// A texture where a file says nothing: scale, then offset.
const UNMOVED: [f32; 4] = [1.0, 1.0, 0.0, 0.0];

/// The properties that the expressions of a file change, as they are found.
pub(super) struct MaterialBinds<'a> {
    document: &'a Document,
    /// What VRM 0.x says of the shader of each material.
    shaders: Vec<Value<'a>>,
    properties: Vec<MaterialProperty>,
    /// Where a property is among those above, by its pointer.
    slots: HashMap<String, usize>,
    /// The first material of each name.
    by_name: Option<HashMap<String, MaterialIndex>>,
}

impl<'a> MaterialBinds<'a> {
    pub(super) fn new(document: &'a Document, shaders: Option<Value<'a>>) -> Self {
        let shaders = shaders.into_iter().flat_map(Value::elements).collect();
        Self { document, shaders, properties: Vec::new(), slots: HashMap::new(), by_name: None }
    }

    pub(super) fn finish(self) -> Vec<MaterialProperty> {
        self.properties
    }

    /// A bind of 1.0 to a colour.
    pub(super) fn add_color(&mut self, value: Value<'_>, binds: &mut Vec<MaterialBind>, diagnostics: &mut Diagnostics) {
        let Some(bind) = MaterialColorBind::from_json(value, diagnostics) else { return };
        let Some(material) = self.material(bind.material, value, diagnostics) else { return };
        let kind = MaterialPropertyKind::from(bind.kind);
        match color(material, kind) {
            Some((path, rest)) => {
                let pointer = format!("{}{path}", bind.material);
                binds.push(self.bind(bind.material, kind, pointer, rest, bind.target_value));
            }
            None => {
                let message = format!("material {} has no {}", bind.material.0, kind.name());
                diagnostics.report(Code::EXPRESSION_BIND_UNUSED, value, message);
            }
        }
    }

    /// A bind of 1.0 to the place of textures: each of the material's takes part, from where it is at rest.
    pub(super) fn add_texture_transform(
        &mut self,
        value: Value<'_>,
        binds: &mut Vec<MaterialBind>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(bind) = TextureTransformBind::from_json(value, diagnostics) else { return };
        let Some(material) = self.material(bind.material, value, diagnostics) else { return };
        let ([x, y], [u, v]) = (bind.scale, bind.offset);
        let before = binds.len();
        for path in TEXTURES {
            let Some(texture) = at(material, path) else { continue };
            let pointer = format!("{}/{}/extensions/{TEXTURE_TRANSFORM}", bind.material, path.join("/"));
            let rest = texture_transform(texture);
            binds.push(self.bind(bind.material, MaterialPropertyKind::TextureTransform, pointer, rest, [x, y, u, v]));
        }
        if binds.len() == before {
            let message = format!("material {} has no texture to move", bind.material.0);
            diagnostics.report(Code::EXPRESSION_BIND_UNUSED, value, message);
        }
    }

    /// A bind of VRM 0.x, which names a material and a property of its shader.
    pub(super) fn add_0x(&mut self, value: Value<'_>, binds: &mut Vec<MaterialBind>, diagnostics: &mut Diagnostics) {
        let Some(bind) = MaterialValue::from_json(value, diagnostics) else { return };
        let Some(index) = self.named(&bind.material_name) else {
            let message = format!("there is no material `{}`", bind.material_name);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("materialName").unwrap_or(value), message);
            return;
        };
        let target = match bind.target_value[..] {
            [red, green, blue] => [red, green, blue, 1.0],
            [x, y, z, w] => [x, y, z, w],
            _ => {
                let message = "the value of a property has four numbers; the bind is left out";
                diagnostics.report(Code::ARRAY_LENGTH_NOT_IN_LIST, value.get("targetValue").unwrap_or(value), message);
                return;
            }
        };
        let entry = self.shaders.get(index.0 as usize).copied();
        let shader = Shader {
            index,
            material: self.document.get(index),
            vectors: entry.and_then(|entry| entry.get("vectorProperties")),
        };
        let name = &*bind.property_name;
        let found = match color_of_shader(name) {
            Some(kind) => shader.color(name, kind).map(|(pointer, rest)| (kind, pointer, rest, target)),
            None => match name.strip_prefix("_MainTex_ST") {
                Some(axes @ ("" | "_S" | "_T")) => {
                    let (pointer, rest) = shader.texture();
                    Some((MaterialPropertyKind::TextureTransform, pointer, rest, moved(rest, target, axes)))
                }
                _ => None,
            },
        };
        match found {
            Some((kind, pointer, rest, target)) => binds.push(self.bind(index, kind, pointer, rest, target)),
            None => {
                let message = format!("material {} has no property `{name}`", index.0);
                diagnostics.report(Code::EXPRESSION_BIND_UNUSED, value, message);
            }
        }
    }

    fn bind(
        &mut self,
        material: MaterialIndex,
        kind: MaterialPropertyKind,
        pointer: String,
        rest: [f32; 4],
        mut target: [f32; 4],
    ) -> MaterialBind {
        if !kind.has_four() {
            target[3] = rest[3];
        }
        let next = self.properties.len();
        let property = *self.slots.entry(pointer.clone()).or_insert(next);
        if property == next {
            self.properties.push(MaterialProperty { material, kind, pointer, rest });
        }
        MaterialBind { property, target }
    }

    fn material(&self, index: MaterialIndex, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Value<'a>> {
        let material = self.document.get(index);
        if material.is_none() {
            let message = format!("there is no material {}", index.0);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("material").unwrap_or(value), message);
        }
        material
    }

    fn named(&mut self, name: &str) -> Option<MaterialIndex> {
        let document = self.document;
        let by_name = self.by_name.get_or_insert_with(|| {
            let mut by_name = HashMap::new();
            for (index, material) in document.iter::<MaterialIndex>() {
                if let Some(name) = material.get("name").and_then(Value::as_str) {
                    by_name.entry(name.into_owned()).or_insert(index);
                }
            }
            by_name
        });
        by_name.get(name).copied()
    }
}

/// A material of VRM 0.x: what its shader says of itself, and the glTF material as a fallback.
struct Shader<'a, 'b> {
    index: MaterialIndex,
    material: Option<Value<'a>>,
    vectors: Option<Value<'b>>,
}

impl Shader<'_, '_> {
    /// A colour, in the numbers of the shader where it has them: those are what a target of VRM 0.x is compared with.
    fn color(&self, name: &str, kind: MaterialPropertyKind) -> Option<(String, [f32; 4])> {
        let Some(vector) = self.vectors.and_then(|vectors| numbers::<4>(vectors.get(name)?)) else {
            let (path, rest) = color(self.material?, kind)?;
            return Some((format!("{}{path}", self.index), rest));
        };
        let pointer = format!("/extensions/VRM/materialProperties/{}/vectorProperties/{name}", self.index.0);
        Some((pointer, vector))
    }

    /// The place of the main texture, which all of a toon material share.
    fn texture(&self) -> (String, [f32; 4]) {
        let path = TEXTURES[0];
        let pointer = format!("{}/{}/extensions/{TEXTURE_TRANSFORM}", self.index, path.join("/"));
        let shader = self.vectors.and_then(|vectors| numbers::<4>(vectors.get("_MainTex")?));
        let rest = match shader {
            Some([u, v, x, y]) => flipped([x, y, u, v]),
            None => self.material.and_then(|material| at(material, path)).map_or(UNMOVED, texture_transform),
        };
        (pointer, rest)
    }
}

/// Texture coordinates of VRM 0.x begin at the bottom, those of glTF at the top.
fn flipped([x, y, u, v]: [f32; 4]) -> [f32; 4] {
    [x, y, u, 1.0 - v - y]
}

/// Where a bind of VRM 0.x moves a texture to: along both axes, or along one of them.
fn moved(rest: [f32; 4], target: [f32; 4], axes: &str) -> [f32; 4] {
    let target = flipped(target);
    match axes {
        "_S" => [target[0], rest[1], target[2], rest[3]],
        "_T" => [rest[0], target[1], rest[2], target[3]],
        _ => target,
    }
}

fn color_of_shader(name: &str) -> Option<MaterialPropertyKind> {
    Some(match name {
        "_Color" => MaterialPropertyKind::Color,
        "_EmissionColor" => MaterialPropertyKind::EmissionColor,
        "_ShadeColor" => MaterialPropertyKind::ShadeColor,
        "_RimColor" => MaterialPropertyKind::RimColor,
        "_OutlineColor" => MaterialPropertyKind::OutlineColor,
        _ => return None,
    })
}

/// Where a material has a colour, and its value there; `None` where its kind of material has none ("Unused").
fn color(material: Value<'_>, kind: MaterialPropertyKind) -> Option<(String, [f32; 4])> {
    let toon = material.extension(MTOON);
    let has_toon = toon.is_some();
    let (path, default): (&[&str], [f32; 3]) = match kind {
        MaterialPropertyKind::Color => {
            let path = ["pbrMetallicRoughness", "baseColorFactor"];
            let rest = at(material, &path).and_then(numbers::<4>).unwrap_or([1.0; 4]);
            return Some((format!("/{}", path.join("/")), rest));
        }
        MaterialPropertyKind::EmissionColor if has_toon || material.extension(UNLIT).is_none() => {
            (&["emissiveFactor"], [0.0; 3])
        }
        MaterialPropertyKind::ShadeColor if has_toon => (&["extensions", MTOON, "shadeColorFactor"], [0.0; 3]),
        MaterialPropertyKind::MatcapColor if has_toon => (&["extensions", MTOON, "matcapFactor"], [1.0; 3]),
        MaterialPropertyKind::RimColor if has_toon => (&["extensions", MTOON, "parametricRimColorFactor"], [0.0; 3]),
        MaterialPropertyKind::OutlineColor if has_toon => (&["extensions", MTOON, "outlineColorFactor"], [0.0; 3]),
        _ => return None,
    };
    let [red, green, blue] = at(material, path).and_then(numbers::<3>).unwrap_or(default);
    Some((format!("/{}", path.join("/")), [red, green, blue, 1.0]))
}

/// The place of a texture at rest: scale, then offset.
fn texture_transform(texture: Value<'_>) -> [f32; 4] {
    let Some(transform) = texture.extension(TEXTURE_TRANSFORM) else { return UNMOVED };
    let [x, y] = transform.get("scale").and_then(numbers::<2>).unwrap_or([1.0; 2]);
    let [u, v] = transform.get("offset").and_then(numbers::<2>).unwrap_or([0.0; 2]);
    [x, y, u, v]
}

/// What a path of keys leads to.
fn at<'json>(value: Value<'json>, path: &[&str]) -> Option<Value<'json>> {
    path.iter().try_fold(value, |value, key| value.get(key))
}

/// An array of numbers; `None` where it is anything else. The materials of a file are checked by whoever draws them.
fn numbers<const N: usize>(value: Value<'_>) -> Option<[f32; N]> {
    let list: Option<Vec<f32>> = value.elements().map(|element| element.as_f32().filter(|it| it.is_finite())).collect();
    list?.try_into().ok()
}
