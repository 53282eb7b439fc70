//! `geometry.mesh`: the mesh alone, in the space of the node that has the collider. The file's mesh is a tetrahedron with corners
//! at the origin and one metre along each axis; its target moves every corner by one metre along X, half of it by the mesh's weights.

use glam::Vec3;
use sinew_model::Model;
use sinew_model::model::physics::{Mesh, Shape};

use crate::scene::{collider, open, shape};

const CORNERS: [Vec3; 4] =
    [Vec3::new(0.5, 0.0, 0.0), Vec3::new(1.5, 0.0, 0.0), Vec3::new(0.5, 1.0, 0.0), Vec3::new(0.5, 0.0, 1.0)];

fn model() -> Model {
    open("geometry_mesh").0
}

fn triangles(shape: &Shape) -> &Mesh {
    match shape {
        Shape::TriangleMesh(mesh) => mesh,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_geometry_of_a_mesh_is_its_triangles_or_their_hull_at_the_meshs_own_weights() {
    let model = model();
    let mesh = triangles(shape(&model, "triangles"));
    assert_eq!(mesh.points, CORNERS);
    assert_eq!(mesh.triangles, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    let Shape::ConvexHull(hull) = shape(&model, "hull") else { panic!() };
    assert_eq!(hull.points, CORNERS);
}

/// The node shows the mesh with weights of three, by a skin whose joint is nine metres away, above another node that shows it.
#[test]
fn no_node_has_a_part_in_it_not_even_the_one_that_shows_the_mesh() {
    let model = model();
    assert_eq!(collider(&model, "own mesh").shape_instance.shape, collider(&model, "triangles").shape_instance.shape);
}

/// A matrix of half a turn about Z, of scales −2, 3 and 1: x′ = 2·x, y′ = −3·y, z′ = z.
#[test]
fn the_node_of_the_collider_turns_and_scales_it_as_any_shape() {
    let model = model();
    let shape_instance = &collider(&model, "hull").shape_instance;
    for corner in CORNERS {
        let expected = Vec3::new(2.0 * corner.x, -3.0 * corner.y, corner.z);
        assert!(shape_instance.owner_from_node.transform_point3(corner).distance(expected) < 1e-6, "{corner}");
    }
}

#[test]
fn a_trigger_has_the_same_words() {
    let model = model();
    let [trigger] = model.physics().triggers() else { panic!() };
    assert_eq!(trigger.parts[0].shape, collider(&model, "hull").shape_instance.shape);
}

/// Mesh 0 is the tetrahedron, node 10 shows a triangle, and shape 0 is a ball.
#[test]
fn of_a_mesh_and_a_node_the_mesh_counts_and_a_shape_before_both() {
    let (model, _) = open("geometry_mesh_unusable");
    assert_eq!(triangles(shape(&model, "mesh and node")).triangles.len(), 4);
    assert_eq!(*shape(&model, "shape and mesh"), Shape::Sphere { radius: 0.25 });
    assert_eq!(*shape(&model, "all three"), Shape::Sphere { radius: 0.25 });
    assert_eq!(triangles(shape(&model, "no index beside a node")).triangles.len(), 1);
}
