//! The contents of a file, as `sinew inspect --json` prints them. A field may be added, none renamed.
//!
//! Every number of a node, mesh, skin, camera, scene, animation or buffer is the file's index.

use serde::Serialize;
use sinew_document::core::{Node, RawBuffer};
use sinew_document::{
    AccessorIndex, AnimationIndex, BufferIndex, BufferSource, BufferViewIndex, CameraIndex, Container, Diagnostics,
    Document, FromJson, ImageIndex, MaterialIndex, MeshIndex, NodeIndex, SceneIndex, SkinIndex, Value,
};

use super::answer::{Finding, findings};
use super::behaviour::{ConstraintAnswer, VirtualTransformAnswer, constraint_parts, virtual_transform_parts};
use super::convert::Dialect;
use super::feature::{self, FeatureAnswer, feature_parts};
#[cfg(feature = "graphs")]
use super::graph::{GraphAnswer, graph_parts};
use super::humanoid::{ExpressionAnswer, HumanoidAnswer, expressions};
use super::property::{PropertyChannelAnswer, property_channels};
use super::spring::{SpringAnswer, SpringColliderAnswer, spring_collider_parts, spring_parts};
use sinew_model::model::{Channel, Model, NodeId};

/// The contents of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Inspection {
    /// The caller's name of the file.
    pub file: String,
    /// `gltf` for a text file, `glb` for a binary one.
    pub container: &'static str,
    /// The `asset` object.
    pub asset: AssetAnswer,
    /// `extensionsUsed`, as the file lists it.
    pub extensions_used: Vec<String>,
    /// `extensionsRequired`, as the file lists it.
    pub extensions_required: Vec<String>,
    /// The extensions of both lists that Sinew runs or reads, in part or as a whole; the others stay as data.
    pub extensions_run: Vec<String>,
    /// The features of extensions that the file uses, and whether each runs.
    pub features: Vec<FeatureAnswer>,
    /// The dialects of its physics and its constraints, as in `sinew convert --list`.
    pub dialects: Vec<&'static str>,
    /// The scene that runs: the default one, else the first. `None` without a scene, when every root runs.
    pub scene: Option<u32>,
    /// The number of objects of each kind.
    pub counts: Counts,
    /// Every node, in index order.
    pub nodes: Vec<NodeAnswer>,
    /// Every animation, in index order, with the channels that can be run.
    pub animations: Vec<AnimationAnswer>,
    /// The node constraints, in the order of evaluation.
    pub constraints: Vec<ConstraintAnswer>,
    /// The virtual transforms, in the order of the file.
    pub virtual_transforms: Vec<VirtualTransformAnswer>,
    /// The springs of hair and cloth, in the order of the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub springs: Vec<SpringAnswer>,
    /// The colliders of springs, in the order of the file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spring_colliders: Vec<SpringColliderAnswer>,
    /// The behaviour graphs, in the order of the file.
    #[cfg(feature = "graphs")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub graphs: Vec<GraphAnswer>,
    /// The humanoid, if the file has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub humanoid: Option<HumanoidAnswer>,
    /// The expressions of a file without a humanoid, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expressions: Vec<ExpressionAnswer>,
    /// The physics, if the file has any.
    #[cfg(feature = "physics")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physics: Option<super::physics::PhysicsAnswer>,
    /// Every buffer, in index order.
    pub buffers: Vec<BufferAnswer>,
    /// The diagnostics.
    pub diagnostics: Vec<Finding>,
}

/// The `asset` object of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AssetAnswer {
    /// The version of glTF that the file is written in.
    pub version: String,
    /// The minimum version of glTF that a reader must support.
    pub min_version: Option<String>,
    /// The program that wrote the file.
    pub generator: Option<String>,
    /// The copyright.
    pub copyright: Option<String>,
}

