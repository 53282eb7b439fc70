//! Where colliders touch.

use glam::Vec3;
use serde_json::json;
use sinew::ContactPoint;

use crate::{cube, falling, file, ground, model, spawn};

#[test]
fn a_cube_at_rest_stands_on_points_that_carry_its_weight() {
    // The ground's top is at 0; the cube of 2 kg rests with its middle at 0.5.
    let nodes = json!([
        {"translation": [3, 0.5, 0], "extensions": cube(&json!({"mass": 2}))},
        {"translation": [0, -0.5, 0], "extensions": ground()}]);
    let model = model(&file(&nodes));
    let (mut world, instance) = spawn(falling(), &model);
    let mut found = Vec::new();
    world.contact_points(&mut found);
    assert!(found.is_empty(), "nothing touches before the first step");
    (0..120).for_each(|_| world.step());
    world.contact_points(&mut found);
    let node = |index| model.hierarchy().id(sinew::document::NodeIndex(index)).unwrap();
    assert!(!found.is_empty());
    for ContactPoint { a, b, point, normal, depth, .. } in &found {
        assert_eq!((a.instance, a.node, b.node), (instance, node(0), node(1)));
        // Out of the cube into the ground, at its lower side: the engine lets things sink by up to 5 mm.
        assert!(normal.distance(Vec3::NEG_Y) < 1e-3, "{normal}");
        assert!(point.y.abs() < 0.01 && (point.x - 3.0).abs() < 0.51 && point.z.abs() < 0.51, "{point}");
        assert!((-0.005..0.01).contains(depth), "{depth}");
    }
    // m·g·dt = 2 · 10 / 60 N·s in every step.
    let sum: f32 = found.iter().map(|contact| contact.impulse).sum();
    assert!((sum - 20.0 / 60.0).abs() < 0.02, "{sum}");
}

#[test]
fn a_part_of_a_body_is_named_by_its_own_node() {
    // A body of two cubes, whose lower one stands on the ground.
    let part = json!({"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 0}}}});
    let nodes = json!([
        {"translation": [0, 1.5, 0], "children": [1], "extensions": cube(&json!({"mass": 2}))},
        {"translation": [0, -1, 0], "extensions": part},
        {"translation": [0, -0.5, 0], "extensions": ground()}]);
    let model = model(&file(&nodes));
    let (mut world, _) = spawn(falling(), &model);
    (0..60).for_each(|_| world.step());
    let mut found = Vec::new();
    world.contact_points(&mut found);
    let index = |node| model.hierarchy().index(node).0;
    assert!(!found.is_empty());
    assert!(found.iter().all(|contact| (index(contact.a.node), index(contact.b.node)) == (1, 2)), "{found:?}");
}

#[test]
fn the_hull_of_a_cube_has_twelve_triangles() {
    let corners: Vec<Vec3> = (0..8).map(|c| Vec3::new((c & 1) as f32, (c >> 1 & 1) as f32, (c >> 2) as f32)).collect();
    let inside = Vec3::splat(0.5);
    let hull = sinew::physics::convex_hull(&[corners.clone(), vec![inside]].concat()).unwrap();
    assert_eq!((hull.points.len(), hull.triangles.len()), (8, 12));
    // Counter-clockwise seen from outside: every normal points away from the middle.
    for [a, b, c] in hull.triangles.iter().map(|triangle| triangle.map(|corner| hull.points[corner as usize])) {
        assert!((b - a).cross(c - a).dot(a - inside) > 0.0);
    }
    assert_eq!(sinew::physics::convex_hull(&corners[..4]), None, "a square spans no volume");
}
