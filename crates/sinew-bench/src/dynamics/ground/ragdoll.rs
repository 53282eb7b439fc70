//! A ragdoll of 70 kg: eleven bodies, six ball joints with cones and twists, four hinges with ranges.

use std::f32::consts::TAU;

use rapier3d::parry::query::distance;
use sinew::glam::{Mat3, Quat, Vec3};
use sinew::math::Rigid;

use super::assembly::{Assembly, Link, Motion, Part, Solid};
use super::joint::{Action, Drive, Freedom, Spring, Swing};
use super::random::Random;
use super::raw;

/// The number of bodies.
pub const PARTS: usize = 11;

/// The parts with ball joints hold by X along the part; those with hinges bend about Z, from 0.
#[derive(Clone, Copy)]
enum Holds {
    Ball(Swing),
    Hinge { bend: f32 },
}

/// A part as it is in the rest pose: standing, arms to the sides, looking along +Z.
struct Row {
    solid: Solid,
    mass: f32,
    center: [f32; 2],
    /// The parent, the pivot, the direction along the part, and where the part bends to.
    joint: Option<(usize, [f32; 2], Vec3, Vec3, Holds)>,
}

/// What the joints of a ragdoll have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limbs {
    /// Hard ranges.
    Hard,
    /// Soft ranges, and drives to the rest pose.
    SoftAndDriven,
}

/// A ragdoll by number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ragdoll {
    /// Chooses the pose, among those in which no two parts touch.
    pub seed: u64,
    /// The height of its lowest point above the floor, metres.
    pub height: f32,
    /// Where it is over the floor, metres.
    pub at: [f32; 2],
    /// A part, and by how much its mass is multiplied.
    pub heavier: (usize, f32),
    /// What its joints have.
    pub limbs: Limbs,
    /// The largest initial angular velocity of a part about its own centre, rad/s.
    pub spin: f32,
}

impl Ragdoll {
    /// At rest, with hard ranges.
    pub fn new(seed: u64, height: f32) -> Self {
        Self { seed, height, at: [0.0; 2], heavier: (0, 1.0), limbs: Limbs::Hard, spin: 0.0 }
    }

    /// Adds it to a scene, and returns the index of its first part.
    pub fn add_to(&self, assembly: &mut Assembly) -> usize {
        let rows = rows();
        let mut random = Random::new(self.seed);
        let first = assembly.parts.len();
        let mut poses = pose(&rows, &mut random);
        while touches_itself(&rows, &poses) {
            poses = pose(&rows, &mut random);
        }
        let part = |(row, world_from_part): (&Row, &Rigid)| {
            let mut part = Part::new(row.solid, Vec3::ZERO, Motion::Dynamic(row.mass));
            part.world_from_part = *world_from_part;
            part
        };
        let mut parts: Vec<Part> = rows.iter().zip(&poses).map(part).collect();
        let lowest = parts.iter().map(|part| part.lowest(&part.world_from_part)).fold(f32::INFINITY, f32::min);
        let (heavy, factor) = self.heavier;
        parts[heavy].motion = Motion::Dynamic(rows[heavy].mass * factor);
        for part in &mut parts {
            part.world_from_part.translation += Vec3::new(self.at[0], self.height - lowest, self.at[1]);
            part.angular = self.spin * random.direction() * random.unit();
        }
        assembly.parts.extend(parts);
        for (child, row) in rows.iter().enumerate() {
            let Some((parent, _, _, _, holds)) = row.joint else { continue };
            let part_from_frame = frames(&rows, child).unwrap_or([Rigid::IDENTITY; 2]);
            let parts = [Some(first + parent), Some(first + child)];
            assembly.links.push(Link { parts, part_from_frame, freedom: freedom(holds, self.limbs) });
        }
        first
    }
}

fn rows() -> [Row; PARTS] {
    let box_of = |x, y, z| Solid::Box(Vec3::new(x, y, z));
    let ball = |cone, twist| Holds::Ball(Swing { cone, twist });
    let hinge = Holds::Hinge { bend: 2.4 };
    let capsule = |half, radius| Solid::Capsule { half, radius };
    let root = |solid, mass, center| Row { solid, mass, center, joint: None };
    let row = |solid, mass, center, (parent, pivot, along, holds): (usize, [f32; 2], Vec3, Holds)| {
        // Elbows bend forward, knees backward.
        let bend = if along == Vec3::NEG_Y { Vec3::NEG_Z } else { Vec3::Z };
        Row { solid, mass, center, joint: Some((parent, pivot, along, bend, holds)) }
    };
    let (down, up, left, right) = (Vec3::NEG_Y, Vec3::Y, Vec3::X, Vec3::NEG_X);
    [
        root(box_of(0.30, 0.18, 0.20), 11.0, [0.0, 0.98]),
        row(box_of(0.32, 0.40, 0.20), 24.0, [0.0, 1.30], (0, [0.0, 1.085], up, ball(0.5, 0.5))),
        row(Solid::Ball { radius: 0.11 }, 5.0, [0.0, 1.66], (1, [0.0, 1.53], up, ball(0.6, 0.7))),
        row(capsule(0.10, 0.045), 2.0, [0.34, 1.45], (1, [0.19, 1.45], left, ball(1.3, 0.8))),
        row(capsule(0.10, 0.04), 1.7, [0.63, 1.45], (3, [0.485, 1.45], left, hinge)),
        row(capsule(0.10, 0.045), 2.0, [-0.34, 1.45], (1, [-0.19, 1.45], right, ball(1.3, 0.8))),
        row(capsule(0.10, 0.04), 1.7, [-0.63, 1.45], (5, [-0.485, 1.45], right, hinge)),
        row(capsule(0.14, 0.07), 7.5, [0.09, 0.68], (0, [0.09, 0.89], down, ball(1.0, 0.5))),
        row(capsule(0.15, 0.055), 3.8, [0.09, 0.25], (7, [0.09, 0.46], down, hinge)),
        row(capsule(0.14, 0.07), 7.5, [-0.09, 0.68], (0, [-0.09, 0.89], down, ball(1.0, 0.5))),
        row(capsule(0.15, 0.055), 3.8, [-0.09, 0.25], (9, [-0.09, 0.46], down, hinge)),
    ]
}

