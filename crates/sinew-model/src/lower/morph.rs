//! Morph target weights at rest: the node's own, else its mesh's, else zeros.

use std::collections::HashMap;

use sinew_document::core::Mesh;
use sinew_document::{Code, Diagnostics, Document, Index, MeshIndex};

use super::hierarchy::MeshNode;
use crate::model::{Hierarchy, MorphTargets};

/// The most weights that all nodes together may have: far above every face, far below what a few bytes that let many
/// nodes share one mesh of many targets could ask for.
const LIMIT: usize = 1 << 24;

pub(super) fn lower(
    document: &Document,
    hierarchy: &Hierarchy,
    mesh_nodes: &[MeshNode],
    diagnostics: &mut Diagnostics,
) -> MorphTargets {
    let mut meshes: HashMap<MeshIndex, Vec<f32>> = HashMap::new();
    let mut by_node = Vec::new();
    let mesh_count = document.count::<MeshIndex>();
    for mesh_node in mesh_nodes {
        if mesh_node.mesh.to_usize() >= mesh_count {
            let pointer = format!("{}/mesh", mesh_node.node);
            diagnostics.report_at(
                Code::UNRESOLVED_REFERENCE,
                pointer,
                format!("there is no mesh {}", mesh_node.mesh.0),
            );
            continue;
        }
        let mesh_weights =
            meshes.entry(mesh_node.mesh).or_insert_with(|| rest_weights(document, mesh_node.mesh, diagnostics));
        if !mesh_weights.is_empty()
            && let Some(node) = hierarchy.id(mesh_node.node)
        {
            by_node.push((node, mesh_node));
        }
    }
    by_node.sort_unstable_by_key(|&(node, _)| node);
    let mut targets = MorphTargets::default();
    for (node, mesh_node) in by_node {
        let mesh_weights = &meshes[&mesh_node.mesh];
        if targets.rest().len() + mesh_weights.len() > LIMIT {
            let message = format!("more than {LIMIT} morph target weights; further nodes keep theirs at rest");
            diagnostics.report_at(Code::TOO_MANY_ELEMENTS, mesh_node.node.to_string(), message);
            break;
        }
        match &mesh_node.weights {
            Some(own) if own.len() == mesh_weights.len() => targets.push(node, own),
            Some(own) => {
                let message =
                    format!("the mesh has {} morph targets, the node {} weights", mesh_weights.len(), own.len());
                let pointer = format!("{}/weights", mesh_node.node);
                diagnostics.report_at(Code::ARRAY_LENGTH_NOT_IN_LIST, pointer, message);
                targets.push(node, mesh_weights);
            }
            None => targets.push(node, mesh_weights),
        }
    }
    targets
}

/// A mesh's own weights, one a morph target; empty for a mesh without targets.
fn rest_weights(document: &Document, index: MeshIndex, diagnostics: &mut Diagnostics) -> Vec<f32> {
    let Some(mesh) = document.read_object::<Mesh<'_>>(index, diagnostics) else { return Vec::new() };
    let targets = mesh.primitives.first().and_then(|primitive| primitive.targets.as_ref()).map_or(0, Vec::len);
    match mesh.weights {
        Some(weights) if weights.len() == targets => weights,
        Some(weights) => {
            let message = format!("the mesh has {targets} morph targets, and {} weights", weights.len());
            diagnostics.report_at(Code::ARRAY_LENGTH_NOT_IN_LIST, format!("{index}/weights"), message);
            vec![0.0; targets]
        }
        None => vec![0.0; targets],
    }
}
