//! Animated bodies and shapes.

use glam::{Affine3A, Vec3};
use serde_json::json;
use sinew_testkit::scene::physics::PhysicsScene;

use super::super::{ShapeInstanceId, SimulationState};
use super::*;
use sinew_model::model::physics::ColliderId;

#[test]
fn an_animated_body_reaches_its_target_and_pushes() {
    let mut scene = PhysicsScene::new();
    let cube = scene.cuboid([1.0, 1.0, 1.0]);
    let motion = json!({"mass": 1.0, "gravityFactor": 0.0});
    scene.node("pusher", [0.0; 3], json!({"motion": motion, "collider": solid(cube)}));
    scene.node("pushed", [1.2, 0.0, 0.0], json!({"motion": motion, "collider": solid(cube)}));
    let mut running = Running::new(&scene);
    let pusher = running.body("pusher");
    for step in 1..=60 {
        running
            .simulation
            .set_kinematic_target(pusher, Rigid::from_translation(Vec3::new(step as f32 / 60.0, 0.0, 0.0)));
        running.simulation.step(1.0 / 60.0);
    }
    near(running.pose("pusher").translation, Vec3::X, 1e-6);
    // Without restitution it moves on with the pusher's metre a second, and is not inside of it.
    // The engine solves the four points of the flat hit one after the other: 6 % (SPEC_COVERAGE, flat faces on each other).
    near(running.velocity("pushed").linear, Vec3::X, 0.06);
    assert!(running.pose("pushed").translation.x > 1.99);
    // Released, the pusher keeps the speed it was moved with.
    running.simulation.release(pusher);
    running.run(1.0);
    near(running.velocity("pusher").linear, Vec3::X, 0.05);
}

#[test]
fn a_released_kinematic_body_gets_its_authored_velocity_back() {
    let mut scene = PhysicsScene::new();
    let cube = scene.cuboid([1.0, 1.0, 1.0]);
    scene.node(
        "body",
        [0.0; 3],
        json!({"motion": {"isKinematic": true, "linearVelocity": [0.0, 0.0, 2.0]}, "collider": solid(cube)}),
    );
    let mut running = Running::new(&scene);
    let body = running.body("body");
    running.simulation.set_kinematic_target(body, Rigid::from_translation(Vec3::X));
    running.run(1.0);
    near(running.pose("body").translation, Vec3::X, 1e-6);
    running.simulation.release(body);
    running.run(1.0);
    near(running.pose("body").translation, Vec3::new(1.0, 0.0, 2.0), 1e-4);
}

#[test]
fn a_static_collider_on_an_animated_node_carries_a_resting_body() {
    let mut scene = PhysicsScene::new();
    let (floor, cube) = (scene.cuboid([4.0, 1.0, 4.0]), scene.cuboid([1.0, 1.0, 1.0]));
    scene.node("floor", [0.0, -0.5, 0.0], json!({"collider": solid(floor)}));
    scene.node("cube", [0.0, 0.5, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid(cube)}));
    let mut running = Running::new(&scene);
    running.run(0.5);
    // Up by a metre in a second, and along X by half a metre: friction takes the cube along.
    for step in 1..=60 {
        let share = step as f32 / 60.0;
        let moved = Affine3A::from_translation(Vec3::new(0.5 * share, -0.5 + share, 0.0));
        running.simulation.set_shape_pose(running.id, ShapeInstanceId::Collider(ColliderId::at(0)), moved);
        running.simulation.step(1.0 / 60.0);
    }
    // It may slip until it has the speed, 0.5²/(2·0.6·9.81) = 2 cm, and leave the ground by a few mm.
    near(running.pose("cube").translation, Vec3::new(0.5, 1.5, 0.0), 0.04);
}

#[test]
fn a_growing_collider_pushes_bodies_out() {
    let mut scene = PhysicsScene::new();
    let ball = scene.ball(0.5);
    scene.node("balloon", [0.0; 3], json!({"collider": solid(ball)}));
    scene.node(
        "ball",
        [1.5, 0.0, 0.0],
        json!({"motion": {"mass": 1.0, "gravityFactor": 0.0}, "collider": solid(ball)}),
    );
    let mut running = Running::new(&scene);
    running.run(0.1);
    let grown = Affine3A::from_scale(Vec3::splat(4.0));
    running.simulation.set_shape_pose(running.id, ShapeInstanceId::Collider(ColliderId::at(0)), grown);
    running.run(2.0);
    // 2 m of the balloon and 0.5 of the ball.
    assert!(running.pose("ball").translation.x > 2.49, "{}", running.pose("ball").translation);
}

#[test]
fn a_teleported_body_moves_at_once_without_pushing() {
    let mut scene = PhysicsScene::new();
    let cube = scene.cuboid([1.0, 1.0, 1.0]);
    let motion = json!({"mass": 1.0, "gravityFactor": 0.0});
    scene.node("a", [0.0; 3], json!({"motion": motion, "collider": solid(cube)}));
    scene.node("b", [2.0, 0.0, 0.0], json!({"motion": motion, "collider": solid(cube)}));
    let mut running = Running::new(&scene);
    let body = running.body("a");
    running.simulation.teleport(body, Rigid::from_translation(Vec3::new(5.0, 0.0, 0.0)));
    near(running.pose("a").translation, Vec3::new(5.0, 0.0, 0.0), 0.0);
    let hit = running.simulation.ray_cast(Vec3::new(5.0, 5.0, 0.0), Vec3::NEG_Y, 10.0).expect("it is there");
    assert_eq!(running.model.hierarchy().name(hit.node.node), Some("a"));
    running.run(1.0);
    near(running.pose("b").translation, Vec3::new(2.0, 0.0, 0.0), 1e-5);
}

#[test]
fn a_box_that_has_moved_beside_another_is_the_same_after_going_back() {
    let mut scene = PhysicsScene::new();
    let cube = scene.cuboid([1.0, 1.0, 1.0]);
    let motion = json!({"motion": {"isKinematic": true}});
    scene.raw_node(json!({"name": "body", "children": [1, 2], "extensions": {"KHR_physics_rigid_bodies": motion}}));
    scene.node("still", [0.0; 3], json!({"collider": solid(cube)}));
    scene.node("moving", [3.0, 0.0, 0.0], json!({"collider": solid(cube)}));
    let mut running = Running::new(&scene);
    running.run(0.1);
    // Now its side is covered.
    let beside = Affine3A::from_translation(Vec3::X);
    running.simulation.set_shape_pose(running.id, ShapeInstanceId::Collider(ColliderId::at(1)), beside);
    running.run(0.1);
    let past = running.simulation.save();
    running.run(0.1);
    let end = running.simulation.save();
    running.simulation.restore(SimulationState::read(&past).unwrap()).unwrap();
    running.run(0.1);
    assert!(running.simulation.save() == end, "seams are looked for everywhere after going back");
}
