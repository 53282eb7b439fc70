//! Jointed bodies that slide, bounce and ride.

use std::f64::consts::TAU;

use sinew::glam::{Quat, Vec3};

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

use super::assembly::{Assembly, Motion, Part, Solid, Surface};
use super::joint::Freedom;
use super::run::{GRAVITY, Run};

/// For the table.
pub const ABOUT: &str = "\
Hinged boxes slide to rest over v² / (2·μ·g), as one box does. On an incline of tan 0.5, two joined boxes with a static friction of 0.6 \
and a dynamic one of 0.3 stay where they are if they start at rest, and slide at g·(sin α − 0.3·cos α) if they \
start at 1 m/s. Two joined balls of restitution e rise to e² of the height that they fell from. On a platform that moves at \
2 m/s, hinged boxes with a friction of 0.2 lag by v² / (2·μ·g); on one that rotates or rises, they stay where they are \
(velocities that are tangents at the start of each step drift by π·ω·r·h in a revolution, 27 mm).";

const DT: f64 = 1.0 / 60.0;
const BOX: Vec3 = Vec3::new(0.4, 0.2, 0.4);

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(_extent: Extent) -> Result<Vec<Figure>, Failure> {
    let mut figures = Vec::new();
    for (count, speed, friction, rate) in [
        (3, 5.0, 0.4, 60.0),
        (3, 5.0, 0.4, 30.0),
        (3, 5.0, 0.4, 120.0),
        (2, 2.0, 0.4, 60.0),
        (5, 10.0, 0.4, 60.0),
        (3, 5.0, 0.2, 60.0),
        (3, 5.0, 0.8, 60.0),
    ] {
        figures.push(slide(count, speed, friction, rate)?);
    }
    for (freedom, name) in [(Freedom::Weld, "welded"), (Freedom::HINGE, "hinged")] {
        figures.extend(incline(&freedom, name)?);
        for (height, restitution, rate) in [
            (1.0, 0.3, 60.0),
            (1.0, 0.5, 60.0),
            (1.0, 0.8, 60.0),
            (1.0, 0.5, 30.0),
            (1.0, 0.5, 120.0),
            (0.4, 0.8, 60.0),
            (3.0, 0.5, 60.0),
            (10.0, 0.8, 60.0),
        ] {
            figures.push(bounce(&freedom, name, &Fall { height, restitution, rate })?);
        }
    }
    figures.push(carried()?);
    figures.push(rotated()?);
    figures.push(lifted()?);
    Ok(figures)
}

/// Boxes in a row along X, the lowest at y = 0; returns the index of the first.
fn row(assembly: &mut Assembly, count: usize, freedom: &Freedom) -> usize {
    let first = assembly.parts.len();
    for number in 0..count {
        let center = Vec3::new((BOX.x + 0.02) * number as f32, 0.5 * BOX.y, 0.0);
        let part = assembly.add(Part::new(Solid::Box(BOX), center, Motion::Dynamic(1.0)));
        if number > 0 {
            let pivot = center - 0.5 * (BOX.x + 0.02) * Vec3::X;
            assembly.join([Some(part - 1), Some(part)], pivot, Quat::IDENTITY, freedom.clone());
        }
    }
    first
}

/// Sets the velocity of all dynamic parts.
fn push(assembly: &mut Assembly, linear: Vec3) {
    for part in assembly.parts.iter_mut().filter(|part| part.mass().is_some()) {
        part.linear = linear;
    }
}

fn slide(count: usize, speed: f32, friction: f32, rate: f64) -> Result<Figure, Failure> {
    let scene = format!("{count} hinged boxes slide at {speed} m/s, friction {friction}, step 1/{rate} s");
    let mut assembly = Assembly::on_floor(Surface::rough(friction));
    let first = row(&mut assembly, count, &Freedom::HINGE);
    push(&mut assembly, speed * Vec3::X);
    let mut run = Run::new(assembly, 1.0 / rate)?;
    for _ in 0..run.steps(f64::from(speed / friction) / GRAVITY + 1.0) {
        run.step();
    }
    let way = f64::from(run.pose(first).translation.x);
    let truth = f64::from(speed * speed / friction) / (2.0 * GRAVITY);
    Ok(Figure::near(&scene, "way", (way, truth), "m", Bound::WithinPart(0.005)))
}

fn incline(freedom: &Freedom, name: &str) -> Result<Vec<Figure>, Failure> {
    let surface = Surface { static_friction: 0.6, dynamic_friction: 0.3, restitution: 0.0 };
    let slope = 0.5_f32.atan();
    let moved = |speed: f32, seconds: f64| -> Result<f64, Failure> {
        let mut assembly = Assembly::on_floor(surface);
        let first = row(&mut assembly, 2, freedom);
        push(&mut assembly, speed * Vec3::X);
        assembly.rotate(Quat::from_rotation_z(-slope));
        let start = assembly.parts[first].world_from_part.translation;
        let mut run = Run::new(assembly, DT)?;
        for _ in 0..run.steps(seconds) {
            run.step();
        }
        Ok(f64::from((run.pose(first).translation - start).length()))
    };
    let (sine, cosine) = f64::from(slope).sin_cos();
    let (seconds, pull) = (1.5, GRAVITY * (sine - 0.3 * cosine));
    let truth = seconds + 0.5 * pull * seconds * seconds;
    Ok(vec![
        Figure::error(&format!("{name} boxes rest on an incline"), "moved in 5 s", 1e3 * moved(0.0, 5.0)?, "mm", 1.0),
        Figure::near(
            &format!("{name} boxes slide down an incline"),
            "way in 1.5 s",
            (moved(1.0, seconds)?, truth),
            "m",
            Bound::WithinPart(0.01),
        ),
    ])
}

