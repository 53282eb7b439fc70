//! The contents of a file, as Khronos's validator counts them.

use std::borrow::Cow;

use serde::Serialize;
use sinew_document::{AnimationIndex, Document, MaterialIndex, MeshIndex, SkinIndex, Value};

/// The contents of a file, as Khronos's validator counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the members are those of the other validator")]
pub struct Info {
    /// The version of glTF.
    pub version: String,
    /// The program that wrote the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
    /// `extensionsUsed`, as the file lists it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions_used: Vec<String>,
    /// `extensionsRequired`, as the file lists it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions_required: Vec<String>,
    /// The number of animations.
    pub animation_count: usize,
    /// The number of materials.
    pub material_count: usize,
    /// Whether a mesh has morph targets.
    pub has_morph_targets: bool,
    /// Whether there are skins.
    pub has_skins: bool,
    /// Whether there are textures.
    pub has_textures: bool,
    /// Whether the file has a default scene.
    pub has_default_scene: bool,
    /// Primitives of all meshes.
    pub draw_call_count: usize,
    /// Vertices of all primitives, as their accessors declare them.
    pub total_vertex_count: u64,
    /// Triangles of all primitives, as their accessors declare them.
    pub total_triangle_count: u64,
    /// The maximum number of texture coordinate sets of a primitive.
    #[serde(rename = "maxUVs")]
    pub max_uvs: usize,
    /// The maximum number of joints of a vertex.
    pub max_influences: usize,
    /// The maximum number of attributes of a primitive.
    pub max_attributes: usize,
}

impl Info {
    /// The contents of a document.
    pub fn new(document: &Document) -> Self {
        let asset = document.asset();
        let mut info = Self {
            version: asset.as_ref().map(|asset| asset.version.to_string()).unwrap_or_default(),
            generator: asset.and_then(|asset| asset.generator.map(Cow::into_owned)),
            extensions_used: document.extensions_used().map(Cow::into_owned).collect(),
            extensions_required: document.extensions_required().map(Cow::into_owned).collect(),
            animation_count: document.count::<AnimationIndex>(),
            material_count: document.count::<MaterialIndex>(),
            has_skins: document.count::<SkinIndex>() > 0,
            has_textures: document.root().get("textures").is_some_and(|list| !list.is_empty()),
            has_default_scene: document.root().get("scene").is_some(),
            ..Self::default()
        };
        for (_, mesh) in document.iter::<MeshIndex>() {
            mesh.get("primitives").into_iter().flat_map(Value::elements).for_each(|part| info.add(document, part));
        }
        info
    }

    fn add(&mut self, document: &Document, primitive: Value<'_>) {
        self.draw_call_count += 1;
        self.has_morph_targets |= primitive.get("targets").is_some();
        let Some(attributes) = primitive.get("attributes") else { return };
        let counted = |prefix: &str| attributes.members().filter(|(key, _)| key.starts_with(prefix)).count();
        self.max_attributes = self.max_attributes.max(attributes.len());
        self.max_uvs = self.max_uvs.max(counted("TEXCOORD_"));
        self.max_influences = self.max_influences.max(counted("JOINTS_") * 4);
        let vertices = attributes.get("POSITION").and_then(|index| accessor_count(document, index)).unwrap_or(0);
        self.total_vertex_count = self.total_vertex_count.saturating_add(vertices);
        let corners = primitive.get("indices").and_then(|index| accessor_count(document, index)).unwrap_or(vertices);
        let triangles = match primitive.get("mode").and_then(Value::as_u64).unwrap_or(4) {
            4 => corners / 3,
            5 | 6 => corners.saturating_sub(2),
            _ => 0,
        };
        self.total_triangle_count = self.total_triangle_count.saturating_add(triangles);
    }
}

fn accessor_count(document: &Document, index: Value<'_>) -> Option<u64> {
    let accessor = document.root().get("accessors")?.element(usize::try_from(index.as_u64()?).ok()?)?;
    accessor.get("count")?.as_u64()
}
