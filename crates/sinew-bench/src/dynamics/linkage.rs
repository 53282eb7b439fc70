//! Chains, ropes and a four-bar linkage that swing, and balls that whirl: what keeps its energy.

use std::f64::consts::{FRAC_PI_2, TAU};

use sinew::glam::{DQuat, DVec3};

use super::chain::{Chain, Link};
use super::energy::Energy;
use super::mechanism::{Body, Mechanism, hinge, pin};
use super::running::{Setting, larger};
use super::{Bound, Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
Chains of rods with a ball at the end swing from 0.4 rad; ropes fall from horizontal, and a chain flies freely: these are chaotic. \
The four-bar linkage is three rods on four hinges. Energies are counted from the lowest point that can be reached.";

pub(super) const WHIRL: &str = "\
A ball of 1 kg on a pin, without gravity, for 5 s. Measured is the largest deviation of its speed after any step.";

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let seconds = extent.pick(60.0, 10.0);
    let mut figures = Vec::new();
    for scale in extent.pick(&[1.0, 0.3, 3.0][..], &[1.0]) {
        figures.extend(four_bar(*scale, seconds)?);
    }
    let rod = |mass| Link::Rod { mass, length: 0.2, radius: 0.02 };
    for (count, mass, load) in [(5, 1.0, 100.0), (10, 1.0, 100.0), (3, 1.0, 1.0), (10, 0.1, 1.0), (16, 0.5, 2000.0)]
        .into_iter()
        .take(extent.pick(5, 2))
    {
        let name = format!("{count} × {mass} kg + {load} kg");
        let radius = if load > 1000.0 { 0.2 } else { 0.1 };
        let chain = Chain::loaded(count, rod(mass), Link::Ball { mass: load, radius }, 0.4);
        figures.extend(swing(&name, &chain, seconds, 0.005)?);
    }
    let short = extent.pick(20.0, 5.0);
    for count in extent.pick(&[2, 5, 20][..], &[5]) {
        let rope = Chain::new(vec![Link::Rod { mass: 0.1, length: 0.1, radius: 0.01 }; *count], FRAC_PI_2);
        figures.extend(swing(&format!("rope of {count} from horizontal"), &rope, short, 0.05)?);
    }
    figures.extend(flight(short)?);
    Ok(figures)
}

fn swing(name: &str, chain: &Chain, seconds: f64, part: f64) -> Result<Vec<Figure>, Failure> {
    let mut running = chain.mechanism(|_| pin()).start(Setting::EARTH)?;
    let mut energy = Energy::new(&running, chain.lowest(Setting::EARTH.gravity), seconds);
    running.run(seconds, |now| energy.add(now));
    let mut figures = energy.figures(name, part).to_vec();
    figures.extend(running.gap_figures(name));
    Ok(figures)
}

/// A chain that nothing holds, spun about its end without gravity: it winds up and keeps both momenta.
fn flight(seconds: f64) -> Result<Vec<Figure>, Failure> {
    let name = "free chain of 10, spun at 6 rad/s";
    let links = vec![Link::Rod { mass: 0.5, length: 0.2, radius: 0.02 }; 10];
    let spin = DVec3::new(0.0, 1.0, 6.0);
    let chain = Chain { is_anchored: false, spin, ..Chain::new(links, 1.0) };
    let mut running = chain.mechanism(|_| pin()).start(Setting::SPACE)?;
    let mut energy = Energy::new(&running, 0.0, seconds);
    let (linear, angular) = (running.momentum(), running.angular_momentum());
    let [mut linear_off, mut angular_off] = [0.0; 2];
    running.run(seconds, |now| {
        energy.add(now);
        linear_off = larger(linear_off, now.momentum().distance(linear) / linear.length());
        angular_off = larger(angular_off, now.angular_momentum().distance(angular) / angular.length());
    });
    let mut figures = energy.figures(name, 0.05).to_vec();
    figures.push(Figure::error(name, "change of momentum", linear_off * 100.0, "%", 0.1));
    figures.push(Figure::error(name, "change of angular momentum", angular_off * 100.0, "%", 0.1));
    figures.extend(running.gap_figures(name));
    Ok(figures)
}

