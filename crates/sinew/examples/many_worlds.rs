//! How much faster many worlds step together than one after the other: `many_worlds [WORLDS] [ROUNDS]`.
//!
//! Rounds of both take turns, so that a busy machine slows both alike; the best round of each counts.
#![allow(clippy::unwrap_used, reason = "what is wrong with a scene made here should stop the program")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use sinew::document::{Document, NoResources};
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions, Worlds};
use sinew_testkit::scene::physics::{cubes, heap_poses};
use sinew_testkit::scene::ragdoll::{Limbs, ragdolls};

/// Steps of a round: short, so that some rounds find all cores free on a machine that others use too.
const STEPS: usize = 4;

/// Steps before the first round: what falls has landed.
const BEFORE: usize = 90;

fn main() {
    let number = |at: usize, default: usize| std::env::args().nth(at).map_or(default, |typed| typed.parse().unwrap());
    let (count, rounds) = (number(1, 8), number(2, 200));
    let model = |text: String| Arc::new(Model::from_document(&Document::read(text, &NoResources).unwrap()).0);
    for (name, model) in
        [("a heap of 200 cubes", model(cubes(&heap_poses(200)))), ("10 ragdolls", model(ragdolls(10, Limbs::Hard)))]
    {
        let begin = || -> Vec<World> {
            (0..count)
                .map(|_| {
                    let mut world = World::new(WorldOptions { sleeping: false, ..WorldOptions::default() });
                    world.spawn(model.clone(), Rigid::IDENTITY);
                    world
                })
                .collect()
        };
        let (mut alone, mut together) = (begin(), begin().into_iter().collect::<Worlds>());
        (0..BEFORE).for_each(|_| alone.iter_mut().for_each(World::step));
        (0..BEFORE).for_each(|_| together.step_all());
        let (mut best_alone, mut best_together) = (Duration::MAX, Duration::MAX);
        let mut best_ratio: f64 = 0.0;
        for _ in 0..rounds {
            let one = timed(|| (0..STEPS).for_each(|_| alone.iter_mut().for_each(World::step)));
            let all = timed(|| (0..STEPS).for_each(|_| together.step_all()));
            best_ratio = best_ratio.max(one.as_secs_f64() / all.as_secs_f64());
            (best_alone, best_together) = (best_alone.min(one), best_together.min(all));
        }
        assert!(alone.iter().zip(together.iter()).all(|(alone, together)| alone.digest() == together.digest()));
        println!(
            "{count} worlds of {name}: {:.1} ms one by one, {:.1} ms together for {STEPS} steps; {:.2}× of best rounds, {best_ratio:.2}× in the best round; equal digests",
            best_alone.as_secs_f64() * 1e3,
            best_together.as_secs_f64() * 1e3,
            best_alone.as_secs_f64() / best_together.as_secs_f64()
        );
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}
