//! `keyframe`: the values of all joints and controls at one time.

use glam::{DQuat, DVec3};

use crate::error::ImportError;
use crate::number::numbers;
use crate::place::Place;
use crate::pose::Pose;
use crate::robot::{JointKind, Robot};
use crate::xml::Element;

/// The keyframe that models have for a pose to start in.
const HOME: &str = "home";

/// A keyframe.
pub(super) struct Keyframe {
    name: String,
    place: Place,
    positions: Option<Vec<f64>>,
    velocities: Option<Vec<f64>>,
    pub(super) controls: Vec<f64>,
}

impl Keyframe {
    /// The one that is asked for by name or index, or that is called home.
    pub(super) fn find<'a>(
        elements: &(impl Iterator<Item = &'a Element> + Clone),
        wanted: Option<&str>,
    ) -> Result<Option<Self>, ImportError> {
        let name = wanted.unwrap_or(HOME);
        let by_name = elements.clone().enumerate().find(|(_, key)| key.text("name") == Some(name));
        let by_index = || name.parse().ok().and_then(|index: usize| elements.clone().enumerate().nth(index));
        let Some((index, key)) = by_name.or_else(by_index) else {
            return if wanted.is_some() { Err(ImportError::NoKeyframe { name: name.to_owned() }) } else { Ok(None) };
        };
        let list = |name: &str| key.attribute(name).map(numbers).transpose();
        Ok(Some(Self {
            name: key.text("name").map_or_else(|| index.to_string(), str::to_owned),
            place: key.place.clone(),
            positions: list("qpos")?,
            velocities: list("qvel")?,
            controls: list("ctrl")?.unwrap_or_default(),
        }))
    }
}

/// Puts the joints where the keyframe has them, in the order of the bodies.
pub(super) fn apply(keyframe: Option<&Keyframe>, robot: &mut Robot) -> Result<(), ImportError> {
    let Some(keyframe) = keyframe else { return Ok(()) };
    robot.keyframe = Some(keyframe.name.clone());
    let sizes = |kind: JointKind| match kind {
        JointKind::Hinge | JointKind::Slide => (1, 1),
        JointKind::Ball => (4, 3),
        JointKind::Free => (7, 6),
    };
    let total = robot.bodies.iter().flat_map(|body| &body.joints).fold((0, 0), |sum, joint| {
        let (positions, velocities) = sizes(joint.kind);
        (sum.0 + positions, sum.1 + velocities)
    });
    let check = |list: Option<&Vec<f64>>, key: &str, count: usize| match list {
        Some(list) if list.len() != count => {
            let message = format!("{key} has {} numbers; the joints have {count}", list.len());
            Err(ImportError::invalid(&keyframe.place, message))
        }
        _ => Ok(()),
    };
    check(keyframe.positions.as_ref(), "qpos", total.0)?;
    check(keyframe.velocities.as_ref(), "qvel", total.1)?;
    let (mut position, mut velocity) = (0, 0);
    for body in &mut robot.bodies {
        let body_from_parent = body.parent_from_body.inverse();
        for joint in &mut body.joints {
            let (positions, velocities) = sizes(joint.kind);
            let q = keyframe.positions.as_ref().and_then(|list| list.get(position..position + positions));
            let v = keyframe.velocities.as_ref().and_then(|list| list.get(velocity..velocity + velocities));
            (position, velocity) = (position + positions, velocity + velocities);
            let vector = |list: &[f64]| <[f64; 3]>::try_from(list).map_or(DVec3::ZERO, DVec3::from_array);
            match (joint.kind, q) {
                (JointKind::Hinge | JointKind::Slide, Some(&[value])) => joint.value = value - joint.reference,
                (JointKind::Ball, Some(&[w, x, y, z])) => {
                    joint.free_value = Some(Pose::new(DVec3::ZERO, rotation(DQuat::from_xyzw(x, y, z, w))));
                }
                (JointKind::Free, Some(&[px, py, pz, w, x, y, z])) => {
                    let pose = Pose::new(DVec3::new(px, py, pz), rotation(DQuat::from_xyzw(x, y, z, w)));
                    joint.free_value = Some(body_from_parent * pose);
                }
                _ => {}
            }
            match (joint.kind, v) {
                (JointKind::Hinge | JointKind::Slide, Some(&[value])) => joint.velocity = value,
                (JointKind::Ball, Some(list)) => joint.free_velocity.1 = vector(list),
                (JointKind::Free, Some(list)) => {
                    let (linear, angular) = list.split_at_checked(3).unwrap_or((&[], &[]));
                    joint.free_velocity = (vector(linear), vector(angular));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn rotation(given: DQuat) -> DQuat {
    let length = given.length();
    if length > 1e-12 { given / length } else { DQuat::IDENTITY }
}
