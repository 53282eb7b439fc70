//! Piles that have to come to rest.

use std::f32::consts::FRAC_PI_2;

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;

use crate::Failure;
use crate::dynamics::ground::assembly::{Assembly, Motion, Part, Solid, Surface};
use crate::dynamics::ground::random::Random;
use crate::dynamics::ground::run::{GRAVITY, Run};
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
150 boxes, balls and capsules of 0.2 to 0.5 m fall into a bin of 3 m in random poses, friction 0.5; five piles, and five of things of 2 to 5 cm. The time \
until all of them sleep. A ball that rolls at 1 m/s over a floor has to go on: rest is not bought with a brake. A ball on a slope of 2° has to roll \
down from rest, by ½·5/7·g·sin(2°)·t².";

/// The longest that a pile is watched, seconds.
const PATIENCE: f64 = 40.0;

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for (scale, name) in extent
        .pick(vec![(1.0, "mixed pile of 150"), (0.1, "mixed pile of 150, 2 to 5 cm")], vec![(1.0, "mixed pile of 150")])
    {
        let mut all = Vec::new();
        for seed in 0..extent.pick(5, 1) {
            let asleep = settle(seed, scale)?;
            let figure = Figure::near(name, "asleep after", (asleep, 0.0), "s", Bound::AtMost(20.0));
            all.push(figure.in_case(&format!("pile {seed}")));
        }
        figures.extend(Figure::worst(all));
    }
    figures.push(rolling()?);
    figures.push(starting()?);
    Ok(figures)
}

fn settle(seed: u64, scale: f32) -> Result<f64, Failure> {
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    for side in 0..4 {
        let turn = Quat::from_rotation_y(FRAC_PI_2 * side as f32);
        let mut wall = Part::new(Solid::Box(Vec3::new(0.5, 4.0, 4.0) * scale), Vec3::ZERO, Motion::Static);
        wall.world_from_part = Rigid::new(turn * Vec3::new(1.75, 2.0, 0.0) * scale, turn);
        assembly.add(wall);
    }
    let mut random = Random::new(seed ^ 0x09E5);
    for number in 0..150_u32 {
        let size = scale * (0.2 + 0.3 * random.unit());
        let solid = match number % 3 {
            0 => Solid::Box(Vec3::new(size, 0.8 * size, 0.6 * size)),
            1 => Solid::Ball { radius: 0.5 * size },
            _ => Solid::Capsule { half: 0.3 * size, radius: 0.25 * size },
        };
        let (column, layer) = (number % 9, number / 9);
        let place = Vec3::new((column % 3) as f32 - 1.0, 0.6 + layer as f32, (column / 3) as f32 - 1.0);
        let at = (0.6 * place + 0.05 * Vec3::new(random.signed(), 0.0, random.signed())) * scale;
        let mut part = Part::new(solid, at, Motion::Dynamic(500.0 * size * size * size));
        part.world_from_part = Rigid::new(at, random.rotation());
        assembly.add(part);
    }
    let mut run = Run::new(assembly, 1.0 / 60.0)?;
    for step in 0..run.steps(PATIENCE) {
        run.step();
        if run.awake() == 0 {
            return Ok(step as f64 * run.world.dt());
        }
    }
    Ok(PATIENCE)
}

fn rolling() -> Result<Figure, Failure> {
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    let mut part = Part::new(Solid::Ball { radius: 0.1 }, Vec3::new(0.0, 0.1, 0.0), Motion::Dynamic(1.0));
    (part.linear, part.angular) = (Vec3::X, Vec3::Z * -10.0);
    let ball = assembly.add(part);
    let mut run = Run::new(assembly, 1.0 / 60.0)?;
    for _ in 0..run.steps(20.0) {
        run.step();
    }
    let way = f64::from(run.pose(ball).translation.x);
    Ok(Figure::near("ball rolls at 1 m/s", "way in 20 s", (way, 20.0), "m", Bound::WithinPart(0.01)))
}

fn starting() -> Result<Figure, Failure> {
    let slope = 2.0_f32.to_radians();
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    let ball = assembly.add(Part::new(Solid::Ball { radius: 0.1 }, Vec3::new(0.0, 0.1, 0.0), Motion::Dynamic(1.0)));
    let down = Vec3::new(slope.sin(), -slope.cos(), 0.0) * GRAVITY as f32;
    let mut run = Run::with_options(assembly, sinew::WorldOptions::default().with_gravity(down))?;
    let seconds = 5.0;
    for _ in 0..run.steps(seconds) {
        run.step();
    }
    let truth = 0.5 * 5.0 / 7.0 * GRAVITY * f64::from(slope).sin() * seconds * seconds;
    let way = f64::from(run.pose(ball).translation.x);
    Ok(Figure::near("ball on a slope of 2°", "way in 5 s", (way, truth), "m", Bound::WithinPart(0.02)))
}
