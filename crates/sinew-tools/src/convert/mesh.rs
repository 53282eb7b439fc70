//! Meshes for the dialects that refer to a mesh, and nodes for the one that refers to a node.

use std::collections::HashMap;

use serde_json::{Value, json};
use sinew_document::{AccessorData, Diagnostics, EditError, FromJson, MeshIndex, NodeIndex};

use super::writing::Writing;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{Mesh, MeshOrigin, ShapeId};

/// The nodes with a mesh, and without a skin, weights or children.
pub(super) struct PlainNodes(HashMap<u32, NodeIndex>);

impl PlainNodes {
    pub(super) fn new(writing: &Writing<'_>) -> Self {
        let mut nodes = HashMap::new();
        for (index, node) in writing.document.iter::<NodeIndex>() {
            let mesh =
                node.get("mesh").and_then(sinew_document::Value::as_u64).and_then(|mesh| u32::try_from(mesh).ok());
            let Some(mesh) = mesh else { continue };
            if ["skin", "weights", "children"].iter().all(|key| node.get(key).is_none()) {
                nodes.entry(mesh).or_insert(index);
            }
        }
        Self(nodes)
    }

    /// A node whose meshes are those of a shape; a new one, in no scene, where there is none.
    pub(super) fn node(
        &mut self,
        shape: ShapeId,
        points: &Mesh,
        writing: &mut Writing<'_>,
    ) -> Result<NodeIndex, EditError> {
        if let Some(MeshOrigin::Node(node)) = writing.physics().origins().mesh(shape) {
            return Ok(writing.index(node));
        }
        let mesh = mesh(shape, points, writing)?;
        if let Some(&node) = self.0.get(&mesh.0) {
            return Ok(node);
        }
        let node = writing.add_data_node(json!({"name": "collision mesh", "mesh": mesh.0}))?;
        self.0.insert(mesh.0, node);
        Ok(node)
    }
}

/// The mesh whose points are those of a shape; a new one where the shape is of several, or of a skinned or morphed one.
pub(super) fn mesh(shape: ShapeId, points: &Mesh, writing: &mut Writing<'_>) -> Result<MeshIndex, EditError> {
    match writing.physics().origins().mesh(shape) {
        Some(MeshOrigin::Mesh(mesh)) => return Ok(mesh),
        Some(MeshOrigin::Node(node)) => {
            if let Some(mesh) = only_mesh(node, writing) {
                return Ok(mesh);
            }
        }
        None => {}
    }
    bake(points, writing)
}

/// The one mesh of a node and all below it, which no skin, no weights and no transform change.
fn only_mesh(root: NodeId, writing: &Writing<'_>) -> Option<MeshIndex> {
    let hierarchy = writing.hierarchy();
    let shows =
        |node: NodeId| writing.document.get(hierarchy.index(node)).is_some_and(|node| node.get("mesh").is_some());
    if hierarchy.subtree(root).skip(1).any(shows) {
        return None;
    }
    let node = writing.document.get(hierarchy.index(root))?;
    if node.get("skin").is_some() {
        return None;
    }
    let mesh = node.get("mesh")?.as_u64().and_then(|mesh| u32::try_from(mesh).ok()).map(MeshIndex)?;
    has_default_weights(node, writing.document.get(mesh)?).then_some(mesh)
}

/// Whether a node morphs its mesh as the mesh itself says. A weight that is not there is 0 (glTF 2.0, section 3.7.2.2).
fn has_default_weights(node: sinew_document::Value<'_>, mesh: sinew_document::Value<'_>) -> bool {
    let weights = |value: sinew_document::Value<'_>| {
        let list = value.get("weights").and_then(|list| <Vec<f32>>::from_json(list, &mut Diagnostics::new()))?;
        // What ends in zeros says no more without them.
        Some(list.iter().rposition(|weight| *weight != 0.0).map_or_else(Vec::new, |last| list[..=last].to_vec()))
    };
    weights(node).is_none_or(|own| own == weights(mesh).unwrap_or_default())
}

/// A new mesh that no node shows.
fn bake(mesh: &Mesh, writing: &mut Writing<'_>) -> Result<MeshIndex, EditError> {
    let points: Vec<[f32; 3]> = mesh.points.iter().map(glam::Vec3::to_array).collect();
    let fan;
    let triangles = if mesh.triangles.is_empty() {
        // A hull has points alone; a fan of triangles names them all, and its hull is the same.
        fan = (2..points.len() as u32).map(|corner| [0, corner - 1, corner]).collect::<Vec<_>>();
        &fan
    } else {
        &mesh.triangles
    };
    let positions = writing.edit.add_accessor(AccessorData::Vec3(&points))?;
    let indices = writing.edit.add_accessor(AccessorData::U32(triangles.as_flattened()))?;
    let primitive: Value = json!({"attributes": {"POSITION": positions.0}, "indices": indices.0});
    let place = writing.edit.push("/meshes", json!({"name": "collision mesh", "primitives": [primitive]}))?;
    writing.report.meshes_added += 1;
    Ok(MeshIndex(place as u32))
}
