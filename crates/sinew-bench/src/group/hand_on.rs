//! What it costs to hand a simulation on: a snapshot and going back to it, and baking beside simulating alone.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{InstanceId, Model, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses, pile_poses};
use sinew_testkit::stopwatch::{Stopwatch, time};
use sinew_tools::bake::{BakeOptions, Recording, bake};

use crate::Failure;
use crate::bench::{Bench, native, sinew, thousands};
use crate::contest::{Contest, Unit};
use crate::version;

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    snapshots(bench)?;
    baking(bench)
}

fn spawned(text: String) -> Result<(Document, Arc<Model>, World, InstanceId), Failure> {
    let document = Document::read(text, &NoResources)?;
    let model = Arc::new(Model::from_document(&document).0);
    let mut world = World::new(WorldOptions::default());
    let instance = world.spawn(model.clone(), Rigid::IDENTITY);
    Ok((document, model, world, instance))
}

fn snapshots(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(400, 10);
    let (_, _, mut world, _) = spawned(cubes(&heap_poses(count)))?;
    (0..bench.pick(120, 10)).for_each(|_| world.step());
    let bytes = world.snapshot();
    let unit = Unit { name: "ms", of_a_second: 1e3, pieces: 1 };
    let scene = format!("snapshot of a heap of {count}, {} kB", bytes.len() / 1000);
    let mut contest = Contest::new("hand_on", scene, unit);
    let ours = contest.add(sinew(), || Ok(time(|| world.snapshot()).as_secs_f64()));
    contest.tell(ours);
    bench.run(contest, 20)?;
    let mut contest = Contest::new("hand_on", format!("going back to it, {count} bodies"), unit);
    let ours = contest.add(sinew(), || {
        let mut outcome = Ok(());
        let seconds = time(|| outcome = world.restore(&bytes)).as_secs_f64();
        outcome?;
        Ok(seconds)
    });
    contest.tell(ours);
    bench.run(contest, 20)
}

/// Both are of one run: what stepping took of it, and all of it.
fn baking(bench: &mut Bench) -> Result<(), Failure> {
    let (count, steps) = bench.pick((1_000, 600), (10, 20));
    let text = cubes(&pile_poses(count));
    let unit = Unit { name: "ms a step", of_a_second: 1e3, pieces: steps };
    let mut contest = Contest::new("hand_on", format!("pile of {}, {steps} steps baked", thousands(count)), unit);
    let team = [sinew(), native("Sinew, simulated alone", version::of("sinew"))];
    let [ours, alone] = contest.add_team(team, || {
        let (document, model, mut world, instance) = spawned(text.clone())?;
        let all = Stopwatch::start();
        let mut simulating = 0.0;
        let mut recording = Recording::new(world.dt(), world.pose(instance).ok_or("no pose")?, &[]);
        for _ in 0..steps {
            simulating += time(|| world.step()).as_secs_f64();
            recording.record(world.pose(instance).ok_or("no pose")?, &[]);
        }
        let baked = bake(&document, &model, &recording, &BakeOptions::default());
        let all = all.elapsed().as_secs_f64();
        baked?;
        Ok(vec![all, simulating])
    });
    contest.compare(ours, alone, None);
    bench.run(contest, 3)
}
