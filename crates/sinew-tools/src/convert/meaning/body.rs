//! The differences of bodies.

use std::collections::HashMap;
use std::fmt::Debug;

use glam::Vec3;
use sinew_document::NodeIndex;

use super::super::center::Centers;
use super::super::motion::tensor;
use super::super::words::property;
use super::near::{near, near_vector};
use super::{ComparedModel, Dialect, Loss};
use sinew_model::model::physics::{Body, BodyKind, Inertia, Mass, Moment};

pub(super) fn losses(before: &ComparedModel<'_>, after: &ComparedModel<'_>) -> Vec<Loss> {
    let bodies = after.physics.bodies().iter().enumerate();
    let others: HashMap<NodeIndex, (usize, &Body)> =
        bodies.map(|(slot, body)| (after.index(body.node), (slot, body))).collect();
    let (centers_before, centers_after) = (Centers::new(before.model), Centers::new(after.model));
    let mut losses = Vec::new();
    for (slot, body) in before.physics.bodies().iter().enumerate() {
        let node = before.index(body.node);
        let other = others.get(&node);
        // A static body equals no body.
        let is_fixed = |body: Option<&Body>| body.is_none_or(|body| body.kind == BodyKind::Static);
        let Some(&(place, other)) = other.filter(|(_, other)| !is_fixed(Some(other))) else {
            if !is_fixed(Some(body)) {
                losses.push(Loss::of(node, before.words.motion(node), "motion", format!("a {} body", kind(body.kind))));
            }
            continue;
        };
        let object = before.words.motion(node);
        let mut report = |key: &str, was: String, becomes: String| {
            let keys: &[&str] = match key {
                "type" => &["type", "isKinematic"],
                "inertia" => &["inertiaDiagonal", "inertiaTensor"],
                _ => &[key],
            };
            // A kinematic body ignores its mass and gravity; but it rotates about its centre of mass.
            let is_said = keys.iter().any(|key| object.is_some_and(|object| object.get(key).is_some()));
            if is_said || body.kind == BodyKind::Dynamic || matches!(key, "type" | "centerOfMass") {
                losses.push(Loss::of(node, property(object, keys), format!("motion.{key}"), was).becoming(becomes));
            }
        };
        if body.kind != other.kind {
            report("type", kind(body.kind).to_owned(), kind(other.kind).to_owned());
        }
        for (key, a, b) in [
            ("linearVelocity", body.linear_velocity, other.linear_velocity),
            ("angularVelocity", body.angular_velocity, other.angular_velocity),
        ] {
            if a != b {
                report(key, a.to_string(), b.to_string());
            }
        }
        if body.mass != other.mass {
            report("mass", mass(body.mass), mass(other.mass));
        }
        let centers = (centers_before.of(slot), centers_after.of(place));
        let is_same = match centers {
            (Some(a), Some(b)) => near_vector(a, b),
            (a, b) => a.is_some() == b.is_some(),
        };
        // The earlier revision of OMI computes it from the colliders.
        let has_word = before.to != Dialect::OmiSeed;
        let is_said = object.is_some_and(|object| object.get("centerOfMass").is_some());
        if !is_same || (is_said && !has_word) {
            report("centerOfMass", center(centers.0), center(centers.1.filter(|_| has_word)));
        }
        let is_inertia_kept = is_same_inertia(&body.inertia, &other.inertia);
        if !is_inertia_kept {
            report("inertia", inertia(&body.inertia), inertia(&other.inertia));
        }
        if body.gravity_factor.to_bits() != other.gravity_factor.to_bits() {
            report("gravityFactor", body.gravity_factor.to_string(), other.gravity_factor.to_string());
        }
        let orientation = object.and_then(|object| object.get("inertiaOrientation"));
        if let Some(orientation) = orientation.filter(|_| !is_inertia_kept) {
            losses.push(Loss::text(orientation, "motion.inertiaOrientation"));
        }
    }
    losses
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
    let describe = |value: &dyn Debug| format!("{value:?}");
    match inertia {
        Inertia::FromColliders => "that of its colliders".to_owned(),
        Inertia::Principal { moments, .. } => {
            let moments = moments.map(|moment| match moment {
                Moment::Finite(moment) => describe(&moment),
                Moment::Infinite => "infinite".to_owned(),
            });
            format!("[{}] kg·m²", moments.join(", "))
        }
    }
}
