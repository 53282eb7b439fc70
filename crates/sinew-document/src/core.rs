//! The core objects of glTF 2.0 that Sinew reads, each as the table its specification gives (glTF 2.0, section 5).
//!
//! What is not here — materials, textures, cameras' insides — stays in the file and is reachable as [`Value`]s.

use std::borrow::Cow;

use crate::index::{
    AccessorIndex, BufferIndex, BufferViewIndex, CameraIndex, MaterialIndex, MeshIndex, NodeIndex, SkinIndex,
};
use crate::json::Value;
use crate::{object, string_enum};

object! {
    /// `asset`: who wrote the file, and in which version.
    #[derive(Clone, Debug)]
    pub struct Asset<'json> {
        /// Who holds the rights.
        "copyright" => copyright: Option<Cow<'json, str>>,
        /// The program that wrote the file.
        "generator" => generator: Option<Cow<'json, str>>,
        /// The version of glTF that the file is written in.
        "version" => version: Cow<'json, str>,
        /// The least version of glTF that a reader must know.
        "minVersion" => min_version: Option<Cow<'json, str>>,
    }
}

object! {
    /// An entry of `scenes`.
    #[derive(Clone, Debug)]
    pub struct Scene<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The root nodes, as an array of indices.
        "nodes" => nodes: Option<Value<'json>>,
        /// The data of extensions.
        "extensions" => extensions: Option<Value<'json>>,
    }
}

object! {
    /// An entry of `nodes`.
    #[derive(Clone, Debug)]
    pub struct Node<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The nodes below it, as an array of indices.
        "children" => children: Option<Value<'json>>,
        /// The local transform, column by column, instead of the next three.
        "matrix" => matrix: Option<[f32; 16]>,
        /// Metres.
        "translation" => translation: Option<[f32; 3]>,
        /// A quaternion, x y z w.
        "rotation" => rotation: Option<[f32; 4]>,
        /// Factors along the local axes.
        "scale" => scale: Option<[f32; 3]>,
        /// The mesh shown at the node.
        "mesh" => mesh: Option<MeshIndex>,
        /// The skin that deforms the mesh.
        "skin" => skin: Option<SkinIndex>,
        /// The camera at the node.
        "camera" => camera: Option<CameraIndex>,
        /// Morph target weights, in place of the mesh's.
        "weights" => weights: Option<Vec<f32>>,
        /// The data of extensions.
        "extensions" => extensions: Option<Value<'json>>,
    }
}

object! {
    /// An entry of `meshes`.
    #[derive(Clone, Debug)]
    pub struct Mesh<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The parts that are drawn.
        "primitives" => primitives: Vec<Primitive<'json>>,
        /// Morph target weights at rest.
        "weights" => weights: Option<Vec<f32>>,
    }
}

object! {
    /// A part of a mesh.
    #[derive(Clone, Debug)]
    pub struct Primitive<'json> {
        /// Accessors by attribute name, such as `POSITION`.
        "attributes" => attributes: Value<'json>,
        /// The accessor of the vertex indices.
        "indices" => indices: Option<AccessorIndex>,
        /// How it looks.
        "material" => material: Option<MaterialIndex>,
        /// The topology: 4 is triangles, 5 a strip, 6 a fan, less are points and lines.
        "mode" => mode: u32 = 4,
        /// Morph targets, each a map from attribute names to accessors.
        "targets" => targets: Option<Vec<Value<'json>>>,
    }
}

object! {
    /// An entry of `skins`.
    #[derive(Clone, Debug)]
    pub struct Skin<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The accessor of the inverse bind matrices.
        "inverseBindMatrices" => inverse_bind_matrices: Option<AccessorIndex>,
        /// The node at the root of the skeleton.
        "skeleton" => skeleton: Option<NodeIndex>,
        /// The nodes that deform the mesh.
        "joints" => joints: Vec<NodeIndex>,
    }
}

object! {
    /// An entry of `animations`.
    #[derive(Clone, Debug)]
    pub struct Animation<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// What moves.
        "channels" => channels: Vec<Value<'json>>,
        /// The keys.
        "samplers" => samplers: Vec<Value<'json>>,
    }
}

object! {
    /// An entry of an animation's `channels`.
    #[derive(Clone, Debug)]
    pub struct Channel<'json> {
        /// The entry of the animation's samplers that has the keys.
        "sampler" => sampler: u32,
        /// What is moved.
        "target" => target: ChannelTarget<'json>,
    }
}

