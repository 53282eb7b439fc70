//! Ragdolls that fall on the floor, one part of each much lighter or heavier than it should be.

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

use super::assembly::{Assembly, Surface};
use super::ragdoll::{Limbs, PARTS, Ragdoll};
use super::random::Random;
use super::run::{GRAVITY, Run};
use super::worst::{Worst, median};

/// For the table.
pub const ABOUT: &str = "\
Ragdolls of 11 bodies and 70 kg (six ball joints with a cone and a twist, four hinges with ranges) fall 1 to 4 m in random \
poses. A quarter has its masses as they are; of the others, one part at random is multiplied by 0.01 to 100. The gap is the \
largest distance between the two frames of any joint in any step; the gain is the largest rise of energy from one step to the \
next, over m·g·h of the fall. Energy comes from poses alone: differences of two for velocities, their mean for heights; \
what the curve between two poses can hide (m·a²·h²/24) is no gain, and neither is what the reported velocities do not show: \
a limb that is turned back within a step is in no difference of two poses. \
Depth is that of the lowest point of a collider below the floor.";

/// The steps of the table, seconds.
const STEPS: [(f64, &str); 3] = [(1.0 / 60.0, "1/60"), (1.0 / 30.0, "1/30"), (1.0 / 120.0, "1/120")];

/// The coefficient of friction of ragdolls and floor.
pub(super) const FRICTION: f32 = 0.6;

/// Within which a ragdoll has to sleep, seconds.
const ASLEEP: f64 = 10.0;

/// What one fall shows.
struct Fall {
    worst: Worst,
    is_asleep: bool,
}

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for (dt, name) in STEPS {
        figures.extend(drops(extent.pick(200, 20), dt, &format!("step {name} s"), Limbs::Hard)?);
    }
    figures.extend(drops(extent.pick(40, 4), STEPS[0].0, "drives and soft limits", Limbs::SoftAndDriven)?);
    Ok(figures)
}

fn drops(count: u64, dt: f64, name: &str, limbs: Limbs) -> Result<Vec<Figure>, Failure> {
    let falls: Vec<Fall> = (0..count).map(|seed| fall(seed, dt, limbs)).collect::<Result<_, _>>()?;
    let scene = &format!("{count} drops, {name}");
    let is_coarse = dt > 1.0 / 50.0;
    let largest = |value: fn(&Fall) -> f64| falls.iter().map(value).fold(0.0, f64::max);
    let asleep = falls.iter().filter(|fall| fall.is_asleep).count() as f64 / count as f64;
    let gaps = falls.iter().map(|fall| 1e3 * fall.worst.gap).collect();
    let error = |quantity: &str, value: f64, unit: &'static str, at_most: f64| {
        Figure::error(scene, quantity, value, unit, at_most)
    };
    Ok(vec![
        error("gap, median of drops", median(gaps), "mm", 0.1),
        error("gap, largest", 1e3 * largest(|fall| fall.worst.gap), "mm", if is_coarse { 2.0 } else { 0.5 }),
        error(
            "angle beyond a range, largest",
            1e3 * largest(|fall| fall.worst.angle),
            "mrad",
            if is_coarse { 30.0 } else { 10.0 },
        ),
        error("depth below the floor, largest", 1e3 * largest(|fall| fall.worst.depth), "mm", 20.0),
        error("gain in a step, largest", 100.0 * largest(|fall| fall.worst.gain), "%", 0.5),
        Figure::near(scene, "asleep within 10 s", (asleep, 1.0), "", Bound::AtLeast(0.95)),
    ])
}

/// The ragdoll of a drop by its number.
fn ragdoll(seed: u64, limbs: Limbs) -> Ragdoll {
    let mut random = Random::new(seed ^ 0x00D0_1100);
    let height = 1.0 + 3.0 * random.unit();
    let part = (random.unit() * PARTS as f32) as usize % PARTS;
    let factor = 10.0_f32.powf(2.0 * random.signed());
    let heavier = if seed.is_multiple_of(4) { (0, 1.0) } else { (part, factor) };
    Ragdoll { heavier, limbs, ..Ragdoll::new(seed, height) }
}

fn fall(seed: u64, dt: f64, limbs: Limbs) -> Result<Fall, Failure> {
    let mut assembly = Assembly::on_floor(Surface::rough(FRICTION));
    let ragdoll = ragdoll(seed, limbs);
    ragdoll.add_to(&mut assembly);
    let mass: f32 = assembly.parts.iter().filter_map(super::assembly::Part::mass).sum();
    let mut run = Run::new(assembly, dt)?;
    let mut worst = Worst::of_energy(f64::from(mass * ragdoll.height) * GRAVITY);
    for _ in 0..run.steps(ASLEEP) {
        worst.add(&run.step());
        // Nothing moves what sleeps.
        if run.awake() == 0 {
            return Ok(Fall { worst, is_asleep: true });
        }
    }
    Ok(Fall { worst, is_asleep: false })
}
