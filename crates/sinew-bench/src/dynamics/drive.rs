//! Drives and soft limits without contacts.

use serde_json::{Value, json};
use sinew::glam::DVec3;

use super::chain::{Chain, Link};
use super::mechanics::{Harmonic, runge_kutta};
use super::mechanism::{Body, Mechanism, hinge, with};
use super::running::{Running, Setting, larger};
use super::{Bound, Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
A ball of 0.2 m on a slider and on a hinge; the worse of both counts. Springs of 10, 31.6 and 63 rad/s start at rest 0.1 m or rad from their target; their \
frequency and amplitude come from fits of a harmonic oscillation to the first and the last second. Driven chains are rods of 0.5 m that \
hang on their drives; their shape at rest is where gravity and springs balance. The crank's centre of mass is 0.3 m off its axis; \
its speed follows `I·ω′ = c·(20 − ω) − m·g·l·cos θ`.";

/// What a single degree of freedom is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Along {
    Slider,
    Hinge,
}

impl Along {
    const BOTH: [Self; 2] = [Self::Slider, Self::Hinge];

    fn name(self) -> &'static str {
        match self {
            Self::Slider => "slider",
            Self::Hinge => "hinge",
        }
    }

    /// All but X, or all but the rotation about Z, locked.
    fn locked(self) -> Value {
        match self {
            Self::Slider => json!({"limits": [{"linearAxes": [1, 2], "min": 0, "max": 0},
                {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}),
            Self::Hinge => hinge(),
        }
    }

    /// The mass or the moment of a ball of 0.2 m.
    fn inertia(self, mass: f64) -> f64 {
        match self {
            Self::Slider => mass,
            Self::Hinge => 0.4 * mass * 0.04,
        }
    }

    /// A limit of a range.
    fn limit(self, [min, max]: [f64; 2], stiffness: f64) -> Value {
        match self {
            Self::Slider => json!({"linearAxes": [0], "min": min, "max": max, "stiffness": stiffness}),
            Self::Hinge => json!({"angularAxes": [2], "min": min, "max": max, "stiffness": stiffness}),
        }
    }

    /// A drive with some more properties.
    fn drive(self, mode: &str, properties: &Value) -> Value {
        let mut drive = match self {
            Self::Slider => json!({"type": "linear", "axis": 0, "mode": mode}),
            Self::Hinge => json!({"type": "angular", "axis": 2, "mode": mode}),
        };
        if let (Some(drive), Some(properties)) = (drive.as_object_mut(), properties.as_object()) {
            drive.extend(properties.clone());
        }
        drive
    }

    /// A ball on the world, moving at a speed.
    fn start(
        self,
        mass: f64,
        speed: f64,
        limits: &[Value],
        drives: &[Value],
        setting: Setting,
    ) -> Result<Running, Failure> {
        let mut mechanism = Mechanism::default();
        let (linear, angular) = match self {
            Self::Slider => (DVec3::X * speed, DVec3::ZERO),
            Self::Hinge => (DVec3::ZERO, DVec3::Z * speed),
        };
        let ball = mechanism.body(Body::ball(mass, 0.2, DVec3::ZERO).moving(linear, angular));
        mechanism.join([None, Some(ball)], DVec3::ZERO, with(self.locked(), limits, drives));
        mechanism.start(setting)
    }

    /// The position and the speed of the ball.
    fn read(self, now: &Running) -> (f64, f64) {
        let (linear, angular) = now.velocity(0);
        match self {
            Self::Slider => (now.center(0).x, linear.x),
            Self::Hinge => {
                let rotation = now.rotation(0);
                (2.0 * rotation.z.atan2(rotation.w), angular.z)
            }
        }
    }
}

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for along in Along::BOTH {
        figures.extend(single(along, extent)?.into_iter().map(|figure| figure.in_case(along.name())));
    }
    figures.extend(overloaded()?);
    for masses in [&[1.0; 5][..], &[5.0, 1.0, 1.0, 1.0, 5.0], &[1.0; 10]] {
        figures.extend(sag(masses)?);
    }
    for (damping, gravity) in [(20.0, 0.0), (0.5, 0.0), (20.0, Setting::EARTH.gravity)] {
        for rate in extent.pick(&[30.0, 60.0, 120.0][..], &[60.0]) {
            figures.extend(crank(damping, Setting { rate: *rate, gravity })?);
        }
    }
    Ok(Figure::worst(figures))
}

