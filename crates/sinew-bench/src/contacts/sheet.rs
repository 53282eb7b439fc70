//! Floors without thickness.

use serde_json::json;
use sinew::glam::Vec3;
use sinew_testkit::scene::physics::PhysicsScene;

use crate::Failure;
use crate::dynamics::running::{Running, Setting};
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
A double-sided plane of two triangles is the floor, and a box that is 100 to 10,000 times as heavy falls or is pressed by a kinematic block on \
balls or cubes of 1 to 10 cm that lie on it. Nothing may be squeezed through. From below, a ball that flies up has to stop at the sheet as well, and one that \
rolls over its rim has to fall past it.";

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for is_ball in [true, false] {
        for size in extent.pick(vec![0.1, 0.02, 0.01], vec![0.02]) {
            for ratio in extent.pick(vec![100.0, 1000.0, 10_000.0], vec![1000.0]) {
                let name = if is_ball { "balls" } else { "cubes" };
                let scene = format!("{name} of {} mm under a box of 1:{ratio}", size * 1e3);
                let below = pressed(is_ball, size, Load::Box(ratio))?;
                figures.push(Figure::near(&scene, "below the sheet, of 9", (below, 0.0), "", Bound::AtMost(0.0)));
            }
            let name = if is_ball { "balls" } else { "cubes" };
            let scene = format!("{name} of {} mm under a kinematic block", size * 1e3);
            let below = pressed(is_ball, size, Load::Kinematic)?;
            figures.push(Figure::near(&scene, "below the sheet, of 9", (below, 0.0), "", Bound::AtMost(0.0)));
        }
    }
    figures.push(from_below()?);
    figures.push(over_the_rim()?);
    Ok(figures)
}

/// What presses.
#[derive(Clone, Copy, Debug)]
enum Load {
    /// A box, over the mass of what it falls on.
    Box(f32),
    /// A block that comes down to a third of the size above the sheet, and goes up again.
    Kinematic,
}

fn shape(scene: &mut PhysicsScene, is_ball: bool, size: f32) -> usize {
    if is_ball { scene.ball(0.5 * size) } else { scene.cuboid([size; 3]) }
}

/// A sheet of a size as the first node.
fn with_sheet(across: f32) -> (PhysicsScene, usize) {
    let mut scene = PhysicsScene::new();
    let sheet = scene.shape(json!({"type": "plane", "plane": {"sizeX": across, "sizeZ": across, "doubleSided": true}}));
    let material = scene.material(json!({"staticFriction": 0.5, "dynamicFriction": 0.5, "restitution": 0.0}));
    scene.node("sheet", [0.0; 3], json!({"collider": {"geometry": {"shape": sheet}, "physicsMaterial": material}}));
    (scene, material)
}

/// The number of bodies that are below the sheet in the end.
fn pressed(is_ball: bool, size: f32, load: Load) -> Result<f64, Failure> {
    let (mut scene, material) = with_sheet(100.0 * size);
    let thing = shape(&mut scene, is_ball, size);
    let mass = 1000.0 * size * size * size;
    let collider = |shape: usize| json!({"geometry": {"shape": shape}, "physicsMaterial": material});
    for (x, z) in (0..9).map(|index| (index % 3 - 1, index / 3 - 1)) {
        // Not in the seam of the two triangles alone.
        let at = [1.5 * size * x as f32 + 0.2 * size, 0.5 * size, 1.5 * size * z as f32];
        scene.node("thing", at, json!({"motion": {"mass": mass}, "collider": collider(thing)}));
    }
    let block = scene.cuboid([6.0 * size, 4.0 * size, 6.0 * size]);
    let height = 3.5 * size;
    let motion = match load {
        Load::Box(ratio) => json!({"mass": mass * ratio}),
        // Down by 1.17 sizes in a second.
        Load::Kinematic => {
            json!({"isKinematic": true, "linearVelocity": [0.0, -(height - 2.0 * size - size / 3.0), 0.0]})
        }
    };
    scene.node("block", [0.0, height, 0.0], json!({"motion": motion, "collider": collider(block)}));
    let mut run = Running::new(scene.to_text(), Setting::EARTH)?;
    run.run(1.0, |_| {});
    if matches!(load, Load::Kinematic) {
        run.set_velocity(9, sinew::glam::DVec3::Y * f64::from(size), sinew::glam::DVec3::ZERO)?;
    }
    run.run(2.0, |_| {});
    Ok((0..9).filter(|body| run.center(*body).y < 0.0).count() as f64)
}

fn from_below() -> Result<Figure, Failure> {
    let (mut scene, material) = with_sheet(10.0);
    let ball = scene.ball(0.1);
    let collider = json!({"geometry": {"shape": ball}, "physicsMaterial": material});
    scene.node("ball", [0.3, -1.0, 0.2], json!({"motion": {"linearVelocity": [0.0, 8.0, 0.0]}, "collider": collider}));
    let mut run = Running::new(scene.to_text(), Setting::EARTH)?;
    let mut highest = f64::NEG_INFINITY;
    run.run(2.0, |run| highest = highest.max(run.center(0).y));
    Ok(Figure::near("ball from below at 8 m/s", "highest centre", (highest, -0.1), "m", Bound::AtMost(-0.05)))
}

fn over_the_rim() -> Result<Figure, Failure> {
    let (mut scene, material) = with_sheet(2.0);
    let ball = scene.ball(0.1);
    let collider = json!({"geometry": {"shape": ball}, "physicsMaterial": material});
    let velocity = Vec3::new(0.5, 0.0, 0.0).to_array();
    scene.node("ball", [0.5, 0.1, 0.2], json!({"motion": {"linearVelocity": velocity}, "collider": collider}));
    let mut run = Running::new(scene.to_text(), Setting::EARTH)?;
    run.run(4.0, |_| {});
    Ok(Figure::near("ball rolls over the rim", "height after 4 s", (run.center(0).y, -20.0), "m", Bound::AtMost(-5.0)))
}
