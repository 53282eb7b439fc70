//! Motion beside that in `MuJoCo`.

use std::f64::consts::FRAC_PI_2;

use serde_json::{Value, json};
use sinew::glam::DVec3;

use super::chain::{Chain, Link};
use super::mechanism::{hinge, pin, with};
use super::running::{Setting, larger};
use super::{Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
The same scenes in MuJoCo, by its Runge–Kutta method of fourth order in steps of 20 µs (`crates/sinew-bench/mujoco/reference.py`). \
Measured is the distance of the centre of mass of the worst body.";

/// Scene, time, body and position, as `mujoco/reference.py` prints them.
const REFERENCE: &str = include_str!("mujoco.tsv");

/// The name, the chain, its joints by number, and the bounds at the times of the reference, mm.
type Scene = (&'static str, Chain, fn(usize) -> Value, &'static [f64]);

/// A sample leaves nothing out: these scenes run for a second each.
pub(super) fn run(_: Extent) -> Result<Vec<Figure>, Failure> {
    let rod = |mass, length, radius| Link::Rod { mass, length, radius };
    let whirled = Chain { spin: DVec3::Y * 2.0, ..Chain::new(vec![rod(1.0, 1.0, 0.05); 2], 1.0) };
    let loaded = |count, mass, load: Link| Chain::loaded(count, rod(mass, 0.2, 0.02), load, 0.4);
    let kilos = |mass, radius| Link::Ball { mass, radius };
    let arm = Chain::new(vec![rod(2.0, 0.5, 0.05), rod(1.0, 0.4, 0.04), rod(0.5, 0.3, 0.03)], FRAC_PI_2);
    let double = Chain::new(vec![rod(1.0, 1.0, 0.05); 2], FRAC_PI_2);
    let unequal = Chain::new(vec![rod(1.0, 0.5, 0.05), rod(5.0, 1.0, 0.05)], 2.0);
    let rope = Chain::new(vec![rod(0.1, 0.1, 0.01); 20], FRAC_PI_2);
    let scenes: [Scene; 8] = [
        ("double pendulum", double, |_| hinge(), &[5.0; 2]),
        ("double pendulum, unequal", unequal, |_| hinge(), &[5.0; 2]),
        ("double pendulum, whirled", whirled, |_| pin(), &[5.0; 2]),
        ("rope of 20", rope, |_| pin(), &[10.0; 2]),
        ("chain of 10 with 100 kg", loaded(10, 1.0, kilos(100.0, 0.1)), |_| pin(), &[1.0; 2]),
        ("chain of 5 with 100 kg", loaded(5, 1.0, kilos(100.0, 0.1)), |_| pin(), &[1.0; 2]),
        ("chain of 16 with 2000 kg", loaded(16, 0.5, kilos(2000.0, 0.2)), |_| pin(), &[1.0; 2]),
        ("arm of 3 with drives", arm, driven, &[3.0, 1.0, 1.0, 0.1]),
    ];
    let mut figures = Vec::new();
    for (name, chain, joint, bounds) in scenes {
        figures.extend(scene(name, &chain, joint, bounds)?);
    }
    Ok(figures)
}

/// A hinge with a spring and a damper, as the arm of the reference has them.
fn driven(number: usize) -> Value {
    const TARGETS: [(f64, f64, f64); 3] = [(200.0, 8.0, 0.8), (100.0, 4.0, -1.2), (30.0, 1.0, 0.9)];
    let (stiffness, damping, target) = TARGETS[number];
    with(
        hinge(),
        &[],
        &[json!({"type": "angular", "mode": "force", "axis": 2, "positionTarget": target,
        "stiffness": stiffness, "damping": damping})],
    )
}

fn scene(name: &str, chain: &Chain, joint: fn(usize) -> Value, bounds: &[f64]) -> Result<Vec<Figure>, Failure> {
    let mut running = chain.mechanism(joint).start(Setting::EARTH)?;
    let mut figures = Vec::new();
    for ((time, centers), bound) in reference(name)?.into_iter().zip(bounds) {
        while running.time() < time - 1e-6 {
            running.step();
        }
        let off = |(body, center): (usize, &DVec3)| running.center(body).distance(*center);
        let worst = centers.iter().enumerate().map(off).fold(0.0, larger);
        figures.push(Figure::error(name, &format!("distance at {time} s"), worst * 1e3, "mm", *bound));
    }
    figures.extend(running.gap_figures(name));
    Ok(figures)
}

/// The positions of a scene's bodies at each time of the reference.
fn reference(scene: &str) -> Result<Vec<(f64, Vec<DVec3>)>, Failure> {
    let mut times: Vec<(f64, Vec<DVec3>)> = Vec::new();
    for line in REFERENCE.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let [name, rest @ ..] = words.as_slice() else { continue };
        if *name != scene {
            continue;
        }
        let numbers: Vec<f64> = rest.iter().map(|word| word.parse()).collect::<Result<_, _>>()?;
        let [time, _, x, y, z] = numbers[..] else { return Err(format!("mujoco.tsv: {line}").into()) };
        match times.last_mut().filter(|(last, _)| *last >= time) {
            Some((_, centers)) => centers.push(DVec3::new(x, y, z)),
            None => times.push((time, vec![DVec3::new(x, y, z)])),
        }
    }
    if times.is_empty() { Err(format!("mujoco.tsv has no scene `{scene}`").into()) } else { Ok(times) }
}
