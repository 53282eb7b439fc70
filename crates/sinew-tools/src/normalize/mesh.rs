//! Meshes without a skin: v′ = C⁻¹·v for vertices, normals, tangents and morph targets.

use std::collections::{BTreeMap, HashMap, HashSet};

use glam::{DQuat, DVec3};
use sinew_document::core::Node;
use sinew_document::{
    AccessorData, AccessorError, AccessorIndex, Diagnostics, Document, FromJson, Index, MeshIndex, NodeIndex, Value,
};

use super::number::to_singles;
use super::reason::integers_below;
use super::{NormalizeError, Rewriting};
use sinew_model::model::NodeId;

/// The attributes that are positions or directions in the space of the node.
const ROTATED: [&str; 3] = ["POSITION", "NORMAL", "TANGENT"];

/// Extensions of a primitive that leave its attributes as in core glTF.
const PLAIN_EXTENSIONS: [&str; 1] = ["KHR_materials_variants"];

/// `ARRAY_BUFFER`, the target of a buffer view of vertices.
const VERTICES: u32 = 34962;

/// A quaternion as a key of a map.
type Key = [u64; 4];

/// A mesh that was copied: the old one and the new one.
pub(super) struct Copied {
    pub(super) from: MeshIndex,
    pub(super) to: MeshIndex,
}

/// A node with a mesh.
pub(super) struct MeshNode {
    pub(super) node: NodeIndex,
    pub(super) mesh: MeshIndex,
    /// Whether it is skinned, so that the node's own transform is ignored (glTF 2.0, section 3.7.3.1).
    pub(super) is_skinned: bool,
}

/// The nodes with meshes, in file order.
pub(super) fn mesh_nodes(document: &Document) -> impl Iterator<Item = MeshNode> {
    document.iter::<NodeIndex>().filter_map(|(index, value)| {
        let node = Node::from_json(value, &mut Diagnostics::new())?;
        Some(MeshNode { node: index, mesh: node.mesh?, is_skinned: node.skin.is_some() })
    })
}

