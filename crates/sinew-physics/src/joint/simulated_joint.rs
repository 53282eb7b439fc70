//! A joint in the simulation: its frames on the engine's bodies, and the state of its limits.

mod saved;

use rapier3d::prelude::{ImpulseJointHandle, PhysicsWorld, RigidBodyHandle};

use super::LimitReading;
use super::link::Links;
use crate::dynamics::{DriveReading, LimitRange};
use crate::id::JointSide;
use crate::instance::from_pose;
use sinew_model::kernel::limit::{FrameVelocity, Metric, unwrap};
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{JointDescription, LimitRow};

pub(crate) use saved::SavedJoint;

/// The contact prediction distance of jointed bodies, metres. A contact that is found too late is found deep.
pub(crate) const CONTACT_PREDICTION: f32 = 0.2;

/// A joint frame on an engine body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyFrame {
    /// The body; an anchor for a frame without one.
    pub(crate) body: RigidBodyHandle,
    /// The frame relative to the body.
    pub(crate) body_from_frame: Rigid,
}

/// The frames of a joint on their engine bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyFrames {
    /// Frame a.
    pub(crate) a: BodyFrame,
    /// Frame b.
    pub(crate) b: BodyFrame,
}

/// A joint in the simulation.
pub(crate) struct SimulatedJoint {
    ends: BodyFrames,
    /// The limits as authored, in the order of the file.
    pub(super) authored: Vec<LimitRow>,
    /// The engine's joint between its bodies, which it may share with other joints.
    link: ImpulseJointHandle,
    /// Whether its bodies collide while it is on.
    enable_collision: bool,
    /// Whether it keeps its bodies from colliding now.
    excludes: bool,
    /// The unwrapped twist about each axis, where a limit depends on its revolutions.
    twists: [Option<f64>; 3],
}

impl SimulatedJoint {
    /// Inserts the joint between bodies of the engine.
    pub(crate) fn insert(
        world: &mut PhysicsWorld,
        links: &mut Links,
        ends: BodyFrames,
        description: &JointDescription,
        enable_collision: bool,
    ) -> Self {
        let authored: Vec<LimitRow> =
            description.limits.iter().map(sinew_model::model::physics::JointLimit::row).collect();
        let excludes = !enable_collision;
        let link = links.insert(world, [ends.a.body, ends.b.body], excludes);
        let mut joint = Self { ends, authored, link, enable_collision, excludes, twists: [None; 3] };
        joint.start_twists(world, &description.canonical().rows);
        for end in [&ends.a, &ends.b] {
            if let Some(body) = world.bodies.get_mut(end.body).filter(|body| body.is_dynamic()) {
                body.set_soft_ccd_prediction(CONTACT_PREDICTION);
            }
        }
        joint
    }

    /// Lets the bodies collide while the joint is off.
    pub(crate) fn set_enabled(&mut self, world: &mut PhysicsWorld, links: &mut Links, is_enabled: bool) {
        let excludes = is_enabled && !self.enable_collision;
        links.set_excludes(world, self.bodies(), [self.excludes, excludes]);
        self.excludes = excludes;
    }

    /// Removes the joint from the engine.
    pub(crate) fn remove(&self, world: &mut PhysicsWorld, links: &mut Links) {
        if let Some(link) = self.release(world, links) {
            world.impulse_joints.remove(link, true);
        }
    }

    /// Gives the engine's joint up. Returns it if no other joint needs it.
    pub(crate) fn release(&self, world: &mut PhysicsWorld, links: &mut Links) -> Option<ImpulseJointHandle> {
        links.release(world, self.bodies(), self.excludes)
    }

    /// The engine's bodies of frame a and frame b.
    pub(crate) fn bodies(&self) -> [RigidBodyHandle; 2] {
        [self.ends.a.body, self.ends.b.body]
    }

    /// Takes over other limits. Revolutions that were counted stay.
    pub(crate) fn set_description(&mut self, world: &PhysicsWorld, description: &JointDescription) {
        self.authored = description.limits.iter().map(sinew_model::model::physics::JointLimit::row).collect();
        self.start_twists(world, &description.canonical().rows);
    }

    /// Sets whether the two bodies collide, and wakes them.
    pub(crate) fn set_enable_collision(
        &mut self,
        world: &mut PhysicsWorld,
        links: &mut Links,
        enable: bool,
        is_enabled: bool,
    ) {
        self.enable_collision = enable;
        self.set_enabled(world, links, is_enabled);
        for handle in self.bodies() {
            if let Some(body) = world.bodies.get_mut(handle).filter(|body| body.is_dynamic()) {
                body.wake_up(true);
            }
        }
    }

