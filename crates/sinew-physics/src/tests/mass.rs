//! Mass properties against textbook formulas.

use std::f32::consts::PI;

use glam::{Quat, Vec3};
use serde_json::json;
use sinew_testkit::frames::six_parents;
use sinew_testkit::scene::physics::PhysicsScene;

use super::super::{BodyMassProperties, mass_properties};
use super::*;

fn one(scene: &PhysicsScene) -> BodyMassProperties {
    let found = mass_properties(&model_of(&scene.to_text()), 1000.0);
    assert_eq!(found.len(), 1);
    found[0]
}

fn of_shape(shape: Value, motion: Value) -> BodyMassProperties {
    let mut scene = PhysicsScene::new();
    let shape = scene.shape(shape);
    scene.node("body", [0.0; 3], json!({"motion": motion, "collider": solid(shape)}));
    one(&scene)
}

fn assert_moments(found: &BodyMassProperties, expected: [f32; 3]) {
    for (moment, expected) in found.moments.iter().zip(expected) {
        let moment = moment.expect("finite");
        assert!((moment - expected).abs() <= 1e-5 * expected, "{moment} is not {expected}");
    }
}

fn assert_mass(found: &BodyMassProperties, expected: f32) {
    let mass = found.mass.expect("finite");
    assert!((mass - expected).abs() <= 1e-5 * expected, "{mass} is not {expected}");
}

#[test]
fn a_box_has_a_twelfth_of_the_squares_of_its_sides() {
    let found = of_shape(json!({"type": "box", "box": {"size": [1.0, 2.0, 3.0]}}), json!({}));
    assert_mass(&found, 6000.0);
    // m/12·(y² + z²) and so on.
    assert_moments(&found, [500.0 * 13.0, 500.0 * 10.0, 500.0 * 5.0]);
}

#[test]
fn a_ball_has_two_fifths_of_its_radius_squared() {
    let found = of_shape(json!({"type": "sphere", "sphere": {"radius": 0.5}}), json!({"mass": 10.0}));
    assert_mass(&found, 10.0);
    assert_moments(&found, [1.0, 1.0, 1.0]);
}

#[test]
fn a_cylinder_has_half_its_radius_squared_about_its_axis() {
    let cylinder = json!({"type": "cylinder", "cylinder": {"height": 2.0, "radiusBottom": 0.5, "radiusTop": 0.5}});
    let found = of_shape(cylinder, json!({}));
    let mass = 1000.0 * PI * 0.25 * 2.0;
    assert_mass(&found, mass);
    // Across: m/12·(3r² + h²) = m·(0.75 + 4)/12.
    assert_moments(&found, [mass * 4.75 / 12.0, mass * 0.125, mass * 4.75 / 12.0]);
}

#[test]
fn a_cone_has_its_centre_at_a_quarter_of_its_height() {
    let cone = json!({"type": "cylinder", "cylinder": {"height": 4.0, "radiusBottom": 1.0, "radiusTop": 0.0}});
    let found = of_shape(cone, json!({}));
    let mass = 1000.0 * PI * 4.0 / 3.0;
    assert_mass(&found, mass);
    near(found.center_of_mass, Vec3::new(0.0, -1.0, 0.0), 1e-5);
    // 3/10·m·r² about the axis; 3/20·m·r² + 3/80·m·h² across, through the centre.
    assert_moments(&found, [mass * (0.15 + 0.6), mass * 0.3, mass * (0.15 + 0.6)]);
}

#[test]
fn a_capsule_is_a_cylinder_and_two_halves_of_a_ball() {
    let capsule = json!({"type": "capsule", "capsule": {"height": 2.0, "radiusBottom": 0.5, "radiusTop": 0.5}});
    let found = of_shape(capsule, json!({}));
    let (cylinder, ball) = (1000.0 * PI * 0.25 * 2.0, 1000.0 * PI * 4.0 / 3.0 * 0.125);
    assert_mass(&found, cylinder + ball);
    let along = cylinder * 0.125 + ball * 0.1;
    // A half-ball's centre is 3r/8 from its flat side: m·(2/5·r² + h²/4 + 3·h·r/8) for both halves.
    let across = cylinder * 4.75 / 12.0 + ball * (0.1 + 1.0 + 0.375);
    assert_moments(&found, [across, along, across]);
}

#[test]
fn a_tapered_capsule_lies_between_those_of_its_two_radii() {
    let capsule = |bottom: f32, top: f32| {
        let shape = json!({"type": "capsule", "capsule": {"height": 2.0, "radiusBottom": bottom, "radiusTop": top}});
        of_shape(shape, json!({})).mass.expect("finite")
    };
    // By hand for 0.5 and 0.25 at a distance of 2: sine 1/8, cosine² 63/64. The parts of balls are caps of heights
    // r·(1 ± 1/8): π·h²·(3r − h)/3; the frustum is π·H/3·(a² + a·b + b²), H = 2·63/64, a = 0.5·cosine, b = 0.25·cosine.
    let cap = |r: f64, h: f64| std::f64::consts::PI * h * h * (3.0 * r - h) / 3.0;
    let frustum = std::f64::consts::PI * (2.0 * 63.0 / 64.0) / 3.0 * (63.0 / 64.0) * (0.25 + 0.125 + 0.0625);
    let volume = cap(0.5, 0.5 * 1.125) + cap(0.25, 0.25 * 0.875) + frustum;
    let found = f64::from(capsule(0.5, 0.25));
    assert!((found - 1000.0 * volume).abs() < 0.01, "{found} {volume}");
    assert!(capsule(0.25, 0.25) < capsule(0.5, 0.25) && capsule(0.5, 0.25) < capsule(0.5, 0.5));
    // A ball inside of the other adds nothing.
    let ball = 1000.0 * PI * 4.0 / 3.0 * 27.0;
    assert!((capsule(3.0, 0.5) - ball).abs() < 1e-5 * ball);
}