/// The number of objects of each kind in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "each is the length of the array of that name")]
pub struct Counts {
    pub scenes: usize,
    pub nodes: usize,
    pub meshes: usize,
    pub skins: usize,
    pub cameras: usize,
    pub animations: usize,
    pub materials: usize,
    pub textures: usize,
    pub images: usize,
    pub accessors: usize,
    pub buffer_views: usize,
    pub buffers: usize,
}

/// A node: its place in the hierarchy and its contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct NodeAnswer {
    /// The file's index.
    pub index: u32,
    /// Its name in the file.
    pub name: Option<String>,
    /// Its parent in the repaired hierarchy.
    pub parent: Option<u32>,
    /// Its children.
    pub children: Vec<u32>,
    /// Whether it belongs to the scene that runs.
    pub in_scene: bool,
    /// Its mesh.
    pub mesh: Option<u32>,
    /// Its skin.
    pub skin: Option<u32>,
    /// Its camera.
    pub camera: Option<u32>,
    /// The names of its extensions.
    pub extensions: Vec<String>,
}

/// An animation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnimationAnswer {
    /// The file's index.
    pub index: u32,
    /// Its name in the file.
    pub name: Option<String>,
    /// Seconds from 0 to the last key.
    pub duration: f32,
    /// The channels.
    pub channels: Vec<ChannelAnswer>,
    /// What it animates besides transforms and weights of nodes (`KHR_animation_pointer`); absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyChannelAnswer>,
}

/// An animated property of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChannelAnswer {
    /// The animated node.
    pub node: u32,
    /// `translation`, `rotation`, `scale` or `weights`.
    pub path: &'static str,
    /// The number of keys.
    pub keys: usize,
    /// `LINEAR`, `STEP` or `CUBICSPLINE`.
    pub interpolation: &'static str,
}

/// A buffer and where its bytes are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BufferAnswer {
    /// The file's index.
    pub index: u32,
    /// Its name in the file.
    pub name: Option<String>,
    /// The length that the file declares.
    pub byte_length: Option<u64>,
    /// The number of bytes available; `None` for none, which a diagnostic reports unless none are needed.
    pub available: Option<usize>,
    /// `binaryChunk`, `dataUri`, `file`, `memory`, `fallback` (no bytes, as all of its views are compressed) or `unknown`.
    pub source: &'static str,
    /// The URI of an external buffer.
    pub uri: Option<String>,
}

impl Inspection {
    /// The contents of a document and its model. `file` is the caller's name of the file.
    pub fn new(file: &str, document: &Document, model: &Model, diagnostics: &Diagnostics) -> Self {
        let extensions_used: Vec<String> = document.extensions_used().map(Into::into).collect();
        let extensions_required: Vec<String> = document.extensions_required().map(Into::into).collect();
        let mut extensions_run: Vec<String> = Vec::new();
        for name in extensions_used.iter().chain(&extensions_required) {
            if !extensions_run.contains(name) && feature::runs(document, name) {
                extensions_run.push(name.clone());
            }
        }
        let features = extensions_run.iter().flat_map(|name| feature_parts(document, name)).collect();
        Self {
            file: file.to_owned(),
            container: match document.container() {
                Container::Gltf => "gltf",
                Container::Glb { .. } => "glb",
            },
            asset: asset_part(document),
            extensions_used,
            extensions_required,
            extensions_run,
            features,
            dialects: Dialect::ALL.into_iter().filter(|one| one.is_in(document)).map(Dialect::name).collect(),
            scene: running_scene(document),
            counts: Counts::of(document),
            nodes: node_parts(document, model),
            animations: animation_parts(model),
            constraints: constraint_parts(model),
            virtual_transforms: virtual_transform_parts(model),
            springs: spring_parts(model),
            spring_colliders: spring_collider_parts(model),
            #[cfg(feature = "graphs")]
            graphs: graph_parts(model),
            humanoid: HumanoidAnswer::new(model),
            expressions: if model.humanoid().is_some() { Vec::new() } else { expressions(model) },
            #[cfg(feature = "physics")]
            physics: super::physics::PhysicsAnswer::new(model)
                .or_else(|| speaks_of_physics(document).then(|| super::physics::PhysicsAnswer::of(model))),
            buffers: document.iter::<BufferIndex>().map(|(index, value)| buffer_part(document, index, value)).collect(),
            diagnostics: findings(diagnostics),
        }
    }
}

