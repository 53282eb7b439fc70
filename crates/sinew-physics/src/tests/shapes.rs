//! Shapes: the rest height of bodies of each kind, under each kind of scale.

use std::sync::Arc;

use glam::{Affine3A, Mat3A, Quat, Vec3};
use serde_json::json;
use sinew_testkit::scene::physics::PhysicsScene;

use super::super::shape::{Placement, Purpose, build};
use super::*;
use sinew_model::model::physics::{Mesh, Shape};

/// The height at which the origin of a body comes to lie on a ground at 0.
fn lies_at(shape: Value, rotation: Quat, scale: Vec3) -> f32 {
    let mut scene = PhysicsScene::new();
    let (ground, shape) = (scene.cuboid([20.0, 1.0, 20.0]), scene.shape(shape));
    scene.node("ground", [0.0, -0.5, 0.0], json!({"collider": solid(ground)}));
    // Held upright: what is asked is how high it lies, not whether it topples.
    scene.raw_node(json!({"name": "body", "translation": [0.0, 2.0, 0.0], "rotation": rotation.to_array(), "scale": scale.to_array(),
        "extensions": {"KHR_physics_rigid_bodies": {
            "motion": {"mass": 1.0, "inertiaDiagonal": [0.0, 0.0, 0.0]}, "collider": solid(shape)}}}));
    let mut running = Running::new(&scene);
    running.run(3.0);
    running.pose("body").translation.y
}

fn capsule(bottom: f32, top: f32) -> Value {
    json!({"type": "capsule", "capsule": {"height": 1.0, "radiusBottom": bottom, "radiusTop": top}})
}

fn cylinder(bottom: f32, top: f32) -> Value {
    json!({"type": "cylinder", "cylinder": {"height": 1.0, "radiusBottom": bottom, "radiusTop": top}})
}

#[test]
fn bodies_rest_at_the_height_of_their_shapes() {
    let ball = json!({"type": "sphere", "sphere": {"radius": 0.5}});
    let cube = json!({"type": "box", "box": {"size": [1.0, 2.0, 3.0]}});
    let lying = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let over = Quat::from_rotation_z(std::f32::consts::PI);
    let cases = [
        (ball.clone(), Quat::IDENTITY, Vec3::ONE, 0.5, "ball"),
        (ball.clone(), Quat::IDENTITY, Vec3::splat(2.0), 1.0, "ball of twice the size"),
        (ball.clone(), Quat::IDENTITY, Vec3::splat(-2.0), 1.0, "mirrored ball"),
        (ball, Quat::IDENTITY, Vec3::new(1.0, 2.0, 1.0), 1.0, "ellipsoid"),
        (cube.clone(), Quat::IDENTITY, Vec3::new(1.0, 1.5, 1.0), 1.5, "scaled box"),
        (cube, lying, Vec3::new(-2.0, 1.0, 1.0), 1.0, "mirrored box on its side"),
        (capsule(0.5, 0.5), Quat::IDENTITY, Vec3::ONE, 1.0, "capsule"),
        (capsule(0.5, 0.5), lying, Vec3::ONE, 0.5, "lying capsule"),
        (capsule(0.5, 0.25), Quat::IDENTITY, Vec3::ONE, 1.0, "tapered capsule on its wide end"),
        (capsule(0.5, 0.25), over, Vec3::ONE, 0.75, "tapered capsule on its narrow end"),
        (capsule(0.25, 0.5), Quat::IDENTITY, Vec3::new(1.0, -1.0, 1.0), 1.0, "mirrored tapered capsule"),
        (capsule(0.5, 0.5), Quat::IDENTITY, Vec3::new(1.0, 0.5, 1.0), 0.5, "squeezed capsule"),
        (cylinder(0.5, 0.5), Quat::IDENTITY, Vec3::new(1.0, 2.0, 1.0), 1.0, "long cylinder"),
        (cylinder(0.5, 0.5), lying, Vec3::ONE, 0.5, "lying cylinder"),
        (cylinder(0.5, 0.25), Quat::IDENTITY, Vec3::ONE, 0.5, "tapered cylinder"),
        (cylinder(0.5, 0.25), lying, Vec3::ONE, 0.5, "lying tapered cylinder"),
    ];
    for (shape, rotation, scale, expected, name) in cases {
        let height = lies_at(shape, rotation, scale);
        // Hulls of round shapes are off by 0.31 % of the radius at most (1.6 mm of 0.5 m; 3.1 of 1 m); bodies sink by a
        // part of a millimetre.
        assert!((height - expected).abs() < 0.004, "{name}: {height} instead of {expected}");
    }
}

