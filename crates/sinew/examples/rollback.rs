//! Predicts a few steps, learns that the other player did something else, and rolls back.
//!
//! `cargo run -p sinew --example rollback`

use std::error::Error;
use std::sync::Arc;

use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/examples/ragdoll.gltf");

fn main() -> Result<(), Box<dyn Error>> {
    let model = Arc::new(Model::open(FILE)?.0);
    let mut server = World::new(WorldOptions::default());
    let mut client = World::new(WorldOptions::default());
    let (on_server, on_client) = (server.spawn(model.clone(), Rigid::IDENTITY), client.spawn(model, Rigid::IDENTITY));
    let head = server.node(on_server, "Head")?;
    let push = Vec3::new(2.0, 1.0, 0.0);

    // Both agree for half a second; then the push arrives eight steps late.
    for _ in 0..30 {
        server.step();
        client.step();
    }
    let confirmed = client.snapshot();
    server.apply_impulse(on_server, head, push)?;
    for _ in 0..8 {
        server.step();
        client.step();
    }
    println!("the prediction was {}", if client.digest() == server.digest() { "right" } else { "wrong" });

    client.restore(&confirmed)?;
    client.apply_impulse(on_client, head, push)?;
    for _ in 0..8 {
        client.step();
    }
    assert_eq!(client.digest(), server.digest());
    println!("after rolling back {} bytes, both are the same to the last bit", confirmed.len());
    Ok(())
}
