//! A step of a world beside the same scene stepped by the engine alone.
//!
//! Not criterion's kind of benchmark: what is asked is the speed over the whole of a fall and a settling, 300 steps of a
//! sixtieth, and the ratio of two runs of it. Both are run in turns, and the best of each counts.
//!
//! `cargo bench -p sinew --bench step [-- 5000] [rounds]` runs the piles and heaps of 5000 instead of 1000.

#![allow(clippy::expect_used, reason = "a benchmark that cannot run should stop")]
#![allow(clippy::print_stdout, reason = "what it is for")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::{Quat, Vec3};
use rapier3d::prelude::{
    ColliderBuilder, FrictionModel, IntegrationParameters, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle,
};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::world::{World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses, pile_poses};

const STEPS: usize = 300;

/// Counts the time that this thread has run, where the system tells, so that a busy machine does not matter; else the clock's.
struct Stopwatch {
    clock: Instant,
    ran: Option<Duration>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { clock: Instant::now(), ran: Self::ran() }
    }

    fn elapsed(&self) -> Duration {
        self.ran.zip(Self::ran()).map_or_else(|| self.clock.elapsed(), |(before, now)| now.saturating_sub(before))
    }

    /// Linux: the first number of this file, in nanoseconds.
    fn ran() -> Option<Duration> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
    }
}

type Poses = Vec<(Vec3, Quat)>;

/// The engine alone, with its own defaults but for what makes the scene the same.
fn by_hand(poses: &Poses) -> (Duration, f32) {
    let mut world = PhysicsWorld::new();
    world.integration_parameters =
        IntegrationParameters { friction_model: FrictionModel::Simplified, ..IntegrationParameters::default() };
    let cube = |half: Vec3| ColliderBuilder::cuboid(half.x, half.y, half.z).friction(0.5).restitution(0.0);
    let ground = RigidBodyBuilder::fixed().translation(Vec3::new(0.0, -0.5, 0.0));
    world.insert(ground, cube(Vec3::new(100.0, 0.5, 100.0)));
    let mut handles: Vec<RigidBodyHandle> = Vec::new();
    for (translation, rotation) in poses {
        let pose = rapier3d::math::Pose::from_parts(*translation, *rotation);
        let body = RigidBodyBuilder::dynamic().pose(pose).can_sleep(false);
        handles.push(world.insert(body, cube(Vec3::splat(0.5)).mass(1.0)).0);
    }
    let start = Stopwatch::start();
    for _ in 0..STEPS {
        world.step();
    }
    let time = start.elapsed();
    let heights = handles.iter().filter_map(|handle| world.bodies.get(*handle)).map(|body| body.translation().y);
    (time, heights.sum::<f32>() / handles.len() as f32)
}

/// The same as a file in a world.
fn in_world(model: &Arc<Model>) -> (Duration, f32) {
    let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
    let id = world.spawn(model.clone(), Rigid::IDENTITY);
    let start = Stopwatch::start();
    for _ in 0..STEPS {
        world.step();
    }
    let time = start.elapsed();
    let heights: Vec<f32> = world.bodies(id).map(|body| body.world_from_body.translation.y).collect();
    (time, heights.iter().sum::<f32>() / heights.len() as f32)
}

fn compare(name: &str, poses: &Poses, rounds: usize) {
    let document = Document::read(cubes(poses).into_bytes(), &NoResources).expect("a scene of ours");
    let model = Arc::new(Model::from_document(&document).0);
    assert_eq!(model.physics().bodies().len(), poses.len());
    let (mut hand, mut world) = (Duration::MAX, Duration::MAX);
    let (mut hand_height, mut world_height) = (0.0, 0.0);
    for _ in 0..rounds {
        let (time, height) = by_hand(poses);
        (hand, hand_height) = (hand.min(time), height);
        let (time, height) = in_world(&model);
        (world, world_height) = (world.min(time), height);
    }
    let rate = |time: Duration| STEPS as f64 / time.as_secs_f64();
    println!(
        "{name}: by hand {:.1} steps a CPU second, World::step {:.1}, {:.3}×; mean height {hand_height:.3} and {world_height:.3} m",
        rate(hand),
        rate(world),
        world.as_secs_f64() / hand.as_secs_f64()
    );
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(1000).max(1);
    let rounds = numbers.get(1).copied().unwrap_or(3).max(1);
    compare(&format!("pile_{count}"), &pile_poses(count), rounds);
    compare(&format!("heap_{count}"), &heap_poses(count), rounds);
}
