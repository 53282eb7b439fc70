//! Shapes: those that this crate makes, with lists that name each other.

use glam::Vec3;
use rapier3d::parry::shape::{Compound, ConvexPolyhedron, TriMesh, TypedShape};
use rapier3d::prelude::{Pose, Shape};
use serde::Deserialize;

use super::sieve;
use super::tree::Tree;

/// How deep compounds are in compounds; this crate makes none in another.
const DEEPEST: usize = 2;

/// Whether the lists of a shape hold together.
pub(super) fn is_whole(shape: &dyn Shape) -> bool {
    is_whole_within(shape, DEEPEST)
}

fn is_whole_within(shape: &dyn Shape, depth: usize) -> bool {
    match shape.as_typed_shape() {
        TypedShape::Ball(ball) => is_length(ball.radius),
        TypedShape::Cuboid(cuboid) => cuboid.half_extents.to_array().into_iter().all(is_length),
        TypedShape::Capsule(capsule) => {
            is_length(capsule.radius) && is_point(capsule.segment.a) && is_point(capsule.segment.b)
        }
        TypedShape::HalfSpace(space) => space.normal.is_normalized(),
        TypedShape::Cylinder(cylinder) => is_length(cylinder.half_height) && is_length(cylinder.radius),
        TypedShape::ConvexPolyhedron(hull) => is_hull(hull),
        TypedShape::RoundConvexPolyhedron(round) => is_length(round.border_radius) && is_hull(&round.inner_shape),
        TypedShape::TriMesh(mesh) => is_mesh(mesh),
        TypedShape::Compound(compound) => depth > 0 && is_compound(compound, depth - 1),
        _ => false,
    }
}

/// Larger than scales of files make any shape, metres; its square is a number.
const LARGEST: f32 = 1e18;

fn is_length(number: f32) -> bool {
    (0.0..=LARGEST).contains(&number)
}

fn is_point(point: Vec3) -> bool {
    point.abs().max_element() <= LARGEST
}

/// Whether something may be there. Files put things at the end of all numbers.
pub(super) fn is_place(pose: &Pose) -> bool {
    pose.is_finite()
}

#[derive(Deserialize)]
struct Hull {
    points: Vec<[f32; 3]>,
    /// Where the faces and edges of each point begin, and how many there are.
    vertices: Vec<[u32; 2]>,
    faces: Vec<[u32; 2]>,
    edges: Vec<HullEdge>,
    faces_adj_to_vertex: Vec<u32>,
    edges_adj_to_vertex: Vec<u32>,
    edges_adj_to_face: Vec<u32>,
    vertices_adj_to_face: Vec<u32>,
}

#[derive(Deserialize)]
struct HullEdge {
    vertices: [u32; 2],
    faces: [u32; 2],
    /// Whether the faces beside it were joined into one. It keeps the places that they had before.
    deleted: bool,
}

fn is_hull(hull: &ConvexPolyhedron) -> bool {
    let Some(hull) = sieve::read::<Hull>(hull, &["normal", "dir"]) else { return false };
    let are_below = |list: &[u32], count: usize| list.iter().all(|index| (*index as usize) < count);
    let is_within = |[first, count]: &[u32; 2], lists: [usize; 2]| {
        let end = *first as usize + *count as usize;
        lists.iter().all(|length| end <= *length)
    };
    let (points, faces) = (hull.points.len(), hull.faces.len());
    let of_points = [hull.faces_adj_to_vertex.len(), hull.edges_adj_to_vertex.len()];
    let of_faces = [hull.edges_adj_to_face.len(), hull.vertices_adj_to_face.len()];
    let is_edge = |edge: &HullEdge| are_below(&edge.vertices, points) && are_below(&edge.faces, faces);
    let are_edges =
        |list: &[u32]| list.iter().all(|index| hull.edges.get(*index as usize).is_some_and(|edge| !edge.deleted));
    points > 0
        && hull.points.iter().all(|point| is_point(Vec3::from_array(*point)))
        && hull.vertices.len() == points
        // A point within a face that was joined from several is on no edge of it.
        && hull.vertices.iter().all(|range| is_within(range, of_points))
        && hull.faces.iter().all(|range| range[1] > 0 && is_within(range, of_faces))
        && hull.edges.iter().filter(|edge| !edge.deleted).all(is_edge)
        && are_below(&hull.faces_adj_to_vertex, faces)
        && are_edges(&hull.edges_adj_to_vertex)
        && are_edges(&hull.edges_adj_to_face)
        && are_below(&hull.vertices_adj_to_face, points)
}

fn is_mesh(mesh: &TriMesh) -> bool {
    let (points, triangles) = (mesh.vertices(), mesh.indices());
    let is_triangle = |triangle: &[u32; 3]| triangle.iter().all(|index| (*index as usize) < points.len());
    let has_normals = || {
        mesh.pseudo_normals().is_none_or(|normals| {
            normals.vertices_pseudo_normal.len() == points.len() && normals.edges_pseudo_normal.len() == triangles.len()
        })
    };
    points.iter().all(|point| is_point(*point))
        && triangles.iter().all(is_triangle)
        && has_normals()
        && mesh.connected_components().is_none()
        && sieve::read::<Tree>(mesh.bvh(), &[]).is_some_and(|tree| is_over(&tree, triangles.len()))
}

fn is_compound(compound: &Compound, depth: usize) -> bool {
    let parts = compound.shapes();
    compound.aabbs().len() == parts.len()
        && parts.iter().all(|(pose, part)| is_place(pose) && is_whole_within(&**part, depth))
        && sieve::read::<Tree>(compound.bvh(), &[]).is_some_and(|tree| is_over(&tree, parts.len()))
}

/// Whether a tree is whole, and its leaves are so many things.
fn is_over(tree: &Tree, count: usize) -> bool {
    tree.is_whole() && tree.leaves().all(|leaf| leaf < count)
}
