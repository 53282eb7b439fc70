//! Non-finite and extreme numbers.

use glam::Vec3;
use serde_json::json;
use sinew_testkit::scene::physics::{PhysicsScene, cubes, pile_poses};

use super::*;

#[test]
fn a_non_finite_body_is_stopped_and_listed_and_the_others_go_on() {
    let mut scene = PhysicsScene::new();
    let ball = scene.ball(0.5);
    let motion = json!({"mass": 1.0, "linearVelocity": [3.0e38, 0.0, 0.0]});
    scene.node("runaway", [0.0; 3], json!({"motion": motion, "collider": solid(ball)}));
    scene.node("other", [0.0, 5.0, 0.0], json!({"motion": {"mass": 1.0}, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    let body = running.body("runaway");
    let mut stopped = 0;
    for _ in 0..300 {
        running.simulation.step(1.0 / 60.0);
        stopped += running.simulation.stopped().len();
        assert!(running.simulation.stopped().iter().all(|stopped| *stopped == body));
        assert!(running.pose("runaway").is_finite() && running.velocity("runaway").linear.is_finite());
    }
    assert_eq!(stopped, 1);
    assert_eq!(running.velocity("runaway").linear, Vec3::ZERO);
    // 5 s of falling.
    assert!(running.pose("other").translation.y < -100.0);
}

#[test]
fn arguments_that_are_not_finite_do_nothing() {
    let mut scene = PhysicsScene::new();
    let ball = scene.ball(0.5);
    scene.node("body", [0.0; 3], json!({"motion": {"mass": 1.0, "gravityFactor": 0.0}, "collider": solid(ball)}));
    let mut running = Running::new(&scene);
    let body = running.body("body");
    assert_eq!(
        running.simulation.set_velocity(body, Velocity { linear: Vec3::NAN, angular: Vec3::ZERO }),
        Err(BodyError::NotFinite)
    );
    assert_eq!(running.simulation.apply_impulse(body, Vec3::INFINITY), Err(BodyError::NotFinite));
    assert_eq!(running.simulation.apply_point_impulse(body, Vec3::X, Vec3::NAN), Err(BodyError::NotFinite));
    assert_eq!(running.simulation.apply_angular_impulse(body, Vec3::NAN), Err(BodyError::NotFinite));
    running.simulation.teleport(body, Rigid::from_translation(Vec3::NAN));
    running.simulation.set_kinematic_target(body, Rigid::from_translation(Vec3::NAN));
    for dt in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        running.simulation.step(dt);
    }
    running.run(0.5);
    near(running.pose("body").translation, Vec3::ZERO, 0.0);
}

#[test]
fn the_same_scene_gives_the_same_bits() {
    let run = || {
        let model = model_of(&cubes(&pile_poses(100)));
        let mut simulation = Simulation::new(&SimulationOptions::default());
        let id = InstanceId::new(0, 0);
        simulation.insert(id, &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
        let mut events = Vec::new();
        for _ in 0..120 {
            simulation.step(1.0 / 60.0);
            events.extend_from_slice(simulation.events());
        }
        let bodies = (0..model.physics().bodies().len()).map(sinew_model::model::physics::BodyId::at);
        let places: Vec<_> = bodies.map(|body| simulation.world_from_body(WorldBody { instance: id, body })).collect();
        (places, events)
    };
    assert_eq!(run(), run());
}
