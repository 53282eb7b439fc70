//! Joints of a body as joints of glTF.
//!
//! A joint of glTF measures how a frame on the body lies in a frame on the parent: displacements along the parent's axes, and a rotation. So
//! slides along axes that are perpendicular, and one hinge or ball after them, are one joint. What a body has beyond that
//! becomes further joints, with small bodies between them.

use std::collections::BTreeMap;

use glam::{DQuat, DVec3};
use serde_json::{Value, json};

use super::value::single;
use crate::pose::{Pose, from_axes, shortest};
use crate::robot::{Drive, Joint, JointKind, Robot};

/// Below this, the cosine between two axes is that of perpendicular ones.
const PERPENDICULAR: f64 = 1e-5;

/// Joints that are one joint of glTF.
#[derive(Debug)]
pub(super) struct Stage<'a> {
    pub(super) joints: Vec<&'a Joint>,
}

impl<'a> Stage<'a> {
    /// The stages of a body, from its parent on.
    pub(super) fn divide(joints: &'a [Joint]) -> Vec<Self> {
        let mut stages: Vec<Self> = Vec::new();
        for joint in joints {
            match stages.last_mut() {
                Some(stage) if stage.takes(joint) => stage.joints.push(joint),
                _ => stages.push(Self { joints: vec![joint] }),
            }
        }
        stages
    }

    fn takes(&self, joint: &Joint) -> bool {
        let all_slide = self.joints.iter().all(|other| other.kind == JointKind::Slide);
        let cosines = || self.joints.iter().map(|other| other.axis.dot(joint.axis).abs());
        all_slide
            && match joint.kind {
                JointKind::Slide => cosines().all(|cosine| cosine < PERPENDICULAR),
                JointKind::Hinge => cosines().all(|cosine| !(PERPENDICULAR..=1.0 - PERPENDICULAR).contains(&cosine)),
                JointKind::Ball => true,
                JointKind::Free => false,
            }
    }

    pub(super) fn name(&self) -> String {
        self.joints.iter().map(|joint| joint.name.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The frame of the joint on the body: at the anchor of the hinge or ball, with X along the hinge or the first slide.
    pub(super) fn body_from_frame(&self) -> Pose {
        let turning = self.joints.iter().find(|joint| joint.kind != JointKind::Slide);
        let anchor = turning.or(self.joints.last()).map_or(DVec3::ZERO, |joint| joint.anchor);
        Pose::new(anchor, self.axes())
    }

    fn axes(&self) -> DQuat {
        let is_line = |joint: &&&Joint| matches!(joint.kind, JointKind::Hinge | JointKind::Slide);
        let hinge = self.joints.iter().find(|joint| joint.kind == JointKind::Hinge);
        let Some(first) = hinge.or(self.joints.iter().find(is_line)) else { return DQuat::IDENTITY };
        let other = self.joints.iter().filter(is_line).find(|joint| joint.axis.dot(first.axis).abs() < PERPENDICULAR);
        let with_other = other.and_then(|other| from_axes(first.axis, other.axis));
        with_other.unwrap_or_else(|| shortest(DVec3::X, first.axis))
    }

    /// The axis of the frame that a joint's axis lies along, and whether both point the same way.
    fn axis_of(&self, joint: &Joint) -> (usize, f64) {
        let along = self.axes().conjugate() * joint.axis;
        let index = along.abs().max_position();
        (index, along.to_array().get(index).map_or(1.0, |part| part.signum()))
    }

    /// The description of the joint; `None` for a body that moves freely.
    pub(super) fn description(&self) -> Option<Value> {
        if self.joints.iter().all(|joint| joint.kind == JointKind::Free) {
            return None;
        }
        let (mut limits, mut drives) = (Vec::new(), Vec::new());
        let used = |kind: JointKind| -> Vec<usize> {
            let joints = self.joints.iter().filter(|joint| joint.kind == kind);
            joints.map(|joint| self.axis_of(joint).0).collect()
        };
        let (slides, hinges) = (used(JointKind::Slide), used(JointKind::Hinge));
        let has_ball = self.joints.iter().any(|joint| joint.kind == JointKind::Ball);
        let locked = |free: &[usize]| (0..3).filter(|axis| !free.contains(axis)).collect::<Vec<_>>();
        if slides.len() < 3 {
            limits.push(json!({"linearAxes": locked(&slides), "min": 0, "max": 0}));
        }
        if !has_ball {
            limits.push(json!({"angularAxes": locked(&hinges), "min": 0, "max": 0}));
        }
        for joint in &self.joints {
            let (axis, sign) = self.axis_of(joint);
            let (kind, axes) = match joint.kind {
                JointKind::Slide => ("linear", vec![axis]),
                JointKind::Hinge => ("angular", vec![axis]),
                JointKind::Ball | JointKind::Free => ("angular", vec![0, 1, 2]),
            };
            if let Some((low, high)) = joint.range {
                let (low, high) = if sign < 0.0 { (-high, -low) } else { (low, high) };
                let mut limit = json!({"min": single(low), "max": single(high)});
                limit[format!("{kind}Axes")] = json!(axes);
                limits.push(limit);
            }
            for drive in &joint.drives {
                drives.extend(axes.iter().map(|&axis| drive_json(drive, kind, axis, sign)));
            }
        }
        let mut description = json!({"name": self.name(), "limits": limits});
        if !drives.is_empty() {
            description["drives"] = Value::Array(drives);
        }
        Some(description)
    }
}

fn drive_json(drive: &Drive, kind: &str, axis: usize, sign: f64) -> Value {
    let mode = if drive.is_acceleration { "acceleration" } else { "force" };
    let mut json = json!({"type": kind, "mode": mode, "axis": axis});
    let mut set = |key: &str, value: Option<f64>| {
        if let Some(value) = value {
            json[key] = single(value);
        }
    };
    set("stiffness", Some(drive.stiffness).filter(|stiffness| *stiffness > 0.0));
    set("damping", Some(drive.damping).filter(|damping| *damping > 0.0));
    set("positionTarget", drive.position_target.map(|target| target * sign));
    set("velocityTarget", drive.velocity_target.map(|target| target * sign));
    set("maxForce", drive.max_force);
    json
}

/// Where small bodies stand between a body and its parent, no joint keeps the two from colliding: filters do.
pub(super) fn exclude_ends(robot: &mut Robot) {
    let mut solid: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, body) in robot.bodies.iter().enumerate() {
        if body.geoms.iter().any(|geom| geom.contact.is_some()) {
            solid.entry(robot.moving(index)).or_default().push(index);
        }
    }
    let mut pairs = Vec::new();
    for (index, body) in robot.bodies.iter().enumerate() {
        let Some(parent) = body.parent.filter(|_| Stage::divide(&body.joints).len() > 1) else { continue };
        let parent = robot.moving(parent);
        let collides = parent == 0 && robot.collides_with_base;
        let of = |group: usize| solid.get(&group).filter(|_| !collides).into_iter().flatten().copied();
        pairs.extend(of(parent).flat_map(|a| of(index).map(move |b| (a, b))));
    }
    robot.excluded.append(&mut pairs);
}
