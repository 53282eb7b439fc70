//! One large world, simulated by all threads of the machine and by one.
//!
//! Time is that of the clock here, as for many worlds. Both start alike and take turns, and have to end alike.

use std::num::NonZero;
use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::scene::physics::{cubes, heap_poses, pile_poses};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};

use super::worlds::by_the_clock;
use crate::Failure;
use crate::bench::{Bench, native, sinew};
use crate::contest::{Contest, Unit};
use crate::version;

/// The target speed-ups on two cores or more.
const TARGET_OF_BODIES: f64 = 1.6;
const TARGET_OF_JOINTS: f64 = 1.5;

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let (bodies, dolls) = bench.pick((5000, 100), (300, 3));
    scene(bench, &format!("a pile of {bodies}"), cubes(&pile_poses(bodies)), Some(TARGET_OF_BODIES))?;
    scene(bench, &format!("a heap of {bodies}"), cubes(&heap_poses(bodies)), None)?;
    scene(bench, &format!("{dolls} ragdolls"), ragdolls(dolls, Limbs::Hard), Some(TARGET_OF_JOINTS))
}

fn scene(bench: &mut Bench, name: &str, text: String, target: Option<f64>) -> Result<(), Failure> {
    let (before, steps) = bench.pick((30, 10), (2, 2));
    let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
    let model = Arc::new(model);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let begin = |threads| {
        let mut world = World::new(WorldOptions::default().with_sleeping(false).with_threads(threads));
        world.spawn(model.clone(), Rigid::IDENTITY);
        (0..before).for_each(|_| world.step());
        world
    };
    let (mut many, mut one) = (begin(cores), begin(1));
    let unit = Unit { name: "ms a step, by the clock", of_a_second: 1e3, pieces: steps };
    let mut contest = Contest::new("threads", format!("{name} on {cores} threads"), unit);
    let team = [sinew(), native("Sinew on one thread", version::of("sinew"))];
    let [ours, alone] = contest.add_team(team, || {
        let parallel = by_the_clock(|| (0..steps).for_each(|_| many.step()));
        let serial = by_the_clock(|| (0..steps).for_each(|_| one.step()));
        if many.digest() != one.digest() {
            return Err("the world on many threads is not the one on one".into());
        }
        Ok(vec![parallel, serial])
    });
    contest.compare(ours, alone, target.filter(|_| cores > 1));
    bench.run(contest, 15)
}
