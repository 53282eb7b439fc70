//! A warm step allocates nothing of its own.

use serde_json::json;
use sinew_testkit::counting::{Counting, allocations_here};
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_warm_step_allocates_nothing_of_its_own() {
    let mut scene = PhysicsScene::new();
    let (ground, ball, cube, zone) =
        (scene.cuboid([20.0, 1.0, 20.0]), scene.ball(0.25), scene.cuboid([1.0; 3]), scene.cuboid([8.0, 4.0, 8.0]));
    let bouncy = scene.material(json!({"restitution": 1.0, "staticFriction": 0.6, "dynamicFriction": 0.3}));
    scene.node(
        "ground",
        [0.0, -0.5, 0.0],
        json!({"collider": {"geometry": {"shape": ground}, "physicsMaterial": bouncy}}),
    );
    scene.node("zone", [0.0, 2.0, 0.0], json!({"trigger": {"geometry": {"shape": zone}}}));
    for x in -3_i8..=3 {
        let place = f32::from(x) * 1.2;
        let own = json!({"geometry": {"shape": ball}, "physicsMaterial": bouncy});
        scene.node("bouncing", [place, 4.5, 0.0], json!({"motion": {"mass": 1.0}, "collider": own}));
        scene.node("lying", [place, 0.5, 3.0], json!({"motion": {"mass": 1.0}, "collider": solid(cube)}));
    }
    // A body of several colliders, in the trigger and on the ground.
    let first = scene.raw_node(
        json!({"translation": [-1.0, 0.0, 0.0], "extensions": {"KHR_physics_rigid_bodies": {"collider": solid(ball)}}}),
    );
    scene.raw_node(
        json!({"translation": [1.0, 0.0, 0.0], "extensions": {"KHR_physics_rigid_bodies": {"collider": solid(ball)}}}),
    );
    scene.raw_node(json!({"translation": [0.0, 1.0, -3.0], "children": [first, first + 1],
        "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1.0}}}}));
    let mut running = Running::with(&scene, &SimulationOptions { sleeping: false, ..SimulationOptions::default() });
    // The balls bounce with a period of 1.9 s; after six of them every list has had its longest.
    running.run(12.0);
    let (mut own, mut engine, mut emitted) = (0, 0, 0);
    for _ in 0..240 {
        let simulation = &mut running.simulation;
        own += allocations_here(|| simulation.prepare(1.0 / 60.0)).1;
        engine += allocations_here(|| simulation.run_engine()).1;
        own += allocations_here(|| simulation.finish()).1;
        own += allocations_here(|| simulation.step(0.0)).1;
        emitted += simulation.events().len();
    }
    assert_eq!(own, 0);
    // The engine's own are its own affair, and reported here: it gives lists of what has changed away with each step.
    println!("the engine allocates {:.1} times in a step", engine as f32 / 240.0);
    assert!(emitted > 10, "there were events to emit: {emitted}");
}