/// A fall of two joined balls: how far, with which restitution, in how many steps a second.
struct Fall {
    height: f32,
    restitution: f32,
    rate: f64,
}

fn bounce(freedom: &Freedom, name: &str, fall: &Fall) -> Result<Figure, Failure> {
    let &Fall { height, restitution, rate } = fall;
    let scene = format!("{name} balls of restitution {restitution} fall {height} m, step 1/{rate} s");
    let mut assembly = Assembly::on_floor(Surface { restitution, ..Surface::rough(0.5) });
    let radius = 0.1;
    let ball = |x: f32| Part::new(Solid::Ball { radius }, Vec3::new(x, height + radius, 0.0), Motion::Dynamic(1.0));
    let [one, other] = [-0.3, 0.3].map(|x| assembly.add(ball(x)));
    assembly.join([Some(one), Some(other)], Vec3::new(0.0, height + radius, 0.0), Quat::IDENTITY, freedom.clone());
    let mut run = Run::new(assembly, 1.0 / rate)?;
    // Till the middle between the first apex, 2·e·√(2h/g) after the hit, and the second hit.
    let falling = (2.0 * f64::from(height) / GRAVITY).sqrt();
    let mut heights = Vec::new();
    for _ in 0..run.steps(falling * (1.0 + 1.5 * f64::from(restitution))) {
        run.step();
        heights.push(f64::from(run.pose(one).translation.y - radius));
    }
    // From the hit on, which is the lowest of all.
    let lowest = (0..heights.len()).min_by(|&a, &b| heights[a].total_cmp(&heights[b])).unwrap_or_default();
    let highest = (lowest..heights.len()).max_by(|&a, &b| heights[a].total_cmp(&heights[b])).unwrap_or_default();
    let peak = match heights.get(highest.max(1) - 1..highest + 2) {
        // The apex of the parabola through three steps, which lies between them.
        Some(&[before, at, after]) => at - (after - before).powi(2) / (8.0 * (after - 2.0 * at + before)),
        _ => heights[highest],
    };
    let truth = f64::from(restitution * restitution * height);
    Ok(Figure::near(&scene, "height of the bounce", (peak, truth), "m", Bound::WithinPart(0.01)))
}

/// A platform with its top at y = 0, and two hinged boxes on it.
fn ride(friction: f32) -> (Assembly, usize, usize) {
    let mut assembly = Assembly::new(Surface::rough(friction));
    let slab = Solid::Box(Vec3::new(20.0, 0.2, 4.0));
    let platform = assembly.add(Part::new(slab, Vec3::new(0.0, -0.1, 0.0), Motion::Kinematic));
    let first = row(&mut assembly, 2, &Freedom::HINGE);
    (assembly, platform, first)
}

fn carried() -> Result<Figure, Failure> {
    let (speed, friction) = (2.0, 0.2);
    let (mut assembly, platform, first) = ride(friction);
    assembly.parts[platform].linear = speed * Vec3::X;
    let mut run = Run::new(assembly, DT)?;
    for _ in 0..run.steps(3.0) {
        run.step();
    }
    let lag = f64::from(run.pose(platform).translation.x - run.pose(first).translation.x);
    let truth = f64::from(speed * speed / friction) / (2.0 * GRAVITY);
    Ok(Figure::near("hinged boxes on a platform that moves", "lag", (lag, truth), "m", Bound::WithinPart(0.01)))
}

fn rotated() -> Result<Figure, Failure> {
    let (mut assembly, platform, first) = ride(0.8);
    let spin = Vec3::Y;
    assembly.parts[platform].angular = spin;
    for part in [first, first + 1] {
        let part = &mut assembly.parts[part];
        part.world_from_part.translation += 0.3 * Vec3::X;
        part.angular = spin;
        part.linear = spin.cross(part.world_from_part.translation);
    }
    let place = |run: &Run| (run.pose(platform).inverse() * run.pose(first)).translation;
    let mut run = Run::new(assembly, DT)?;
    let start = place(&run);
    for _ in 0..run.steps(TAU) {
        run.step();
    }
    let moved = f64::from((place(&run) - start).length());
    Ok(Figure::error(
        "hinged boxes on a platform that rotates at 1 rad/s",
        "moved in a revolution",
        1e3 * moved,
        "mm",
        50.0,
    ))
}

fn lifted() -> Result<Figure, Failure> {
    let (mut assembly, platform, first) = ride(0.8);
    assembly.parts[platform].linear = 0.5 * Vec3::Y;
    let mut run = Run::new(assembly, DT)?;
    for _ in 0..run.steps(2.0) {
        run.step();
    }
    let above = f64::from(run.pose(first).translation.y - run.pose(platform).translation.y);
    let moved = (above - f64::from(0.1 + 0.5 * BOX.y)).abs();
    Ok(Figure::error("hinged boxes on a platform that rises at 0.5 m/s", "moved in 2 s", 1e3 * moved, "mm", 1.0))
}
