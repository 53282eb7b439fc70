//! Test worlds: bodies without shapes, and joints between them.

use crate::dynamics::{DynamicJointId, Dynamics, JointToInsert};
use glam::{Quat, Vec3};
use rapier3d::prelude::*;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, DriveMode, JointDescription, JointDrive, JointLimit, LimitAxes};

pub(crate) struct Rig {
    pub(crate) world: PhysicsWorld,
    pub(crate) solver: Dynamics,
    pub(crate) dt: f32,
}

impl Rig {
    pub(crate) fn new(dt: f32) -> Self {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.dt = dt;
        Self { world, solver: Dynamics::default(), dt }
    }

    pub(crate) fn without_gravity(dt: f32) -> Self {
        let mut rig = Self::new(dt);
        rig.world.gravity = Vec3::ZERO;
        rig
    }

    /// A body of a mass in kg and principal moments in kg·m², with its centre of mass away from its origin.
    pub(crate) fn body(&mut self, at: Vec3, mass: f32, moments: Vec3, center: Vec3) -> RigidBodyHandle {
        let body = RigidBodyBuilder::dynamic()
            .translation(at)
            .additional_mass_properties(MassProperties::new(center, mass, moments))
            .can_sleep(false);
        self.insert(body)
    }

    pub(crate) fn insert(&mut self, body: RigidBodyBuilder) -> RigidBodyHandle {
        let handle = self.world.insert_body(body);
        self.settle_mass(handle);
        handle
    }

    /// The engine works out masses in its first step; forces before that would be lost.
    pub(crate) fn settle_mass(&mut self, handle: RigidBodyHandle) {
        self.world.bodies[handle].recompute_mass_properties_from_colliders(&self.world.colliders);
    }

    /// `None` is the world.
    pub(crate) fn join(
        &mut self,
        bodies: [Option<RigidBodyHandle>; 2],
        frames: [Rigid; 2],
        description: &JointDescription,
    ) -> DynamicJointId {
        let ends = bodies.map(|body| body.unwrap_or_else(|| self.world.insert_body(RigidBodyBuilder::fixed())));
        let link = GenericJoint { contacts_enabled: false, ..GenericJoint::default() };
        self.world.impulse_joints.insert(ends[0], ends[1], link, true);
        self.solver
            .insert(&self.world, &JointToInsert { bodies, owner_from_frame: frames, description, friction: true })
    }

    pub(crate) fn step(&mut self) {
        self.world.integration_parameters.dt = self.dt;
        self.solver.before_step(&mut self.world, self.dt);
        self.world.step();
        self.solver.after_step(&mut self.world, &());
    }

    pub(crate) fn run(&mut self, seconds: f32) {
        for _ in 0..(seconds / self.dt).round() as usize {
            self.step();
        }
    }
}

pub(crate) fn at(x: f32, y: f32, z: f32) -> Rigid {
    Rigid::from_translation(Vec3::new(x, y, z))
}

pub(crate) fn turned(rotation: Quat) -> Rigid {
    Rigid::new(Vec3::ZERO, rotation)
}

pub(crate) fn axes(list: &[Axis]) -> LimitAxes {
    LimitAxes::new(list.iter().copied()).unwrap()
}

/// Locks motion along or about the axes.
pub(crate) fn lock(kind: DofKind, list: &[Axis]) -> JointLimit {
    JointLimit { kind, axes: axes(list), min: Some(0.0), max: Some(0.0), stiffness: None, damping: 0.0 }
}

/// A hinge about one axis.
pub(crate) fn hinge(free: Axis) -> Vec<JointLimit> {
    let across: Vec<Axis> = Axis::ALL.into_iter().filter(|axis| *axis != free).collect();
    vec![lock(DofKind::Linear, &Axis::ALL), lock(DofKind::Angular, &across)]
}

/// A slider along one axis.
pub(crate) fn slider(free: Axis) -> Vec<JointLimit> {
    let across: Vec<Axis> = Axis::ALL.into_iter().filter(|axis| *axis != free).collect();
    vec![lock(DofKind::Angular, &Axis::ALL), lock(DofKind::Linear, &across)]
}

pub(crate) fn soft(kind: DofKind, list: &[Axis], range: [Option<f32>; 2], stiffness: f32, damping: f32) -> JointLimit {
    let [min, max] = range;
    JointLimit { kind, axes: axes(list), min, max, stiffness: Some(stiffness), damping }
}

/// A drive in force mode towards a position.
pub(crate) fn drive(kind: DofKind, axis: Axis, target: f32, stiffness: f32, damping: f32) -> JointDrive {
    JointDrive {
        kind,
        axis,
        mode: DriveMode::Force,
        max_force: None,
        position_target: Some(target),
        velocity_target: None,
        stiffness,
        damping,
    }
}

/// The times at which a track sampled at `dt` crosses `level` upwards, between samples by a parabola through three of them.
fn crossings(track: &[f64], level: f64, dt: f64) -> Vec<f64> {
    let mut times = Vec::new();
    for n in 1..track.len() - 2 {
        let (y0, y1, y2, y3) = (track[n - 1] - level, track[n] - level, track[n + 1] - level, track[n + 2] - level);
        if y1 < 0.0 && y2 >= 0.0 {
            // The cubic through the four samples, solved by bisection on 0…1.
            let cubic = |t: f64| {
                y0 * (-t * (t - 1.0) * (t - 2.0) / 6.0)
                    + y1 * ((t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0)
                    + y2 * (-(t + 1.0) * t * (t - 2.0) / 2.0)
                    + y3 * ((t + 1.0) * t * (t - 1.0) / 6.0)
            };
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if cubic(middle) < 0.0 { low = middle } else { high = middle }
            }
            times.push((n as f64 + low) * dt);
        }
    }
    times
}

/// Period of a track about a level, and the part of the amplitude that one period keeps.
pub(crate) fn swing(track: &[f64], level: f64, dt: f64) -> (f64, f64) {
    let times = crossings(track, level, dt);
    assert!(times.len() > 4, "it does not swing: {} crossings", times.len());
    let periods = (times.len() - 1) as f64;
    let period = (times[times.len() - 1] - times[0]) / periods;
    // Root mean square over the first and the last third of whole periods: samples hit peaks only by chance.
    let third = ((periods / 3.0).floor() * period / dt).round() as usize;
    let size = |part: &[f64]| (part.iter().map(|y| (y - level).powi(2)).sum::<f64>() / part.len() as f64).sqrt();
    let (first, last) = (size(&track[..third]), size(&track[track.len() - third..]));
    let between = (track.len() - third) as f64 * dt / period;
    (period, (last / first).powf(1.0 / between))
}
