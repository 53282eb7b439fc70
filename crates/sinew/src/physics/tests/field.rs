//! Gravity inside of triggers.

use glam::Vec3;
use serde_json::json;
use sinew_testkit::scene::physics::PhysicsScene;

use super::*;
use crate::model::physics::{GravityField, GravityKind, TriggerId};

/// A ball of 2 kg at 2 m along X in a large trigger at the origin, whose gravity is the given one.
fn in_field(fields: &[(GravityKind, f32, i32, bool, bool)], factor: f32) -> Running {
    let mut scene = PhysicsScene::new();
    let (zone, ball) = (scene.cuboid([100.0; 3]), scene.ball(0.25));
    scene.node("zone", [0.0; 3], json!({"trigger": {"geometry": {"shape": zone}}}));
    scene.node(
        "ball",
        [2.0, 0.0, 0.0],
        json!({"motion": {"mass": 2.0, "gravityFactor": factor}, "collider": solid(ball)}),
    );
    let mut model = (*model_of(&scene.to_text())).clone();
    let node = model.hierarchy().find("zone").expect("the zone");
    model.physics.gravity_fields = fields
        .iter()
        .map(|(kind, gravity, priority, replace, stop)| GravityField {
            node,
            trigger: TriggerId(0),
            gravity: *gravity,
            priority: *priority,
            replace: *replace,
            stop: *stop,
            kind: kind.clone(),
        })
        .collect();
    let model = Arc::new(model);
    let mut simulation = Simulation::new(&SimulationOptions::default());
    let id = InstanceId { slot: 0, generation: 0 };
    simulation.insert(id, &model, Rigid::IDENTITY, Pose::rest(&model).model_space());
    // Who is inside is known at the end of the first step.
    simulation.step(1.0 / 60.0);
    let mut running = Running { simulation, model, id };
    let body = running.body("ball");
    running.simulation.set_velocity(body, Velocity::default());
    running
}

#[test]
fn a_field_adds_to_the_worlds_gravity_and_the_factor_counts_for_both() {
    let sideways = GravityKind::Directional { direction: Vec3::X };
    for factor in [1.0, 0.5] {
        let mut running = in_field(&[(sideways.clone(), 3.0, 0, false, false)], factor);
        running.run(0.5);
        // Half a second of (3, −9.81, 0).
        near(running.velocity("ball").linear, Vec3::new(1.5, -4.905, 0.0) * factor, 1e-4);
    }
}

#[test]
fn a_field_that_replaces_and_stops_leaves_nothing_else() {
    let (sideways, up) =
        (GravityKind::Directional { direction: Vec3::X }, GravityKind::Directional { direction: Vec3::Y });
    // The higher priority comes first; the second replaces it and stops before the world's.
    let mut running = in_field(&[(up, 2.0, 0, true, true), (sideways, 3.0, 7, false, false)], 1.0);
    running.run(0.5);
    near(running.velocity("ball").linear, Vec3::new(0.0, 1.0, 0.0), 1e-4);
}

#[test]
fn a_point_pulls_to_its_node() {
    let point = GravityKind::Point { unit_distance: Some(1.0) };
    let mut running = in_field(&[(point, 8.0, 0, true, true)], 1.0);
    running.run_at(0.01, 1000.0);
    // At 2 m a quarter of 8 m/s², for 10 ms. In the step before it was known to be inside it fell by 1.7 mm, which turns the
    // pull by 0.00085 rad.
    near(running.velocity("ball").linear, Vec3::new(-0.02, 0.0, 0.0), 0.02 * 0.0009 + 1e-6);
}

#[test]
fn what_leaves_the_field_falls_as_the_world_has_it() {
    let away = GravityKind::Directional { direction: Vec3::X };
    let mut running = in_field(&[(away, 10.0, 0, true, true)], 1.0);
    let body = running.body("ball");
    running.simulation.teleport(body, Rigid::from_translation(Vec3::new(0.0, 500.0, 0.0)));
    running.run(0.1);
    running.simulation.set_velocity(body, Velocity::default());
    running.run(0.5);
    near(running.velocity("ball").linear, Vec3::new(0.0, -4.905, 0.0), 1e-4);
}
