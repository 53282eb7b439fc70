//! A joint of an island: its terms, its frames, and their rows at the start and the end of a part.

use std::ops::Range;

use glam::{DMat3, DQuat, DVec3};
use rapier3d::prelude::RigidBodyHandle;
use serde::{Deserialize, Serialize};

use super::body::{Body, Six, dot, six};
use super::ends::Ends;
use super::island::EdgeLocation;
use super::law::{SpringDamper, StepTime};
use super::range::LimitRange;
use super::row::{Locks, Row, RowForce, Status};
use super::switch::{JointLoad, SwitchedOff};
use super::term::{Coordinate, Law, Term};
use sinew_model::kernel::limit::{Frame, Gradient, Measure, Metric, beyond_twist, beyond_twist_value, unwrap};
use sinew_model::math::Axis;
use sinew_model::math::double::{rotation, rotation_vector, sin_cos};

/// The largest speed at which a joint that starts apart comes together, m/s and rad/s.
const RECOVERY: f64 = 3.0;

/// A joint of an island.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub id: u64,
    /// The bodies of frame a and frame b; `None` for the fixed world.
    pub owners: [Option<RigidBodyHandle>; 2],
    /// The frames relative to their bodies, or in the world.
    pub owner_from_frame: [Frame; 2],
    pub terms: Vec<Term>,
    /// Whether its description leaves it a little friction while its bodies touch something.
    pub rubs: bool,
    /// Whether it has that friction.
    pub friction: bool,
    pub state: JointState,
    /// The state at the start of the step, to take it again in more parts.
    pub before: JointState,
    /// The slots of its bodies; `None` for one that forces do not move.
    pub slots: [Option<usize>; 2],
    /// The motion of bodies outside the island.
    pub outside: [OutsideMotion; 2],
    /// Its rows among those of the island.
    pub rows: Range<usize>,
    /// The location of its rows in the system.
    pub edge: EdgeLocation,
    /// What it has while it is off.
    pub switched_off: SwitchedOff,
    /// Whether its load is added up.
    pub is_watched: bool,
    /// The impulses of the last part, N·s and N·m·s.
    pub load: JointLoad,
}

/// The state of a joint between steps.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct JointState {
    /// The unwrapped twist of each term.
    pub twists: Vec<f64>,
    /// Of each soft limit of several axes: half of the impulse of the last part, and the direction in which its metric grew.
    /// Their rows have no direction of their own that lasts.
    pub pushes: Vec<[DVec3; 2]>,
    /// The rotation from frame a to frame b. Of its two quaternions, the one that moved here continuously.
    pub relative: DQuat,
    /// The status and the impulse of each row in the last part.
    pub rows: Vec<(Status, f64)>,
}

impl Clone for JointState {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    // Without allocating, unlike a derived one.
    fn clone_from(&mut self, other: &Self) {
        self.twists.clone_from(&other.twists);
        self.pushes.clone_from(&other.pushes);
        self.rows.clone_from(&other.rows);
        self.relative = other.relative;
    }
}

/// The motion of a body outside the island over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OutsideMotion {
    pub frame: Frame,
    /// The velocity of the frame's origin, and the angular velocity.
    pub linear: DVec3,
    pub angular: DVec3,
}

impl OutsideMotion {
    pub(super) const WORLD: Self = Self { frame: Frame::IDENTITY, linear: DVec3::ZERO, angular: DVec3::ZERO };

    pub(super) fn is_at_rest(&self) -> bool {
        self.linear == DVec3::ZERO && self.angular == DVec3::ZERO
    }

    /// The frame after some seconds.
    fn after(&self, seconds: f64) -> Frame {
        if self.is_at_rest() {
            return self.frame;
        }
        Frame {
            translation: self.frame.translation + self.linear * seconds,
            rotation: rotation(self.angular * seconds) * self.frame.rotation,
        }
    }
}

/// The part of a step that is being taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its length, seconds.
    pub h: f64,
    /// When it starts in the step, seconds.
    pub start: f64,
}

