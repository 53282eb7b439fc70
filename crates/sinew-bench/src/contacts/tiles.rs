//! Floors made of boxes side by side.

use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;

use crate::Failure;
use crate::dynamics::ground::assembly::{Assembly, Motion, Part, Solid, Surface};
use crate::dynamics::ground::run::{GRAVITY, Run};
use crate::dynamics::{Bound, Extent, Figure};

/// For the table.
pub(super) const ABOUT: &str = "\
A floor of static boxes side by side, whose tops are flush. A cube and a capsule slide over it without friction, a sphere and a \
capsule that lies across the way roll over it; each straight, slantwise, and along a seam; on \
tiles of 0.3 to 3 m, at 1/60 s, 1/30 s and 1/120 s. The bump is the largest change of height. A cube with \
friction has to stop after v²/2μg. A wall, a step up and a gap have to be there still: a step of a third of a ball stops it.";

/// What moves over the tiles.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mover {
    Sphere,
    Cube,
    Capsule,
    RollingCapsule,
}

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub(super) fn run(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let movers = [
        (Mover::Sphere, "sphere"),
        (Mover::Cube, "cube"),
        (Mover::Capsule, "capsule"),
        (Mover::RollingCapsule, "capsule that rolls"),
    ];
    for (mover, name) in movers {
        for speed in extent.pick(vec![1.0, 5.0, 20.0], vec![1.0, 5.0]) {
            let mut all = Vec::new();
            for (tile, size) in extent.pick(vec![(1.0, 0.1), (0.3, 0.1), (3.0, 0.5), (1.0, 0.05)], vec![(1.0, 0.1)]) {
                for rate in extent.pick(vec![60.0, 30.0, 120.0], vec![60.0]) {
                    for (angle, z) in [(0.0, 0.37), (0.3, 0.1), (0.0, 0.5)] {
                        let case = format!("{tile} m tiles, {size} m, 1/{rate} s, {angle} rad");
                        let way = Way { tile, size, speed, angle, z, dt: 1.0 / rate };
                        let scene = match rate {
                            60.0 => format!("{name}, {speed} m/s"),
                            _ => format!("{name}, {speed} m/s, step 1/{rate} s"),
                        };
                        all.extend(way.slide(&scene, mover)?.map(|figure| figure.in_case(&case)));
                    }
                }
            }
            figures.extend(Figure::worst(all));
        }
    }
    figures.extend(stopping(extent)?);
    figures.extend(steps()?);
    Ok(figures)
}

/// How something moves over the tiles.
struct Way {
    tile: f32,
    size: f32,
    speed: f32,
    /// Of the way to the tiles' edges, rad.
    angle: f32,
    /// Where it starts across, in tiles.
    z: f32,
    dt: f64,
}

