//! An arm of two links that follows a target: drives, set by pointer before every step.
//!
//! `cargo run -p sinew --example robot_arm`

use std::error::Error;
use std::sync::Arc;

use sinew::glam::{Vec2, Vec3};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/examples/arm.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::new(WorldOptions::default());
    let arm = world.spawn(Arc::new(Model::open(FILE)?.0), Rigid::IDENTITY);
    let drive = |joint| format!("/extensions/KHR_physics_rigid_bodies/physicsJoints/{joint}/drives/0/positionTarget");
    // Pointers are resolved once.
    let shoulder = world.property::<f32>(arm, &drive(0))?;
    let elbow = world.property::<f32>(arm, &drive(1))?;
    let hand = world.node(arm, "Hand")?;
    let mut worst = 0.0_f32;
    for step in 0..600 {
        // A circle of 0.4 m in eight seconds; both links are 1 m long.
        let time = step as f32 / 60.0;
        let target = Vec2::new(1.2, 0.3) + 0.4 * Vec2::from_angle(time * std::f32::consts::TAU / 8.0);
        let bend = (0.5 * target.length_squared() - 1.0).acos();
        world.set(elbow, bend)?;
        world.set(shoulder, target.to_angle() - 0.5 * bend)?;
        world.step();
        let found: Vec3 = world.world_from_node(arm, hand).ok_or("no hand")?.translation.into();
        // The first second is for getting there.
        worst = if step < 60 { 0.0 } else { worst.max(found.truncate().distance(target)) };
    }
    println!("the hand is at most {:.0} mm off its target", worst * 1000.0);
    Ok(())
}
