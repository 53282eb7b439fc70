//! A chain of ten light links with a heavy ball at its end, thrown over the floor.

use std::f32::consts::FRAC_PI_2;

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;

use crate::Failure;
use crate::dynamics::{Extent, Figure};

use super::assembly::{Assembly, Motion, Part, Solid, Surface};
use super::joint::Freedom;
use super::run::{GRAVITY, Run};
use super::worst::Worst;

/// For the table.
pub const ABOUT: &str = "\
Ten links of 1 kg and 22 cm on ball joints, with a ball of 100 kg at the end that is thrown at 5 m/s over the floor, away \
from the chain or across it, and drags the links behind it. Friction is 0.5. Nothing drives it, so that its energy can only \
fall: the climb is the largest rise above the lowest value before, over the energy of the throw.";

const LINKS: usize = 10;
/// Half of the distance between the joints of a link, metres.
const HALF: f32 = 0.11;
const THROW: f32 = 5.0;

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let along = (Vec3::X, "along");
    let across = (Vec3::Z, "across");
    let steps = [(60.0, "1/60"), (30.0, "1/30"), (120.0, "1/120")];
    for (rate, name) in steps {
        for (direction, way) in [along, across] {
            for load in extent.pick(vec![100.0, 10.0], vec![100.0]) {
                let scene = format!("10 x 1 kg + {load} kg thrown {way}, step {name} s");
                figures.extend(thrown(&scene, load, direction, 1.0 / rate, extent.pick(30.0, 8.0))?);
            }
        }
    }
    Ok(figures)
}

fn thrown(scene: &str, load: f32, direction: Vec3, dt: f64, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    let radius = 0.25;
    let mut ball = Part::new(Solid::Ball { radius }, Vec3::new(0.0, radius, 0.0), Motion::Dynamic(load));
    ball.linear = THROW * direction;
    let mut last = assembly.add(ball);
    for link in 0..LINKS {
        let pivot = Vec3::new(-radius - 2.0 * HALF * link as f32, radius, 0.0);
        let solid = Solid::Capsule { half: 0.07, radius: 0.03 };
        let mut part = Part::new(solid, Vec3::ZERO, Motion::Dynamic(1.0));
        part.world_from_part = Rigid::new(pivot - HALF * Vec3::X, Quat::from_rotation_z(FRAC_PI_2));
        let next = assembly.add(part);
        assembly.join([Some(last), Some(next)], pivot, Quat::IDENTITY, Freedom::BALL);
        last = next;
    }
    let mut run = Run::new(assembly, dt)?;
    let throw = 0.5 * f64::from(load * THROW * THROW) + f64::from(LINKS as f32 * radius) * GRAVITY;
    let mut worst = Worst::of_energy(throw);
    for _ in 0..run.steps(seconds) {
        worst.add(&run.step());
    }
    Ok(vec![
        Figure::error(scene, "gap, largest", 1e3 * worst.gap, "mm", 0.5),
        Figure::error(scene, "depth below the floor, largest", 1e3 * worst.depth, "mm", 20.0),
        Figure::error(scene, "climb of energy, largest", 100.0 * worst.climb, "%", 0.1),
    ])
}
