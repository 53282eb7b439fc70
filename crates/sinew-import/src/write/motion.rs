//! The motion of bodies: masses of what moves together, and velocities.

use glam::DVec3;
use serde_json::{Value, json};

use super::stage::Stage;
use super::value::single;
use crate::inertia::Inertia;
use crate::loss::Losses;
use crate::pose::Pose;
use crate::robot::{Joint, JointKind, Robot};

/// The part of a body's mass that a body between its joints takes.
const SHARE: f64 = 1e-3;

/// The motion of one node.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    inertia: Inertia,
    gravity_factor: f64,
    /// Of the centre of mass and about it, along the node's axes.
    velocity: (DVec3, DVec3),
}

/// The motions by body, one for each of its stages.
pub(super) struct Motions(Vec<Option<Vec<Motion>>>);

impl Motions {
    pub(super) fn new(robot: &mut Robot, losses: &mut Losses) -> Self {
        let mut fused = fuse(robot);
        for (index, group) in fused.iter_mut().enumerate().rev() {
            weigh(index, group, robot, losses);
        }
        let twists = Twists::new(robot);
        let motions = fused.iter().enumerate().map(|(index, group)| {
            let body = robot.bodies.get(index)?;
            let stages = Stage::divide(&body.joints).len();
            (stages > 0).then(|| {
                let between = SHARE * (stages - 1) as f64;
                let gravity_factor = group.weight / group.inertia.mass * robot.gravity_factor;
                let motion = |stage: usize| {
                    let share = if stage + 1 == stages { 1.0 - between } else { SHARE };
                    let velocity = twists.velocity(index, stage, group.inertia.center);
                    Motion { inertia: group.inertia.scaled(share), gravity_factor, velocity }
                };
                (0..stages).map(motion).collect()
            })
        });
        Self(motions.collect())
    }

    pub(super) fn of(&self, body: usize) -> Option<&[Motion]> {
        self.0.get(body)?.as_deref()
    }
}

impl Motion {
    pub(super) fn to_json(&self) -> Value {
        let principal = self.inertia.principal();
        let mut motion = json!({
            "mass": single(self.inertia.mass),
            "centerOfMass": self.inertia.center.to_array().map(single),
            "inertiaDiagonal": principal.moments.to_array().map(single),
        });
        if principal.rotation.xyz().length() > 1e-7 {
            motion["inertiaOrientation"] = json!(principal.rotation.to_array().map(single));
        }
        for (key, vector) in [("linearVelocity", self.velocity.0), ("angularVelocity", self.velocity.1)] {
            if vector != DVec3::ZERO {
                motion[key] = json!(vector.to_array().map(single));
            }
        }
        if (self.gravity_factor - 1.0).abs() > 1e-9 {
            motion["gravityFactor"] = single(self.gravity_factor);
        }
        motion
    }
}

/// A body and those that are fixed to it.
#[derive(Clone, Copy, Debug)]
struct Group {
    inertia: Inertia,
    /// The mass that gravity pulls at.
    weight: f64,
}

/// The masses of what moves together, by the body that moves it.
fn fuse(robot: &Robot) -> Vec<Group> {
    let mut groups: Vec<Group> = robot
        .bodies
        .iter()
        .map(|body| Group { inertia: body.inertia, weight: body.inertia.mass * (1.0 - body.gravity_compensation) })
        .collect();
    for (index, body) in robot.bodies.iter().enumerate().rev() {
        let (Some(parent), true) = (body.parent, body.joints.is_empty()) else { continue };
        let Some(part) = groups.get(index).copied() else { continue };
        if let Some(whole) = groups.get_mut(parent) {
            whole.inertia = whole.inertia.plus(part.inertia.at(body.parent_from_body));
            whole.weight += part.weight;
        }
    }
    groups
}