impl Counts {
    /// Counts the objects of each kind in a document.
    pub fn of(document: &Document) -> Self {
        Self {
            scenes: document.count::<SceneIndex>(),
            nodes: document.count::<NodeIndex>(),
            meshes: document.count::<MeshIndex>(),
            skins: document.count::<SkinIndex>(),
            cameras: document.count::<CameraIndex>(),
            animations: document.count::<AnimationIndex>(),
            materials: document.count::<MaterialIndex>(),
            textures: document.root().get("textures").map_or(0, Value::len),
            images: document.count::<ImageIndex>(),
            accessors: document.count::<AccessorIndex>(),
            buffer_views: document.count::<BufferViewIndex>(),
            buffers: document.count::<BufferIndex>(),
        }
    }
}

/// Whether a file has physics, even if all of it was left out: then a joint is found by its list.
#[cfg(feature = "physics")]
fn speaks_of_physics(document: &Document) -> bool {
    use sinew_document::extension::{khr_physics_rigid_bodies, omi_collider, omi_physics_body, omi_physics_joint};
    const NAMES: [&str; 4] =
        [khr_physics_rigid_bodies::NAME, omi_physics_body::NAME, omi_physics_joint::NAME, omi_collider::NAME];
    NAMES.iter().any(|name| {
        let is_on_a_node = || document.iter::<NodeIndex>().any(|(_, node)| node.extension(name).is_some());
        document.extension(name).is_some() || is_on_a_node()
    })
}

fn asset_part(document: &Document) -> AssetAnswer {
    let Some(asset) = document.asset() else { return AssetAnswer::default() };
    AssetAnswer {
        version: asset.version.into_owned(),
        min_version: asset.min_version.map(Into::into),
        generator: asset.generator.map(Into::into),
        copyright: asset.copyright.map(Into::into),
    }
}

/// The scene that lowering runs; a default scene that does not exist falls back to the first.
fn running_scene(document: &Document) -> Option<u32> {
    let scenes = document.count::<SceneIndex>() as u64;
    let named = document.root().get("scene").and_then(Value::as_u64).filter(|&scene| scene < scenes);
    (scenes > 0).then(|| named.unwrap_or(0) as u32)
}

