//! Jointed bodies that stand or lie on the floor.

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

use super::assembly::{Assembly, Motion, Part, Solid, Surface};
use super::joint::Freedom;
use super::run::{GRAVITY, Run};
use super::worst::Worst;

/// For the table.
pub const ABOUT: &str = "\
A table top of 100 kg is welded to four legs that weigh a hundredth or a thousandth of it; it stands on the floor, or falls \
10 cm. Flat boxes of 1 kg lie in a row, joined by ball joints, hinges or welds. A pendulum hangs on a hinge at the side of a box of 50 kg \
that stands on the floor; its energy is that of its highest point in a swing.";

const DT: f64 = 1.0 / 60.0;

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for leg in [1.0, 0.1] {
        for fall in [0.0, 0.1] {
            figures.extend(table(leg, fall)?);
        }
    }
    for (name, freedom) in [("ball joints", Freedom::BALL), ("hinges", Freedom::HINGE), ("welds", Freedom::Weld)] {
        for count in [2, 5, 20] {
            figures.extend(flat_boxes(count, name, &freedom)?);
        }
    }
    for length in [0.3, 0.5, 0.9] {
        figures.extend(pendulum(length, extent.pick(60.0, 10.0))?);
    }
    Ok(figures)
}

fn table(leg: f32, fall: f32) -> Result<Vec<Figure>, Failure> {
    let fallen = if fall > 0.0 { ", fallen 10 cm" } else { "" };
    let scene = &format!("table of 100 kg on legs of {leg} kg{fallen}");
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    let height = 0.7;
    let top = Part::new(
        Solid::Box(Vec3::new(1.2, 0.06, 0.8)),
        Vec3::new(0.0, fall + height + 0.03, 0.0),
        Motion::Dynamic(100.0),
    );
    let top = assembly.add(top);
    for (x, z) in [(-0.5, -0.3), (-0.5, 0.3), (0.5, -0.3), (0.5, 0.3)] {
        let center = Vec3::new(x, fall + 0.5 * height, z);
        let foot = assembly.add(Part::new(Solid::Box(Vec3::new(0.06, height, 0.06)), center, Motion::Dynamic(leg)));
        assembly.join([Some(top), Some(foot)], center + 0.5 * height * Vec3::Y, Quat::IDENTITY, Freedom::Weld);
    }
    let mut run = Run::new(assembly, DT)?;
    let mut worst = Worst::of_energy(100.0 * GRAVITY * f64::from(height));
    for _ in 0..run.steps(20.0) {
        worst.add(&run.step());
    }
    let sunk = f64::from(height + 0.03 - run.pose(top).translation.y);
    Ok(vec![
        Figure::error(scene, "gap, largest", 1e3 * worst.gap, "mm", 0.5),
        Figure::error(scene, "angle of a weld, largest", 1e3 * worst.angle, "mrad", 1.0),
        Figure::error(scene, "top sunk after 20 s", 1e3 * sunk.abs(), "mm", 1.0),
        Figure::error(scene, "bodies awake after 20 s", run.awake() as f64, "", 0.0),
    ])
}

fn flat_boxes(count: usize, name: &str, freedom: &Freedom) -> Result<Vec<Figure>, Failure> {
    let scene = &format!("{count} flat boxes on {name}");
    let mut assembly = Assembly::on_floor(Surface::rough(0.5));
    for number in 0..count {
        let center = Vec3::new(0.42 * number as f32, 0.05, 0.0);
        let part = assembly.add(Part::new(Solid::Box(Vec3::new(0.4, 0.1, 0.3)), center, Motion::Dynamic(1.0)));
        if number > 0 {
            assembly.join([Some(part - 1), Some(part)], center - 0.21 * Vec3::X, Quat::IDENTITY, freedom.clone());
        }
    }
    let mut run = Run::new(assembly, DT)?;
    let mut worst = Worst::of_energy(1.0);
    for _ in 0..run.steps(5.0) {
        worst.add(&run.step());
    }
    Ok(vec![
        Figure::error(scene, "gap, largest", 1e3 * worst.gap, "mm", 0.05),
        Figure::error(scene, "bodies awake after 5 s", run.awake() as f64, "", 0.0),
    ])
}

/// A rod of 1 kg swings in the plane of the box's side, from level.
fn pendulum(length: f32, seconds: f64) -> Result<Vec<Figure>, Failure> {
    let scene = &format!("pendulum of {length} m on a standing box");
    let mut assembly = Assembly::on_floor(Surface::rough(0.8));
    let stand = Part::new(Solid::Box(Vec3::new(0.8, 1.2, 0.6)), Vec3::new(0.0, 0.6, 0.0), Motion::Dynamic(50.0));
    let stand = assembly.add(stand);
    let pivot = Vec3::new(0.0, 1.1, 0.36);
    let mut rod = Part::new(Solid::Capsule { half: 0.5 * length, radius: 0.03 }, Vec3::ZERO, Motion::Dynamic(1.0));
    let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    rod.world_from_part = Rigid::new(pivot + 0.5 * length * Vec3::X, turned);
    let rod = assembly.add(rod);
    assembly.join([Some(stand), Some(rod)], pivot, Quat::IDENTITY, Freedom::HINGE);
    let mut run = Run::new(assembly, DT)?;
    let bottom = f64::from(pivot.y - 0.5 * length);
    let start = f64::from(0.5 * length);
    let mut worst = Worst::of_energy(GRAVITY * start);
    let mut heights = Vec::new();
    for _ in 0..run.steps(seconds) {
        worst.add(&run.step());
        heights.push(f64::from(run.pose(rod).translation.y) - bottom);
    }
    // A swing from level of the longest rod takes 1.84 s, and it is at the top twice in it.
    let swing = run.steps(1.2);
    let moved = run.pose(stand).translation - Vec3::new(0.0, 0.6, 0.0);
    let kept = |until: usize| apex(&heights[until - swing..until]) / start;
    let mut figures =
        vec![Figure::near(scene, "energy after 10 s", (kept(run.steps(10.0)), 1.0), "", Bound::Within(0.005))];
    if seconds > 10.0 {
        let quantity = format!("energy after {seconds} s");
        figures.push(Figure::near(scene, &quantity, (kept(heights.len()), 1.0), "", Bound::Within(0.005)));
    }
    figures.push(Figure::error(scene, "gap, largest", 1e3 * worst.gap, "mm", 0.05));
    figures.push(Figure::error(scene, "box moved", 1e3 * f64::from(moved.length()), "mm", 1.0));
    Ok(figures)
}

/// The top of the parabola through the highest sample and its neighbours.
fn apex(heights: &[f64]) -> f64 {
    let peak = (1..heights.len() - 1).max_by(|a, b| heights[*a].total_cmp(&heights[*b])).unwrap_or(1);
    let [before, at, after] = [heights[peak - 1], heights[peak], heights[peak + 1]];
    let (slope, bend) = (0.5 * (after - before), after - 2.0 * at + before);
    if bend < 0.0 { at - 0.5 * slope * slope / bend } else { at }
}