impl Joint {
    /// The joint's frames in the world, at the start or the end of a part.
    pub(super) fn frames(&self, bodies: &[Body], part: &Part, at_end: bool) -> [Frame; 2] {
        [0, 1].map(|i| {
            let owner = match self.slots[i] {
                Some(slot) => bodies[slot].frame(at_end),
                None => self.outside[i].after(part.start + if at_end { part.h } else { 0.0 }),
            };
            owner * self.owner_from_frame[i]
        })
    }

    /// Where its frames are at the start or the end of a part.
    pub(super) fn ends(&self, bodies: &[Body], part: &Part, at_end: bool) -> Ends {
        let frames = self.frames(bodies, part, at_end);
        let [a, b] = &frames;
        let axes = DMat3::from_quat(a.rotation);
        let between = b.translation - a.translation;
        let relative = nearest(self.state.relative, a.rotation.conjugate() * b.rotation);
        Ends { frames, relative, axes, between, along: axes.transpose() * between }
    }

    /// Resets what depends on the history, for bodies that were moved from outside: twists stay at the turn nearest to where
    /// they were.
    pub(super) fn restart(&mut self, bodies: &[Body], part: &Part) {
        let [a, b] = self.frames(bodies, part, false);
        self.state.relative = nearest(self.state.relative, a.rotation.conjugate() * b.rotation);
        for (term, twist) in self.terms.iter().zip(&mut self.state.twists) {
            if let Coordinate::Metric(metric @ Metric::Twist(_)) = term.coordinate {
                *twist = term.unwrapped(*twist, metric.value(&a, &b));
            }
        }
    }

    /// Linearizes the rows at the start of a part: Jacobians, values and mobilities.
    pub(super) fn linearize(&mut self, bodies: &[Body], part: &Part, rows: &mut [Row]) {
        let ends = self.ends(bodies, part, false);
        self.state.relative = ends.relative;
        let mut at = 0;
        for index in 0..self.terms.len() {
            let term = self.terms[index];
            let status = self.state.rows[at].0;
            let row = &mut rows[at];
            (row.force, row.status, row.impulse, row.allowed) = (RowForce::Nothing, Status::Off, 0.0, 0.0);
            let mut twist = None;
            if let Coordinate::Metric(metric @ Metric::Twist(_)) = term.coordinate {
                twist = Some(term.unwrapped(self.state.twists[index], ends.value(metric)));
                self.state.twists[index] = twist.unwrap_or_default();
            }
            if let (Law::Hard(range), Coordinate::Metric(metric), Status::Off) = (term.law, term.coordinate, status) {
                // It is not held; only where it is matters.
                (row.force, row.sign) = (RowForce::Hard, 1.0);
                let value = ends.value(metric);
                row.start = twist.unwrap_or(value);
                Self::measure_range(metric, range, value, &ends, part, row);
                at += 1;
                continue;
            }
            let measure = Self::measure(&term, status, &ends, twist.unwrap_or_default());
            row.start = twist.unwrap_or(measure.value);
            self.fill(bodies, &ends.frames, &measure.gradient, row);
            row.sign = term.sign(status, ends.relative, row.start);
            match term.law {
                Law::Lock(value) => {
                    (row.force, row.status) = (RowForce::Hard, Status::On);
                    let beyond = row.start - value;
                    row.allowed = beyond - beyond.clamp(-RECOVERY * part.h, RECOVERY * part.h);
                }
                Law::Hard(range) => {
                    (row.force, row.status) = (RowForce::Hard, status);
                    if let Coordinate::Metric(metric) = term.coordinate {
                        Self::measure_range(metric, range, ends.value(metric), &ends, part, row);
                    }
                }
                Law::Soft { .. } => {
                    let Coordinate::Metric(metric) = term.coordinate else { continue };
                    let mut across = [Row::default(); 2];
                    let count = self.across(bodies, metric, &ends, &mut across);
                    rows[at + 1..at + 1 + count].copy_from_slice(&across[..count]);
                }
                Law::Drive(_) => {}
            }
            at += term.rows();
        }
    }

