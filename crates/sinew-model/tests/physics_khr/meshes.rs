//! Shapes made of meshes. The file's base is a tetrahedron with corners at the origin and one metre along each axis.

use std::sync::Arc;

use glam::Vec3;
use sinew_model::Model;
use sinew_model::model::physics::{Mesh, Shape};

use crate::scene::{collider, open, shape};

const TETRAHEDRON: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
const SQUARE: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];

fn model() -> Model {
    let (model, findings) = open("meshes");
    assert_eq!(findings, <Vec<String>>::new());
    model
}

fn triangles<'a>(model: &'a Model, name: &str) -> &'a Arc<Mesh> {
    match shape(model, name) {
        Shape::TriangleMesh(mesh) => mesh,
        other => panic!("{name}: {other:?}"),
    }
}

fn hull<'a>(model: &'a Model, name: &str) -> &'a Arc<Mesh> {
    match shape(model, name) {
        Shape::ConvexHull(mesh) => mesh,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn a_mesh_becomes_a_hull_of_its_points_or_the_triangles_between_them() {
    let model = model();
    assert_eq!(hull(&model, "hull of a mesh").points, TETRAHEDRON);
    let mesh = triangles(&model, "triangles of a mesh");
    assert_eq!(mesh.points, TETRAHEDRON);
    assert_eq!(mesh.triangles, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
}

#[test]
fn what_is_used_twice_is_built_once() {
    let model = model();
    let id = |name| collider(&model, name).shape_instance.shape;
    assert_eq!(id("hull of a mesh"), id("the same hull"));
    assert_eq!(id("hull of a mesh"), id("the same hull by another entry"));
    assert_eq!(id("other node"), id("other node again"));
    assert_ne!(id("other node"), id("hull of other node"));
}

/// The fifth point lies at (9, 9, 9), and no index names it.
#[test]
fn a_point_that_no_index_names_is_not_in_the_hull() {
    assert_eq!(hull(&model(), "without a stray point").points, TETRAHEDRON);
}

#[test]
fn quantized_and_sparse_positions_are_read() {
    let model = model();
    assert_eq!(triangles(&model, "quantized").points, TETRAHEDRON.map(|point| 2.0 * point));
    // The sparse accessor puts (0, 0, 5) in the place of the last corner.
    assert_eq!(triangles(&model, "sparse").points, [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z * 5.0]);
}

/// Four points each: a strip 0 1 2, 1 3 2 and a fan about its first point, 1 2 0 and 2 3 0, which starts at place 4.
#[test]
fn strips_and_fans_become_triangles() {
    let model = model();
    let mesh = triangles(&model, "strip and fan");
    assert_eq!(mesh.points, [SQUARE, SQUARE].concat());
    assert_eq!(mesh.triangles, [[0, 1, 2], [1, 3, 2], [5, 6, 4], [6, 7, 4]]);
}

/// The target moves every point by one metre along X: half of it by the mesh's weights, three times by the node's.
#[test]
fn morph_targets_have_their_weights_at_rest() {
    let model = model();
    assert_eq!(triangles(&model, "morphed").points, TETRAHEDRON.map(|point| point + 0.5 * Vec3::X));
    assert_eq!(triangles(&model, "node's own weights").points, TETRAHEDRON.map(|point| point + 3.0 * Vec3::X));
}

/// A node's own transform is where the collider is; of another node it is no part of the shape, and of those below it it is:
/// twice the size, three metres along Z.
#[test]
fn a_nodes_meshes_and_those_below_it_are_in_its_own_space() {
    let model = model();
    assert_eq!(triangles(&model, "own node").points, TETRAHEDRON);
    let below = [SQUARE, SQUARE].concat().into_iter().map(|point| 2.0 * point + 3.0 * Vec3::Z);
    let expected: Vec<_> = TETRAHEDRON.into_iter().chain(below).collect();
    assert_eq!(triangles(&model, "other node").points, expected);
    assert_eq!(hull(&model, "hull of other node").points, expected);
    assert_eq!(
        collider(&model, "other node").shape_instance.owner_from_node.translation,
        Vec3::new(5.0, 0.0, 0.0).into()
    );
}

/// Joint 0 rests at (0, 0, 1), joint 1 at (0, 4, 1) and was bound at (0, 1, 0). Corners 0 and 1 follow the first, so they
/// are moved by (0, 0, 1); the others the second, by (0, 3, 1). Seen from the node at (0, 0, 10), scaled by two.
#[test]
fn a_skin_puts_points_where_its_joints_rest() {
    let model = model();
    let in_model =
        [Vec3::new(0.0, 0.0, 1.0), Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.0, 4.0, 1.0), Vec3::new(0.0, 3.0, 2.0)];
    let expected = in_model.map(|point| (point - Vec3::Z * 10.0) / 2.0);
    for (point, expected) in triangles(&model, "skinned").points.iter().zip(expected) {
        assert!(point.distance(expected) < 1e-5, "{point} {expected}");
    }
}
