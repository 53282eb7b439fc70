//! Steps many worlds on all cores: the rooms of a server, or the samples of an experiment.
//!
//! `cargo run --release -p sinew --example many_worlds -- COUNT`

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions, Worlds};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/examples/ragdoll.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = std::env::args().nth(1).map_or(Ok(64), |count| count.parse())?;
    // One model for all: it is immutable and shared.
    let model = Arc::new(Model::open(FILE)?.0);
    let mut worlds = Worlds::new();
    for number in 0..count {
        // Each world has another gravity, from the Moon's to Jupiter's.
        let gravity = 1.62 + 23.0 * number as f32 / count as f32;
        let mut world = World::new(WorldOptions::default().with_gravity(Vec3::NEG_Y * gravity));
        world.spawn(model.clone(), Rigid::IDENTITY);
        worlds.push(world);
    }
    let start = Instant::now();
    for _ in 0..60 {
        worlds.step_all();
    }
    println!("{count} worlds, 60 steps each, in {:.0} ms", start.elapsed().as_secs_f64() * 1000.0);
    for world in worlds.iter().step_by(count.div_ceil(4).max(1)) {
        let instance = world.instances().next().ok_or("an empty world")?;
        let head = world.node(instance, "Head")?;
        let height = world.world_from_node(instance, head).ok_or("no head")?.translation.y;
        println!(
            "gravity {:.2} m/s²: the head is at {height:.2} m",
            world.options().gravity.unwrap_or_default().length()
        );
    }
    Ok(())
}
