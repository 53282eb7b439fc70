//! Meshes of a file as drawings: triangles and lines, skinned where the file says so. Morph targets stay at rest.

use sinew::glam::{Affine3A, Mat4, Vec3};
use sinew::{InstanceId, Model, NodeId, World};
use sinew_document::core::{Mesh, Node, Primitive, Skin};
use sinew_document::{AccessorIndex, Diagnostics, Document, MaterialIndex, MeshIndex, NodeIndex, SkinIndex, Value};

use super::Part;
use super::solid::{Edge, Solid};

/// Triangles of a whole picture; meshes beyond are boxes, so that the first picture does not wait.
const TRIANGLES: usize = 150_000;

/// The color of what has no material.
const GREY: Vec3 = Vec3::splat(0.5);

/// The node transforms that move the corners of a mesh.
pub(super) struct Skinning {
    joints: Vec<(NodeId, Affine3A)>,
    /// Of each corner: joints of the skin, and their weights.
    influences: Vec<([u16; 4], [f32; 4])>,
}

impl Skinning {
    pub(super) fn place(&self, points: &[Vec3], world: &World, instance: InstanceId, corners: &mut Vec<Vec3>) {
        let place = |&(node, inverse_bind): &(NodeId, Affine3A)| {
            world.world_from_node(instance, node).unwrap_or(Affine3A::IDENTITY) * inverse_bind
        };
        let places: Vec<Affine3A> = self.joints.iter().map(place).collect();
        for (&point, (joints, weights)) in points.iter().zip(&self.influences) {
            let total: f32 = weights.iter().sum();
            let mut corner = Vec3::ZERO;
            for (&joint, &weight) in joints.iter().zip(weights) {
                if weight != 0.0 {
                    let place = places.get(usize::from(joint)).copied().unwrap_or(Affine3A::IDENTITY);
                    corner += place.transform_point3(point) * (weight / total);
                }
            }
            corners.push(corner);
        }
    }
}

pub(super) fn parts(document: &Document, model: &Model) -> Vec<Part> {
    let hierarchy = model.hierarchy();
    // Findings about these are those of `sinew validate`.
    let mut ignored = Diagnostics::new();
    let (mut parts, mut budget) = (Vec::new(), TRIANGLES);
    for (index, _) in document.iter::<NodeIndex>() {
        let Some(node) = hierarchy.id(index).filter(|&node| hierarchy.is_in_scene(node)) else { continue };
        let Some(read) = document.read_object::<Node<'_>>(index, &mut ignored) else { continue };
        let Some(mesh) = read.mesh.and_then(|mesh| read_mesh(document, mesh, &mut ignored)) else { continue };
        let skin = read.skin.and_then(|skin| read_skin(document, model, skin, &mut ignored));
        for primitive in &mesh.primitives {
            if let Some((solid, influences)) = solid(document, primitive, &mut budget) {
                let color = color(document, primitive);
                let skinning = skin.clone().zip(influences).map(|(joints, influences)| Skinning { joints, influences });
                parts.push(Part { node, solid, color, skinning });
            }
        }
    }
    parts
}

fn read_mesh<'a>(document: &'a Document, mesh: MeshIndex, ignored: &mut Diagnostics) -> Option<Mesh<'a>> {
    document.read_object(mesh, ignored)
}

/// The joints of a skin with their inverse bind matrices.
fn read_skin(
    document: &Document,
    model: &Model,
    skin: SkinIndex,
    ignored: &mut Diagnostics,
) -> Option<Vec<(NodeId, Affine3A)>> {
    let skin: Skin<'_> = document.read_object(skin, ignored)?;
    let binds = match skin.inverse_bind_matrices {
        Some(accessor) => document.accessor(accessor).ok()?.read_f32::<16>().ok()?,
        None => Vec::new(),
    };
    let bind =
        |at: usize| binds.get(at).map_or(Affine3A::IDENTITY, |bind| Affine3A::from_mat4(Mat4::from_cols_array(bind)));
    let joint = |(at, &node): (usize, &NodeIndex)| Some((model.hierarchy().id(node)?, bind(at)));
    skin.joints.iter().enumerate().map(joint).collect()
}

type Influences = Vec<([u16; 4], [f32; 4])>;

fn solid(document: &Document, primitive: &Primitive<'_>, budget: &mut usize) -> Option<(Solid, Option<Influences>)> {
    let positions = document.accessor(attribute(primitive, "POSITION")?).ok()?.read_f32::<3>().ok()?;
    let points: Vec<Vec3> = positions.into_iter().map(Vec3::from_array).collect();
    let influences = influences(document, primitive, points.len());
    let indices = match primitive.indices {
        Some(indices) => document.accessor(indices).ok()?.read_indices().ok()?,
        None => (0..points.len() as u32).collect(),
    };
    if indices.iter().any(|&index| index as usize >= points.len()) {
        return None;
    }
    if primitive.mode < 4 {
        let edges = lines(&indices, primitive.mode).into_iter().map(Edge::always).collect();
        return Some((Solid { points, triangles: Vec::new(), edges }, influences));
    }
    let triangles = triangles(&indices, primitive.mode);
    if triangles.len() > *budget {
        let low = points.iter().copied().reduce(Vec3::min)?;
        let high = points.iter().copied().reduce(Vec3::max)?;
        // A box has no weights: it follows the first joint of the mesh as one piece.
        let follows = influences
            .and_then(|list| list.first().copied())
            .map(|([joint, ..], _)| vec![([joint, 0, 0, 0], [1.0, 0.0, 0.0, 0.0]); 8]);
        return Some((Solid::boxed([low, high]), follows));
    }
    *budget -= triangles.len();
    Some((Solid::new(points, triangles), influences))
}