/// Gives a body that moves and has no mass or no moments a small one, which neither format allows.
fn weigh(index: usize, group: &mut Group, robot: &Robot, losses: &mut Losses) {
    let Some(body) = robot.bodies.get(index).filter(|body| !body.joints.is_empty()) else { return };
    let name = Some(body.name.as_str());
    if group.inertia.mass <= 1e-9 {
        let reason = "the body moves and has no mass; it gets 1 g";
        losses.approximated(&body.place, "body mass", name, reason);
        group.inertia.mass = 1e-3;
        group.weight = 1e-3;
    }
    let moments = group.inertia.principal().moments;
    if moments.min_element() <= 1e-12 {
        // Of a ball of a centimetre, or a thousandth of the largest moment.
        let least = (1e-3 * moments.max_element()).max(4e-5 * group.inertia.mass);
        let added = glam::DMat3::from_diagonal(DVec3::splat(least));
        group.inertia.tensor += added;
        let reason = format!("the body moves and has a moment of inertia of zero; all get {least:e} kg·m² more");
        losses.approximated(&body.place, "body inertia", name, &reason);
    }
}

/// Puts joints that start outside of their range at its nearer end: where they would jump to.
pub(super) fn hold_ranges(robot: &mut Robot, losses: &mut Losses) {
    for joint in robot.bodies.iter_mut().flat_map(|body| &mut body.joints) {
        let (Some((low, high)), JointKind::Hinge | JointKind::Slide) = (joint.range, joint.kind) else { continue };
        let held = joint.value.clamp(low, high);
        if (held - joint.value).abs() > 1e-9 {
            let reason =
                format!("the joint rests at {}, outside of its range, and is put at its end {held}", joint.value);
            losses.approximated(&joint.place, "joint range", Some(&joint.name), &reason);
            joint.value = held;
        }
    }
}

/// A velocity of a body: that of its point at the world's origin, and the angular one, in the world's axes.
#[derive(Clone, Copy, Debug)]
struct Twist {
    linear: DVec3,
    angular: DVec3,
    world_from_body: Pose,
}

/// By body, one for each of its stages.
struct Twists(Vec<Vec<Twist>>);

impl Twists {
    fn new(robot: &Robot) -> Self {
        let rest = Twist { linear: DVec3::ZERO, angular: DVec3::ZERO, world_from_body: Pose::IDENTITY };
        let mut twists: Vec<Vec<Twist>> = Vec::new();
        for body in &robot.bodies {
            let above = body.parent.and_then(|parent| twists.get(parent)?.last()).copied().unwrap_or(rest);
            let mut at = Twist { world_from_body: above.world_from_body * body.parent_from_body, ..above };
            let stages = Stage::divide(&body.joints);
            let mut list = Vec::new();
            for stage in &stages {
                for joint in &stage.joints {
                    at.add(joint);
                }
                list.push(at);
            }
            if list.is_empty() {
                list.push(at);
            }
            twists.push(list);
        }
        Self(twists)
    }

    /// The velocity of a point of a body and about it, along the body's axes.
    fn velocity(&self, body: usize, stage: usize, point: DVec3) -> (DVec3, DVec3) {
        let Some(twist) = self.0.get(body).and_then(|stages| stages.get(stage)) else {
            return (DVec3::ZERO, DVec3::ZERO);
        };
        let back = twist.world_from_body.rotation.conjugate();
        let at = twist.world_from_body.point(point);
        (back * (twist.linear + twist.angular.cross(at)), back * twist.angular)
    }
}

impl Twist {
    /// Adds what a joint adds, and moves the body by it.
    fn add(&mut self, joint: &Joint) {
        let before = self.world_from_body;
        self.world_from_body = before * joint.displacement();
        let anchor = before.point(joint.anchor);
        let mut turn = |angular: DVec3| {
            self.angular += angular;
            self.linear += anchor.cross(angular);
        };
        match joint.kind {
            JointKind::Hinge => turn(before.rotation * joint.axis * joint.velocity),
            JointKind::Slide => self.linear += before.rotation * joint.axis * joint.velocity,
            JointKind::Ball => turn(self.world_from_body.rotation * joint.free_velocity.1),
            JointKind::Free => {
                let angular = self.world_from_body.rotation * joint.free_velocity.1;
                self.angular = angular;
                self.linear = joint.free_velocity.0 - angular.cross(self.world_from_body.translation);
            }
        }
    }
}
