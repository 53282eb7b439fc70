//! Hard limits of every metric, hit at speed.

use serde_json::{Value, json};
use sinew::glam::DVec3;

use super::mechanism::{Body, Mechanism};
use super::running::{Setting, larger};
use super::{Bound, Extent, Figure};
use crate::Failure;

pub(super) const ABOUT: &str = "\
A ball of 1 kg and 0.2 m moves inside the range of a joint to the world, or of a joint to another ball of 3 kg, without gravity, and \
hits the end of the range after a tenth of a second or less. Each figure is the worst of both, and of steps of 1/30, 1/60, 1/120 and \
1/240 s. *Rebound* is the largest speed at which the metric comes back, as a \
part of the speed of the hit; a hard limit has none.";

pub(super) const LOOSE: &str = "\
Rods of 2 m on joints with ranges of ±4 mm along each axis, tumbling under gravity. Energies are counted from the lowest point.";

/// What is limited, and how the ball moves.
struct Hit {
    name: &'static str,
    limits: Value,
    /// Where the ball's frame is at first, metres.
    place: DVec3,
    /// m/s and rad/s for a speed of one.
    linear: DVec3,
    angular: DVec3,
    /// The limit that is hit, by its number.
    limit: usize,
    /// Whether the ball can do nothing after the hit but rest at the end of the range, or slide along it.
    is_plain: bool,
}

/// All three translations or rotations locked.
fn locked(kind: &str) -> Value {
    json!({kind: [0, 1, 2], "min": 0, "max": 0})
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn hits() -> Vec<Hit> {
    let still = DVec3::ZERO;
    let diagonal = DVec3::new(0.0, 0.8, 0.6);
    vec![
        Hit {
            name: "1D linear, ±0.5 m",
            limits: json!([{"linearAxes": [0], "min": -0.5, "max": 0.5}, {"linearAxes": [1, 2], "min": 0, "max": 0},
                locked("angularAxes")]),
            place: DVec3::ZERO,
            linear: DVec3::X,
            angular: still,
            limit: 0,
            is_plain: true,
        },
        Hit {
            name: "2D linear, 0…0.5 m",
            limits: json!([{"linearAxes": [0, 1], "min": 0, "max": 0.5}, {"linearAxes": [2], "min": 0, "max": 0},
                locked("angularAxes")]),
            place: DVec3::ZERO,
            linear: DVec3::new(0.6, 0.8, 0.0),
            angular: still,
            limit: 0,
            is_plain: true,
        },
        Hit {
            name: "3D linear, 0…0.5 m",
            limits: json!([{"linearAxes": [0, 1, 2], "min": 0, "max": 0.5}]),
            place: DVec3::ZERO,
            linear: DVec3::new(0.36, 0.48, 0.8),
            angular: still,
            limit: 0,
            is_plain: true,
        },
        Hit {
            name: "3D linear, 0…0.5 m, spinning",
            limits: json!([{"linearAxes": [0, 1, 2], "min": 0, "max": 0.5}]),
            place: DVec3::ZERO,
            linear: DVec3::new(0.36, 0.48, 0.8),
            angular: DVec3::new(0.2, -0.3, 0.1),
            limit: 0,
            is_plain: true,
        },
        Hit {
            name: "2D linear, 1…2 m, from outside",
            limits: json!([{"linearAxes": [0, 1], "min": 1.0, "max": 2.0}, {"linearAxes": [2], "min": 0, "max": 0},
                locked("angularAxes")]),
            place: DVec3::new(1.5, 0.0, 0.0),
            linear: DVec3::new(-0.96, 0.28, 0.0),
            angular: still,
            limit: 0,
            is_plain: false,
        },
        Hit {
            name: "3D linear, 1…2 m, from outside",
            limits: json!([{"linearAxes": [0, 1, 2], "min": 1.0, "max": 2.0}]),
            place: DVec3::new(0.0, 1.2, 0.9),
            linear: DVec3::new(0.28, -0.768, -0.576),
            angular: still,
            limit: 0,
            is_plain: false,
        },
        Hit {
            name: "twist, ±0.5 rad",
            limits: json!([locked("linearAxes"), {"angularAxes": [0], "min": -0.5, "max": 0.5},
                {"angularAxes": [1, 2], "min": 0, "max": 0}]),
            place: DVec3::ZERO,
            linear: still,
            angular: DVec3::X,
            limit: 1,
            is_plain: true,
        },
        Hit {
            name: "hinge about Z, −1…0.5 rad",
            limits: json!([locked("linearAxes"), {"angularAxes": [2], "min": -1.0, "max": 0.5},
                {"angularAxes": [0, 1], "min": 0, "max": 0}]),
            place: DVec3::ZERO,
            linear: still,
            angular: DVec3::Z,
            limit: 1,
            is_plain: true,
        },
        Hit {
            name: "cone of 0.6 rad",
            limits: json!([locked("linearAxes"), {"angularAxes": [1, 2], "min": 0, "max": 0.6}]),
            place: DVec3::ZERO,
            linear: still,
            angular: diagonal,
            limit: 1,
            is_plain: true,
        },
        Hit {
            name: "cone of 0.6 rad, no twist",
            limits: json!([locked("linearAxes"), {"angularAxes": [1, 2], "min": 0, "max": 0.6},
                {"angularAxes": [0], "min": 0, "max": 0}]),
            place: DVec3::ZERO,
            linear: still,
            angular: diagonal,
            limit: 1,
            is_plain: true,
        },
        Hit {
            name: "cone of 0.6 and twist of ±0.4 rad",
            limits: json!([locked("linearAxes"), {"angularAxes": [1, 2], "min": 0, "max": 0.6},
                {"angularAxes": [0], "min": -0.4, "max": 0.4}]),
            place: DVec3::ZERO,
            linear: still,
            angular: DVec3::new(0.6, 0.64, 0.48),
            limit: 1,
            is_plain: false,
        },
        Hit {
            name: "3D angular, 0…0.5 rad",
            limits: json!([locked("linearAxes"), {"angularAxes": [0, 1, 2], "min": 0, "max": 0.5}]),
            place: DVec3::ZERO,
            linear: still,
            angular: DVec3::new(0.36, 0.48, 0.8),
            limit: 1,
            is_plain: true,
        },
    ]
}

pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for hit in hits() {
        for speed in extent.pick(&[5.0, 20.0][..], &[20.0]) {
            let mut all = Vec::new();
            for rate in extent.pick(&[30.0, 60.0, 120.0, 240.0][..], &[30.0, 60.0]) {
                for (other, to_world) in [("world", true), ("body", false)] {
                    let case = format!("1/{rate} s, {other}");
                    all.extend(scene(&hit, *speed, *rate, to_world)?.into_iter().map(|figure| figure.in_case(&case)));
                }
            }
            figures.extend(Figure::worst(all));
        }
    }
    Ok(figures)
}

