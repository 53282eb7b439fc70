//! Gravity fields in triggers.

use glam::Vec3;
use serde_json::{Value, json};
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;

/// A ball of 2 kg at 2 m along X in large triggers at the origin, one a field as `OMI_physics_gravity` has it.
fn in_field(fields: &[Value], factor: f32) -> Running {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([100.0; 3]), scene.ball(0.25));
    for field in fields {
        scene.raw_node(json!({"extensions": {"OMI_physics_gravity": field,
            "KHR_physics_rigid_bodies": {"trigger": {"geometry": {"shape": zone}}}}}));
    }
    scene.node(
        "ball",
        [2.0, 0.0, 0.0],
        json!({"motion": {"mass": 2.0, "gravityFactor": factor}, "collider": solid(ball)}),
    );
    let model = model_of(&scene.to_text());
    assert_eq!(model.physics().gravity_fields().len(), fields.len());
    let mut simulation = Simulation::new(&SimulationOptions::default());
    let id = InstanceId::new(0, 0);
    simulation.insert(id, &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
    // Who is inside is known at the end of the first step.
    simulation.step(1.0 / 60.0);
    let mut running = Running { simulation, model, id };
    let body = running.body("ball");
    running.simulation.set_velocity(body, Velocity::default()).unwrap();
    running
}

#[test]
fn a_field_adds_to_the_worlds_gravity_and_the_factor_counts_for_both() {
    let sideways = json!({"type": "directional", "gravity": 3, "directional": {"direction": [1, 0, 0]}});
    for factor in [1.0, 0.5] {
        let mut running = in_field(std::slice::from_ref(&sideways), factor);
        running.run(0.5);
        // Half a second of (3, −9.81, 0).
        near(running.velocity("ball").linear, Vec3::new(1.5, -4.905, 0.0) * factor, 1e-4);
    }
}

#[test]
fn a_field_that_replaces_and_stops_leaves_nothing_else() {
    let up = json!({"type": "directional", "gravity": 2, "replace": true, "stop": true,
        "directional": {"direction": [0, 1, 0]}});
    let sideways = json!({"type": "directional", "gravity": 3, "priority": 7, "directional": {"direction": [1, 0, 0]}});
    // The higher priority comes first; the second replaces it and stops before the world's.
    let mut running = in_field(&[up, sideways], 1.0);
    running.run(0.5);
    near(running.velocity("ball").linear, Vec3::new(0.0, 1.0, 0.0), 1e-4);
}

#[test]
fn a_point_pulls_to_its_node() {
    let point = json!({"type": "point", "gravity": 8, "replace": true, "stop": true, "point": {"unitDistance": 1}});
    let mut running = in_field(&[point], 1.0);
    running.run_at(0.01, 1000.0);
    // At 2 m a quarter of 8 m/s², for 10 ms. In the step before it was known to be inside it fell by 1.7 mm, which turns the
    // pull by 0.00085 rad.
    near(running.velocity("ball").linear, Vec3::new(-0.02, 0.0, 0.0), 0.02 * 0.0009 + 1e-6);
}

#[test]
fn a_body_that_leaves_a_field_falls_by_the_worlds_gravity() {
    let away = json!({"type": "directional", "gravity": 10, "replace": true, "stop": true,
        "directional": {"direction": [1, 0, 0]}});
    let mut running = in_field(&[away], 1.0);
    let body = running.body("ball");
    running.simulation.teleport(body, Rigid::from_translation(Vec3::new(0.0, 500.0, 0.0)));
    running.run(0.1);
    running.simulation.set_velocity(body, Velocity::default()).unwrap();
    running.run(0.5);
    near(running.velocity("ball").linear, Vec3::new(0.0, -4.905, 0.0), 1e-4);
}