/// A node's place in the lowered hierarchy, and its contents in the file. Lowering has reported their problems.
fn node_parts(document: &Document, model: &Model) -> Vec<NodeAnswer> {
    let hierarchy = model.hierarchy();
    let number = |node: NodeId| hierarchy.index(node).0;
    let part = |(node, (index, value)): (NodeId, (NodeIndex, Value<'_>))| {
        let carried = Node::from_json(value, &mut Diagnostics::new());
        let extensions = value.get("extensions").into_iter().flat_map(Value::members);
        NodeAnswer {
            index: index.0,
            name: hierarchy.name(node).map(str::to_owned),
            parent: hierarchy.parent(node).map(number),
            children: hierarchy.children(node).map(number).collect(),
            in_scene: hierarchy.is_in_scene(node),
            mesh: carried.as_ref().and_then(|node| node.mesh).map(|mesh| mesh.0),
            skin: carried.as_ref().and_then(|node| node.skin).map(|skin| skin.0),
            camera: carried.as_ref().and_then(|node| node.camera).map(|camera| camera.0),
            extensions: extensions.map(|(name, _)| name.into_owned()).collect(),
        }
    };
    hierarchy.nodes_in_file_order().zip(document.iter::<NodeIndex>()).map(part).collect()
}

fn animation_parts(model: &Model) -> Vec<AnimationAnswer> {
    let channel = |channel: &Channel| ChannelAnswer {
        node: model.hierarchy().index(channel.node).0,
        path: channel.track.path(),
        keys: channel.track.times().len(),
        interpolation: channel.track.interpolation().as_str(),
    };
    let animations = model.animations().iter().enumerate();
    animations
        .map(|(index, animation)| AnimationAnswer {
            index: index as u32,
            name: animation.name.clone(),
            duration: animation.duration,
            channels: animation.channels.iter().map(channel).collect(),
            properties: property_channels(animation),
        })
        .collect()
}

fn buffer_part(document: &Document, index: BufferIndex, value: Value<'_>) -> BufferAnswer {
    let table = RawBuffer::from_json(value, &mut Diagnostics::new());
    let (source, uri) = match document.buffer_source(index) {
        Some(BufferSource::BinaryChunk) => ("binaryChunk", None),
        Some(BufferSource::DataUri) => ("dataUri", None),
        Some(BufferSource::Resource(uri)) => ("file", Some(uri.clone())),
        Some(BufferSource::Memory { .. }) => ("memory", None),
        Some(BufferSource::Fallback) => ("fallback", None),
        Some(BufferSource::Unknown) | None => ("unknown", None),
    };
    BufferAnswer {
        index: index.0,
        name: table.as_ref().and_then(|table| table.name.as_deref()).map(str::to_owned),
        byte_length: table.as_ref().map(|table| table.byte_length),
        available: document.buffer_bytes(index).map(<[u8]>::len),
        source,
        uri,
    }
}

#[cfg(test)]
mod tests {
    use sinew_document::NoResources;

    use super::*;

    fn inspect(text: &str) -> Inspection {
        let document = Document::read(text, &NoResources).unwrap();
        let (model, diagnostics) = Model::from_document(&document);
        Inspection::new("x.gltf", &document, &model, &diagnostics)
    }

    #[test]
    fn the_tree_is_the_one_that_runs() {
        // Node 2 is claimed by both others, and stays below the first; scene 1 lists node 0 alone.
        let inspection = inspect(
            r#"{"asset":{"version":"2.0"},"scene":1,"scenes":[{"nodes":[1]},{"nodes":[0]}],
                "nodes":[{"children":[2],"mesh":4},{"name":"b","children":[2]},{"extensions":{"X_y":{},"A_b":1}}]}"#,
        );
        assert_eq!(inspection.scene, Some(1));
        let [a, b, c] = inspection.nodes.as_slice() else { panic!("three nodes") };
        assert_eq!((a.children.as_slice(), a.mesh, a.in_scene), ([2].as_slice(), Some(4), true));
        assert_eq!((b.name.as_deref(), b.children.is_empty(), b.in_scene), (Some("b"), true, false));
        assert_eq!((c.parent, c.in_scene), (Some(0), true));
        assert_eq!(c.extensions, ["X_y", "A_b"]);
    }

    #[test]
    fn a_default_scene_that_does_not_exist_gives_way_to_the_first() {
        assert_eq!(inspect(r#"{"asset":{"version":"2.0"},"scene":7,"scenes":[{},{}]}"#).scene, Some(0));
        assert_eq!(inspect(r#"{"asset":{"version":"2.0"},"scene":0}"#).scene, None);
    }

    #[test]
    fn a_buffer_reports_where_its_bytes_are() {
        let inspection = inspect(
            r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":3,"uri":"data:;base64,AAAA"},
                {"byteLength":9,"uri":"a.bin","name":"n"},{"byteLength":1}]}"#,
        );
        let reported: Vec<_> =
            inspection.buffers.iter().map(|buffer| (buffer.source, buffer.available, buffer.byte_length)).collect();
        assert_eq!(reported, [("dataUri", Some(3), Some(3)), ("file", None, Some(9)), ("unknown", None, Some(1))]);
        assert_eq!(
            (inspection.buffers[1].uri.as_deref(), inspection.buffers[1].name.as_deref()),
            (Some("a.bin"), Some("n"))
        );
    }
}
