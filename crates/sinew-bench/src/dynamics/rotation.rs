//! Bodies that rotate freely, and a top.

use std::f64::consts::FRAC_PI_2;

use sinew::glam::{DQuat, DVec3};

use super::mechanics::{Top, flips, wrapped};
use super::mechanism::{Body, Mechanism, pin};
use super::running::{Running, Setting, larger};
use super::{Bound, Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
Bodies without gravity and without joints for 60 s: the energy and the angular momentum (size and direction) stay, an axisymmetric \
body keeps its spin and its wobble, and one that spins about its middle axis flips as often, and when, Euler's equations say (by the \
Runge–Kutta method in steps of 0.1 ms). The toy gyroscope is a disc on an arm, pinned at its tip and released at 1 rad from \
upright; its tilt and precession are those of Lagrange's top. Each scene starts under an arbitrary rotation.";

struct Rotor {
    name: &'static str,
    moments: DVec3,
    /// Along the principal axes, rad/s.
    spin: DVec3,
}

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let seconds = extent.pick(60.0, 15.0);
    let spin = |name, moments: [f64; 3], spin: [f64; 3]| Rotor { name, moments: moments.into(), spin: spin.into() };
    let football = spin("football, 40 rad/s and a wobble of 4", [0.001, 0.002, 0.002], [40.0, 4.0, 0.0]);
    let rod = spin("rod 1:1000, tumbling", [0.001, 1.0, 1.0], [10.0, 3.0, 4.0]);
    let disc = spin("disc, 30 rad/s and a wobble of 3", [0.02, 0.01, 0.01], [30.0, 3.0, 0.0]);
    let top = spin("asymmetric top 1:2:3", [0.01, 0.02, 0.03], [4.0, 6.0, 2.0]);
    let fast = spin("asymmetric top 1:2:3, fast", [0.01, 0.02, 0.03], [12.0, 18.0, 6.0]);
    let flipping = spin("Dzhanibekov, 5 rad/s", [0.01, 0.02, 0.03], [0.01, 5.0, 0.0]);
    let quicker = spin("Dzhanibekov, 10 rad/s", [0.01, 0.015, 0.03], [0.05, 10.0, 0.02]);
    let mut figures = Vec::new();
    for scene in [&football, &rod, &disc] {
        figures.extend(symmetric(scene, seconds)?);
    }
    for scene in [&top, &fast, &flipping, &quicker] {
        figures.extend(asymmetric(scene, Setting::SPACE, seconds)?);
    }
    for rate in extent.pick(&[30.0, 120.0][..], &[]) {
        figures.extend(asymmetric(&flipping, Setting::SPACE.at(*rate), seconds)?);
    }
    for speed in extent.pick(&[150.0, 300.0][..], &[150.0]) {
        figures.extend(gyroscope(*speed, seconds)?);
    }
    Ok(figures)
}

fn start(scene: &Rotor, setting: Setting) -> Result<Running, Failure> {
    let rotation = DQuat::from_xyzw(0.1, -0.3, 0.2, 0.9).normalize();
    let body = Body::new(1.0, scene.moments, DVec3::ZERO).rotated(rotation).moving(DVec3::ZERO, rotation * scene.spin);
    let mut mechanism = Mechanism::default();
    mechanism.body(body);
    mechanism.start(setting)
}

/// The largest changes of the energy and of the angular momentum, as parts of those at the start.
struct Kept {
    energy: f64,
    momentum: DVec3,
    worst: [f64; 2],
}

impl Kept {
    fn new(running: &Running) -> Self {
        Self { energy: running.kinetic(), momentum: running.spin_momentum(0), worst: [0.0; 2] }
    }

    fn add(&mut self, now: &Running) {
        let energy = (now.kinetic() / self.energy - 1.0).abs();
        let momentum = now.spin_momentum(0).distance(self.momentum) / self.momentum.length();
        self.worst = [larger(self.worst[0], energy), larger(self.worst[1], momentum)];
    }

    fn figures(&self, name: &str) -> [Figure; 2] {
        [
            Figure::error(name, "change of energy", self.worst[0] * 100.0, "%", 0.3),
            Figure::error(name, "change of angular momentum", self.worst[1] * 100.0, "%", 0.1),
        ]
    }
}