#[test]
fn a_tapered_cylinder_rolls_smoothly() {
    // The height of the axis of a lying cylinder of 64 sides, turned by any angle, is that of the circle to 0.06 %.
    let shape = Shape::Cylinder { height: 1.0, radius_bottom: 0.5, radius_top: 0.499 };
    let built = build(&shape, &Placement::of(&Affine3A::IDENTITY).stretch, Purpose::Solid).expect("a hull");
    let support = built.as_support_map().expect("convex");
    for step in 0..500 {
        let angle = step as f32 * 0.013;
        let direction = Vec3::new(angle.cos(), 0.0, angle.sin());
        let reach = support.local_support_point(direction).dot(direction);
        assert!((reach - 0.5).abs() < 0.5 * 0.000_62, "{angle}: {reach}");
    }
}

#[test]
fn round_hulls_match_their_shapes_to_a_third_of_a_percent() {
    let stretch = Placement::of(&Affine3A::from_scale(Vec3::new(1.0, 2.0, 3.0))).stretch;
    let built = build(&Shape::Sphere { radius: 1.0 }, &stretch, Purpose::Solid).expect("a hull");
    let support = built.as_support_map().expect("convex");
    for step in 0..2000 {
        // Directions along a spiral from pole to pole.
        let y = 1.0 - (step as f32 + 0.5) / 1000.0;
        let turn = step as f32 * 2.399_963;
        let ring = (1.0 - y * y).sqrt();
        let direction = Vec3::new(ring * turn.cos(), y, ring * turn.sin());
        // The support of an ellipsoid with half axes a is |a·n|.
        let expected = (direction * Vec3::new(1.0, 2.0, 3.0)).length();
        let reach = support.local_support_point(direction).dot(direction);
        assert!((reach - expected).abs() < 0.0032 * expected, "{direction}: {reach} {expected}");
    }
}

#[test]
fn shear_moves_the_corners_of_a_box_exactly() {
    // X leans into Y by a half.
    let matrix3 = Mat3A::from_cols(Vec3::new(1.0, 0.5, 0.0).into(), Vec3::Y.into(), Vec3::Z.into());
    let sheared = Affine3A { matrix3, translation: Vec3::new(1.0, 2.0, 3.0).into() };
    let placement = Placement::of(&sheared);
    let built = build(&Shape::Box { size: Vec3::splat(2.0) }, &placement.stretch, Purpose::Solid).expect("a hull");
    let support = built.as_support_map().expect("convex");
    // The corner (1, 1, 1) goes to (1, 1.5, 1).
    let top = placement.owner_from_shape.transform_point(support.local_support_point(Vec3::new(0.1, 1.0, 0.1)));
    near(top, Vec3::new(2.0, 3.5, 4.0), 1e-5);
}

fn square() -> Arc<Mesh> {
    let points = vec![
        Vec3::new(-1.0, 0.0, -1.0),
        Vec3::new(-1.0, 0.0, 1.0),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::new(1.0, 0.0, -1.0),
    ];
    Arc::new(Mesh { points, triangles: vec![[0, 1, 2], [0, 2, 3]] })
}

#[test]
fn the_hull_of_a_flat_mesh_is_a_thin_plate() {
    let built = build(&Shape::ConvexHull(square()), &Placement::of(&Affine3A::IDENTITY).stretch, Purpose::Solid);
    let bounds = built.expect("a plate").compute_local_aabb();
    assert!(bounds.maxs.y > 0.0 && bounds.maxs.y < 0.01 && (bounds.maxs.x - 1.0).abs() < 0.01);
}

