//! An assembly in a world, and what can be read from it after each step.

use std::sync::Arc;

use sinew::document::{Document, NoResources};
use sinew::glam::{DQuat, DVec3, Vec3};
use sinew::math::Rigid;
use sinew::physics::{BodyMassProperties, JointReading, Velocity, mass_properties};
use sinew::{BodyState, InstanceId, Model, World, WorldOptions};

use super::assembly::{Assembly, Motion, Part};
use super::joint::{Drive, Freedom, Spring};
use crate::Failure;

/// m/s², as the world has it where nobody sets it.
pub const GRAVITY: f64 = 9.81;

/// Anything farther from the origin than this has exploded, metres.
const FAR: f64 = 1e3;

/// What one step shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Kinetic energy, height and springs, joules.
    ///
    /// It is of the middle of the step, and from poses alone: velocities are differences of two poses, heights the mean of
    /// two. Free flight keeps it exactly, and it does not depend on where in the step a solver takes its velocities.
    pub energy: f64,
    /// The same at the end of the step, from the velocities that the world reports: what a limb that is turned back within a step has is
    /// not in the difference of two poses.
    pub reported: f64,
    /// By how much the energy of the step before may be more than it stated, joules: the way between two poses is curved.
    ///
    /// With the acceleration a between both steps, a difference of poses misses m·a²·h²/24 of the kinetic energy (exact for
    /// a circle; of a kick it is a twelfth), and the mean of two heights misses h²/8 of the acceleration along gravity.
    pub slack: f64,
    /// The largest distance between the two frames of a joint, metres. Infinite if something has exploded.
    pub gap: f64,
    /// The largest angle beyond a hard limit, rad.
    pub angle: f64,
    /// The deepest point of a dynamic part below the plane y = 0, metres.
    pub depth: f64,
    /// The largest speed of a centre in this step, m/s.
    pub speed: f64,
}

/// A world with assemblies in it.
pub struct Run {
    /// The world.
    pub world: World,
    members: Vec<Member>,
    weight: DVec3,
}

/// An assembly in the world.
struct Member {
    id: InstanceId,
    assembly: Assembly,
    /// The parts that are bodies, by index, in the world's order.
    bodies: Vec<usize>,
    masses: Vec<BodyMassProperties>,
    /// The poses of the bodies before and after the last step.
    poses: [Vec<Rigid>; 2],
    /// The velocities of their centres in the last step, m/s; `None` before the first.
    velocities: Vec<Option<DVec3>>,
    /// The energy in springs after the last step, joules.
    springs: f64,
}

impl Run {
    /// A world with an assembly in it, under gravity.
    ///
    /// # Errors
    /// The assembly is not what its file says.
    pub fn new(assembly: Assembly, dt: f64) -> Result<Self, Failure> {
        Self::with_options(assembly, WorldOptions::default().with_dt(dt))
    }

    /// As [`Run::new`], with other settings.
    ///
    /// # Errors
    /// The assembly is not what its file says.
    pub fn with_options(assembly: Assembly, options: WorldOptions) -> Result<Self, Failure> {
        let weight = options.gravity.unwrap_or(Vec3::new(0.0, -9.81, 0.0)).as_dvec3();
        let mut run = Self { world: World::new(options), members: Vec::new(), weight };
        run.spawn(assembly)?;
        Ok(run)
    }

    /// Adds an assembly and returns its number.
    ///
    /// # Errors
    /// The assembly is not what its file says.
    pub fn spawn(&mut self, assembly: Assembly) -> Result<usize, Failure> {
        let model = model(&assembly)?;
        let masses = mass_properties(&model, 1000.0);
        let id = self.world.spawn(model, Rigid::IDENTITY);
        let is_body = |part: &Part| part.motion != Motion::Static;
        let bodies = (0..assembly.parts.len()).filter(|part| is_body(&assembly.parts[*part])).collect();
        let poses: Vec<Rigid> = self.world.bodies(id).map(|body| body.world_from_body).collect();
        let springs = stored(&self.world, id, &assembly);
        let velocities = vec![None; poses.len()];
        self.members.push(Member { id, assembly, bodies, masses, poses: [poses.clone(), poses], velocities, springs });
        Ok(self.members.len() - 1)
    }

