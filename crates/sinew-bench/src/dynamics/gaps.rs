//! Joints that have to stay closed: hanging, welded, and between unequal masses.

use std::f64::consts::FRAC_PI_2;

use serde_json::Value;
use sinew::glam::DVec3;

use super::chain::{Chain, Link};
use super::mechanism::{pin, weld};
use super::running::{Setting, larger};
use super::{Bound, Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
Ropes that hang, cantilevers of five welded rods, and chains of ten that swing from 0.4 rad or spin freely without gravity, each with \
a ball of another mass at its end, for 10 s. Each figure is the worst of steps of 1/30, 1/60, 1/120 and 1/240 s. Where nothing should move, *sag* is the largest displacement of a centre of mass. A scene \
that explodes gains energy.";

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let seconds = extent.pick(10.0, 3.0);
    let rates = extent.pick(&[30.0, 60.0, 120.0, 240.0][..], &[30.0, 60.0]);
    let ratios = extent.pick(&[1.0, 10.0, 100.0, 1000.0, 2000.0][..], &[1.0, 100.0, 2000.0]);
    let rope = Link::Rod { mass: 0.1, length: 0.1, radius: 0.01 };
    let rod = |mass| Link::Rod { mass, length: 0.2, radius: 0.02 };
    let load = |mass: f64| Link::Ball { mass, radius: if mass > 500.0 { 0.2 } else { 0.1 } };
    let mut all = Vec::new();
    for &rate in rates {
        let earth = Setting::EARTH.at(rate);
        let mut figures = hold("rope of 20 hangs", &Chain::new(vec![rope; 20], 0.0), pin, earth, seconds)?;
        let loaded = Chain::loaded(20, rope, load(10.0), 0.0);
        figures.extend(hold("rope of 20 hangs with 10 kg", &loaded, pin, earth, seconds)?);
        for &ratio in ratios {
            let beam = Chain::loaded(5, rod(1.0), load(ratio), FRAC_PI_2);
            figures.extend(hold(&format!("cantilever 1:{ratio}"), &beam, weld, earth, seconds)?);
            let chain = Chain::loaded(10, rod(0.5), load(0.5 * ratio), 0.4);
            figures.extend(swing(&format!("chain 1:{ratio} swings"), &chain, earth, seconds)?);
            let spin = DVec3::new(0.0, 1.0, 4.0);
            let free = Chain { is_anchored: false, spin, ..chain };
            let space = Setting::SPACE.at(rate);
            figures.extend(swing(&format!("free chain 1:{ratio} spins"), &free, space, seconds)?);
        }
        all.extend(figures.into_iter().map(|figure| figure.in_case(&format!("1/{rate} s"))));
    }
    let mut figures = Figure::worst(all);
    figures.sort_by_key(|figure| figure.scene.split(" 1:").next().map(str::to_owned));
    Ok(figures)
}

/// A chain that has nothing to do but to stay where it is.
fn hold(
    name: &str,
    chain: &Chain,
    joint: fn() -> Value,
    setting: Setting,
    seconds: f64,
) -> Result<Vec<Figure>, Failure> {
    let mut running = chain.mechanism(|_| joint()).start(setting)?;
    let start: Vec<_> = (0..running.len()).map(|body| running.center(body)).collect();
    let mut sag = 0.0;
    running.run(seconds, |now| {
        let moved = start.iter().enumerate().map(|(body, start)| now.center(body).distance(*start));
        sag = moved.fold(sag, larger);
    });
    let mut figures = running.gap_figures(name);
    figures.push(Figure::error(name, "sag", sag * 1e3, "mm", 0.05));
    Ok(figures)
}

fn swing(name: &str, chain: &Chain, setting: Setting, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let mut running = chain.mechanism(|_| pin()).start(setting)?;
    let lowest = chain.lowest(setting.gravity);
    let start = running.energy() - lowest;
    let mut most = 1.0;
    running.run(seconds, |now| most = larger(most, (now.energy() - lowest) / start));
    Ok(vec![
        Figure::error(name, "gap", running.gap().millimetres(), "mm", 0.05),
        Figure::near(name, "largest energy at any time / start", (most, 1.0), "", Bound::AtMost(1.05)),
    ])
}
