//! Ray casts and overlap tests.

use glam::{Affine3A, Vec3};
use serde_json::json;
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;
use sinew_model::model::physics::Shape;

fn scene() -> Running {
    let mut scene = PhysicsScene::new();
    let (cube, ball) = (scene.cuboid([1.0, 1.0, 1.0]), scene.ball(0.5));
    scene.node("cube", [0.0; 3], json!({"collider": solid(cube)}));
    scene.node("ball", [3.0, 0.0, 0.0], json!({"motion": {"gravityFactor": 0.0}, "collider": solid(ball)}));
    scene.node("zone", [6.0, 0.0, 0.0], json!({"trigger": {"geometry": {"shape": cube}}}));
    Running::new(&scene)
}

#[test]
fn a_ray_finds_the_first_collider_and_no_trigger() {
    let running = scene();
    let hit = running.simulation.ray_cast(Vec3::new(10.0, 0.0, 0.0), Vec3::new(-2.0, 0.0, 0.0), 100.0).expect("a hit");
    assert_eq!(running.model.hierarchy().name(hit.node.node), Some("ball"));
    // From 10 to 3.5, in lengths of 2.
    assert!((hit.distance - 3.25).abs() < 1e-5, "{}", hit.distance);
    near(hit.point, Vec3::new(3.5, 0.0, 0.0), 1e-5);
    near(hit.normal, Vec3::X, 1e-5);
    assert!(running.simulation.ray_cast(Vec3::new(10.0, 0.0, 0.0), Vec3::new(-2.0, 0.0, 0.0), 3.0).is_none());
    assert!(running.simulation.ray_cast(Vec3::NAN, Vec3::X, 1.0).is_none());
    assert!(running.simulation.ray_cast(Vec3::ZERO, Vec3::ZERO, 1.0).is_none());
}

#[test]
fn a_shape_finds_the_colliders_it_touches_in_the_order_of_the_file() {
    let running = scene();
    let mut found = Vec::new();
    let wide = Shape::Box { size: Vec3::new(1.0, 0.1, 0.1) };
    let place =
        Affine3A::from_scale_rotation_translation(Vec3::new(4.0, 1.0, 1.0), glam::Quat::IDENTITY, Vec3::X * 1.5);
    running.simulation.overlap_shape(&wide, place, &mut found);
    let names: Vec<_> =
        found.iter().map(|node| running.model.hierarchy().name(node.node).unwrap_or_default()).collect();
    assert_eq!(names, ["cube", "ball"]);
    found.clear();
    running.simulation.overlap_shape(&wide, Affine3A::from_translation(Vec3::Y * 5.0), &mut found);
    assert!(found.is_empty());
}

#[test]
fn a_point_finds_the_colliders_that_contain_it() {
    let running = scene();
    let mut found = Vec::new();
    running.simulation.overlap_point(Vec3::new(0.4, 0.4, 0.4), &mut found);
    assert_eq!(found.len(), 1);
    running.simulation.overlap_point(Vec3::new(3.4, 0.4, 0.4), &mut found);
    assert_eq!(found.len(), 1, "outside of the ball, inside of its box");
}