/// The rest pose of a part: capsules have their Y along the part.
fn rest(row: &Row) -> Rigid {
    let along = row.joint.map_or(Vec3::Y, |(_, _, along, _, _)| along);
    let rotation = match row.solid {
        Solid::Capsule { .. } if along.x != 0.0 => Quat::from_rotation_z(0.25 * TAU),
        _ => Quat::IDENTITY,
    };
    Rigid::new(flat(row.center), rotation)
}

/// The frames of a part's joint on its parent and on itself.
fn frames(rows: &[Row], child: usize) -> Option<[Rigid; 2]> {
    let (parent, pivot, along, bend, _) = rows[child].joint?;
    let axes = Quat::from_mat3(&Mat3::from_cols(along, bend, along.cross(bend)));
    let frame = Rigid::new(flat(pivot), axes);
    Some([parent, child].map(|part| rest(&rows[part]).inverse() * frame))
}

/// A random pose within four fifths of the ranges, rotated at random, the pelvis at the origin.
fn pose(rows: &[Row], random: &mut Random) -> Vec<Rigid> {
    let mut poses = vec![Rigid::new(Vec3::ZERO, random.rotation())];
    for (child, row) in rows.iter().enumerate().skip(1) {
        let (Some((parent, _, _, _, holds)), Some([a, b])) = (row.joint, frames(rows, child)) else { continue };
        let a_from_b = match holds {
            Holds::Hinge { bend } => Quat::from_rotation_z(bend * (0.1 + 0.8 * random.unit())),
            Holds::Ball(Swing { cone, twist }) => {
                let (sine, cosine) = (TAU * random.unit()).sin_cos();
                let swing = Quat::from_axis_angle(Vec3::new(0.0, cosine, sine), 0.8 * cone * random.unit().sqrt());
                swing * Quat::from_rotation_x(0.8 * twist * random.signed())
            }
        };
        poses.push(poses[parent] * a * Rigid::new(Vec3::ZERO, a_from_b) * b.inverse());
    }
    poses
}

/// Whether two parts that no joint connects are nearer than a centimetre: a start in which the solver has to separate
/// them would measure that.
fn touches_itself(rows: &[Row], poses: &[Rigid]) -> bool {
    let joined = |a: usize, b: usize| rows[b].joint.is_some_and(|joint| joint.0 == a);
    (0..rows.len()).any(|b| {
        (0..b).filter(|a| !joined(*a, b)).any(|a| {
            let [one, other] = [a, b].map(|part| (raw::shape(rows[part].solid), raw::pose(&poses[part])));
            let apart = distance(&one.1, &*one.0, &other.1, &*other.0);
            apart.is_ok_and(|apart| apart.distance < 0.01)
        })
    })
}

fn freedom(holds: Holds, limbs: Limbs) -> Freedom {
    let action = match limbs {
        Limbs::Hard => Action::default(),
        Limbs::SoftAndDriven => Action {
            soft: Some(Spring { stiffness: 400.0, damping: 8.0 }),
            drive: Some(Drive { target: 0.0, spring: Spring { stiffness: 40.0, damping: 4.0 }, max_torque: None }),
        },
    };
    match holds {
        Holds::Ball(swing) => Freedom::Ball { limits: Some(swing), action },
        Holds::Hinge { bend } => Freedom::Hinge { range: Some([0.0, bend]), action },
    }
}

fn flat([x, y]: [f32; 2]) -> Vec3 {
    Vec3::new(x, y, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::ground::assembly::Surface;
    use crate::dynamics::ground::run::{Reading, Run};

    #[test]
    fn a_ragdoll_starts_closed_within_its_ranges_and_at_its_height() {
        for (seed, limbs) in (0..20).flat_map(|seed| [(seed, Limbs::Hard), (seed, Limbs::SoftAndDriven)]) {
            let mut assembly = Assembly::on_floor(Surface::rough(0.5));
            Ragdoll { limbs, ..Ragdoll::new(seed, 2.0) }.add_to(&mut assembly);
            let dolls = &assembly.parts[1..];
            let mass: f32 = dolls.iter().filter_map(Part::mass).sum();
            let lowest = dolls.iter().map(|part| part.lowest(&part.world_from_part)).fold(f32::INFINITY, f32::min);
            assert!((mass - 70.0).abs() < 1e-3 && (lowest - 2.0).abs() < 1e-5, "{mass} kg at {lowest} m");
            // In a step of a microsecond nothing has moved yet; f32 is good for some 1e-6.
            let reading = Run::new(assembly, 1e-6).map(|mut run| run.step());
            let is_closed = |reading: &Reading| reading.gap < 1e-5 && reading.angle < 1e-5;
            assert!(reading.as_ref().is_ok_and(is_closed), "seed {seed}: {reading:?}");
        }
    }
}
