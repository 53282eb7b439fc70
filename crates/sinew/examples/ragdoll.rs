//! Drops a ragdoll, and reports what it touches.
//!
//! `cargo run -p sinew --example ragdoll -- FILE`

use std::error::Error;
use std::sync::Arc;

use sinew::math::Rigid;
use sinew::{Model, PhysicsEventKind, World, WorldOptions};

const DEFAULT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/examples/ragdoll.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned());
    let (model, _) = Model::open(path)?;
    let mut world = World::new(WorldOptions::default());
    let ragdoll = world.spawn(Arc::new(model), Rigid::IDENTITY);
    let model = world.model(ragdoll).ok_or("no ragdoll")?.clone();
    for _ in 0..180 {
        world.step();
        for event in world.events_of(ragdoll) {
            let name = |node| model.hierarchy().name(node).unwrap_or("?");
            let (a, b) = (name(event.a.node), name(event.b.node));
            match event.kind {
                PhysicsEventKind::ContactBegin => println!("{:.2} s: {a} hits {b}", event.time),
                PhysicsEventKind::TriggerEnter => println!("{:.2} s: {b} enters {a}", event.time),
                _ => {}
            }
        }
    }
    for (node, reading) in world.joints(ragdoll) {
        let worst = reading.map(|reading| reading.limits.iter().map(|limit| limit.violation).fold(0.0, f32::max));
        println!("{}: {:?} outside its limits", model.hierarchy().name(node).unwrap_or("?"), worst.unwrap_or(0.0));
    }
    Ok(())
}
