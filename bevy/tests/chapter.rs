//! The robot of the chapter takes the crate and puts it down on the other side.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod common;

#[path = "../examples/robot_arm.rs"]
#[allow(dead_code, reason = "what an example does with its window")]
mod robot_arm;

use bevy::prelude::*;
use bevy_sinew::{SinewDrives, SinewInstance};

use common::{first, link, step_to, world};

fn place(app: &App, robot: Entity, name: &str) -> Vec3 {
    let node = link(app, robot).model().hierarchy().find(name).unwrap();
    Vec3::from_array(world(app).world().world_from_node(first(), node).unwrap().translation.to_array())
}

#[test]
fn the_robot_carries_the_crate_by_friction_and_puts_it_down() {
    let mut app = common::app();
    robot_arm::plugin(&mut app);
    let model = app.world().resource::<AssetServer>().load("bevy/assets/robot.gltf");
    let robot = app.world_mut().spawn((SinewInstance::new(model), robot_arm::Robot, SinewDrives::default())).id();
    // Lifted by 0.55 m, from where it stood with its middle 0.15 m above the floor. The fingers hold it with friction alone,
    // 2 · 40 N · 0.9 against 9.81 N, and their own drives give way by millimetres.
    step_to(&mut app, 171);
    let lifted = place(&app, robot, "Crate");
    assert!((lifted - Vec3::new(-0.6, 0.15 + 0.55, 0.0)).abs().max_element() < 0.02, "{lifted}");
    // Put down 1.2 m further, standing on the floor, and nothing holds it: the fingers are back above it.
    step_to(&mut app, 480);
    let crate_at = place(&app, robot, "Crate");
    assert!((crate_at - Vec3::new(0.6, 0.15, 0.0)).abs().max_element() < 0.02, "{crate_at}");
    let hand = place(&app, robot, "Hand");
    assert!((hand - Vec3::new(0.6, 1.1, 0.0)).abs().max_element() < 0.02, "{hand}");
}