fn scene(hit: &Hit, speed: f64, rate: f64, to_world: bool) -> Result<Vec<Figure>, Failure> {
    let unit = if hit.linear == DVec3::ZERO { "rad/s" } else { "m/s" };
    let name = format!("{}, at {speed} {unit}", hit.name);
    let mut mechanism = Mechanism::default();
    let base = (!to_world).then(|| mechanism.body(Body::ball(3.0, 0.3, DVec3::ZERO)));
    let ball = mechanism.body(Body::ball(1.0, 0.2, hit.place).moving(hit.linear * speed, hit.angular * speed));
    mechanism.join_apart([base, Some(ball)], [DVec3::ZERO, hit.place], json!({"limits": hit.limits}));
    let mut running = mechanism.start(Setting::SPACE.at(rate))?;
    let start = running.kinetic();
    let [mut most, mut back] = [0.0; 2];
    let mut last: Option<f64> = None;
    let mut is_hit = false;
    running.run(0.5, |now| {
        most = larger(most, now.kinetic() / start);
        let (metric, _) = now.limit(0, hit.limit).unwrap_or((f64::NAN, 0.0));
        let rate_of_metric = last.map_or(speed, |last| (metric - last) * rate);
        // The step in which the ball arrives is not as fast as those before.
        is_hit |= rate_of_metric < 0.5 * speed;
        if is_hit {
            back = larger(back, -rate_of_metric / speed);
        }
        last = Some(metric);
    });
    let gap = running.gap();
    let mut figures = vec![
        Figure::error(&name, "beyond, metres", gap.millimetres(), "mm", 0.1),
        Figure::error(&name, "beyond, radians", gap.radians * 1e3, "mrad", 1.0),
        Figure::near(&name, "largest energy at any time / start", (most, 1.0), "", Bound::AtMost(1.0001)),
    ];
    if hit.is_plain {
        figures.push(Figure::error(&name, "rebound", back, "", 0.01));
    }
    Ok(figures)
}

pub(super) fn loose(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let seconds = extent.pick(20.0, 5.0);
    let mut figures = Vec::new();
    for (count, spin, rate) in
        [(1, 6.0, 60.0), (10, 6.0, 60.0), (1, 20.0, 60.0), (1, 6.0, 30.0), (1, 6.0, 240.0), (10, 6.0, 30.0)]
            .into_iter()
            .take(extent.pick(6, 2))
    {
        figures.extend(loose_scene(count, spin, rate, seconds)?);
    }
    Ok(figures)
}

fn loose_scene(count: usize, spin: f64, rate: f64, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let rods = if count == 1 { "1 rod".to_owned() } else { format!("{count} rods") };
    let name = format!("{rods}, {spin} rad/s, 1/{rate} s");
    let range = |axis: u8| json!({"linearAxes": [axis], "min": -0.004, "max": 0.004});
    let joint = json!({"limits": [range(0), range(1), range(2)]});
    let spin = DVec3::new(0.3, 0.2, 0.933).normalize() * spin;
    let (mut mechanism, mut before) = (Mechanism::default(), None);
    let setting = Setting::EARTH.at(rate);
    let mut lowest = 0.0;
    for number in 0..count {
        let center = DVec3::X * (2.0 * number as f64 + 1.0);
        let rod = mechanism.body(Body::rod(1.0, [2.0, 0.05], center).moving(spin.cross(center), spin));
        mechanism.join([before, Some(rod)], center - DVec3::X, joint.clone());
        // Each joint gives way by 4 mm.
        lowest -= setting.gravity * (center.x + 0.004 * (number + 1) as f64);
        before = Some(rod);
    }
    let mut running = mechanism.start(setting)?;
    let start = running.energy() - lowest;
    let mut most = 1.0;
    running.run(seconds, |now| most = larger(most, (now.energy() - lowest) / start));
    Ok(vec![
        Figure::error(&name, "beyond", running.gap().millimetres(), "mm", 0.1),
        Figure::near(&name, "largest energy at any time / start", (most, 1.0), "", Bound::AtMost(1.005)),
    ])
}
