//! A bake, beside the simulation that it records.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, pile_poses};
use sinew_testkit::stopwatch::{Stopwatch, time};
use sinew_tools::bake::{BakeOptions, Recording, bake};

use crate::Failure;
use crate::bench::{Bench, native, sinew, thousands};
use crate::contest::{Contest, Unit};
use crate::version;

/// One run gives both numbers: the time of its steps, and its whole time.
pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let (count, steps) = bench.pick((1_000, 600), (10, 20));
    let text = cubes(&pile_poses(count));
    let unit = Unit { name: "ms a step", of_a_second: 1e3, pieces: steps };
    let mut contest = Contest::new("bake", format!("pile of {}, {steps} steps baked", thousands(count)), unit);
    let team = [sinew(), native("Sinew, simulated alone", version::of("sinew"))];
    let [ours, alone] = contest.add_team(team, || {
        let document = Document::read(text.clone(), &NoResources)?;
        let model = Arc::new(Model::from_document(&document).0);
        let mut world = World::new(WorldOptions::default());
        let instance = world.spawn(model.clone(), Rigid::IDENTITY);
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