    /// Advances by a step and reads it.
    pub fn step(&mut self) -> Reading {
        self.world.step();
        let mut reading = Reading::default();
        for member in &mut self.members {
            member.read(&self.world, self.weight, &mut reading);
        }
        if !self.world.stopped().is_empty() {
            reading.gap = f64::INFINITY;
        }
        reading
    }

    /// The number of steps in a time.
    pub fn steps(&self, seconds: f64) -> usize {
        (seconds / self.world.dt()).round() as usize
    }

    /// The pose of a part of the first assembly.
    pub fn pose(&self, part: usize) -> Rigid {
        self.pose_of(0, part)
    }

    /// The pose of a part of an assembly by its number.
    pub fn pose_of(&self, member: usize, part: usize) -> Rigid {
        let member = &self.members[member];
        match member.bodies.iter().position(|body| *body == part) {
            Some(body) => member.poses[1][body],
            None => member.assembly.parts[part].world_from_part,
        }
    }

    /// The momentum of an assembly in the last step by its poses, N·s.
    pub fn momentum(&self, member: usize) -> DVec3 {
        let member = &self.members[member];
        let of_body = |(body, part): (usize, &usize)| {
            let mass = f64::from(member.assembly.parts[*part].mass().unwrap_or(0.0));
            let [before, after] = [0, 1].map(|time: usize| member.poses[time][body].translation.as_dvec3());
            mass * (after - before) / self.world.dt()
        };
        member.bodies.iter().enumerate().map(of_body).sum()
    }

    /// The number of dynamic bodies that are awake.
    pub fn awake(&self) -> usize {
        let awake = |body: &BodyState| !body.is_sleeping;
        self.members.iter().map(|member| self.world.bodies(member.id).filter(awake).count()).sum()
    }
}

/// The model of an assembly.
///
/// # Errors
/// Something of it is not in the model.
pub fn model(assembly: &Assembly) -> Result<Arc<Model>, Failure> {
    let (model, diagnostics) = Model::from_document(&Document::read(assembly.to_text(), &NoResources)?);
    let physics = model.physics();
    let bodies = (0..assembly.parts.len()).filter(|part| assembly.parts[*part].motion != Motion::Static);
    let nodes = physics.bodies().iter().map(|body| model.hierarchy().index(body.node).0 as usize);
    if !diagnostics.is_empty() || physics.joints().len() != assembly.links.len() || !bodies.eq(nodes) {
        return Err(format!("the scene is not what its file says: {diagnostics:?}").into());
    }
    Ok(Arc::new(model))
}