    /// How far the ends of a hard range are, and how far beyond them the part may leave it.
    fn measure_range(metric: Metric, range: LimitRange, value: f64, ends: &Ends, part: &Part, row: &mut Row) {
        let (passed, depth) = Self::passed_at(metric, range, value, row, ends);
        let recovered = (depth - RECOVERY * part.h).max(0.0);
        row.allowed = if passed == Status::High { recovered } else { -recovered };
        row.margin = if metric.is_angular() { -depth } else { 0.0 };
    }

    /// Computes the laws of springs and drives from the rows, and applies the other half of the last part's impulses. Returns whether all
    /// of them are drives that follow the midpoint rule, at least in shorter parts.
    pub(super) fn load_springs(&mut self, bodies: &mut [Body], time: StepTime, rows: &mut [Row]) -> bool {
        let mut locks = Locks::new();
        let mut at = 0;
        for term in &self.terms {
            if matches!(term.law, Law::Lock(_)) {
                locks.add(&rows[at], self.response(bodies, &rows[at]));
            }
            at += term.rows();
        }
        at = 0;
        let mut follows_midpoint = true;
        for (index, term) in self.terms.iter().enumerate() {
            let count = term.rows();
            let own = &mut rows[at..at + count];
            if !term.is_hard() {
                let (mobility, driven) = (locks.mobility(&own[0]), own[0].driven);
                let is_drive =
                    |law: &Law| matches!(law, Law::Drive(law) if time.would_follow_midpoint(law, mobility, driven));
                follows_midpoint &= is_drive(&term.law);
                self.load_term(term, bodies, &locks, time, own, at);
                self.push_again(index, bodies, own, at);
            }
            at += count;
        }
        follows_midpoint
    }

    fn load_term(
        &self,
        term: &Term,
        bodies: &mut [Body],
        locks: &Locks,
        time: StepTime,
        rows: &mut [Row],
        first: usize,
    ) {
        let ahead = time.lead();
        for (index, row) in rows.iter_mut().enumerate() {
            let rate = self.reported_rate(bodies, row);
            let mobility = locks.mobility(row);
            let value = row.start + ahead * rate;
            row.force = match term.law {
                Law::Drive(law) => time.drive(&law, value, rate, [mobility, row.driven]),
                Law::Soft { range, stiffness, damping } => {
                    let Coordinate::Metric(metric) = term.coordinate else { continue };
                    let spring = SpringDamper { stiffness, damping };
                    if index == 0 {
                        time.soft(range, &spring, metric.is_signed(), value, rate, mobility)
                    } else {
                        // The value is that of the first row; across it nothing has moved yet.
                        match StepTime::across(range, &spring, metric, row.start) {
                            Some(spring) => time.rest(&spring, rate, mobility),
                            None => RowForce::Nothing,
                        }
                    }
                }
                Law::Lock(_) | Law::Hard(_) => continue,
            };
            row.status = match (row.force, self.state.rows[first + index].0) {
                (RowForce::Soft { .. }, Status::Off) => Status::On,
                (RowForce::Soft { .. }, status) => status,
                _ => Status::Off,
            };
        }
    }

    /// Applies the other half of a spring's impulse in the last part, where its row is now.
    pub(super) fn push_again(&self, term: usize, bodies: &mut [Body], rows: &mut [Row], first: usize) {
        if rows.len() == 1 {
            rows[0].push(bodies, self.slots, self.state.rows[first].1);
            rows[0].impulse = 0.0;
            return;
        }
        let [push, along] = self.state.pushes[term];
        let now = rows[0].direction;
        // It turns with the direction of the metric, unless that has leapt to the other side.
        let push = if along.dot(now) > 0.5 * along.length() { rotation_from_to(along, now) * push } else { push };
        let is_angular = matches!(self.terms[term].coordinate, Coordinate::Metric(metric) if metric.is_angular());
        for (slot, sign) in self.slots.into_iter().zip([-1.0, 1.0]) {
            let Some(slot) = slot else { continue };
            let arm = rows[0].point - bodies[slot].motion.center;
            let six = if is_angular { six(DVec3::ZERO, push) } else { six(push, arm.cross(push)) };
            bodies[slot].push(&six, sign);
        }
    }

