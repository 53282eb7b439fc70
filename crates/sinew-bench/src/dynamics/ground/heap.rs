//! Ragdolls on each other, and ragdolls with loose crates.

use sinew::WorldOptions;
use sinew::glam::Vec3;

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

use super::assembly::{Assembly, Motion, Part, Solid, Surface};
use super::drops::FRICTION;
use super::ragdoll::Ragdoll;
use super::random::Random;
use super::run::{GRAVITY, Run};
use super::worst::Worst;

/// For the table.
pub const ABOUT: &str = "\
Ten ragdolls fall on one place. A crate falls 1 m on a ragdoll that lies on the floor, and a ragdoll falls 1 m on a crate \
that stands there. A crate hits a ragdoll in space, where momentum is kept: the speed of the crate after a plastic impact \
shared by the whole ragdoll would be m·v / (m + 70 kg); a ragdoll that only a part of takes the hit leaves it faster, a \
ragdoll that does not respond leaves it at v.";

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let steps = [(60.0, "1/60"), (30.0, "1/30"), (120.0, "1/120")];
    for (rate, name) in &steps[..extent.pick(3, 0)] {
        figures.extend(heap(10, 1.0 / rate, &format!("heap of 10 ragdolls, step {name} s"))?);
    }
    for mass in [20.0, 500.0] {
        figures.extend(crate_on_ragdoll(mass)?);
        figures.extend(ragdoll_on_crate(mass)?);
        figures.extend(crate_in_space(mass)?);
    }
    Ok(figures)
}

fn heap(count: u64, dt: f64, scene: &str) -> Result<Vec<Figure>, Failure> {
    let mut assembly = Assembly::on_floor(Surface::rough(FRICTION));
    let mut random = Random::new(7);
    for number in 0..count {
        let at = [0.2 * random.signed(), 0.2 * random.signed()];
        // A ragdoll fits into 2 m whatever its pose.
        Ragdoll { at, ..Ragdoll::new(1000 + number, 0.3 + 2.0 * number as f32) }.add_to(&mut assembly);
    }
    let energy = (0..count).map(|number| 70.0 * GRAVITY * (0.3 + 2.0 * number as f64)).sum();
    let mut run = Run::new(assembly, dt)?;
    let mut worst = Worst::of_energy(energy);
    let steps = run.steps(20.0);
    let mut speed = 0.0_f64;
    for step in 0..steps {
        let reading = run.step();
        worst.add(&reading);
        if step + run.steps(1.0) >= steps {
            speed = speed.max(reading.speed);
        }
    }
    let mut figures = closed(scene, &worst, dt);
    figures.push(Figure::error(scene, "fastest part from 19 to 20 s", 1e3 * speed, "mm/s", 5.0));
    Ok(figures)
}

/// Gap, depth and gain of a scene with ragdolls.
fn closed(scene: &str, worst: &Worst, dt: f64) -> Vec<Figure> {
    let gap = if dt > 1.0 / 50.0 { 2.0 } else { 0.5 };
    vec![
        Figure::error(scene, "gap, largest", 1e3 * worst.gap, "mm", gap),
        Figure::error(scene, "depth below the floor, largest", 1e3 * worst.depth, "mm", 20.0),
        Figure::error(scene, "gain in a step, largest", 100.0 * worst.gain, "%", 0.5),
    ]
}

fn loose_crate(mass: f32, center: Vec3) -> Part {
    Part::new(Solid::Box(Vec3::splat(0.5)), center, Motion::Dynamic(mass))
}

