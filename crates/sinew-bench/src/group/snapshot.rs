//! A snapshot of a world, and the restoration of it.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses};
use sinew_testkit::stopwatch::time;

use crate::Failure;
use crate::bench::{Bench, sinew};
use crate::contest::{Contest, Unit};

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let count = bench.pick(400, 10);
    let document = Document::read(cubes(&heap_poses(count)), &NoResources)?;
    let mut world = World::new(WorldOptions::default());
    world.spawn(Arc::new(Model::from_document(&document).0), Rigid::IDENTITY);
    (0..bench.pick(120, 10)).for_each(|_| world.step());
    let bytes = world.snapshot();
    let unit = Unit { name: "ms", of_a_second: 1e3, pieces: 1 };
    let scene = format!("snapshot of a heap of {count}, {} kB", bytes.len() / 1000);
    let mut contest = Contest::new("snapshot", scene, unit);
    let ours = contest.add(sinew(), || Ok(time(|| world.snapshot()).as_secs_f64()));
    contest.report(ours);
    bench.run(contest, 20)?;
    let mut contest = Contest::new("snapshot", format!("restoration of it, {count} bodies"), unit);
    let ours = contest.add(sinew(), || {
        let mut outcome = Ok(());
        let seconds = time(|| outcome = world.restore(&bytes)).as_secs_f64();
        outcome?;
        Ok(seconds)
    });
    contest.report(ours);
    bench.run(contest, 20)
}
