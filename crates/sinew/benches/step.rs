//! A step of a world beside the same scene stepped by the engine alone.
//!
//! Not criterion's kind of benchmark: what is asked is the speed over the whole of a fall and a settling, 300 steps of a
//! sixtieth, and the ratio of two runs of it. Both go side by side, a step of the one and a step of the other, so that a
//! machine that slows down slows down both; and of each step the fastest of all rounds counts.
//!
//! `cargo bench -p sinew --bench step [-- 5000] [rounds]` runs the piles and heaps of 5000 instead of 1000.

#![allow(clippy::expect_used, reason = "a benchmark that cannot run should stop")]
#![allow(clippy::print_stdout, reason = "what it is for")]

use std::sync::Arc;
use std::time::Duration;

use glam::{Quat, Vec3};
use rapier3d::prelude::{
    ColliderBuilder, FrictionModel, IntegrationParameters, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle,
};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::world::{InstanceId, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses, pile_poses};
use sinew_testkit::side_by_side::side_by_side;

const STEPS: usize = 300;

type Poses = Vec<(Vec3, Quat)>;

/// The engine alone, with its own defaults but for what makes the scene the same.
struct ByHand {
    world: PhysicsWorld,
    handles: Vec<RigidBodyHandle>,
}

impl ByHand {
    fn new(poses: &Poses) -> Self {
        let mut world = PhysicsWorld::new();
        world.integration_parameters =
            IntegrationParameters { friction_model: FrictionModel::Simplified, ..IntegrationParameters::default() };
        let cube = |half: Vec3| ColliderBuilder::cuboid(half.x, half.y, half.z).friction(0.5).restitution(0.0);
        let ground = RigidBodyBuilder::fixed().translation(Vec3::new(0.0, -0.5, 0.0));
        world.insert(ground, cube(Vec3::new(100.0, 0.5, 100.0)));
        let mut handles = Vec::new();
        for (translation, rotation) in poses {
            let pose = rapier3d::math::Pose::from_parts(*translation, *rotation);
            let body = RigidBodyBuilder::dynamic().pose(pose).can_sleep(false);
            handles.push(world.insert(body, cube(Vec3::splat(0.5)).mass(1.0)).0);
        }
        Self { world, handles }
    }

    fn mean_height(&self) -> f32 {
        let bodies = self.handles.iter().filter_map(|handle| self.world.bodies.get(*handle));
        bodies.map(|body| body.translation().y).sum::<f32>() / self.handles.len() as f32
    }
}

/// The same as a file in a world.
fn in_world(model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
    let id = world.spawn(model.clone(), Rigid::IDENTITY);
    (world, id)
}

fn compare(name: &str, poses: &Poses, rounds: usize) {
    let document = Document::read(cubes(poses).into_bytes(), &NoResources).expect("a scene of ours");
    let model = Arc::new(Model::from_document(&document).0);
    assert_eq!(model.physics().bodies().len(), poses.len());
    let times = side_by_side(rounds, STEPS, || {
        let mut by_hand = ByHand::new(poses);
        let mut world = in_world(&model).0;
        vec![Box::new(move || by_hand.world.step()), Box::new(move || world.step())]
    });
    let (hand, ours) = (times[0], times[1]);
    let rate = |time: Duration| STEPS as f64 / time.as_secs_f64();
    println!(
        "{name}: by hand {:.1} steps a CPU second, World::step {:.1}, {:.3}×; {}",
        rate(hand),
        rate(ours),
        ours.as_secs_f64() / hand.as_secs_f64(),
        heights(poses, &model),
    );
}

/// Shows that both do the same.
fn heights(poses: &Poses, model: &Arc<Model>) -> String {
    let mut by_hand = ByHand::new(poses);
    let (mut world, id) = in_world(model);
    for _ in 0..STEPS {
        by_hand.world.step();
        world.step();
    }
    let sum: f32 = world.bodies(id).map(|body| body.world_from_body.translation.y).sum();
    format!("mean height {:.3} and {:.3} m", by_hand.mean_height(), sum / poses.len() as f32)
}

fn main() {
    let numbers: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(1000).max(1);
    let rounds = numbers.get(1).copied().unwrap_or(4).max(1);
    compare(&format!("pile_{count}"), &pile_poses(count), rounds);
    compare(&format!("heap_{count}"), &heap_poses(count), rounds);
}