/// The ragdoll comes to lie first; the crate is 1 m above its highest point then.
fn crate_on_ragdoll(mass: f32) -> Result<Vec<Figure>, Failure> {
    let dt = 1.0 / 60.0;
    let scene = &format!("crate of {mass} kg on a ragdoll");
    let mut assembly = Assembly::on_floor(Surface::rough(FRICTION));
    let first = Ragdoll::new(5, 0.2).add_to(&mut assembly);
    let mut run = Run::new(assembly, dt)?;
    let mut worst = Worst::of_energy(f64::from(mass) * GRAVITY);
    for _ in 0..run.steps(4.0) {
        worst.add(&run.step());
    }
    let chest = run.pose(first + 1).translation;
    let mut falling = Assembly::new(Surface::rough(FRICTION));
    falling.add(loose_crate(mass, Vec3::new(chest.x, 1.5, chest.z)));
    let number = run.spawn(falling)?;
    // A crate is more energy: what was before does not count as a gain.
    let mut hit = Worst::of_energy(f64::from(mass) * GRAVITY);
    let mut slowest = f64::INFINITY;
    for _ in 0..run.steps(10.0) {
        hit.add(&run.step());
        slowest = slowest.min(f64::from(run.pose_of(number, 0).translation.y));
    }
    worst.gap = worst.gap.max(hit.gap);
    worst.depth = worst.depth.max(hit.depth);
    worst.gain = hit.gain;
    let mut figures = closed(scene, &worst, dt);
    figures.push(Figure::error(scene, "crate into the floor", 1e3 * (0.25 - slowest), "mm", 20.0));
    Ok(figures)
}

fn ragdoll_on_crate(mass: f32) -> Result<Vec<Figure>, Failure> {
    let dt = 1.0 / 60.0;
    let scene = &format!("ragdoll on a crate of {mass} kg");
    let mut assembly = Assembly::on_floor(Surface::rough(FRICTION));
    assembly.add(loose_crate(mass, Vec3::new(0.0, 0.25, 0.0)));
    Ragdoll::new(8, 1.5).add_to(&mut assembly);
    let mut run = Run::new(assembly, dt)?;
    let mut worst = Worst::of_energy(70.0 * GRAVITY * 1.5);
    for _ in 0..run.steps(10.0) {
        worst.add(&run.step());
    }
    Ok(closed(scene, &worst, dt))
}

/// The crate flies at 5 m/s against the chest of a ragdoll at rest, without gravity.
fn crate_in_space(mass: f32) -> Result<Vec<Figure>, Failure> {
    let scene = &format!("crate of {mass} kg hits a ragdoll in space");
    let (speed, dolls_mass) = (5.0, 70.0);
    let mut doll = Assembly::new(Surface::rough(FRICTION));
    let first = Ragdoll::new(5, 0.0).add_to(&mut doll);
    let chest = doll.parts[first + 1].world_from_part.translation;
    let top = doll.parts.iter().map(|part| part.world_from_part.translation.y).fold(0.0, f32::max);
    let options = WorldOptions::default().with_gravity(Vec3::ZERO);
    let mut run = Run::with_options(doll, options)?;
    let mut flying = Assembly::new(Surface::rough(FRICTION));
    let mut part = loose_crate(mass, Vec3::new(chest.x, top + 0.5, chest.z));
    part.linear = Vec3::new(0.0, -speed, 0.0);
    flying.add(part);
    let number = run.spawn(flying)?;
    let mut worst = Worst::of_energy(0.5 * f64::from(mass * speed * speed));
    for _ in 0..run.steps(1.0) {
        worst.add(&run.step());
    }
    let start = f64::from(mass * speed);
    let total = run.momentum(0) + run.momentum(number);
    let lost = (total + sinew::glam::DVec3::Y * start).length();
    let shared = f64::from(mass * dolls_mass / (mass + dolls_mass) * speed);
    let given = -run.momentum(0).y / shared;
    Ok(vec![
        Figure::error(scene, "gap, largest", 1e3 * worst.gap, "mm", 0.5),
        Figure::error(scene, "momentum lost after 1 s", 100.0 * lost / start, "%", 0.1),
        Figure::error(scene, "gain in a step, largest", 100.0 * worst.gain, "%", 0.5),
        Figure::near(scene, "given to the ragdoll / plastic impact", (given, 1.0), "", Bound::AtLeast(0.3)),
    ])
}
