//! The suites that the authors of `KHR_physics_rigid_bodies` publish, each with the outcome that its text states.

use std::sync::Arc;

use glam::Vec3;
use sinew::math::Rigid;
use sinew::{BodyState, Model, World, WorldOptions};
use sinew_testkit::assets;

/// The bodies of a file of a suite after some seconds; `None` where the files are not there.
fn after(suite: &str, number: &str, seconds: f64) -> Option<Vec<BodyState>> {
    let name = format!("RigidBodies_{suite}_{number}.gltf");
    let mut files = assets::models(&format!("khr_physics_latest/RigidBodies_{suite}")).into_iter();
    let path = files.find(|path| path.file_name().is_some_and(|file| *file == *name))?;
    let (model, _) = Model::open(&path).unwrap();
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    (0..(seconds * 60.0).round() as u32).for_each(|_| world.step());
    Some(world.bodies(id).collect())
}

fn place(body: &BodyState) -> Vec3 {
    body.world_from_body.translation
}

#[test]
fn of_two_bodies_over_a_ground_the_one_whose_filter_names_it_stays_and_the_other_falls() {
    let Some(bodies) = after("CollisionFilter", "00", 5.0) else { return };
    // A ball of 1 m on a ground whose top is at 0, within the engine's slop of 5 mm.
    assert!((place(&bodies[0]).y - 1.0).abs() < 5e-3, "{:?}", bodies[0]);
    // From 5 m for 5 s: 5 − 9.81·25/2 = −117.6, and g·t·dt/2 = 0.41 m more in steps of a sixtieth.
    assert!((place(&bodies[1]).y + 117.63).abs() < 0.5, "{:?}", bodies[1]);
}

#[test]
fn of_a_body_of_two_boxes_the_one_that_does_not_meet_the_ground_sinks_into_it() {
    // Boxes of 1 m, one metre above and below the body. In the first body the lower one meets the ground and stands on it:
    // the body is at 0.5 + 1. In the second, turned upside down, that one is above: the body is at 0.5 − 1, with the other
    // box in the ground.
    let Some(bodies) = after("CollisionFilter", "03", 5.0) else { return };
    assert!((place(&bodies[0]).y - 1.5).abs() < 5e-3, "{:?}", bodies[0]);
    assert!((place(&bodies[1]).y + 0.5).abs() < 5e-3, "{:?}", bodies[1]);
}

#[test]
fn the_higher_restitution_wins_and_its_ball_keeps_its_height() {
    let Some(bodies) = after("Materials", "00", 5.0) else { return };
    // Restitution 0 with 0.5 by `maximum`: after 5 s of bounces of a quarter of the height each it lies still. 1 with 0.5: the
    // energy of the fall from 5 m is kept, g·(y − 1) + v²/2 = g·4.
    assert!((place(&bodies[0]).y - 1.0).abs() < 5e-3, "{:?}", bodies[0]);
    let height = place(&bodies[1]).y - 1.0 + bodies[1].velocity.linear.y.powi(2) / (2.0 * 9.81);
    // A contact is a step late or early: v·dt = 8.9/60 m of 4 m, a handful of bounces.
    assert!((height - 4.0).abs() < 0.2, "{height} m");
}

#[test]
fn without_friction_a_box_slides_down_a_slope_that_holds_another_by_friction() {
    // Of the two boxes on the slope of 45°, friction 0 averages to 0.3 with the slope's 0.6 and 10 to 5.3: the first slides
    // (tan 45° > 0.3) with g·(sin 45° − 0.3·cos 45°), s = a·t²/2 for 1 s = 2.43 m along the slope.
    let Some(bodies) = after("Materials", "02", 1.0) else { return };
    let start = |body: &BodyState| place(body) - Vec3::new(place(body).x, 0.070_710_674, 0.070_710_68);
    let slid = start(&bodies[0]).length();
    // g·t·dt/2 of the steps: 0.06 m, and the box settles onto the slope first.
    assert!((slid - 2.43).abs() < 0.1, "{slid} m");
    assert!(start(&bodies[1]).length() < 0.01, "{:?}", bodies[1]);
}

#[test]
fn motions_are_as_given() {
    // Number, velocity, spin; all without gravity. In the last but one the node is turned a quarter about Y, which takes its Z
    // to the world's X; the last is kinematic and stands in a static box.
    let given = [
        ("00", Vec3::ZERO, Vec3::ZERO),
        ("01", Vec3::X, Vec3::ZERO),
        ("02", Vec3::ZERO, Vec3::X),
        ("04", Vec3::ZERO, Vec3::X),
        ("05", Vec3::ZERO, Vec3::ZERO),
    ];
    for (number, velocity, spin) in given {
        let Some(bodies) = after("MotionProperties", number, 2.0) else { return };
        let start = if number == "05" { Vec3::new(0.0, 0.5, 0.0) } else { Vec3::ZERO };
        let body = &bodies[0];
        // 120 steps of some four roundings of 6e-8 each: 3e-5.
        assert!(place(body).distance(start + 2.0 * velocity) < 1e-4, "{number}: {body:?}");
        assert!(body.velocity.linear.distance(velocity) < 1e-4, "{number}: {body:?}");
        assert!(body.velocity.angular.distance(spin) < 1e-4, "{number}: {body:?}");
    }
}
