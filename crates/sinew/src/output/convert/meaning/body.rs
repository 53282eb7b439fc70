//! Where bodies differ.

use std::collections::HashMap;
use std::fmt::Debug;

use glam::Vec3;
use sinew_document::NodeIndex;

use super::super::motion::tensor;
use super::near::{near, near_vector};
use super::{Loss, Side};
use crate::model::physics::{Body, BodyId, BodyKind, Inertia, Mass, Moment, Shape};

pub(super) fn losses(before: &Side<'_>, after: &Side<'_>) -> Vec<Loss> {
    let bodies = after.physics.bodies().iter().enumerate();
    let others: HashMap<NodeIndex, (usize, &Body)> =
        bodies.map(|(slot, body)| (after.index(body.node), (slot, body))).collect();
    let (centers_before, centers_after) = (Centers::new(before), Centers::new(after));
    let mut losses = Vec::new();
    for (slot, body) in before.physics.bodies().iter().enumerate() {
        let node = before.index(body.node);
        let other = others.get(&node);
        // What is fixed is fixed, whether a body says so or nothing does.
        let is_fixed = |body: Option<&Body>| body.is_none_or(|body| body.kind == BodyKind::Static);
        let Some(&(place, other)) = other.filter(|(_, other)| !is_fixed(Some(other))) else {
            if !is_fixed(Some(body)) {
                losses.push(Loss::of(Some(node), "motion", format!("a {} body", kind(body.kind))));
            }
            continue;
        };
        let mut tell = |property: &str, was: String, becomes: String| {
            losses.push(Loss::of(Some(node), format!("motion.{property}"), was).becoming(becomes));
        };
        if body.kind != other.kind {
            tell("type", kind(body.kind).to_owned(), kind(other.kind).to_owned());
        }
        for (key, a, b) in [
            ("linearVelocity", body.linear_velocity, other.linear_velocity),
            ("angularVelocity", body.angular_velocity, other.angular_velocity),
        ] {
            if a != b {
                tell(key, a.to_string(), b.to_string());
            }
        }
        if body.kind != BodyKind::Dynamic {
            // Nothing changes its velocity, so that nothing of its mass and of gravity shows.
            continue;
        }
        if body.mass != other.mass {
            tell("mass", mass(body.mass), mass(other.mass));
        }
        let centers = (centers_before.of(slot, body), centers_after.of(place, other));
        let is_same = match centers {
            (Some(a), Some(b)) => near_vector(a, b),
            (a, b) => a.is_some() == b.is_some(),
        };
        if !is_same {
            tell("centerOfMass", center(centers.0), center(centers.1));
        }
        if !is_same_inertia(&body.inertia, &other.inertia) {
            tell("inertia", inertia(&body.inertia), inertia(&other.inertia));
        }
        if body.gravity_factor.to_bits() != other.gravity_factor.to_bits() {
            tell("gravityFactor", body.gravity_factor.to_string(), other.gravity_factor.to_string());
        }
    }
    losses
}

/// Which bodies have the centre of mass of their colliders at their node, whatever it weighs there.
struct Centers {
    at_node: Vec<bool>,
}

impl Centers {
    fn new(side: &Side<'_>) -> Self {
        let mut at_node = vec![true; side.physics.bodies().len()];
        for collider in side.physics.colliders() {
            let Some(place) = collider.placed.body.map(BodyId::slot).filter(|slot| *slot < at_node.len()) else {
                continue;
            };
            let is_there = collider.placed.owner_from_node.translation == glam::Vec3A::ZERO;
            at_node[place] &= is_there && side.shape(collider.placed.shape).is_some_and(is_even);
        }
        Self { at_node }
    }

    /// In the node's space; `None` for that of the colliders, where that is not plain to see.
    fn of(&self, slot: usize, body: &Body) -> Option<Vec3> {
        body.center_of_mass.or_else(|| self.at_node.get(slot).copied().unwrap_or(false).then_some(Vec3::ZERO))
    }
}

/// Whether a shape is the same on all sides of its centre.
fn is_even(shape: &Shape) -> bool {
    match shape {
        Shape::Box { .. } | Shape::Sphere { .. } => true,
        Shape::Capsule { radius_bottom, radius_top, .. } | Shape::Cylinder { radius_bottom, radius_top, .. } => {
            radius_bottom.to_bits() == radius_top.to_bits()
        }
        Shape::Plane { .. } | Shape::ConvexHull(_) | Shape::TriangleMesh(_) => false,
    }
}

/// Equal moments may be about other axes, so that tensors are compared where there are any.
fn is_same_inertia(a: &Inertia, b: &Inertia) -> bool {
    if let (Some(a), Some(b)) = (tensor(a), tensor(b)) {
        let size = a.iter().chain(&b).fold(0.0_f32, |size, entry| size.max(entry.abs()));
        return a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1e-5 * size);
    }
    match (a, b) {
        (Inertia::Principal { moments: a, orientation: p }, Inertia::Principal { moments: b, orientation: q }) => {
            let is_near = |(a, b): (&Moment, &Moment)| match (a, b) {
                (Moment::Finite(a), Moment::Finite(b)) => near(*a, *b),
                (a, b) => a == b,
            };
            let is_still = a.iter().all(|moment| *moment == Moment::Infinite);
            a.iter().zip(b).all(is_near) && (is_still || p.dot(*q).abs() > 1.0 - 1e-6)
        }
        (a, b) => a == b,
    }
}

fn kind(kind: BodyKind) -> &'static str {
    match kind {
        BodyKind::Static => "static",
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    }
}

fn mass(mass: Mass) -> String {
    match mass {
        Mass::FromColliders => "that of its colliders".to_owned(),
        Mass::Finite(mass) => format!("{mass} kg"),
        Mass::Infinite => "infinite".to_owned(),
    }
}

fn center(center: Option<Vec3>) -> String {
    center.map_or_else(|| "that of its colliders".to_owned(), |center| center.to_string())
}

fn inertia(inertia: &Inertia) -> String {
    let told = |value: &dyn Debug| format!("{value:?}");
    match inertia {
        Inertia::FromColliders => "that of its colliders".to_owned(),
        Inertia::Principal { moments, .. } => {
            let moments = moments.map(|moment| match moment {
                Moment::Finite(moment) => told(&moment),
                Moment::Infinite => "infinite".to_owned(),
            });
            format!("[{}] kg·m²", moments.join(", "))
        }
    }
}