/// The scenes of one degree of freedom.
fn single(along: Along, extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for omega in extent.pick(&[10.0, 1000.0_f64.sqrt(), 63.0][..], &[10.0, 63.0]) {
        for is_limit in [false, true] {
            figures.extend(spring(along, *omega, is_limit)?);
        }
    }
    for ratio in [0.2, 1.0] {
        figures.extend(damped(along, ratio)?);
    }
    for mass in extent.pick(&[0.1, 1.0, 100.0][..], &[0.1, 100.0]) {
        figures.extend(acceleration_mode(along, *mass)?);
    }
    figures.extend(velocity_drive(along)?);
    figures.extend(max_force(along)?);
    for speed in [5.0, 20.0] {
        figures.extend(soft_limit(along, speed)?);
    }
    Ok(figures)
}

/// Where the springs of these scenes lead.
const TARGET: f64 = 0.1;

fn spring(along: Along, omega: f64, is_limit: bool) -> Result<Vec<Figure>, Failure> {
    let kind = if is_limit { "soft limit" } else { "drive" };
    let name = format!("spring of a {kind}, {omega:.1} rad/s");
    let stiffness = along.inertia(1.0) * omega * omega;
    let limit = is_limit.then(|| along.limit([TARGET; 2], stiffness));
    let drive = along.drive("force", &json!({"positionTarget": TARGET, "stiffness": stiffness, "damping": 0}));
    let drive = (!is_limit).then_some(drive);
    let running = along.start(1.0, 0.0, limit.as_slice(), drive.as_slice(), Setting::SPACE)?;
    Ok(oscillation(&name, along, running, omega))
}

/// The frequency and the amplitude of an undamped spring over 10 s.
fn oscillation(name: &str, along: Along, mut running: Running, omega: f64) -> Vec<Figure> {
    let [mut first, mut last] = [Harmonic::new(omega), Harmonic::new(omega)];
    running.run(10.0, |now| {
        let off = along.read(now).0 - TARGET;
        if now.time() <= 1.0 {
            first.add(now.time(), off);
        } else if now.time() > 9.0 {
            last.add(now.time(), off);
        }
    });
    // The phases are of the middles of both windows, 9 s apart.
    let drift = super::mechanics::wrapped(last.phase() - first.phase()) / 9.0;
    let period = 1.0 / (1.0 + drift / omega) - 1.0;
    let amplitude = Bound::Within(if omega > 50.0 { 0.012 } else { 0.004 });
    vec![
        Figure::near(name, "period, deviation", (period * 100.0, 0.0), "%", Bound::Within(0.02)),
        Figure::near(name, "amplitude after 10 s / start", (last.amplitude() / TARGET, 1.0), "", amplitude),
    ]
}

fn acceleration_mode(along: Along, mass: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("acceleration mode, {mass} kg, 10 rad/s");
    let drive = along.drive("acceleration", &json!({"positionTarget": TARGET, "stiffness": 100.0, "damping": 0}));
    let running = along.start(mass, 0.0, &[], &[drive], Setting::SPACE)?;
    Ok(oscillation(&name, along, running, 10.0))
}

fn damped(along: Along, ratio: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("spring of a drive, 10 rad/s, damping ratio {ratio}");
    let (omega, inertia) = (10.0, along.inertia(1.0));
    let (stiffness, damping) = (inertia * omega * omega, 2.0 * ratio * inertia * omega);
    let properties = json!({"positionTarget": TARGET, "stiffness": stiffness, "damping": damping});
    let mut running = along.start(1.0, 0.0, &[], &[along.drive("force", &properties)], Setting::SPACE)?;
    let truth = |time: f64| {
        let decay = (-ratio * omega * time).exp();
        if ratio < 1.0 {
            let ringing = omega * (1.0 - ratio * ratio).sqrt();
            let (sine, cosine) = (ringing * time).sin_cos();
            TARGET * (1.0 - decay * (cosine + ratio * omega / ringing * sine))
        } else {
            TARGET * (1.0 - decay * (1.0 + omega * time))
        }
    };
    let mut worst = 0.0;
    running.run(2.0, |now| worst = larger(worst, (along.read(now).0 - truth(now.time())).abs() / TARGET));
    Ok(vec![Figure::error(&name, "off the formula, part of the way", worst * 100.0, "%", 1.6)])
}

