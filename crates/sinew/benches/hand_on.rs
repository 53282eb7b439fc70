//! What it costs to hand a simulation on: a snapshot and going back to it, and baking beside simulating alone.
//!
//! `cargo bench -p sinew --bench hand_on`. Not criterion's kind of benchmark: the bake is compared with the simulation that
//! it is of, of 1000 cubes for 600 steps, and the ratio is what is asked for.

#![allow(clippy::expect_used, reason = "a benchmark that cannot run should stop")]
#![allow(clippy::print_stdout, reason = "what it is for")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::output::bake::{BakeOptions, Recording, bake};
use sinew::{InstanceId, Model, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses, pile_poses};

const ROUNDS: u32 = 20;

fn spawned(text: &str) -> (Document, Arc<Model>, World, InstanceId) {
    let document = Document::read(text, &NoResources).expect("the scene is glTF");
    let model = Arc::new(Model::from_document(&document).0);
    let mut world = World::new(WorldOptions::default());
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    (document, model, world, instance)
}

fn snapshots() {
    let (_, _, mut world, _) = spawned(&cubes(&heap_poses(400)));
    (0..120).for_each(|_| world.step());
    let began = Instant::now();
    let mut bytes = Vec::new();
    for _ in 0..ROUNDS {
        bytes = world.snapshot();
    }
    let taking = began.elapsed() / ROUNDS;
    let began = Instant::now();
    for _ in 0..ROUNDS {
        world.restore(&bytes).expect("it is of this world");
    }
    let going_back = began.elapsed() / ROUNDS;
    let size = bytes.len() / 1000;
    println!("400 bodies in a heap: snapshot {taking:.2?}, restore {going_back:.2?}, {size} kB");
}

/// The ratio is of one run: what stepping took of it, and all of it. The machine's other work slows both alike.
fn baking() {
    let text = cubes(&pile_poses(1000));
    let (document, model, mut world, instance) = spawned(&text);
    let began = Instant::now();
    let mut recording = Recording::new(world.dt(), world.pose(instance).expect("it is there"), &[]);
    let mut simulating = Duration::ZERO;
    for _ in 0..600 {
        let before = Instant::now();
        world.step();
        simulating += before.elapsed();
        recording.record(world.pose(instance).expect("it is there"), &[]);
    }
    let recorded = began.elapsed();
    let baked = bake(&document, &model, &recording, &BakeOptions::default()).expect("it moves");
    let all = began.elapsed();
    let ratio = all.as_secs_f64() / simulating.as_secs_f64();
    println!(
        "pile of 1000 for 10 s: simulated in {simulating:.2?}, recorded in {:.2?}, written in {:.2?}: {ratio:.2} times",
        recorded.saturating_sub(simulating),
        all.saturating_sub(recorded)
    );
    println!("{:?}", baked.report);
}

fn main() {
    snapshots();
    (0..3).for_each(|_| baking());
}