    /// Remembers the statuses and impulses of a part.
    pub(super) fn remember(&mut self, rows: &[Row]) {
        if self.is_watched {
            self.remember_load(rows);
        }
        let mut at = 0;
        for (term, push) in self.terms.iter().zip(&mut self.state.pushes) {
            let own = &rows[at..at + term.rows()];
            for (saved, row) in self.state.rows[at..].iter_mut().zip(own) {
                *saved = (row.status, row.impulse);
            }
            if own.len() > 1 {
                *push = [own.iter().map(|row| row.direction * row.impulse).sum(), own[0].direction];
            }
            at += term.rows();
        }
    }

    /// The rate of a row at the velocities that were reported after the last step.
    fn reported_rate(&self, bodies: &[Body], row: &Row) -> f64 {
        let of = |slot: Option<usize>, push: &Six| {
            slot.map_or(0.0, |slot| {
                let (linear, angular) = bodies[slot].motion.reported;
                dot(push, &six(linear, angular))
            })
        };
        of(self.slots[0], &row.a) + of(self.slots[1], &row.b) + row.outside
    }

    /// How far a held row is from where the part must leave it, at the end of the part; metres or radians.
    pub(super) fn miss(term: &Term, row: &Row, ends: &Ends) -> f64 {
        let beyond = match (term.coordinate, term.law) {
            (Coordinate::TwistFrom(axis, end), _) => beyond_twist_value(ends.relative, axis, end),
            (Coordinate::Metric(metric), Law::Lock(value)) => ends.value(metric) - value,
            (Coordinate::Metric(metric), Law::Hard(range)) => match range.end(row.status) {
                Some(end) => beyond(metric, range, end, ends.value(metric), (row.start, Some(row.sign)), ends.relative),
                None => return 0.0,
            },
            _ => return 0.0,
        };
        row.allowed - beyond
    }

    /// The status that holds the end of a range beyond which a row is by more than it is allowed, and by how much.
    pub(super) fn passed(metric: Metric, range: LimitRange, row: &Row, ends: &Ends) -> (Status, f64) {
        Self::passed_at(metric, range, ends.value(metric), row, ends)
    }

    fn passed_at(metric: Metric, range: LimitRange, value: f64, row: &Row, ends: &Ends) -> (Status, f64) {
        let beyond = |end: f64| beyond(metric, range, end, value, (row.start, None), ends.relative);
        let above = range.max.map_or(f64::NEG_INFINITY, |max| beyond(max) - row.allowed);
        let below = range.min.map_or(f64::NEG_INFINITY, |min| row.allowed - beyond(min));
        if above >= below { (Status::High, above) } else { (Status::Low, below) }
    }

    /// An upper bound of how far an angle changes in a part, radians.
    pub(super) fn reach(&self, bodies: &[Body], part: &Part) -> f64 {
        let speeds = self.slots.into_iter().flatten().map(|slot| bodies[slot].spin.length());
        let outside = self.outside.iter().map(|outside| outside.angular.length());
        2.0 * part.h * speeds.chain(outside).sum::<f64>()
    }

    /// The value of a term's metric at the end of the part; a twist is unwrapped.
    pub(super) fn value(row: &Row, metric: Metric, ends: &Ends) -> f64 {
        let value = ends.value(metric);
        if matches!(metric, Metric::Twist(_)) { unwrap(row.start, value) } else { value }
    }

    /// The rate of a metric at the velocities that were reported after the last step, by its gradient.
    pub(super) fn rate_between(&self, bodies: &[Body], gradient: &Gradient, frames: &[Frame; 2]) -> f64 {
        let (mut rates, mut outside) = ([0.0; 2], 0.0);
        for (i, rate) in rates.iter_mut().enumerate() {
            match self.slots[i] {
                Some(slot) => {
                    let (linear, angular) = bodies[slot].motion.reported;
                    *rate = dot(&jacobian(&bodies[slot], frames, gradient, i), &six(linear, angular));
                }
                None => outside += self.outside_rate(frames, gradient, i),
            }
        }
        rates[0] + rates[1] + outside
    }