fn velocity_drive(along: Along) -> Result<Vec<Figure>, Failure> {
    let name = "velocity drive of 5 /s, time constant 0.1 s";
    let properties = json!({"velocityTarget": 5.0, "damping": along.inertia(1.0) * 10.0});
    let mut running = along.start(1.0, 0.0, &[], &[along.drive("force", &properties)], Setting::SPACE)?;
    let [mut worst, mut end] = [0.0; 2];
    running.run(3.0, |now| {
        end = along.read(now).1;
        worst = larger(worst, (end / 5.0 - 1.0 + (-10.0 * now.time()).exp()).abs());
    });
    Ok(vec![
        Figure::error(name, "off the formula, part of the target", worst * 100.0, "%", 0.1),
        Figure::near(name, "speed after 3 s", (end, 5.0), "/s", Bound::WithinPart(0.001)),
    ])
}

fn max_force(along: Along) -> Result<Vec<Figure>, Failure> {
    let name = "maxForce of 5 N/kg";
    let inertia = along.inertia(2.0);
    let properties = json!({"velocityTarget": 1000.0, "damping": inertia * 1e3, "maxForce": inertia * 5.0});
    let mut running = along.start(2.0, 0.0, &[], &[along.drive("force", &properties)], Setting::SPACE)?;
    running.run(1.0, |_| {});
    let (place, speed) = along.read(&running);
    Ok(vec![
        Figure::near(name, "speed after 1 s", (speed, 5.0), "/s", Bound::WithinPart(0.001)),
        Figure::near(name, "way in 1 s", (place, 2.5), "", Bound::WithinPart(0.005)),
    ])
}

/// A drive that holds against gravity with less than the weight.
fn overloaded() -> Result<Vec<Figure>, Failure> {
    let name = "vertical slider of 2 kg, held with 10 N";
    let mut mechanism = Mechanism::default();
    let ball = mechanism.body(Body::ball(2.0, 0.2, DVec3::ZERO));
    let joint = json!({"limits": [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}],
        "drives": [{"type": "linear", "axis": 1, "mode": "force", "positionTarget": 0, "stiffness": 1e5, "damping": 1e3,
            "maxForce": 10.0}]});
    mechanism.join([None, Some(ball)], DVec3::ZERO, joint);
    let mut running = mechanism.start(Setting::EARTH)?;
    running.run(1.0, |_| {});
    let truth = 5.0 - Setting::EARTH.gravity;
    Ok(vec![Figure::near(
        name,
        "speed after 1 s",
        (running.velocity(ball).0.y, truth),
        "m/s",
        Bound::WithinPart(0.002),
    )])
}

/// A ball meets a spring that loses nothing: it returns as fast as it came.
fn soft_limit(along: Along, speed: f64) -> Result<Vec<Figure>, Failure> {
    let name = format!("soft limit of 31.6 rad/s, hit at {speed} /s");
    let limit = along.limit([-0.5, 0.5], along.inertia(1.0) * 1000.0);
    let mut running = along.start(1.0, speed, &[limit], &[], Setting::SPACE)?;
    let (mut back, mut has_been_outside) = (f64::NAN, false);
    running.run(1.0, |now| {
        let (place, velocity) = along.read(now);
        has_been_outside |= place > 0.5;
        if has_been_outside && back.is_nan() && place < 0.5 {
            back = -velocity;
        }
    });
    Ok(vec![Figure::near(&name, "speed of the return", (back, speed), "/s", Bound::WithinPart(0.02))])
}