fn influences(document: &Document, primitive: &Primitive<'_>, count: usize) -> Option<Influences> {
    let joints = document.accessor(attribute(primitive, "JOINTS_0")?).ok()?.read_u16x4().ok()?;
    let weights = document.accessor(attribute(primitive, "WEIGHTS_0")?).ok()?.read_f32::<4>().ok()?;
    (joints.len() == count && weights.len() == count).then(|| joints.into_iter().zip(weights).collect())
}

fn attribute(primitive: &Primitive<'_>, name: &str) -> Option<AccessorIndex> {
    Some(AccessorIndex(u32::try_from(primitive.attributes.get(name)?.as_u64()?).ok()?))
}

/// The triangles of a list, a strip (5) or a fan (6).
fn triangles(indices: &[u32], mode: u32) -> Vec<[u32; 3]> {
    match mode {
        5 => {
            let corners = indices.windows(3).enumerate();
            // Every second one runs the other direction.
            corners.map(|(at, corner)| [corner[0], corner[1 + at % 2], corner[2 - at % 2]]).collect()
        }
        6 => indices.windows(2).skip(1).map(|pair| [indices[0], pair[0], pair[1]]).collect(),
        _ => indices.chunks_exact(3).map(|corner| [corner[0], corner[1], corner[2]]).collect(),
    }
}

/// The lines of a list (1), a loop (2) or a strip (3); points (0) have none.
fn lines(indices: &[u32], mode: u32) -> Vec<[u32; 2]> {
    let strip = indices.windows(2).map(|pair| [pair[0], pair[1]]);
    match mode {
        1 => indices.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
        2 => strip.chain(indices.last().zip(indices.first()).map(|(&last, &first)| [last, first])).collect(),
        3 => strip.collect(),
        _ => Vec::new(),
    }
}

/// The material's color, times the average of the corners' colors.
fn color(document: &Document, primitive: &Primitive<'_>) -> Vec3 {
    let factor = primitive.material.and_then(|material| base_color(document, material));
    let corners = corner_color(document, primitive);
    match (factor, corners) {
        (Some(factor), Some(corners)) => factor * corners,
        (Some(color), None) | (None, Some(color)) => color,
        (None, None) => GREY,
    }
}

fn base_color(document: &Document, material: MaterialIndex) -> Option<Vec3> {
    let material = document.get(material)?;
    let Some(factor) = material.get("pbrMetallicRoughness").and_then(|pbr| pbr.get("baseColorFactor")) else {
        return Some(Vec3::splat(0.8));
    };
    let part = |at| factor.element(at).and_then(Value::as_f32);
    Some(Vec3::new(part(0)?, part(1)?, part(2)?))
}

fn corner_color(document: &Document, primitive: &Primitive<'_>) -> Option<Vec3> {
    let accessor = document.accessor(attribute(primitive, "COLOR_0")?).ok()?;
    let colors: Vec<Vec3> = match accessor.read_f32::<3>() {
        Ok(colors) => colors.into_iter().map(Vec3::from_array).collect(),
        Err(_) => accessor.read_f32::<4>().ok()?.into_iter().map(|[r, g, b, _]| Vec3::new(r, g, b)).collect(),
    };
    (!colors.is_empty()).then(|| colors.iter().sum::<Vec3>() / colors.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text: a strip of five corners has three triangles, the second with its corners swapped; a fan is around its first.
    #[test]
    fn strips_and_fans_are_those_of_the_text() {
        assert_eq!(triangles(&[0, 1, 2, 3, 4], 5), [[0, 1, 2], [1, 3, 2], [2, 3, 4]]);
        assert_eq!(triangles(&[9, 1, 2, 3], 6), [[9, 1, 2], [9, 2, 3]]);
        assert_eq!(triangles(&[0, 1, 2, 3, 4, 5, 6], 4), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(lines(&[0, 1, 2], 1), [[0, 1]]);
        assert_eq!(lines(&[0, 1, 2], 2), [[0, 1], [1, 2], [2, 0]]);
        assert_eq!(lines(&[0, 1, 2], 3), [[0, 1], [1, 2]]);
        assert!(lines(&[0, 1, 2], 0).is_empty() && lines(&[], 2).is_empty() && triangles(&[], 6).is_empty());
    }
}