object! {
    /// What a channel moves.
    #[derive(Clone, Debug)]
    pub struct ChannelTarget<'json> {
        /// The node; a channel without one is for an extension to place.
        "node" => node: Option<NodeIndex>,
        /// `translation`, `rotation`, `scale`, `weights`, or what an extension adds.
        "path" => path: Cow<'json, str>,
        /// The data of extensions.
        "extensions" => extensions: Option<Value<'json>>,
    }
}

object! {
    /// An entry of an animation's `samplers`.
    #[derive(Clone, Copy, Debug)]
    pub struct Sampler {
        /// The accessor of the key times, in seconds.
        "input" => input: AccessorIndex,
        /// The accessor of the values at the keys.
        "output" => output: AccessorIndex,
        /// What happens between keys.
        "interpolation" => interpolation: Interpolation = Interpolation::Linear,
    }
}

string_enum! {
    /// What happens between the keys of an animation.
    pub enum Interpolation {
        /// On a straight line; rotations along the shortest arc.
        "LINEAR" => Linear,
        /// The value of the key before.
        "STEP" => Step,
        /// A cubic Hermite curve through the keys with the tangents given.
        "CUBICSPLINE" => CubicSpline,
    }
}

object! {
    /// An entry of `accessors`.
    #[derive(Clone, Debug)]
    pub struct RawAccessor<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// Where the bytes are; zeros where there is none.
        "bufferView" => buffer_view: Option<BufferViewIndex>,
        /// Bytes before the first element.
        "byteOffset" => byte_offset: u64 = 0,
        /// The number format: 5120 to 5126.
        "componentType" => component_type: u32,
        /// Whether integers stand for fractions of their range.
        "normalized" => normalized: bool = false,
        /// How many elements.
        "count" => count: u64,
        /// `SCALAR`, `VEC2` … `MAT4`.
        "type" => element_type: Cow<'json, str>,
        /// The greatest value of each component.
        "max" => max: Option<Value<'json>>,
        /// The least value of each component.
        "min" => min: Option<Value<'json>>,
        /// Elements that differ from the buffer view's.
        "sparse" => sparse: Option<RawSparse>,
    }
}

object! {
    /// The elements of an accessor that differ from its buffer view.
    #[derive(Clone, Debug)]
    pub struct RawSparse {
        /// How many.
        "count" => count: u64,
        /// Which.
        "indices" => indices: RawSparseIndices,
        /// What they are.
        "values" => values: RawSparseValues,
    }
}

object! {
    /// Which elements a sparse accessor replaces.
    #[derive(Clone, Debug)]
    pub struct RawSparseIndices {
        /// Where the bytes are.
        "bufferView" => buffer_view: BufferViewIndex,
        /// Bytes before the first index.
        "byteOffset" => byte_offset: u64 = 0,
        /// The number format: 5121, 5123 or 5125.
        "componentType" => component_type: u32,
    }
}

object! {
    /// What a sparse accessor puts in their place.
    #[derive(Clone, Debug)]
    pub struct RawSparseValues {
        /// Where the bytes are.
        "bufferView" => buffer_view: BufferViewIndex,
        /// Bytes before the first value.
        "byteOffset" => byte_offset: u64 = 0,
    }
}

object! {
    /// An entry of `bufferViews`.
    #[derive(Clone, Debug)]
    pub struct RawBufferView<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// The buffer that it is a part of.
        "buffer" => buffer: BufferIndex,
        /// Bytes before the part.
        "byteOffset" => byte_offset: u64 = 0,
        /// Bytes of the part.
        "byteLength" => byte_length: u64,
        /// Bytes from one element to the next, where they do not follow closely.
        "byteStride" => byte_stride: Option<u64>,
        /// A hint for graphics cards.
        "target" => target: Option<u32>,
        /// The data of extensions.
        "extensions" => extensions: Option<Value<'json>>,
    }
}

object! {
    /// An entry of `buffers`.
    #[derive(Clone, Debug)]
    pub struct RawBuffer<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// Where the bytes are; in the binary chunk of a GLB where there is none.
        "uri" => uri: Option<Cow<'json, str>>,
        /// How many bytes.
        "byteLength" => byte_length: u64,
    }
}

object! {
    /// An entry of `images`.
    #[derive(Clone, Debug)]
    pub struct RawImage<'json> {
        /// What people call it.
        "name" => name: Option<Cow<'json, str>>,
        /// Where the picture is.
        "uri" => uri: Option<Cow<'json, str>>,
        /// What kind of picture.
        "mimeType" => mime_type: Option<Cow<'json, str>>,
        /// Where the picture is, when it is in a buffer.
        "bufferView" => buffer_view: Option<BufferViewIndex>,
    }
}