#[test]
fn degenerate_shapes_build_nothing_and_panic_never() {
    let identity = Placement::of(&Affine3A::IDENTITY).stretch;
    let mesh = |points: Vec<Vec3>, triangles: Vec<[u32; 3]>| Arc::new(Mesh { points, triangles });
    let shapes = [
        Shape::ConvexHull(mesh(vec![], vec![])),
        Shape::ConvexHull(mesh(vec![Vec3::ONE], vec![])),
        Shape::ConvexHull(mesh(vec![Vec3::NAN, Vec3::ONE, Vec3::X, Vec3::Y], vec![])),
        Shape::ConvexHull(mesh(vec![Vec3::ZERO, Vec3::X, Vec3::X * 2.0], vec![])),
        Shape::TriangleMesh(mesh(vec![], vec![])),
        Shape::TriangleMesh(mesh(vec![Vec3::ONE], vec![[0, 1, 2]])),
        Shape::TriangleMesh(mesh(vec![Vec3::ONE; 3], vec![[0, 1, 2]])),
        Shape::TriangleMesh(mesh(vec![Vec3::ZERO, Vec3::X, Vec3::splat(f32::NAN)], vec![[0, 1, 2]])),
        Shape::Box { size: Vec3::ZERO },
        Shape::Sphere { radius: 0.0 },
        Shape::Capsule { height: 0.0, radius_bottom: 0.0, radius_top: 0.0 },
        Shape::Capsule { height: 0.0, radius_bottom: 1.0, radius_top: 0.5 },
        Shape::Cylinder { height: 0.0, radius_bottom: 0.0, radius_top: 0.0 },
        Shape::Cylinder { height: 0.0, radius_bottom: 1.0, radius_top: 0.5 },
    ];
    let scales = [
        Vec3::ONE,
        Vec3::ZERO,
        Vec3::new(0.0, 1.0, 1.0),
        Vec3::new(1.0, 0.0, 0.0),
        Vec3::splat(1e-20),
        Vec3::splat(1e20),
    ];
    for shape in &shapes {
        for scale in scales {
            for purpose in [Purpose::Solid, Purpose::Volume] {
                let _ = build(shape, &Placement::of(&Affine3A::from_scale(scale)).stretch, purpose);
            }
        }
        let _ = super::super::mass::shape_moments(shape);
    }
    assert!(
        build(
            &Shape::Sphere { radius: 1.0 },
            &Placement::of(&Affine3A::from_scale(Vec3::ZERO)).stretch,
            Purpose::Solid
        )
        .is_none()
    );
    assert!(build(&Shape::Sphere { radius: 1.0 }, &identity, Purpose::Solid).is_some());
}

/// How high a ball is after a second that starts above (or below, with gravity up) a plane.
fn over_plane(plane: Value, from: f32) -> f32 {
    let mut scene = PhysicsScene::new();
    let (plane, ball) = (scene.shape(plane), scene.ball(0.25));
    scene.node("plane", [0.0; 3], json!({"collider": solid(plane)}));
    let factor = if from > 0.0 { 1.0 } else { -1.0 };
    scene.node(
        "ball",
        [0.3, from, 0.2],
        json!({"motion": {"mass": 1.0, "gravityFactor": factor}, "collider": solid(ball)}),
    );
    let mut running = Running::new(&scene);
    running.run(2.0);
    running.pose("ball").translation.y
}

#[test]
fn planes_stop_bodies_on_their_solid_sides() {
    let plane = |size: Option<f32>, double_sided: bool| match size {
        Some(size) => json!({"type": "plane", "plane": {"sizeX": size, "sizeZ": size, "doubleSided": double_sided}}),
        None => json!({"type": "plane", "plane": {"doubleSided": double_sided}}),
    };
    for size in [None, Some(4.0)] {
        for double_sided in [false, true] {
            let height = over_plane(plane(size, double_sided), 1.0);
            assert!((height - 0.25).abs() < 0.004, "{size:?} {double_sided}: {height}");
        }
        let height = over_plane(plane(size, true), -1.0);
        assert!((height + 0.25).abs() < 0.004, "{size:?} from below: {height}");
    }
    // From below, a finite plane of one side lets through.
    assert!(over_plane(plane(Some(4.0), false), -1.0) > 1.0);
}