    /// Takes the Jacobian of a row anew from given frames, with the arms of the start of the part.
    pub(super) fn take_gradient(&self, term: &Term, bodies: &[Body], ends: &Ends, row: &mut Row) {
        let twist = match term.coordinate {
            Coordinate::Metric(metric) => Self::value(row, metric, ends),
            Coordinate::TwistFrom(..) => 0.0,
        };
        let measure = Self::measure(term, row.status, ends, twist);
        self.fill(bodies, &ends.frames, &measure.gradient, row);
        row.sign = term.sign(row.status, ends.relative, twist);
    }

    fn measure(term: &Term, status: Status, ends: &Ends, twist: f64) -> Measure {
        let (a, relative) = (&ends.frames[0], ends.relative);
        match (term.coordinate, term.law) {
            (Coordinate::TwistFrom(axis, end), _) => beyond_twist(a, relative, axis, end),
            (Coordinate::Metric(Metric::Twist(axis)), Law::Hard(range)) => match range.end(status) {
                Some(end) => match range.twist_center(end, twist) {
                    Some(center) => beyond_twist(a, relative * sign_about(relative, axis, center), axis, end),
                    None => ends.measure(Metric::Twist(axis)),
                },
                None => ends.measure(Metric::Twist(axis)),
            },
            (Coordinate::Metric(metric), _) => ends.measure(metric),
        }
    }

    /// The rows orthogonal to the gradient of a metric of several axes, along which it does not change to first order.
    fn across(&self, bodies: &[Body], metric: Metric, ends: &Ends, out: &mut [Row; 2]) -> usize {
        let Ends { frames, between, .. } = *ends;
        let [a, b] = &frames;
        let measure = metric.measure(a, b);
        let mut count = 0;
        let mut add = |gradient: Gradient| {
            self.fill(bodies, &frames, &gradient, &mut out[count]);
            out[count].start = measure.value;
            count += 1;
        };
        match metric {
            Metric::FromLine(axis) => {
                let across = (a.rotation * DVec3::AXES[axis.index()]).cross(measure.gradient.linear);
                add(Gradient::of_distance(across, between));
            }
            Metric::Distance => {
                let (one, other) = measure.gradient.linear.any_orthonormal_pair();
                add(Gradient::of_distance(one, between));
                add(Gradient::of_distance(other, between));
            }
            Metric::Cone(axis) => {
                let axis = b.rotation * DVec3::AXES[axis.index()];
                add(Gradient::of_angle(axis.cross(measure.gradient.angular_b)));
            }
            Metric::Angle => {
                let (one, other) = measure.gradient.angular_b.any_orthonormal_pair();
                add(Gradient::of_angle(one));
                add(Gradient::of_angle(other));
            }
            Metric::Along(_) | Metric::Twist(_) => {}
        }
        count
    }

    /// Computes the Jacobian of a row from a gradient.
    fn fill(&self, bodies: &[Body], frames: &[Frame; 2], gradient: &Gradient, row: &mut Row) {
        let push = gradient.linear;
        row.direction = if push == DVec3::ZERO { gradient.angular_b } else { push };
        row.point = frames[1].translation;
        (row.a, row.b, row.outside, row.mobility) = ([0.0; 6], [0.0; 6], 0.0, 0.0);
        for i in 0..2 {
            match self.slots[i] {
                Some(slot) => {
                    let jacobian = jacobian(&bodies[slot], frames, gradient, i);
                    let response = bodies[slot].response(&jacobian);
                    row.mobility += dot(&jacobian, &response);
                    *(if i == 0 { &mut row.a } else { &mut row.b }) = jacobian;
                }
                None => row.outside += self.outside_rate(frames, gradient, i),
            }
        }
    }