/// A crank of 0.5, a coupler of 0.9 and a rocker of 0.8 between pivots 1 m apart, times the scale; 2 kg/m.
fn four_bar(scale: f64, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("four-bar linkage of {scale} m");
    let bars = FourBar { crank: 0.5 * scale, coupler: 0.9 * scale, rocker: 0.8 * scale, base: scale };
    let mut mechanism = Mechanism::default();
    let [a, b, c, d] = bars.points(0.2);
    let mut rod = |from: DVec3, to: DVec3| {
        let along = to - from;
        let body = Body::rod(2.0 * along.length(), [along.length(), 0.02 * scale], (from + to) / 2.0);
        mechanism.body(body.rotated(DQuat::from_rotation_z(along.y.atan2(along.x))))
    };
    let [crank, coupler, rocker] = [rod(a, c), rod(c, d), rod(b, d)];
    mechanism.join([None, Some(crank)], a, hinge());
    mechanism.join([Some(crank), Some(coupler)], c, hinge());
    mechanism.join([Some(coupler), Some(rocker)], d, hinge());
    mechanism.join([Some(rocker), None], b, hinge());
    let mut running = mechanism.start(Setting::EARTH)?;
    let mut energy = Energy::new(&running, bars.lowest(), seconds);
    running.run(seconds, |now| energy.add(now));
    let mut figures = energy.figures(&name, 0.005).to_vec();
    figures.extend(running.gap_figures(&name));
    Ok(figures)
}

struct FourBar {
    crank: f64,
    coupler: f64,
    rocker: f64,
    base: f64,
}

impl FourBar {
    /// The pivots on the ground and the ends of crank and rocker, for an angle of the crank from −X; the coupler hangs below.
    fn points(&self, angle: f64) -> [DVec3; 4] {
        let (a, b) = (DVec3::ZERO, DVec3::X * self.base);
        let c = a - DVec3::new(angle.cos(), angle.sin(), 0.0) * self.crank;
        // D is where the circles about B and C meet, on the lower side.
        let between = b - c;
        let apart = between.length();
        let along = (self.coupler.powi(2) - self.rocker.powi(2) + apart * apart) / (2.0 * apart);
        let across = (self.coupler.powi(2) - along * along).max(0.0).sqrt();
        let unit = between / apart;
        let d = c + unit * along + DVec3::new(unit.y, -unit.x, 0.0) * across;
        [a, b, c, d]
    }

    /// The lowest potential energy of any angle, joules: 2 kg/m of each rod at its middle.
    fn lowest(&self) -> f64 {
        let energy = |angle: f64| {
            let [a, b, c, d] = self.points(angle);
            let rod = |from: DVec3, to: DVec3| 2.0 * from.distance(to) * Setting::EARTH.gravity * (from.y + to.y) / 2.0;
            rod(a, c) + rod(c, d) + rod(b, d)
        };
        (0..100_000).map(|i| energy(f64::from(i) * TAU / 1e5)).fold(f64::INFINITY, f64::min)
    }
}

/// Balls on arms at high speed.
pub(super) fn whirl(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let scenes = [
        (1.0, 20.0, 60.0),
        (1.0, 100.0, 60.0),
        (0.5, 20.0, 60.0),
        (5.0, 100.0, 60.0),
        (1.0, 20.0, 30.0),
        (5.0, 100.0, 30.0),
        (1.0, 100.0, 120.0),
        (1.0, 100.0, 240.0),
    ];
    for (length, speed, rate) in scenes.into_iter().take(extent.pick(8, 4)) {
        let name = format!("{speed} m/s on {length} m, 1/{rate} s");
        let mut mechanism = Mechanism::default();
        let ball = Body::ball(1.0, 0.1, DVec3::X * length);
        let ball = mechanism.body(ball.moving(DVec3::Y * speed, DVec3::Z * (speed / length)));
        mechanism.join([None, Some(ball)], DVec3::ZERO, pin());
        let mut running = mechanism.start(Setting::SPACE.at(rate))?;
        let mut worst = speed;
        running.run(5.0, |now| {
            let now = now.velocity(ball).0.length();
            if now.is_nan() || (now - speed).abs() > (worst - speed).abs() {
                worst = now;
            }
        });
        figures.push(Figure::near(&name, "speed", (worst, speed), "m/s", Bound::WithinPart(0.001)));
        figures.extend(running.gap_figures(&name));
    }
    Ok(figures)
}
