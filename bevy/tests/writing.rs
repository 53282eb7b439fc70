//! What is written to entities, and when.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_sinew::sinew::LocalPose;
use bevy_sinew::{SinewInstance, SinewNode, convert};

use common::{app, link, spawn, spawn_bundle, step_to, until, world};

const STEP: f64 = 1.0 / 60.0;

/// A box that stands on a floor, and a ball that flies past them at 1 m/s.
const STANDS_AND_FLIES: &str = r#"{"asset": {"version": "2.0"},
    "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
    "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box", "box": {"size": [1, 1, 1]}},
        {"type": "box", "box": {"size": [40, 1, 40]}}]}},
    "nodes": [
        {"name": "Floor", "translation": [0, -0.5, 0],
            "extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": 1}}}}},
        {"name": "Box", "translation": [0, 0.5, 0],
            "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}, "collider": {"geometry": {"shape": 0}}}}},
        {"name": "Ball", "translation": [-9, 5, 0], "extensions": {"KHR_physics_rigid_bodies": {"motion":
            {"mass": 1, "gravityFactor": 0, "linearVelocity": [1, 0, 0], "inertiaDiagonal": [1, 1, 1]}}}}]}"#;

/// The nodes whose transforms were changed, by a system in `Update`, and where the ball was for it.
#[derive(Resource, Default)]
struct Seen(Vec<(Entity, Vec3)>);

fn app_that_looks() -> (App, Entity) {
    let mut app = app();
    app.init_resource::<Seen>();
    app.add_systems(
        Update,
        |changed: Query<(Entity, &Transform), (With<SinewNode>, Changed<Transform>)>, mut seen: ResMut<Seen>| {
            seen.0 = changed.iter().map(|(entity, at)| (entity, at.translation)).collect();
        },
    );
    let model = common::model(&mut app, STANDS_AND_FLIES);
    let instance = spawn_bundle(&mut app, SinewInstance::new(model));
    (app, instance)
}

#[test]
fn only_what_moves_is_changed_and_systems_in_update_see_it_where_it_is_shown() {
    let (mut app, instance) = app_that_looks();
    // The box falls asleep within two seconds.
    step_to(&mut app, 180);
    let [floor, ball] = ["Floor", "Ball"].map(|name| link(&app, instance).entity_named(name).unwrap());
    // Where an application puts what stands still, it stays.
    app.world_mut().get_mut::<Transform>(floor).unwrap().translation.x = 7.0;
    app.update();
    for _ in 0..10 {
        app.update();
        let shown = app.world().get::<Transform>(ball).unwrap().translation;
        assert_eq!(app.world().resource::<Seen>().0, [(ball, shown)]);
        // A body at 1 m/s is shown where it was a step ago.
        let steps = world(&app).world().steps();
        assert!((shown.x - ((steps - 1) as f64 * STEP - 9.0) as f32).abs() < 1e-4, "{shown}");
    }
    assert_eq!(app.world().get::<Transform>(floor).unwrap().translation, Vec3::new(7.0, -0.5, 0.0));
}

#[test]
fn nothing_is_changed_in_a_world_that_is_paused() {
    let (mut app, _) = app_that_looks();
    step_to(&mut app, 30);
    common::world_mut(&mut app).paused = true;
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Seen>().0, []);
}

/// Every node of an instance has the pose's numbers, at a fraction of a step.
fn assert_shown(app: &App, instance: Entity) {
    let link = link(app, instance);
    let overstep = app.world().resource::<Time<Fixed>>().overstep().as_secs_f64();
    let fraction = ((world(app).world().remainder() + overstep) / world(app).world().dt()) as f32;
    let mut pose = LocalPose::rest(link.model());
    world(app).world().interpolate_local_at(link.id(), fraction, &mut pose).unwrap();
    for node in link.model().hierarchy().nodes() {
        let shown = app.world().get::<Transform>(link.entity(node).unwrap()).unwrap();
        assert_eq!(*shown, convert::transform(pose.local[node.slot()]), "{instance} {node:?} at {fraction}");
    }
}

#[test]
fn instances_that_come_and_go_are_shown_between_their_steps() {
    let mut app = app();
    let files = ["bevy/assets/robot.gltf", "fixtures/running/heap.gltf", "fixtures/running/puppet.gltf"];
    let mut instances: Vec<Entity> = (0..6).map(|place| spawn(&mut app, files[place % 3])).collect();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(STEP * 0.7)));
    for round in 0..24 {
        // Entities of nodes go, and others come in their places.
        if round % 4 == 1 {
            let gone = instances.remove(round % 5);
            app.world_mut().entity_mut(gone).despawn();
            instances.push(spawn(&mut app, files[round % 3]));
        }
        app.update();
        until(&mut app, |app| instances.iter().all(|instance| link(app, *instance).is_bound()));
        for instance in &instances {
            assert_shown(&app, *instance);
        }
    }
}

#[test]
fn a_copy_of_a_nodes_entity_stays_where_it_is() {
    let (mut app, instance) = app_that_looks();
    step_to(&mut app, 10);
    let ball = link(&app, instance).entity_named("Ball").unwrap();
    let copy = app.world_mut().entity_mut(ball).clone_and_spawn();
    let before = *app.world().get::<Transform>(copy).unwrap();
    step_to(&mut app, 20);
    assert_eq!(*app.world().get::<Transform>(copy).unwrap(), before);
    assert!(app.world().get::<Transform>(ball).unwrap().translation.x > before.translation.x + 0.1);
}
