//! Drives and soft limits that act against the floor.

use sinew::WorldOptions;
use sinew::glam::{Quat, Vec3};
use sinew::math::Rigid;

use crate::Failure;
use crate::dynamics::{Bound, Extent, Figure};

use super::assembly::{Assembly, Motion, Part, Solid, Surface};
use super::joint::{Action, Drive, Freedom, Spring};
use super::run::{GRAVITY, Run};

/// For the table.
pub const ABOUT: &str = "\
An arm of 2 kg, hinged at a fixed point above the floor, touches it with its far end, without friction. A drive presses it \
down by a torque T, or a soft limit carries a part of it. The floor pushes with m·g/2 ± T / (L·cos α), where α is the arm's \
angle below the horizontal: what the contacts report, and a depth of 0, are the figures.";

const MASS: f32 = 2.0;
const RADIUS: f32 = 0.05;

/// The family.
///
/// # Errors
/// A scene cannot be built.
pub fn run(_extent: Extent) -> Result<Vec<Figure>, Failure> {
    let spring = |stiffness| Spring { stiffness, damping: 5.0 };
    let driven = |target, stiffness, max_torque| Freedom::Hinge {
        range: None,
        action: Action { soft: None, drive: Some(Drive { target, spring: spring(stiffness), max_torque }) },
    };
    let held = |by: f32, stiffness| Freedom::Hinge {
        range: Some([by, 3.0]),
        action: Action { soft: Some(spring(stiffness)), drive: None },
    };
    let mut figures = Vec::new();
    for length in [0.5, 1.0, 2.0] {
        for (name, torque, freedom) in [
            ("drive to an angle, 60 N·m", 60.0, driven(-1.0, 60.0, None)),
            ("drive at its largest torque, 40 N·m", 40.0, driven(-1.0, 1000.0, Some(40.0))),
            ("soft limit, 2 N·m", -2.0, held(0.2, 10.0)),
        ] {
            figures.extend(press(&format!("{name}, arm of {length} m"), length, torque, freedom)?);
        }
    }
    Ok(figures)
}

fn press(scene: &str, length: f32, torque: f64, freedom: Freedom) -> Result<Vec<Figure>, Failure> {
    let mut assembly = Assembly::on_floor(Surface::rough(0.0));
    let pivot = Vec3::new(0.0, RADIUS + 0.45 * length, 0.0);
    let slope = 0.45_f32.asin();
    let along = Quat::from_rotation_z(-slope) * Vec3::X;
    let solid = Solid::Capsule { half: 0.5 * length, radius: RADIUS };
    let mut arm = Part::new(solid, Vec3::ZERO, Motion::Dynamic(MASS));
    arm.world_from_part = Rigid::new(pivot + 0.5 * length * along, Quat::from_rotation_arc(Vec3::Y, along));
    let arm = assembly.add(arm);
    assembly.join([None, Some(arm)], pivot, Quat::IDENTITY, freedom);
    let mut run = Run::with_options(assembly, WorldOptions::default().with_sleeping(false))?;
    let mut contacts = Vec::new();
    let (mut pushed, mut depth) = (0.0, 0.0_f64);
    let seconds = 1.0;
    for _ in 0..run.steps(3.0) {
        run.step();
    }
    for _ in 0..run.steps(seconds) {
        depth = depth.max(run.step().depth);
        contacts.clear();
        run.world.contact_points(&mut contacts);
        pushed += contacts.iter().map(|contact| f64::from(contact.impulse)).sum::<f64>();
    }
    let truth = 0.5 * f64::from(MASS) * GRAVITY + torque / f64::from(length * slope.cos());
    Ok(vec![
        Figure::near(scene, "force on the floor", (pushed / seconds, truth), "N", Bound::WithinPart(0.01)),
        Figure::error(scene, "depth", 1e3 * depth, "mm", 1.0),
    ])
}