fn symmetric(scene: &Rotor, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let mut running = start(scene, Setting::SPACE)?;
    let mut kept = Kept::new(&running);
    let [mut spin, mut wobble] = [0.0_f64; 2];
    running.run(seconds, |now| {
        kept.add(now);
        let in_body = now.rotation(0).conjugate() * now.velocity(0).1;
        (spin, wobble) = (in_body.x, in_body.y.hypot(in_body.z));
    });
    let truth = (scene.spin.x, scene.spin.y.hypot(scene.spin.z));
    let mut figures = kept.figures(scene.name).to_vec();
    let spin_name = format!("spin after {seconds} s");
    figures.push(Figure::near(scene.name, &spin_name, (spin, truth.0), "rad/s", Bound::WithinPart(0.005)));
    let wobble_name = format!("wobble after {seconds} s");
    figures.push(Figure::near(scene.name, &wobble_name, (wobble, truth.1), "rad/s", Bound::WithinPart(0.01)));
    Ok(figures)
}

fn asymmetric(scene: &Rotor, setting: Setting, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("{}, 1/{} s", scene.name, setting.rate);
    let mut running = start(scene, setting)?;
    let mut kept = Kept::new(&running);
    let mut times = Vec::new();
    let (mut last, mut before) = (scene.spin.y, 0.0);
    running.run(seconds, |now| {
        kept.add(now);
        let middle = (now.rotation(0).conjugate() * now.velocity(0).1).y;
        if (middle < 0.0) != (last < 0.0) {
            times.push(before + (now.time() - before) * last / (last - middle));
        }
        (last, before) = (middle, now.time());
    });
    let truth = flips(scene.moments, scene.spin, seconds);
    let mut figures = kept.figures(&name).to_vec();
    let counts = (times.len() as f64, truth.len() as f64);
    figures.push(Figure::near(&name, &format!("flips in {seconds} s"), counts, "", Bound::WithinPart(0.01)));
    if let Some(first) = truth.first() {
        let value = times.first().copied().unwrap_or(f64::NAN);
        figures.push(Figure::near(&name, "first flip", (value, *first), "s", Bound::Within(0.03)));
    }
    Ok(figures)
}

/// A disc of 0.5 kg and 6 cm on an arm of 4 cm, whose axis is the body's X.
fn gyroscope(speed: f64, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("toy gyroscope, {speed} rad/s");
    let (mass, radius, arm, tilt) = (0.5, 0.06, 0.04, 1.0_f64);
    let (axial, transverse) = (mass * radius * radius / 2.0, mass * radius * radius / 4.0);
    let axis = DVec3::new(tilt.sin(), tilt.cos(), 0.0);
    let body = Body::new(mass, DVec3::new(axial, transverse, transverse), axis * arm)
        .rotated(DQuat::from_rotation_z(FRAC_PI_2 - tilt))
        .moving(DVec3::ZERO, axis * speed);
    let mut mechanism = Mechanism::default();
    let disc = mechanism.body(body);
    mechanism.join([None, Some(disc)], DVec3::ZERO, pin());
    let mut running = mechanism.start(Setting::EARTH)?;
    let mut truth = Top {
        moment: transverse + mass * arm * arm,
        spin_momentum: axial * speed,
        pull: mass * Setting::EARTH.gravity * arm,
        up_momentum: axial * speed * tilt.cos(),
        tilt,
        tilt_rate: 0.0,
        precession: 0.0,
    };
    let [mut off, mut around, mut last] = [0.0; 3];
    let mut spin = 0.0;
    running.run(seconds, |now| {
        truth.advance(1.0 / Setting::EARTH.rate);
        let axis = now.rotation(disc) * DVec3::X;
        off = larger(off, (axis.y.clamp(-1.0, 1.0).acos() - truth.tilt).abs());
        // About +Y, from X towards −Z.
        let angle = (-axis.z).atan2(axis.x);
        around += wrapped(angle - last);
        last = angle;
        spin = now.velocity(disc).1.dot(axis);
    });
    Ok(vec![
        Figure::error(&name, "tilt, off at any time", off, "rad", 0.03),
        Figure::near(
            &name,
            &format!("precession in {seconds} s"),
            (around, truth.precession),
            "rad",
            Bound::WithinPart(0.01),
        ),
        Figure::near(&name, &format!("spin after {seconds} s"), (spin, speed), "rad/s", Bound::WithinPart(0.001)),
        Figure::error(&name, "gap", running.gap().millimetres(), "mm", 0.05),
    ])
}