#[test]
fn parts_add_up_by_the_parallel_axis_theorem() {
    let mut scene = PhysicsScene::new();
    let ball = scene.ball(0.5);
    for x in [-2.0, 2.0] {
        scene.raw_node(json!({"name": "ball", "translation": [x, 0.0, 0.0],
            "extensions": {"KHR_physics_rigid_bodies": {"collider": solid(ball)}}}));
    }
    scene.raw_node(json!({"name": "body", "children": [0, 1], "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 2.0}}}}));
    // Each 1 kg: 2/5·r² = 0.1 each about X; across also m·d² = 4 each.
    assert_moments(&one(&scene), [0.2, 8.2, 8.2]);
}

#[test]
fn a_scale_of_the_node_scales_its_colliders_and_its_centre_of_mass() {
    for frame in six_parents() {
        let mut scene = PhysicsScene::new();
        let shape = scene.cuboid([1.0, 1.0, 1.0]);
        scene.raw_node(json!({"name": "body",
            "translation": frame.translation.to_array(), "rotation": frame.rotation.to_array(), "scale": frame.scale.to_array(),
            "extensions": {"KHR_physics_rigid_bodies": {"motion": {"centerOfMass": [0.1, 0.2, 0.3]}, "collider": solid(shape)}}}));
        let found = one(&scene);
        let size = frame.scale.abs();
        assert_mass(&found, 1000.0 * size.x * size.y * size.z);
        near(found.center_of_mass, frame.scale * Vec3::new(0.1, 0.2, 0.3), 1e-5);
        let squares = size * size * (found.mass.expect("finite") / 12.0);
        assert_moments(&found, [squares.y + squares.z, squares.z + squares.x, squares.x + squares.y]);
    }
}

#[test]
fn a_rotated_collider_rotates_its_moments() {
    let mut scene = PhysicsScene::new();
    let shape = scene.cuboid([1.0, 2.0, 3.0]);
    let turn = Quat::from_xyzw(0.2, 0.1, -0.3, 0.8).normalize();
    scene.raw_node(json!({"name": "collider", "rotation": turn.to_array(),
        "extensions": {"KHR_physics_rigid_bodies": {"collider": solid(shape)}}}));
    scene
        .raw_node(json!({"name": "body", "children": [0], "extensions": {"KHR_physics_rigid_bodies": {"motion": {}}}}));
    let found = one(&scene);
    // The inertia about any axis is that of the box about the axis turned back.
    let inertia = |axis: Vec3| {
        let local = found.inertia_orientation.inverse() * axis;
        found
            .moments
            .iter()
            .zip((local * local).to_array())
            .map(|(moment, share)| moment.expect("finite") * share)
            .sum::<f32>()
    };
    for axis in [Vec3::X, Vec3::Y, Vec3::new(0.6, 0.0, 0.8)] {
        let own = turn.inverse() * axis;
        let expected = (own * own).dot(Vec3::new(6500.0, 5000.0, 2500.0));
        assert!((inertia(axis) - expected).abs() < 1e-5 * expected, "{axis}");
    }
}

#[test]
fn a_body_without_colliders_has_the_unit_inertia_of_other_engines() {
    let mut scene = PhysicsScene::new();
    scene.node("body", [0.0; 3], json!({"motion": {"mass": 2.0}}));
    let found = one(&scene);
    assert_mass(&found, 2.0);
    // 1 m² for each kilogram.
    assert_moments(&found, [2.0; 3]);
}

#[test]
fn zero_is_infinite_component_by_component() {
    let motion = json!({"mass": 0.0, "inertiaDiagonal": [1.0, 0.0, 2.0]});
    let found = of_shape(json!({"type": "sphere", "sphere": {"radius": 0.5}}), motion);
    assert_eq!((found.mass, found.moments), (None, [Some(1.0), None, Some(2.0)]));
}

#[test]
fn an_open_mesh_has_the_mass_of_its_hull_and_a_closed_one_that_of_its_volume() {
    use super::super::mass::shape_moments;
    use sinew_model::model::physics::{Mesh, Shape};
    // The corner of a cube of side 2 that three of its edges span: a sixth of 8.
    let points = vec![Vec3::ZERO, Vec3::X * 2.0, Vec3::Y * 2.0, Vec3::Z * 2.0];
    let closed = vec![[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]];
    let inside_out: Vec<[u32; 3]> = closed.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    for triangles in [closed.clone(), inside_out, closed[..3].to_vec()] {
        let moments = shape_moments(&Shape::TriangleMesh(Arc::new(Mesh { points: points.clone(), triangles })));
        assert!((moments.volume - 8.0 / 6.0).abs() < 1e-6, "{}", moments.volume);
        // The centre of a tetrahedron is the mean of its corners.
        near(moments.center().as_vec3(), Vec3::splat(0.5), 1e-5);
    }
}
