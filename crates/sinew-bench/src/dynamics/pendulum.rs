//! One body on one joint that swings.

use sinew::glam::DVec3;

use super::energy::Energy;
use super::mechanics::{Crossings, pendulum_period};
use super::mechanism::{Body, Mechanism, hinge, pin};
use super::running::Setting;
use super::{Bound, Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
A ball of 1 kg on a massless arm, on a pin and on a hinge (the worse of both counts), released at rest. The energy is counted from the lowest point. The period \
is that of the physical pendulum, by the elliptic integral.";

struct Pendulum {
    /// Metres.
    length: f64,
    /// rad from hanging.
    amplitude: f64,
    is_hinge: bool,
    rate: f64,
}

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let seconds = extent.pick(60.0, 10.0);
    let mut figures = Vec::new();
    for (length, amplitude) in
        [(0.1, 1.0), (0.3, 1.5), (1.0, 1.0), (1.0, 2.5), (3.0, 3.0), (10.0, 1.0)].into_iter().take(extent.pick(6, 3))
    {
        let mut both = Vec::new();
        for (case, is_hinge) in [("pin", false), ("hinge", true)] {
            let all = scene(&Pendulum { length, amplitude, is_hinge, rate: 60.0 }, seconds)?;
            both.extend(all.into_iter().map(|figure| figure.in_case(case)));
        }
        figures.extend(Figure::worst(both));
    }
    for rate in extent.pick(&[30.0, 120.0, 240.0][..], &[30.0]) {
        figures.extend(scene(&Pendulum { length: 1.0, amplitude: 1.0, is_hinge: true, rate: *rate }, seconds)?);
    }
    Ok(figures)
}

fn scene(&Pendulum { length, amplitude, is_hinge, rate }: &Pendulum, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("{length} m from {amplitude} rad, 1/{rate} s");
    let radius = 0.1 * length;
    let mut mechanism = Mechanism::default();
    let ball = mechanism.body(Body::ball(1.0, radius, DVec3::new(amplitude.sin(), -amplitude.cos(), 0.0) * length));
    mechanism.join([None, Some(ball)], DVec3::ZERO, if is_hinge { hinge() } else { pin() });

    let setting = Setting::EARTH.at(rate);
    let mut running = mechanism.start(setting)?;
    let mut energy = Energy::new(&running, -setting.gravity * length, seconds);
    let mut crossings = Crossings::default();
    running.run(seconds, |now| {
        energy.add(now);
        crossings.add(now.time(), now.center(ball).x);
    });
    // The moment about the pivot: ω² = m·g·l / (m·l² + ⅖·m·r²).
    let omega = (setting.gravity * length / (length * length + 0.4 * radius * radius)).sqrt();
    let truth = pendulum_period(omega, amplitude);
    let mut figures = energy.figures(&name, 0.005).to_vec();
    if seconds > 2.5 * truth {
        figures.push(Figure::near(&name, "period", (crossings.period(), truth), "s", Bound::WithinPart(0.005)));
    }
    figures.extend(running.gap_figures(&name));
    Ok(figures)
}
