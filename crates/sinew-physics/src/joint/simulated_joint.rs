//! A joint in the simulation: its engine joints, updated before each step.

mod saved;

use glam::Vec3;
use rapier3d::prelude::{GenericJoint, ImpulseJointHandle, PhysicsWorld, RigidBody, RigidBodyHandle};

use super::LimitReading;
use super::engine_joint::{EngineJoint, LinearizedJoint, StaticJoint, angular, engine_joints};
use super::linearize::{
    PredictedFrames, PredictedRow, disable_rows, is_near_end, linearize, needs_unwrapping, unwrapped,
};
use crate::id::JointSide;
use crate::instance::{from_pose, to_pose};
use crate::soft::DriveReading;
use sinew_model::kernel::limit::{FrameVelocity, Metric, unwrap};
use sinew_model::math::{Axis, Rigid};
use sinew_model::model::physics::{JointDescription, LimitRow};

pub(crate) use saved::SavedJoint;

/// The contact prediction distance of jointed bodies, metres. The engine's continuous collision detection stops a fast
/// body at a fixed one without regard to joints, which then separate for a step. A predicted contact is solved together
/// with the joints.
const CONTACT_PREDICTION: f32 = 0.2;

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
    parts: Vec<EngineJointEntry>,
    /// The unwrapped twist about each axis, where a limit depends on its revolutions.
    twists: [Option<f32>; 3],
}

/// An engine joint in the simulation.
struct EngineJointEntry {
    handle: ImpulseJointHandle,
    /// The offsets folded into its two frames; `None` if it is linearized before each step.
    folded: Option<[Rigid; 2]>,
    /// Its rows that change before each step; `None` if it never changes.
    update: Option<RowUpdate>,
}

/// The rows of an engine joint that change before each step.
struct RowUpdate {
    rows: UpdatedRows,
    /// Whether the rows are disabled because no end is near.
    is_idle: bool,
}

enum UpdatedRows {
    /// The angle of a hinge, which the engine limits about this axis.
    Hinge(LimitRow, Axis),
    /// Rows along which the joint is linearized.
    Linearized(LinearizedJoint),
}

impl UpdatedRows {
    fn rows(&self) -> &[LimitRow] {
        match self {
            Self::Hinge(row, _) => std::slice::from_ref(row),
            Self::Linearized(linearized) => &linearized.rows,
        }
    }
}

impl SimulatedJoint {
    /// Inserts the joint between bodies of the engine.
    pub(crate) fn insert(
        world: &mut PhysicsWorld,
        ends: BodyFrames,
        description: &JointDescription,
        enable_collision: bool,
    ) -> Self {
        let authored: Vec<LimitRow> =
            description.limits.iter().map(sinew_model::model::physics::JointLimit::row).collect();
        let canonical = description.canonical();
        let mut joint = Self { ends, authored, parts: Vec::new(), twists: [None; 3] };
        joint.start_twists(world, &canonical.rows);
        let mut planned = engine_joints(&canonical.rows);
        if planned.is_empty() {
            // A joint without hard limits still connects the bodies: they wake together, and do not collide.
            planned.push(EngineJoint::Static(StaticJoint::unconstrained()));
        }
        for part in planned {
            let folded = part.folded();
            let (mut data, update) = joint.engine_joint(part);
            data.contacts_enabled = enable_collision;
            let handle = world.impulse_joints.insert(ends.a.body, ends.b.body, data, true);
            joint.parts.push(EngineJointEntry { handle, folded, update });
        }
        if !enable_collision {
            // If a joint holds two bodies against each other, a predicted contact between them would push them apart.
            for end in [&ends.a, &ends.b] {
                if let Some(body) = world.bodies.get_mut(end.body).filter(|body| body.is_dynamic()) {
                    body.set_soft_ccd_prediction(CONTACT_PREDICTION);
                }
            }
        }
        joint
    }

