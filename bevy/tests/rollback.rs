//! A world that goes back, and what it is given again.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

use std::ops::Range;

use bevy::prelude::*;
use bevy_sinew::sinew::math::Rigid;
use bevy_sinew::sinew::{self, WorldOptions};
use bevy_sinew::{SinewClip, SinewDrives, SinewInstance, SinewState, SinewWorld};

use common::{first, link, spawn_bundle, step_to, world, world_entity};

/// An app whose world saves its states.
fn app() -> App {
    let mut app = common::app();
    app.update();
    let home = world_entity(&app);
    app.world_mut().entity_mut(home).insert(SinewState::default());
    app
}

fn state(app: &App) -> SinewState {
    app.world().get::<SinewState>(world_entity(app)).unwrap().clone()
}

/// Has the next run of the schedule go back.
fn go_back(app: &mut App, past: SinewState) {
    let home = world_entity(app);
    *app.world_mut().get_mut::<SinewState>(home).unwrap() = past;
}

#[test]
fn a_state_that_is_put_back_is_where_the_world_goes_on_from() {
    let mut app = app();
    common::spawn(&mut app, "fixtures/examples/ragdoll.gltf");
    let start = world(&app).world().steps();
    step_to(&mut app, start + 20);
    let past = state(&app);
    assert_eq!((past.steps(), past.digest()), (start + 20, world(&app).digest()));
    step_to(&mut app, start + 40);
    let future = world(&app).digest();
    go_back(&mut app, past);
    app.update();
    assert_eq!(world(&app).world().steps(), start + 21);
    step_to(&mut app, start + 40);
    assert_eq!(world(&app).digest(), future);
}

/// Sets the lift before each step, down from a step on.
fn run(app: &mut App, robot: Entity, steps: Range<u64>, down_from: u64) {
    for step in steps {
        let target = if step >= down_from { -0.5 } else { 0.0 };
        app.world_mut().get_mut::<SinewDrives>(robot).unwrap().set_target("Lift", 0, target);
        app.update();
        assert_eq!(world(app).world().steps(), step + 1);
    }
}

#[test]
fn an_input_that_is_corrected_in_the_past_reaches_the_world() {
    let mut app = app();
    let model = app.world().resource::<AssetServer>().load("bevy/assets/robot.gltf");
    let mut drives = SinewDrives::default();
    drives.set_target("Lift", 0, 0.0);
    let start = world(&app).world().steps();
    let robot = spawn_bundle(&mut app, (SinewInstance::new(model), drives));
    assert_eq!(world(&app).world().steps(), start + 1);
    // Predicted: down from step 25 on. It turns out to have been 21, and the component still says so from before.
    run(&mut app, robot, start + 1..start + 20, start + 25);
    let past = state(&app);
    run(&mut app, robot, start + 20..start + 40, start + 25);
    let predicted = world(&app).digest();
    go_back(&mut app, past);
    run(&mut app, robot, start + 20..start + 40, start + 21);

    let mut alone = sinew::World::new(WorldOptions::default());
    (0..start).for_each(|_| alone.step());
    alone.spawn(link(&app, robot).model().clone(), Rigid::IDENTITY);
    alone.set_drive_target(first(), "Lift", 0, 0.0).unwrap();
    for step in 0..40 {
        if step == 21 {
            alone.set_drive_target(first(), "Lift", 0, -0.5).unwrap();
        }
        alone.step();
    }
    assert_eq!(world(&app).digest(), alone.digest());
    assert_ne!(predicted, alone.digest());
}

#[test]
fn a_clip_that_began_after_the_state_begins_again() {
    let mut app = app();
    let avatar = common::spawn(&mut app, "fixtures/humanoid/avatar_vrm1.gltf");
    let start = world(&app).world().steps();
    step_to(&mut app, start + 5);
    let past = state(&app);
    let clip = app.world().resource::<AssetServer>().load("conformance/human_pose/from_a_turned_figure/clip.vrma");
    app.world_mut().entity_mut(avatar).insert(SinewClip::new(clip));
    // The world waits for the clip, and has it in the next step.
    step_to(&mut app, start + 20);
    let played = world(&app).digest();
    go_back(&mut app, past);
    app.update();
    assert_eq!(world(&app).world().steps(), start + 6);
    step_to(&mut app, start + 20);
    assert_eq!(world(&app).digest(), played);
}

#[test]
fn states_are_saved_for_worlds_that_ask_for_it_only() {
    let mut app = common::app();
    common::spawn(&mut app, "fixtures/examples/ragdoll.gltf");
    let kept = app.world_mut().spawn((SinewWorld::default(), SinewState::default())).id();
    app.update();
    app.update();
    let saved = app.world().get::<SinewState>(kept).unwrap();
    assert_eq!(saved.steps(), app.world().get::<SinewWorld>(kept).unwrap().world().steps());
    assert!(!saved.bytes().is_empty());
    assert!(app.world().get::<SinewState>(world_entity(&app)).is_none());
}