impl Way {
    fn slide(&self, scene: &str, mover: Mover) -> Result<[Figure; 2], Failure> {
        let Self { tile, size, speed, angle, z, dt } = *self;
        let rolls = matches!(mover, Mover::Sphere | Mover::RollingCapsule);
        let mut assembly = Assembly::new(Surface::rough(if rolls { 0.5 } else { 0.0 }));
        let distance = 8.0 * tile;
        lay(&mut assembly, tile, [-1, 9], [-1, 5]);
        let radius = 0.5 * size;
        let (solid, turn) = match mover {
            Mover::Sphere => (Solid::Ball { radius }, Quat::IDENTITY),
            Mover::Cube => (Solid::Box(Vec3::splat(size)), Quat::IDENTITY),
            Mover::Capsule => {
                (Solid::Capsule { half: size, radius }, Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
            }
            Mover::RollingCapsule => {
                (Solid::Capsule { half: size, radius }, Quat::from_rotation_x(std::f32::consts::FRAC_PI_2))
            }
        };
        let way = Quat::from_rotation_y(-angle);
        let mut part = Part::new(solid, Vec3::ZERO, Motion::Dynamic(1.0));
        part.world_from_part = Rigid::new(Vec3::new(0.5 * tile, radius, z * tile), way * turn);
        part.linear = way * Vec3::X * speed;
        if rolls {
            part.angular = way * Vec3::Z * (-speed / radius);
        }
        let mover = assembly.add(part);
        let mut run = Run::new(assembly, dt)?;
        // It settles into the floor first.
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let seconds = f64::from((distance - tile) / speed) * 0.9;
        let (mut last, mut before) = (run.pose(mover).translation, run.pose(mover).translation);
        for step in 0..run.steps(seconds) {
            run.step();
            (before, last) = (last, run.pose(mover).translation);
            if step > 2 {
                low = low.min(f64::from(last.y));
                high = high.max(f64::from(last.y));
            }
        }
        let along = f64::from((last - before).dot(way * Vec3::X)) / run.world.dt();
        let bump = 1e3 * (high - low);
        Ok([
            Figure::near(scene, "speed / at the start", (along / f64::from(speed), 1.0), "", Bound::Within(0.01)),
            Figure::error(scene, "bump", bump, "mm", 1.0),
        ])
    }
}

/// Lays tiles of 0.5 m height whose tops are at 0.
fn lay(assembly: &mut Assembly, tile: f32, x: [i32; 2], z: [i32; 2]) {
    for column in x[0]..x[1] {
        for row in z[0]..z[1] {
            let center = Vec3::new((column as f32 + 0.5) * tile, -0.25, (row as f32 + 0.5) * tile);
            assembly.add(Part::new(Solid::Box(Vec3::new(tile, 0.5, tile)), center, Motion::Static));
        }
    }
}

/// Cubes with friction.
fn stopping(extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for (speed, friction) in extent.pick(vec![(4.0, 0.3), (2.0, 0.1), (6.0, 0.5)], vec![(4.0, 0.3)]) {
        let scene = format!("cube stops on tiles, {speed} m/s, friction {friction}");
        let mut assembly = Assembly::new(Surface::rough(friction));
        lay(&mut assembly, 1.0, [-1, 8], [-1, 2]);
        let mut part = Part::new(Solid::Box(Vec3::splat(0.2)), Vec3::new(0.5, 0.1, 0.4), Motion::Dynamic(1.0));
        part.linear = Vec3::X * speed;
        let cube = assembly.add(part);
        let mut run = Run::new(assembly, 1.0 / 60.0)?;
        for _ in 0..run.steps(4.0) {
            run.step();
        }
        let truth = f64::from(speed * speed) / (2.0 * f64::from(friction) * GRAVITY);
        let value = f64::from(run.pose(cube).translation.x) - 0.5;
        figures.push(Figure::near(&scene, "way", (value, truth), "m", Bound::WithinPart(0.02)));
    }
    Ok(figures)
}

/// Balls that must not pass: at a step up, and over a gap.
fn steps() -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    let radius = 0.1;
    for (scene, height) in [("ball at a step of a third", radius / 1.5), ("ball at a wall", 2.0)] {
        let mut assembly = Assembly::new(Surface::rough(0.0));
        lay(&mut assembly, 1.0, [-2, 3], [0, 1]);
        let block = Solid::Box(Vec3::new(1.0, height + 0.5, 1.0));
        assembly.add(Part::new(block, Vec3::new(3.5, 0.5 * (height + 0.5) - 0.5, 0.5), Motion::Static));
        let mut part = Part::new(Solid::Ball { radius }, Vec3::new(0.5, radius, 0.5), Motion::Dynamic(1.0));
        // Enough to rise by less than the step.
        part.linear = Vec3::X * 0.8;
        let ball = assembly.add(part);
        let mut run = Run::new(assembly, 1.0 / 60.0)?;
        let mut far = 0.0_f64;
        for _ in 0..run.steps(5.0) {
            run.step();
            far = far.max(f64::from(run.pose(ball).translation.x));
        }
        // Beside the wall, or with its centre not above the edge of the step.
        let most = if height > radius { 3.0 - f64::from(radius) } else { 3.0 };
        figures.push(Figure::near(scene, "farthest", (far, most), "m", Bound::AtMost(most + 0.005)));
        figures.push(Figure::near(scene, "nearest", (far, most), "m", Bound::AtLeast(most - 0.2)));
    }
    let mut assembly = Assembly::new(Surface::rough(0.0));
    lay(&mut assembly, 1.0, [-2, 2], [0, 1]);
    let mut part = Part::new(Solid::Ball { radius }, Vec3::new(0.5, radius, 0.5), Motion::Dynamic(1.0));
    part.linear = Vec3::X;
    let ball = assembly.add(part);
    let mut run = Run::new(assembly, 1.0 / 60.0)?;
    for _ in 0..run.steps(3.0) {
        run.step();
    }
    let height = f64::from(run.pose(ball).translation.y);
    figures.push(Figure::near(
        "ball over the last tile's edge",
        "height after 3 s",
        (height, -4.9),
        "m",
        Bound::AtMost(-1.0),
    ));
    Ok(figures)
}