/// Rods of 0.5 m on driven hinges, from horizontal.
fn sag(masses: &[f64]) -> Result<Vec<Figure>, Failure> {
    let heavy = if masses[0] > 1.0 { ", 5 kg at both ends" } else { "" };
    let name = format!("driven chain of {} × 1 kg{heavy}", masses.len());
    let links = masses.iter().map(|&mass| Link::Rod { mass, length: 0.5, radius: 0.02 }).collect();
    // Stiff enough for the whole to hang by half a radian or so.
    let total: f64 = masses.iter().sum();
    let stiffness = total * Setting::EARTH.gravity * 0.5 * masses.len() as f64;
    let properties = json!({"positionTarget": 0.0, "stiffness": stiffness, "damping": 0.3 * stiffness});
    let drive = Along::Hinge.drive("force", &properties);
    let chain = Chain::new(links, std::f64::consts::FRAC_PI_2);
    let mut running = chain.mechanism(|_| with(hinge(), &[], std::slice::from_ref(&drive))).start(Setting::EARTH)?;
    running.run(40.0, |_| {});
    let rest = sagging(masses, stiffness);
    let off = rest.iter().enumerate().map(|(body, center)| running.center(body).distance(*center));
    Ok(vec![
        Figure::error(&name, "off the shape at rest", off.fold(0.0, larger) * 1e3, "mm", 0.2),
        Figure::error(&name, "gap", running.gap().millimetres(), "mm", 0.05),
    ])
}

/// The centres of the rods at rest: each hinge's spring carries the moment of all weights outwards of it. Found by
/// repetition, half of the way each time.
fn sagging(masses: &[f64], stiffness: f64) -> Vec<DVec3> {
    let mut bends = vec![0.0; masses.len()];
    loop {
        let (mut direction, mut end) = (0.0, DVec3::ZERO);
        let (mut pivots, mut centers) = (Vec::new(), Vec::new());
        for bend in &bends {
            direction += bend;
            let half = DVec3::new(f64::cos(direction), f64::sin(direction), 0.0) * 0.25;
            pivots.push(end);
            centers.push(end + half);
            end += half * 2.0;
        }
        let moment = |hinge: usize| -> f64 {
            let weights = masses.iter().zip(&centers).skip(hinge);
            weights.map(|(mass, center)| -mass * Setting::EARTH.gravity * (center.x - pivots[hinge].x)).sum()
        };
        let wanted: Vec<f64> = (0..masses.len()).map(|hinge| moment(hinge) / stiffness).collect();
        let change = bends.iter().zip(&wanted).map(|(bend, wanted)| (wanted - bend).abs()).fold(0.0, f64::max);
        if change < 1e-12 {
            return centers;
        }
        bends.iter_mut().zip(&wanted).for_each(|(bend, wanted)| *bend += 0.5 * (wanted - *bend));
    }
}

/// A motor of 20 rad/s on an axis beside the centre of mass.
fn crank(damping: f64, setting: Setting) -> Result<Vec<Figure>, Failure> {
    let place = if setting.gravity > 0.0 { "under gravity" } else { "without gravity" };
    let name = format!("crank of 2 kg {place}, motor of {damping} N·m·s, 1/{} s", setting.rate);
    let (mass, arm, target) = (2.0, 0.3, 20.0);
    let body = Body::ball(mass, 0.1, DVec3::X * arm);
    let moment = body.moments.z + mass * arm * arm;
    let mut mechanism = Mechanism::default();
    let ball = mechanism.body(body);
    let drive = Along::Hinge.drive("force", &json!({"velocityTarget": target, "damping": damping}));
    mechanism.join([None, Some(ball)], DVec3::ZERO, with(hinge(), &[], &[drive]));
    let mut running = mechanism.start(setting)?;
    let mut truth = DVec3::ZERO;
    let [mut worst, mut sum, mut count] = [0.0; 3];
    running.run(5.0, |now| {
        for _ in 0..100 {
            truth = runge_kutta(truth, 0.01 / setting.rate, |now| {
                let torque = damping * (target - now.y) - mass * setting.gravity * arm * now.x.cos();
                DVec3::new(now.y, torque / moment, 0.0)
            });
        }
        if now.time() > 2.0 {
            let speed = now.velocity(ball).1.z;
            worst = larger(worst, (speed - truth.y).abs() / target);
            sum += speed;
            count += 1.0;
        }
    });
    Ok(vec![
        Figure::error(&name, "speed, off the equation at any time", worst * 100.0, "%", 0.5),
        Figure::near(&name, "mean speed", (sum / count, target), "rad/s", Bound::WithinPart(0.005)),
        Figure::error(&name, "gap", running.gap().millimetres(), "mm", 0.05),
    ])
}
