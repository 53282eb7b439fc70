//! What a step costs, beside the engine without Sinew at its own settings.

use std::sync::Arc;

use sinew::glam::Vec3;
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::scene::physics::pile_poses;
use sinew_testkit::stopwatch::{Stopwatch, Work, side_by_side};

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

use super::assembly::{Assembly, Motion, Part, Solid, Surface};
use super::drops::FRICTION;
use super::ragdoll::{Limbs, Ragdoll};
use super::raw;
use super::run::model;
use super::worst::median;

/// For the table.
pub const ABOUT: &str = "\
The processor time of this thread, in one process and in turns: a step of Sinew's world, a step of rapier3d at its own \
settings with the same shapes, masses and joints (a ball joint has three limits about single axes there, and the drives are \
its motors; it has no soft limits, those are hard). A ratio is the median of the rounds'. The worst step of a landing is over \
the median step of the same run; of each step the fastest of the rounds counts, so that what else the machine does does not.";

/// A scene, how long it settles before the clock starts, and how long that runs, in steps of 1/60 s.
struct Race {
    assembly: Assembly,
    sleeping: bool,
    before: usize,
    steps: usize,
}

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let count = extent.pick(100, 4);
    let rounds = extent.pick(5, 1);
    let crowd = |limbs, height, spin| crowd(count, limbs, height, spin);
    let race = |assembly, sleeping, before, steps| {
        let (before, steps) = extent.pick((before, steps), (before / 20, steps / 20));
        Race { assembly, sleeping, before, steps }
    };
    let mut figures = Vec::new();
    for (name, bound, race) in [
        ("in the air", 1.5, race(crowd(Limbs::Hard, 150.0, 3.0), false, 0, 300)),
        ("on the ground, without sleep", 2.0, race(crowd(Limbs::Hard, 0.2, 0.0), false, 240, 240)),
        ("on the ground, drives and soft limits", 2.5, race(crowd(Limbs::SoftAndDriven, 0.2, 0.0), false, 240, 240)),
        ("fall 2 m, 20 s with sleep", 2.5, race(crowd(Limbs::Hard, 2.0, 0.0), true, 0, 1200)),
    ] {
        let scene = format!("{count} ragdolls {name}");
        let [ratio, ours, theirs] = race.run(rounds)?;
        figures.push(Figure::near(&scene, "time / rapier3d", (ratio, 1.0), "", Bound::AtMost(bound)));
        eprintln!("  {scene}: {ours:.3} ms a step, rapier3d {theirs:.3} ms");
    }
    let landing = race(crowd(Limbs::Hard, 2.0, 0.0), false, 0, 300);
    let scene = format!("{count} ragdolls land at once");
    let worst = landing.worst(extent.pick(3, 1))?;
    figures.push(Figure::near(&scene, "worst step / median", (worst, 1.0), "", Bound::AtMost(6.0)));
    let cubes = extent.pick(1000, 20);
    let [ratio, ..] = race(pile(cubes), false, 0, 300).run(rounds)?;
    let scene = format!("pile of {cubes} cubes without joints");
    figures.push(Figure::near(&scene, "time / rapier3d", (ratio, 1.0), "", Bound::AtMost(1.05)));
    Ok(figures)
}

/// Ragdolls in rows of ten, 2.5 m apart, so that no two of them meet.
fn crowd(count: usize, limbs: Limbs, height: f32, spin: f32) -> Assembly {
    let mut assembly = Assembly::on_floor(Surface::rough(FRICTION));
    for number in 0..count {
        let at = [(number % 10) as f32 * 2.5, (number / 10) as f32 * 2.5];
        Ragdoll { at, limbs, spin, ..Ragdoll::new(number as u64, height) }.add_to(&mut assembly);
    }
    assembly
}

fn pile(count: usize) -> Assembly {
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    for (center, _) in pile_poses(count) {
        assembly.add(Part::new(Solid::Box(Vec3::ONE), center, Motion::Dynamic(1.0)));
    }
    assembly
}

impl Race {
    /// The median of the ratios, and the medians of both in milliseconds a step.
    fn run(&self, rounds: usize) -> Result<[f64; 3], Failure> {
        let model = model(&self.assembly)?;
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..rounds {
            let mut ours = self.world(&model);
            let mut theirs = raw::world(&self.assembly, self.sleeping);
            let mut both = |steps: usize| {
                let contenders: Vec<Work<'_>> = vec![Box::new(|| ours.step()), Box::new(|| theirs.step())];
                side_by_side(steps, contenders)
            };
            both(self.before);
            let per_step = |time: &std::time::Duration| 1e3 * time.as_secs_f64() / self.steps.max(1) as f64;
            let [ours, theirs] = [0, 1].map({
                let times = both(self.steps);
                move |who: usize| per_step(&times[who])
            });
            for (list, value) in times.iter_mut().zip([ours / theirs, ours, theirs]) {
                list.push(value);
            }
        }
        Ok(times.map(median))
    }

    /// The longest step over the median one.
    fn worst(&self, rounds: usize) -> Result<f64, Failure> {
        let model = model(&self.assembly)?;
        let mut fastest = vec![f64::INFINITY; self.steps];
        for _ in 0..rounds {
            let mut world = self.world(&model);
            for time in &mut fastest {
                let watch = Stopwatch::start();
                world.step();
                *time = time.min(watch.elapsed().as_secs_f64());
            }
        }
        // The first steps find the pairs and allocate: a level is loaded then.
        let measured = fastest.split_off(self.steps.min(5));
        Ok(measured.iter().copied().fold(0.0, f64::max) / median(measured))
    }

    fn world(&self, model: &Arc<Model>) -> World {
        let mut world = World::new(WorldOptions::default().with_sleeping(self.sleeping));
        world.spawn(Arc::clone(model), Rigid::IDENTITY);
        world
    }
}