    /// What the motion of an end that no force moves adds to the rate of a metric.
    fn outside_rate(&self, frames: &[Frame; 2], gradient: &Gradient, i: usize) -> f64 {
        let outside = &self.outside[i];
        let arm = frames[i].translation - outside.frame.translation;
        let velocity = outside.linear + outside.angular.cross(arm);
        sign_of(i) * gradient.linear.dot(velocity) + angular_of(gradient, i).dot(outside.angular)
    }

    /// M⁻¹·Jᵀ of a row.
    pub(super) fn response(&self, bodies: &[Body], row: &Row) -> [Six; 2] {
        let of = |slot: Option<usize>, push: &Six| slot.map_or([0.0; 6], |slot| bodies[slot].response(push));
        [of(self.slots[0], &row.a), of(self.slots[1], &row.b)]
    }
}

/// How far a metric is beyond an end of its range. A twist is measured by its smooth form, where that grows with it; the
/// form has the sign of a row that is held, so that it goes on smoothly where the swing passes π.
fn beyond(
    metric: Metric,
    range: LimitRange,
    end: f64,
    value: f64,
    (start, sign): (f64, Option<f64>),
    relative: DQuat,
) -> f64 {
    let Metric::Twist(axis) = metric else { return value - end };
    let twist = range.unwrapped(start, value);
    match range.twist_center(end, twist) {
        Some(center) => {
            let sign = sign.unwrap_or_else(|| sign_about(relative, axis, center));
            beyond_twist_value(relative * sign, axis, end)
        }
        None => twist - end,
    }
}

/// The shortest rotation between two directions that are less than a right angle apart.
fn rotation_from_to(from: DVec3, to: DVec3) -> DQuat {
    let (from, to) = (from.normalize_or_zero(), to.normalize_or_zero());
    DQuat::from_vec4(from.cross(to).extend(1.0 + from.dot(to))).normalize()
}

/// The one of a rotation's two quaternions that is nearest to another.
fn nearest(other: DQuat, rotation: DQuat) -> DQuat {
    if other.dot(rotation) < 0.0 { -rotation } else { rotation }
}

impl Term {
    /// The sign of the smooth form of a twist's range.
    fn sign(&self, status: Status, relative: DQuat, twist: f64) -> f64 {
        let (Coordinate::Metric(Metric::Twist(axis)), Law::Hard(range)) = (self.coordinate, self.law) else {
            return 1.0;
        };
        let center = range.end(status).and_then(|end| range.twist_center(end, twist));
        center.map_or(1.0, |center| sign_about(relative, axis, center))
    }
}

/// The sign with which a rotation's quaternion has a twist within π of `center`.
fn sign_about(relative: DQuat, axis: Axis, center: f64) -> f64 {
    let (sine, cosine) = sin_cos(0.5 * center);
    let within = relative.w * cosine + relative.xyz()[axis.index()] * sine;
    if within < 0.0 { -1.0 } else { 1.0 }
}

/// How a velocity of the body at frame a (0) or b (1) changes a metric.
fn jacobian(body: &Body, frames: &[Frame; 2], gradient: &Gradient, i: usize) -> Six {
    let arm = frames[i].translation - body.motion.center;
    let push = gradient.linear;
    six(push * sign_of(i), angular_of(gradient, i) + arm.cross(push) * sign_of(i))
}

/// A metric grows as frame b moves, and as frame a moves the other way.
fn sign_of(i: usize) -> f64 {
    if i == 0 { -1.0 } else { 1.0 }
}

fn angular_of(gradient: &Gradient, i: usize) -> DVec3 {
    if i == 0 { gradient.angular_a } else { gradient.angular_b }
}

/// The velocity that brings a frame to another in `dt` seconds: of its origin, and angular.
pub(super) fn velocity_between(from: &Frame, to: &Frame, dt: f64) -> (DVec3, DVec3) {
    let turn = rotation_vector(to.rotation * from.rotation.conjugate());
    ((to.translation - from.translation) / dt, turn / dt)
}