impl Member {
    fn read(&mut self, world: &World, weight: DVec3, reading: &mut Reading) {
        let dt = world.dt();
        self.poses.swap(0, 1);
        self.poses[1].clear();
        self.poses[1].extend(world.bodies(self.id).map(|body| body.world_from_body));
        let velocities: Vec<Velocity> = world.bodies(self.id).map(|body| body.velocity).collect();
        for (at, part) in self.bodies.iter().enumerate() {
            let part = &self.assembly.parts[*part];
            let (Some(mass), [before, after]) = (part.mass(), [&self.poses[0][at], &self.poses[1][at]]) else {
                continue;
            };
            let [start, end] = [before, after].map(|pose| pose.translation.as_dvec3());
            if !end.is_finite() || end.length() > FAR {
                reading.gap = f64::INFINITY;
            }
            let (linear, angular) = ((end - start) / dt, angular(before, after, dt));
            let mass = f64::from(mass);
            reading.energy += 0.5 * mass * linear.length_squared() + spin(&self.masses[at], before, angular);
            reading.energy -= mass * weight.dot(0.5 * (start + end));
            let Velocity { linear: speed, angular: turning, .. } = velocities[at];
            reading.reported += 0.5 * mass * speed.as_dvec3().length_squared();
            reading.reported += spin(&self.masses[at], after, turning.as_dvec3()) - mass * weight.dot(end);
            if let Some(last) = self.velocities[at].replace(linear) {
                let change = linear - last;
                reading.slack += mass * (change.length_squared() / 24.0 + dt / 8.0 * weight.dot(change).abs());
            }
            reading.depth = reading.depth.max(-f64::from(part.lowest(after)));
            reading.speed = reading.speed.max(linear.length());
        }
        for (link, (_, joint)) in self.assembly.links.iter().zip(world.joints(self.id)) {
            let Some(joint) = joint else { continue };
            let [a, b] = joint.frames.map(|frame| frame.translation.as_dvec3());
            reading.gap = reading.gap.max((b - a).length());
            reading.angle = reading.angle.max(beyond(&link.freedom, &joint));
        }
        let springs = stored(world, self.id, &self.assembly);
        reading.energy += 0.5 * (self.springs + springs);
        reading.reported += springs;
        self.springs = springs;
    }
}

/// The angular velocity that leads from one pose to another, rad/s.
fn angular(before: &Rigid, after: &Rigid, dt: f64) -> DVec3 {
    let [before, after] = [before, after].map(|pose| pose.rotation.as_dquat().normalize());
    let turn: DQuat = after * before.conjugate();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    turn.to_scaled_axis() / dt
}

/// The kinetic energy of a rotation, joules. The axis is fixed in the body through the step, so either pose serves.
fn spin(mass: &BodyMassProperties, pose: &Rigid, angular: DVec3) -> f64 {
    let world_from_axes = pose.rotation.as_dquat().normalize() * mass.inertia_orientation.as_dquat().normalize();
    let angular = world_from_axes.conjugate() * angular;
    let moments = mass.moments.map(|moment| f64::from(moment.unwrap_or(0.0)));
    0.5 * DVec3::from(moments).dot(angular * angular)
}

/// The limits of the file after the lock of translations; the first of a hinge is the lock of its other axes.
fn ranges<'a>(freedom: &'a Freedom, joint: &'a JointReading) -> impl Iterator<Item = (bool, f64)> + 'a {
    let is_soft = freedom.action().soft.is_some();
    let locks = usize::from(!matches!(freedom, Freedom::Ball { .. }));
    let limits = joint.limits.iter().skip(1).enumerate();
    limits.map(move |(at, limit)| (is_soft && at >= locks, f64::from(limit.violation)))
}

fn beyond(freedom: &Freedom, joint: &JointReading) -> f64 {
    ranges(freedom, joint).filter(|(is_soft, _)| !is_soft).map(|(_, violation)| violation).fold(0.0, f64::max)
}

/// The energy in the springs of an assembly, joules.
fn stored(world: &World, id: InstanceId, assembly: &Assembly) -> f64 {
    let joints = assembly.links.iter().zip(world.joints(id));
    joints.filter_map(|(link, (_, joint))| Some(springs(&link.freedom, &joint?))).sum()
}

/// The energy in soft limits and drives of a joint, joules; a drive with a largest torque has none that could be stated.
fn springs(freedom: &Freedom, joint: &JointReading) -> f64 {
    let action = freedom.action();
    let stored = |spring: Spring, length: f64| 0.5 * f64::from(spring.stiffness) * length * length;
    let mut energy = 0.0;
    if let Some(spring) = action.soft {
        energy += ranges(freedom, joint).filter(|range| range.0).map(|(_, by)| stored(spring, by)).sum::<f64>();
    }
    if let Some(Drive { target, spring, max_torque: None }) = action.drive {
        let lengths = joint.drives.iter().map(|drive| f64::from(drive.position - target));
        energy += lengths.map(|length| stored(spring, length)).sum::<f64>();
    }
    energy
}
