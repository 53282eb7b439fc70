//! Worlds that know nothing of each other, stepped on all cores and one after the other.
//!
//! Time is that of the clock here: work that is spread over cores takes no less of the processor. Both start alike and take
//! turns, and have to end alike, digest by digest.

use std::sync::Arc;
use std::time::Instant;

use sinew::document::{Document, NoResources};
use sinew::{Model, World, Worlds};
use sinew_testkit::scene::physics::{cubes, heap_poses};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};

use super::in_world;
use crate::Failure;
use crate::bench::{Bench, native, sinew};
use crate::contest::{Contest, Unit};
use crate::version;

/// The target speed-up on two cores or more.
const TARGET: f64 = 1.8;

/// Steps before the first round: what falls has landed.
const BEFORE: usize = 90;

pub(super) fn run(bench: &mut Bench) -> Result<(), Failure> {
    let (cubes_of_each, ragdolls_of_each) = bench.pick((200, 10), (5, 1));
    scene(bench, &format!("a heap of {cubes_of_each}"), cubes(&heap_poses(cubes_of_each)))?;
    scene(bench, &format!("{ragdolls_of_each} ragdolls"), ragdolls(ragdolls_of_each, Limbs::Hard))
}

fn scene(bench: &mut Bench, name: &str, text: String) -> Result<(), Failure> {
    let (count, steps) = bench.pick((8, 20), (2, 2));
    let (model, _) = Model::from_document(&Document::read(text, &NoResources)?);
    let model = Arc::new(model);
    let begin = || (0..count).map(|_| in_world(&model).0);
    let (mut together, mut one_by_one) = (begin().collect::<Worlds>(), begin().collect::<Worlds>());
    for _ in 0..bench.pick(BEFORE, 2) {
        together.step_all();
        one_by_one.iter_mut().for_each(World::step);
    }
    let unit = Unit { name: "ms a step of all, by the clock", of_a_second: 1e3, pieces: steps };
    let mut contest = Contest::new("worlds", format!("{count} worlds of {name}, together"), unit);
    let team = [sinew(), native("Sinew, one by one", version::of("sinew"))];
    let [ours, alone] = contest.add_team(team, || {
        let parallel = by_the_clock(|| (0..steps).for_each(|_| together.step_all()));
        let serial = by_the_clock(|| (0..steps).for_each(|_| one_by_one.iter_mut().for_each(World::step)));
        let pairs = || together.iter().zip(one_by_one.iter());
        if pairs().any(|(together, alone)| together.digest() != alone.digest()) {
            return Err("worlds that stepped together are not those that stepped one by one".into());
        }
        Ok(vec![parallel, serial])
    });
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    contest.compare(ours, alone, (cores > 1).then_some(TARGET));
    bench.run(contest, 25)
}

/// The seconds that something takes on a thread of its own: this one is a pool, and what is stepped in it stays on it.
pub(super) fn by_the_clock(work: impl FnOnce() + Send) -> f64 {
    let timed = || {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64()
    };
    std::thread::scope(|scope| scope.spawn(timed).join().unwrap_or(f64::NAN))
}
