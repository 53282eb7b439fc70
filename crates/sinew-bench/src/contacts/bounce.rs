//! What bounces, and how high.

use sinew::glam::Vec3;

use crate::Failure;
use crate::dynamics::ground::assembly::{Assembly, Motion, Part, Solid, Surface};
use crate::dynamics::ground::run::{GRAVITY, Run};
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
Balls and cubes fall flat on a floor, from 0.2 to 10 m, at 1/60 s, 1/30 s and 1/120 s. An elastic one keeps its energy, which is that of the \
parabola through its last three poses in flight, over that of its start. Others rise to e² of the height. What falls flat goes straight up again; \
*aside* is how far it is beside its place after 5 s.";

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut all = Vec::new();
    let heights: &[f64] = extent.pick(&[0.2, 1.0, 3.0, 10.0], &[1.0]);
    let rates: &[f64] = extent.pick(&[60.0, 30.0, 120.0], &[60.0]);
    for (&height, &rate) in heights.iter().flat_map(|height| rates.iter().map(move |rate| (height, rate))) {
        let case = format!("{height} m, 1/{rate} s");
        let mut add = |figures: Vec<Figure>| all.extend(figures.into_iter().map(|figure| figure.in_case(&case)));
        add(elastic(
            &named("elastic ball", rate),
            Solid::Ball { radius: 0.1 },
            height,
            1.0 / rate,
            extent.pick(60.0, 20.0),
        )?);
        add(elastic(
            &named("elastic cube, flat", rate),
            Solid::Box(Vec3::splat(0.2)),
            height,
            1.0 / rate,
            extent.pick(60.0, 20.0),
        )?);
        for restitution in [0.3, 0.5, 0.8] {
            let scene = format!("ball, e = {restitution}");
            let scene = if height < 0.5 { scene + ", from 0.2 m" } else { scene };
            add(vec![rise(&scene, Solid::Ball { radius: 0.1 }, restitution, height, 1.0 / rate)?]);
            let scene = format!("cube, flat, e = {restitution}");
            let scene = if height < 0.5 { scene + ", from 0.2 m" } else { scene };
            add(vec![rise(&scene, Solid::Box(Vec3::splat(0.5)), restitution, height, 1.0 / rate)?]);
        }
    }
    let falls: &[f64] = extent.pick(&[1.0, 5.0], &[5.0]);
    for (&restitution, &height) in [0.0, 0.5, 1.0].iter().flat_map(|e| falls.iter().map(move |height| (e, height))) {
        for size in extent.pick(vec![0.2, 1.0], vec![1.0]) {
            let scene = format!("cube, flat, e = {restitution}");
            all.push(aside(&scene, restitution, height, size)?.in_case(&format!("{height} m, {size} m")));
        }
    }
    Ok(Figure::worst(all))
}

/// A scene with its step, if that is not the usual one.
fn named(scene: &str, rate: f64) -> String {
    if (rate - 60.0).abs() < 0.5 { scene.to_owned() } else { format!("{scene}, step 1/{rate} s") }
}

fn dropped(solid: Solid, restitution: f32, height: f64, dt: f64) -> Result<(Run, f64), Failure> {
    let mut assembly = Assembly::on_floor(Surface { restitution, ..Surface::rough(0.5) });
    let half = match solid {
        Solid::Ball { radius } => radius,
        Solid::Box(size) => 0.5 * size.y,
        Solid::Capsule { half, radius } => half + radius,
    };
    assembly.add(Part::new(solid, Vec3::new(0.0, half + height as f32, 0.0), Motion::Dynamic(1.0)));
    let options = sinew::WorldOptions::default().with_dt(dt).with_sleeping(false);
    Ok((Run::with_options(assembly, options)?, f64::from(half)))
}

/// The apex of the parabola through three heights, if gravity alone is what bends it.
fn apex([a, b, c]: [f64; 3], dt: f64) -> Option<f64> {
    let bend = (a - 2.0 * b + c) / (dt * dt);
    let speed = (c - a) / (2.0 * dt);
    ((bend + GRAVITY).abs() < 0.02 * GRAVITY).then_some(b + speed * speed / (2.0 * GRAVITY))
}

fn elastic(scene: &str, solid: Solid, height: f64, dt: f64, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let (mut run, half) = dropped(solid, 1.0, height, dt)?;
    let mut last = [0.0; 3];
    // Where there is no flight any more, there is no height either.
    let (mut energy, mut age) = (0.0, 0);
    for _ in 0..run.steps(seconds) {
        run.step();
        last = [last[1], last[2], f64::from(run.pose(1).translation.y)];
        age += 1;
        if let Some(apex) = apex(last, dt) {
            (energy, age) = ((apex - half) / height, 0);
        }
    }
    if f64::from(age) * dt > 0.5 {
        energy = 0.0;
    }
    let quantity = format!("energy after {seconds} s / at the start");
    Ok(vec![Figure::near(scene, &quantity, (energy, 1.0), "", Bound::Within(0.03))])
}

/// The height of the first bounce over the height of the fall.
fn rise(scene: &str, solid: Solid, restitution: f32, height: f64, dt: f64) -> Result<Figure, Failure> {
    let (mut run, half) = dropped(solid, restitution, height, dt)?;
    let mut last = [0.0; 3];
    let mut rises: Option<f64> = None;
    for _ in 0..run.steps(2.0 * (2.0 * height / GRAVITY).sqrt() + 0.5) {
        run.step();
        last = [last[1], last[2], f64::from(run.pose(1).translation.y)];
        let is_rising = last[2] > last[1] && last[1] > last[0];
        if let Some(apex) = apex(last, dt).filter(|_| is_rising) {
            rises = Some(rises.unwrap_or(apex));
        }
    }
    let e = f64::from(restitution);
    // A flight of less than three steps shows no parabola.
    let value = rises.map_or(f64::NAN, |apex| (apex - half) / height);
    let unseen = e * (2.0 * height / GRAVITY).sqrt() < 3.0 * dt;
    let value = if value.is_nan() && unseen { e * e } else { value };
    Ok(Figure::near(scene, "apex / height of the fall", (value, e * e), "", Bound::WithinPart(0.01)))
}

fn aside(scene: &str, restitution: f32, height: f64, size: f32) -> Result<Figure, Failure> {
    let (mut run, _) = dropped(Solid::Box(Vec3::splat(size)), restitution, height, 1.0 / 60.0)?;
    for _ in 0..run.steps(5.0) {
        run.step();
    }
    let at = run.pose(1).translation;
    Ok(Figure::error(scene, "aside", 1e3 * f64::from(Vec3::new(at.x, 0.0, at.z).length()), "mm", 5.0))
}