/// Why the vertices of a mesh cannot be rotated, if they cannot.
pub(super) fn obstacle(document: &Document, mesh: MeshIndex) -> Option<String> {
    let primitives = document.get(mesh).and_then(|value| value.get("primitives"));
    for primitive in primitives.into_iter().flat_map(Value::elements) {
        let extensions = primitive.get("extensions").into_iter().flat_map(Value::members);
        if let Some((name, _)) = extensions.into_iter().find(|(name, _)| !PLAIN_EXTENSIONS.contains(&name.as_ref())) {
            return Some(format!("its mesh is written with {name}, which is not rotated here"));
        }
    }
    for (suffix, accessor) in attributes(document, mesh) {
        if let Err(error) = read_rotated(document, accessor, suffix.is_tangent, DQuat::IDENTITY) {
            return Some(format!("its mesh cannot be read: {error}"));
        }
    }
    None
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<Vec<Copied>, NormalizeError> {
    let mut users: BTreeMap<MeshIndex, Vec<(NodeIndex, DQuat)>> = BTreeMap::new();
    for MeshNode { node, mesh, is_skinned } in mesh_nodes(rewriting.document) {
        let frame_rotation = rewriting.node(node).filter(|_| !is_skinned);
        let frame_rotation =
            frame_rotation.map_or(DQuat::IDENTITY, |node: NodeId| rewriting.frames.frame_rotation(node));
        users.entry(mesh).or_default().push((node, frame_rotation));
    }
    let pinned = pinned_meshes(rewriting.document);
    let mut accessors = HashMap::new();
    let mut copies = Vec::new();
    for (mesh, users) in users {
        let rotated: Vec<_> = users.iter().filter(|(_, frame_rotation)| *frame_rotation != DQuat::IDENTITY).collect();
        let has_others = rotated.len() < users.len() || pinned.contains(&mesh);
        // The mesh itself is changed for the first frame rotation, if no other user needs it unchanged; the others get copies.
        let mut places: HashMap<Key, MeshIndex> = HashMap::new();
        for &(node, frame_rotation) in rotated {
            let place = match places.get(&key(frame_rotation)) {
                Some(&place) => place,
                None => {
                    let in_place = !has_others && places.is_empty();
                    let place = rotated_mesh(rewriting, mesh, frame_rotation, in_place, &mut accessors)?;
                    places.insert(key(frame_rotation), place);
                    if place != mesh {
                        copies.push(Copied { from: mesh, to: place });
                    }
                    place
                }
            };
            if place != mesh {
                rewriting.edit.set(&format!("{node}/mesh"), place.0.into())?;
            }
        }
    }
    Ok(copies)
}

/// Rotates the vertices of a mesh: of the mesh itself, or of a copy at the end of the list.
fn rotated_mesh(
    rewriting: &mut Rewriting<'_>,
    mesh: MeshIndex,
    frame_rotation: DQuat,
    in_place: bool,
    accessors: &mut HashMap<(AccessorIndex, bool, Key), AccessorIndex>,
) -> Result<MeshIndex, NormalizeError> {
    let Some(value) = rewriting.document.get(mesh) else { return Ok(mesh) };
    let place = if in_place {
        mesh
    } else {
        rewriting.report.meshes_copied += 1;
        MeshIndex::from_usize(rewriting.edit.push("/meshes", value.to_serde())?)
    };
    rewriting.report.meshes += 1;
    for (suffix, accessor) in attributes(rewriting.document, mesh) {
        let looked_up = (accessor, suffix.is_tangent, key(frame_rotation));
        let new = match accessors.get(&looked_up) {
            Some(&new) => new,
            None => {
                let new = rotated_accessor(rewriting, accessor, suffix.is_tangent, frame_rotation)?;
                accessors.insert(looked_up, new);
                new
            }
        };
        rewriting.edit.set(&format!("{place}{}", suffix.pointer), new.0.into())?;
    }
    Ok(place)
}

/// The pointer of an attribute in a mesh, and whether it is a tangent with four numbers.
struct Suffix {
    pointer: String,
    is_tangent: bool,
}

/// The accessors of a mesh that hold positions or directions.
fn attributes(document: &Document, mesh: MeshIndex) -> impl Iterator<Item = (Suffix, AccessorIndex)> {
    let primitives = document.get(mesh).and_then(|value| value.get("primitives"));
    let primitives = primitives.into_iter().flat_map(Value::elements).enumerate();
    primitives.flat_map(|(place, primitive)| {
        let own = primitive.get("attributes").map(|value| (format!("/primitives/{place}/attributes"), value, true));
        let targets = primitive.get("targets").into_iter().flat_map(Value::elements).enumerate();
        let targets =
            targets.map(move |(target, value)| (format!("/primitives/{place}/targets/{target}"), value, false));
        own.into_iter().chain(targets).flat_map(|(pointer, value, is_own)| {
            ROTATED.into_iter().filter_map(move |name| {
                let accessor = AccessorIndex::from_json(value.get(name)?, &mut Diagnostics::new())?;
                let is_tangent = is_own && name == "TANGENT";
                Some((Suffix { pointer: format!("{pointer}/{name}"), is_tangent }, accessor))
            })
        })
    })
}

/// The values of an accessor, rotated.
enum Rotated {
    Vectors(Vec<[f32; 3]>),
    /// The fourth number of a tangent is the handedness, which no rotation changes.
    Tangents(Vec<[f32; 4]>),
}

fn read_rotated(
    document: &Document,
    accessor: AccessorIndex,
    is_tangent: bool,
    frame_rotation: DQuat,
) -> Result<Rotated, AccessorError> {
    let rotated = |[x, y, z]: [f32; 3]| {
        let vector = DVec3::new(x.into(), y.into(), z.into());
        to_singles(frame_rotation.conjugate() * vector)
    };
    let accessor = document.accessor(accessor)?;
    if is_tangent {
        let tangents = accessor.read_f32::<4>()?.into_iter();
        let tangents = tangents.map(|[x, y, z, w]| {
            let [x, y, z] = rotated([x, y, z]);
            [x, y, z, w]
        });
        return Ok(Rotated::Tangents(tangents.collect()));
    }
    Ok(Rotated::Vectors(accessor.read_f32::<3>()?.into_iter().map(rotated).collect()))
}

fn rotated_accessor(
    rewriting: &mut Rewriting<'_>,
    accessor: AccessorIndex,
    is_tangent: bool,
    frame_rotation: DQuat,
) -> Result<AccessorIndex, NormalizeError> {
    // A mesh that cannot be read keeps its node's frame, so that this is read again without trouble.
    let new = match read_rotated(rewriting.document, accessor, is_tangent, frame_rotation) {
        Ok(Rotated::Vectors(values)) if !values.is_empty() => rewriting.add_accessor(AccessorData::Vec3(&values))?,
        Ok(Rotated::Tangents(values)) if !values.is_empty() => rewriting.add_accessor(AccessorData::Vec4(&values))?,
        _ => return Ok(accessor),
    };
    if let Some(view) = rewriting.edit.get(&format!("{new}/bufferView")).and_then(|view| view.as_u64()) {
        rewriting.edit.set(&format!("/bufferViews/{view}/target"), VERTICES.into())?;
    }
    Ok(new)
}

/// Meshes that something other than a node refers to, such as a collider of this shape. VRM 0.x, whose expressions name
/// meshes, is handled elsewhere.
fn pinned_meshes(document: &Document) -> HashSet<MeshIndex> {
    let of_file = document.root().get("extensions").into_iter().flat_map(Value::members);
    let of_file = of_file.filter(|(name, _)| name != "VRM").map(|(_, value)| value);
    let of_nodes = document.iter::<NodeIndex>().filter_map(|(_, value)| value.get("extensions"));
    let named = of_file.chain(of_nodes).flat_map(|value| integers_below(value, |key| key == "mesh"));
    named.map(MeshIndex::from_usize).collect()
}

fn key(frame_rotation: DQuat) -> Key {
    frame_rotation.to_array().map(f64::to_bits)
}