    /// Sets the pose of a frame on its body. Returns whether it changed.
    pub(crate) fn set_joint_frame(
        &mut self,
        world: &mut PhysicsWorld,
        side: JointSide,
        body_from_frame: Rigid,
    ) -> bool {
        let end = match side {
            JointSide::A => &mut self.ends.a,
            JointSide::B => &mut self.ends.b,
        };
        if end.body_from_frame == body_from_frame {
            return false;
        }
        end.body_from_frame = body_from_frame;
        for end in [self.ends.a, self.ends.b] {
            if let Some(body) = world.bodies.get_mut(end.body).filter(|body| body.is_dynamic()) {
                body.wake_up(true);
            }
        }
        true
    }

    /// Whether its bodies collide while it is on.
    pub(crate) fn enable_collision(&self) -> bool {
        self.enable_collision
    }

    /// The poses of frame a and frame b on their bodies.
    pub(crate) fn body_from_frames(&self) -> [Rigid; 2] {
        [self.ends.a.body_from_frame, self.ends.b.body_from_frame]
    }

    /// The world transforms of frame a and frame b.
    pub(crate) fn frames(&self, world: &PhysicsWorld) -> Option<(Rigid, Rigid)> {
        let at = |end: &BodyFrame| Some(from_pose(world.bodies.get(end.body)?.position()) * end.body_from_frame);
        Some((at(&self.ends.a)?, at(&self.ends.b)?))
    }

    /// Unwraps the twists after a step.
    pub(crate) fn unwrap_twists(&mut self, world: &PhysicsWorld) {
        if self.twists.iter().all(Option::is_none) {
            return;
        }
        let Some((a, b)) = self.frames(world) else { return };
        for (axis, twist) in Axis::ALL.into_iter().zip(&mut self.twists) {
            if let Some(twist) = twist {
                *twist = unwrap(*twist, Metric::Twist(axis).value(&a.into(), &b.into()));
            }
        }
    }

    /// Returns the state of the limits as authored, in the order of the file.
    pub(crate) fn limits<'a>(&'a self, world: &PhysicsWorld) -> impl Iterator<Item = LimitReading> + 'a {
        let frames = self.frames(world);
        self.authored.iter().filter_map(move |row| {
            let (a, b) = frames?;
            let metric = self.value(row, &a, &b);
            Some(LimitReading { metric, violation: row.violation(metric) })
        })
    }

    /// Returns the state of a drive without effect.
    pub(super) fn idle_drive(&self, world: &PhysicsWorld, metric: Metric) -> Option<DriveReading> {
        let (a, b) = self.frames(world)?;
        let velocity = |end: &BodyFrame, frame: &Rigid| {
            let body = world.bodies.get(end.body)?;
            let linear = body.velocity_at_point(frame.translation).as_dvec3();
            Some(FrameVelocity { linear, angular: body.angvel().as_dvec3() })
        };
        let measure = metric.measure(&a.into(), &b.into());
        let rate = measure.gradient.rate(&velocity(&self.ends.a, &a)?, &velocity(&self.ends.b, &b)?);
        Some(DriveReading { position: measure.value as f32, velocity: rate as f32, force: 0.0 })
    }

    /// The value of a row's metric; a twist is unwrapped.
    fn value(&self, row: &LimitRow, a: &Rigid, b: &Rigid) -> f32 {
        let value = row.metric.value(&(*a).into(), &(*b).into());
        let value = match row.metric {
            Metric::Twist(axis) => LimitRange::of(row).unwrapped(self.twists[axis.index()].unwrap_or(value), value),
            _ => value,
        };
        value as f32
    }

    /// Initializes the unwrapped twists. A file gives the frames but no revolutions; those with the least violation are
    /// taken.
    fn start_twists(&mut self, world: &PhysicsWorld, rows: &[LimitRow]) {
        let Some((a, b)) = self.frames(world) else { return };
        for row in rows.iter().chain(&self.authored) {
            let range = LimitRange::of(row);
            if let (Metric::Twist(axis), false) = (row.metric, range.is_within_a_revolution()) {
                let value = row.metric.value(&a.into(), &b.into());
                self.twists[axis.index()].get_or_insert_with(|| range.nearest_revolution(value));
            }
        }
    }
}
