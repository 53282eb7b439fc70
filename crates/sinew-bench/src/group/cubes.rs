//! A thousand cubes that fall and settle: a world's step beside the same scene stepped by the engine alone, and in Node.
//!
//! What is asked is the speed over the whole of it, 300 steps of a sixtieth without sleeping. The two that are native go side
//! by side, a step of the one and a step of the other. The engine alone has the features and defaults of the crate here, but
//! for what makes the scene the same.

use std::sync::Arc;

use rapier3d::math::Pose;
use rapier3d::prelude::{
    ColliderBuilder, FrictionModel, IntegrationParameters, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle,
};
use sinew::Model;
use sinew::document::{Document, NoResources};
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;
use sinew::{InstanceId, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses, pile_poses};
use sinew_testkit::stopwatch::side_by_side;

use crate::Failure;
use crate::bench::{Bench, native, sinew, thousands};
use crate::contest::{Contest, Runs, Unit};
use crate::version;

/// At most 1.05 times as long as the engine alone.
pub(super) const TARGET: f64 = 1.0 / 1.05;

type Poses = [(Vec3, Quat)];

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(1_000, 20);
    scene(bench, &format!("pile of {}", thousands(count)), &pile_poses(count))?;
    scene(bench, &format!("heap of {}", thousands(count)), &heap_poses(count))
}

fn scene(bench: &mut Bench, name: &str, poses: &Poses) -> Result<(), Failure> {
    let steps = bench.pick(300, 10);
    let text = cubes(poses);
    let path = bench.write("cubes.gltf", text.as_bytes())?;
    let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
    let model = Arc::new(model);
    let unit = Unit { name: "ms a step", of_a_second: 1e3, pieces: steps };
    let mut contest = Contest::new("step", name, unit);
    let team = [sinew(), native("rapier3d alone", version::of("rapier3d"))];
    let [ours, alone] = contest.add_team(team, || lockstep(&model, poses, steps));
    contest.compare(ours, alone, Some(TARGET));
    let arguments = [path, steps.to_string()];
    let [package, rapier, jolt] = ["sinew_step", "rapier_step", "jolt_step"]
        .map(|contender| bench.add_node(&mut contest, Runs::Wasm, contender, &arguments));
    for peer in [rapier, jolt].into_iter().flatten() {
        if let Some(package) = package {
            contest.compare(package, peer, None);
        }
        contest.compare(ours, peer, None);
    }
    bench.run(contest, 5)
}

/// Seconds of ours and of the engine alone.
fn lockstep(model: &Arc<Model>, poses: &Poses, steps: usize) -> Result<Vec<f64>, Failure> {
    let (mut world, id) = in_world(model);
    let mut by_hand = ByHand::new(poses);
    let contenders: Vec<sinew_testkit::stopwatch::Work<'_>> =
        vec![Box::new(|| world.step()), Box::new(|| by_hand.world.step())];
    let times = side_by_side(steps, contenders).iter().map(std::time::Duration::as_secs_f64).collect();
    // Both have done the same.
    let sum: f32 = world.bodies(id).map(|body| body.world_from_body.translation.y).sum();
    let (ours, theirs) = (sum / poses.len() as f32, by_hand.mean_height());
    if (ours - theirs).abs() > 0.1 * theirs.abs() {
        return Err(format!("cubes end {ours} m high on average, and {theirs} by the engine alone").into());
    }
    Ok(times)
}

/// The scene as a file in a world.
pub(crate) fn in_world(model: &Arc<Model>) -> (World, InstanceId) {
    let mut world = World::new(WorldOptions::default().with_sleeping(false));
    let id = world.spawn(model.clone(), Rigid::IDENTITY);
    (world, id)
}

/// The engine alone.
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
            let pose = Pose::from_parts(*translation, *rotation);
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