    /// Removes the joint from the engine.
    pub(crate) fn remove(&self, world: &mut PhysicsWorld) {
        for part in &self.parts {
            world.impulse_joints.remove(part.handle, true);
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
        let BodyFrames { a, b } = self.ends;
        for part in &mut self.parts {
            if let Some(update) = &mut part.update {
                // The distance of its ends must be tested again.
                update.is_idle = false;
            }
            let Some([a_from_first, b_from_second]) = part.folded else { continue };
            if let Some(joint) = world.impulse_joints.get_mut(part.handle, false) {
                joint.data.local_frame1 = to_pose(a.body_from_frame * a_from_first);
                joint.data.local_frame2 = to_pose(b.body_from_frame * b_from_second);
            }
        }
        for end in [a, b] {
            if let Some(body) = world.bodies.get_mut(end.body).filter(|body| body.is_dynamic()) {
                body.wake_up(true);
            }
        }
        true
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

    /// Linearizes the rows that depend on the motion, for a step of `dt` seconds. Does nothing while both bodies sleep.
    pub(crate) fn linearize(&mut self, world: &mut PhysicsWorld, dt: f32) {
        if self.parts.iter().all(|part| part.update.is_none()) {
            return;
        }
        let BodyFrames { a, b } = self.ends;
        let (Some(body_a), Some(body_b)) = (world.bodies.get(a.body), world.bodies.get(b.body)) else { return };
        if !is_moving(body_a) && !is_moving(body_b) {
            return;
        }
        let speeds = Speeds::of(body_a, body_b, body_b.position().transform_point(b.body_from_frame.translation));
        if self.stays_idle(body_a, body_b, &speeds, dt) {
            return;
        }
        let predicted = PredictedFrames::new(body_a, body_b, &self.ends, dt);
        for part in &mut self.parts {
            let Some(update) = &mut part.update else { continue };
            let read = |row: &LimitRow| PredictedRow::new(row, &predicted, twist_about(&self.twists, row.metric));
            let rows = update.rows.rows();
            let readings = [rows.first().map(read), rows.get(1).map(read)];
            let mut both = rows.iter().zip(readings.iter().flatten());
            let is_far =
                both.all(|(row, reading)| !row.is_lock() && !reading.is_near_end(speeds.reach(row.metric, dt)));
            if is_far && update.is_idle {
                continue;
            }
            update.is_idle = is_far;
            let Some(joint) = world.impulse_joints.get_mut(part.handle, false) else { continue };
            match (&update.rows, readings) {
                (UpdatedRows::Hinge(_, axis), [Some(reading), _]) => {
                    set_hinge_range(&mut joint.data, *axis, &reading, is_far);
                }
                (UpdatedRows::Linearized(linearized), [Some(one), None]) => {
                    linearize(&mut joint.data, linearized, &[one], &predicted, &self.ends);
                }
                (UpdatedRows::Linearized(linearized), [Some(one), Some(other)]) => {
                    linearize(&mut joint.data, linearized, &[one, other], &predicted, &self.ends);
                }
                _ => {}
            }
            if let (true, UpdatedRows::Linearized(linearized)) = (is_far, &update.rows) {
                disable_rows(&mut joint.data, linearized);
            }
        }
    }

    /// Whether all updated rows are idle and stay so, because no end comes near before the middle of the step. Most
    /// limits are far from their ends, and this test costs a fraction of linearizing them.
    fn stays_idle(&self, a: &RigidBody, b: &RigidBody, speeds: &Speeds, dt: f32) -> bool {
        let mut update = self.parts.iter().filter_map(|part| part.update.as_ref());
        if !update.clone().all(|update| update.is_idle) {
            return false;
        }
        let frame_a = from_pose(a.position()) * self.ends.a.body_from_frame;
        let frame_b = from_pose(b.position()) * self.ends.b.body_from_frame;
        update.all(|update| {
            let mut rows = update.rows.rows().iter();
            // Half as far again as the test in the middle of the step.
            rows.all(|row| {
                let reach = 1.5 * speeds.reach(row.metric, dt);
                !row.is_lock() && !is_near_end(row, self.value(row, &frame_a, &frame_b), reach)
            })
        })
    }

    /// Unwraps the twists after a step.
    pub(crate) fn unwrap_twists(&mut self, world: &PhysicsWorld) {
        if self.twists.iter().all(Option::is_none) {
            return;
        }
        let Some((a, b)) = self.frames(world) else { return };
        for (axis, twist) in Axis::ALL.into_iter().zip(&mut self.twists) {
            if let Some(twist) = twist {
                *twist = unwrap(*twist, Metric::Twist(axis).value(&a, &b));
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
            Some(FrameVelocity { linear: body.velocity_at_point(frame.translation), angular: body.angvel() })
        };
        let measure = metric.measure(&a, &b);
        let rate = measure.gradient.rate(&velocity(&self.ends.a, &a)?, &velocity(&self.ends.b, &b)?);
        Some(DriveReading { position: measure.value, velocity: rate, force: 0.0 })
    }

    /// The value of a row's metric; a twist is unwrapped.
    pub(super) fn value(&self, row: &LimitRow, a: &Rigid, b: &Rigid) -> f32 {
        let value = row.metric.value(a, b);
        match row.metric {
            Metric::Twist(_) => unwrapped(row, twist_about(&self.twists, row.metric), value),
            _ => value,
        }
    }

    /// Initializes the unwrapped twists. A file gives the frames but no revolutions; those with the least violation are
    /// taken.
    fn start_twists(&mut self, world: &PhysicsWorld, rows: &[LimitRow]) {
        let Some((a, b)) = self.frames(world) else { return };
        for row in rows.iter().chain(&self.authored) {
            if let (Metric::Twist(axis), true) = (row.metric, needs_unwrapping(row)) {
                let value = row.metric.value(&a, &b);
                self.twists[axis.index()].get_or_insert_with(|| nearest_revolution(row, value));
            }
        }
    }

    fn engine_joint(&self, part: EngineJoint) -> (GenericJoint, Option<RowUpdate>) {
        match part {
            EngineJoint::Static(joint) => (self.generic_joint(&joint), None),
            EngineJoint::Unwrapped(joint, row) => {
                let update = match row.metric {
                    Metric::Twist(axis) => Some(RowUpdate { rows: UpdatedRows::Hinge(row, axis), is_idle: false }),
                    _ => None,
                };
                (self.generic_joint(&joint), update)
            }
            EngineJoint::Linearized(linearized) => {
                let update = RowUpdate { rows: UpdatedRows::Linearized(linearized), is_idle: false };
                (GenericJoint::default(), Some(update))
            }
        }
    }

    fn generic_joint(&self, joint: &StaticJoint) -> GenericJoint {
        let mut data = joint.data;
        data.local_frame1 = to_pose(self.ends.a.body_from_frame * joint.a_from_first);
        data.local_frame2 = to_pose(self.ends.b.body_from_frame * joint.b_from_second);
        data
    }
}

/// Of the angles that differ from `value` by whole revolutions, returns the smallest of those with the least violation.
fn nearest_revolution(row: &LimitRow, value: f32) -> f32 {
    let violation = row.violation(value);
    if violation == 0.0 {
        return value;
    }
    let end = match (row.min, row.max) {
        (Some(min), _) if value < min => min,
        (_, Some(max)) => max,
        _ => value,
    };
    // The angle nearest to the violated end, and the next one beyond it, which is in the range if the range is wide
    // enough.
    let near = unwrap(end, value);
    let inward = if end > value { std::f32::consts::TAU } else { -std::f32::consts::TAU };
    let candidates = [near, near + inward, value];
    candidates.into_iter().min_by(|a, b| row.violation(*a).total_cmp(&row.violation(*b))).unwrap_or(value)
}

fn is_moving(body: &RigidBody) -> bool {
    !body.is_fixed() && !body.is_sleeping()
}

/// Upper bounds of the relative velocity of two bodies.
struct Speeds {
    linear: f32,
    angular: f32,
}

impl Speeds {
    /// At a point of the world.
    fn of(a: &RigidBody, b: &RigidBody, point: Vec3) -> Self {
        Self {
            linear: (a.velocity_at_point(point) - b.velocity_at_point(point)).length(),
            angular: a.angvel().length() + b.angvel().length(),
        }
    }

    /// A generous bound of a metric's change in two steps, metres or radians.
    fn reach(&self, metric: Metric, dt: f32) -> f32 {
        if metric.is_angular() {
            // A twist changes faster than the rotation about its axis if the axis is swung far.
            0.2 + 8.0 * dt * self.angular
        } else {
            0.1 + 2.0 * dt * self.linear
        }
    }
}

fn twist_about(twists: &[Option<f32>; 3], metric: Metric) -> Option<f32> {
    match metric {
        Metric::Twist(axis) => twists[axis.index()],
        _ => None,
    }
}

/// Sets the range of a hinge in the revolution that the engine reads.
fn set_hinge_range(data: &mut GenericJoint, axis: Axis, reading: &PredictedRow, is_far: bool) {
    if is_far {
        data.limit_axes.remove(angular(axis).into());
    } else {
        data.set_limits(angular(axis), reading.hinge_range());
    }
}
