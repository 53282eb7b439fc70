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

/// The velocity after half a second at rest in a field along +Y of 2 m/s² and one along +X of 3 m/s², each with more properties.
fn after_half_a_second(up: Value, sideways: Value) -> Vec3 {
    let mut fields = [
        json!({"type": "directional", "gravity": 2, "directional": {"direction": [0, 1, 0]}}),
        json!({"type": "directional", "gravity": 3, "directional": {"direction": [1, 0, 0]}}),
    ];
    for (field, more) in fields.iter_mut().zip([up, sideways]) {
        let more = more.as_object().cloned().unwrap_or_default();
        more.into_iter().for_each(|(key, value)| field[key] = value);
    }
    // The order of the file decides nothing where priorities do.
    let [one, other] = [false, true].map(|is_reversed| {
        let mut fields = fields.clone();
        if is_reversed {
            fields.reverse();
        }
        let mut running = in_field(&fields, 1.0);
        running.run(0.5);
        running.velocity("ball").linear
    });
    near(one, other, 1e-4);
    one
}

#[test]
fn a_field_that_replaces_and_stops_leaves_nothing_else() {
    let is = |found: Vec3, acceleration: Vec3| near(found, 0.5 * acceleration, 1e-4);
    let priority = |priority: i32| json!({"priority": priority});
    let with =
        |priority: i32, replace: bool, stop: bool| json!({"priority": priority, "replace": replace, "stop": stop});
    // Neither replaces nor stops: both, and the world's.
    is(after_half_a_second(priority(0), priority(7)), Vec3::new(3.0, 2.0 - 9.81, 0.0));
    // The higher priority comes first; the second replaces it and stops before the world's.
    is(after_half_a_second(with(0, true, true), priority(7)), Vec3::new(0.0, 2.0, 0.0));
    // The other way round the first stops before the second comes to anything.
    is(after_half_a_second(with(0, true, true), with(7, false, true)), Vec3::new(3.0, 0.0, 0.0));
    // With the priorities exchanged, up comes first and stops.
    is(after_half_a_second(with(7, true, true), priority(0)), Vec3::new(0.0, 2.0, 0.0));
    // It replaces without stopping: what comes after it, the world's too, adds to it.
    is(after_half_a_second(with(3, true, false), priority(1)), Vec3::new(3.0, 2.0 - 9.81, 0.0));
    is(after_half_a_second(with(1, true, false), priority(3)), Vec3::new(0.0, 2.0 - 9.81, 0.0));
    // It stops without replacing: what came before it stays.
    is(after_half_a_second(with(1, false, true), priority(3)), Vec3::new(3.0, 2.0, 0.0));
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
