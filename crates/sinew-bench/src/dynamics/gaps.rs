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
Ropes that hang, cantilevers of five welded rods, and chains that swing from 0.4 rad, each with a ball of other mass at its end, for \
10 s, at steps of 1/30 to 1/240 s. Where nothing should move, *sag* is the largest displacement of a centre of mass. A scene \
that explodes gains energy.";

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let seconds = extent.pick(10.0, 3.0);
    let mut figures = Vec::new();
    let rates = extent.pick(&[30.0, 60.0, 120.0, 240.0][..], &[30.0, 60.0]);
    let rope = Link::Rod { mass: 0.1, length: 0.1, radius: 0.01 };
    let rod = |mass| Link::Rod { mass, length: 0.2, radius: 0.02 };
    let load = |mass: f64| Link::Ball { mass, radius: if mass > 500.0 { 0.2 } else { 0.1 } };
    for &rate in rates {
        let setting = Setting::EARTH.at(rate);
        let name = |text: &str| format!("{text}, 1/{rate} s");
        figures.extend(hold(&name("rope of 20 hangs"), &Chain::new(vec![rope; 20], 0.0), pin, setting, seconds)?);
        let loaded = Chain::loaded(20, rope, load(10.0), 0.0);
        figures.extend(hold(&name("rope of 20 hangs with 10 kg"), &loaded, pin, setting, seconds)?);
    }
    for &ratio in extent.pick(&[1.0, 10.0, 100.0, 1000.0, 2000.0][..], &[1.0, 100.0, 2000.0]) {
        for &rate in rates {
            let setting = Setting::EARTH.at(rate);
            let name = format!("cantilever 1:{ratio}, 1/{rate} s");
            let beam = Chain::loaded(5, rod(1.0), load(ratio), FRAC_PI_2);
            figures.extend(hold(&name, &beam, weld, setting, seconds)?);
        }
    }
    for &ratio in extent.pick(&[1.0, 10.0, 100.0, 1000.0, 2000.0][..], &[100.0, 2000.0]) {
        for &rate in rates {
            let name = format!("chain of 10 with 1:{ratio} swings, 1/{rate} s");
            let chain = Chain::loaded(10, rod(0.5), load(0.5 * ratio), 0.4);
            figures.extend(swing(&name, &chain, Setting::EARTH.at(rate), seconds)?);
        }
    }
    for &ratio in extent.pick(&[10.0, 100.0, 2000.0][..], &[100.0]) {
        for &rate in rates {
            let name = format!("free chain of 10 with 1:{ratio} spun, 1/{rate} s");
            let spin = DVec3::new(0.0, 1.0, 4.0);
            let chain = Chain { is_anchored: false, spin, ..Chain::loaded(10, rod(0.5), load(0.5 * ratio), 0.4) };
            figures.extend(swing(&name, &chain, Setting { rate, gravity: 0.0 }, seconds)?);
        }
    }
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
