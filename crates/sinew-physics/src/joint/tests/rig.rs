//! Bodies and a joint in the engine, built without a file.

use glam::{Quat, Vec3};
use rapier3d::prelude::{MassProperties, PhysicsWorld, RigidBodyBuilder, RigidBodyHandle};

use super::super::{BodyFrame, BodyFrames, LimitReading, Links, SimulatedJoint};
use crate::dynamics::{Dynamics, JointToInsert};
use crate::instance::to_pose;
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{DofKind, JointDescription, JointLimit, LimitAxes};

pub(super) const DT: f32 = 1.0 / 60.0;

/// A world with joints that the test steps itself.
pub(super) struct Rig {
    pub(super) world: PhysicsWorld,
    pub(super) joints: Vec<SimulatedJoint>,
    pub(super) dynamics: Dynamics,
    links: Links,
}

impl Rig {
    pub(super) fn new(gravity: Vec3) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = gravity;
        Self { world, joints: Vec::new(), dynamics: Dynamics::default(), links: Links::default() }
    }

    pub(super) fn fixed(&mut self, at: Vec3) -> RigidBodyHandle {
        self.world.insert_body(RigidBodyBuilder::fixed().translation(at))
    }

    /// 1 kg with the moments of a box of 0.4 × 0.3 × 0.2 m: m/12·(b² + c²).
    pub(super) fn body(&mut self, at: Rigid) -> RigidBodyHandle {
        let moments = Vec3::new(0.13, 0.20, 0.25) / 12.0;
        self.solid(at, 1.0, moments)
    }

    pub(super) fn solid(&mut self, at: Rigid, mass: f32, moments: Vec3) -> RigidBodyHandle {
        let builder = RigidBodyBuilder::dynamic()
            .pose(to_pose(at))
            .additional_mass_properties(MassProperties::new(Vec3::ZERO, mass, moments))
            .allow_fast_rotation(true)
            .can_sleep(false);
        let handle = self.world.insert_body(builder);
        self.world.bodies[handle].recompute_mass_properties_from_colliders(&self.world.colliders);
        handle
    }

    pub(super) fn join(&mut self, a: (RigidBodyHandle, Rigid), b: (RigidBodyHandle, Rigid), limits: &[JointLimit]) {
        let end = |(body, body_from_frame)| BodyFrame { body, body_from_frame };
        let description = JointDescription { limits: limits.to_vec(), drives: Vec::new() };
        let joint = SimulatedJoint::insert(
            &mut self.world,
            &mut self.links,
            BodyFrames { a: end(a), b: end(b) },
            &description,
            false,
        );
        self.joints.push(joint);
        let (bodies, owner_from_frame) = ([Some(a.0), Some(b.0)], [a.1, b.1]);
        self.dynamics.insert(
            &self.world,
            &JointToInsert { bodies, owner_from_frame, description: &description, friction: true },
        );
    }

    pub(super) fn step(&mut self, dt: f32) {
        self.world.integration_parameters.dt = dt;
        self.dynamics.before_step(&mut self.world, dt);
        self.world.step();
        self.dynamics.after_step(&mut self.world, &());
        for joint in &mut self.joints {
            joint.unwrap_twists(&self.world);
        }
    }

    /// The largest violations of the first joint: metres, radians.
    pub(super) fn violations(&self) -> [f32; 2] {
        let mut worst = [0.0_f32; 2];
        let metrics = self.joints[0].authored.iter().map(|row| row.metric);
        for (LimitReading { violation, .. }, metric) in self.joints[0].limits(&self.world).zip(metrics) {
            let kind = &mut worst[usize::from(metric.is_angular())];
            *kind = kind.max(violation);
        }
        worst
    }

    pub(super) fn position(&self, body: RigidBodyHandle) -> Vec3 {
        self.world.bodies[body].translation()
    }
}

pub(super) fn limit(
    kind: DofKind,
    axes: &[usize],
    min: impl Into<Option<f32>>,
    max: impl Into<Option<f32>>,
) -> JointLimit {
    let axes = LimitAxes::new(axes.iter().filter_map(|&axis| Axis::from_index(axis))).unwrap();
    JointLimit { kind, axes, min: min.into(), max: max.into(), stiffness: None, damping: 0.0 }
}

pub(super) fn linear(axes: &[usize], min: impl Into<Option<f32>>, max: impl Into<Option<f32>>) -> JointLimit {
    limit(DofKind::Linear, axes, min, max)
}

pub(super) fn angular(axes: &[usize], min: impl Into<Option<f32>>, max: impl Into<Option<f32>>) -> JointLimit {
    limit(DofKind::Angular, axes, min, max)
}

pub(super) fn pin() -> JointLimit {
    linear(&[0, 1, 2], 0.0, 0.0)
}

/// A deterministic pseudo-random generator (xorshift64*).
pub(super) struct Noise(u64);

impl Noise {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// In −1…1.
    pub(super) fn number(&mut self) -> f32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40;
        bits as f32 / (1_u32 << 23) as f32 - 1.0
    }

    pub(super) fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    pub(super) fn rotation(&mut self) -> Quat {
        Quat::from_scaled_axis(self.vector() * 3.0)
    }
}
