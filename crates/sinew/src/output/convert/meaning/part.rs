//! Where colliders and triggers differ.

use super::super::shape::word;
use super::super::surface::combine_word;
use super::near::{near, near_affine, near_shape};
use super::{Likeness, Loss, Side, told};
use crate::model::physics::{Collider, CollisionFilter, Combine, Placed, Shape, Trigger};

/// Whether two shapes are at the same place of the same body, and the same there.
pub(super) fn is_alike(
    (before, a): (&Side<'_>, &Placed),
    (after, b): (&Side<'_>, &Placed),
    likeness: Likeness,
) -> bool {
    before.body(a.body) == after.body(b.body)
        && near_affine(&a.owner_from_node, &b.owner_from_node)
        && (likeness == Likeness::Place || near_shape(before.shape(a.shape), after.shape(b.shape)))
}

/// Whether two triggers are of the same parts, in their order.
pub(super) fn have_alike_parts(
    (before, a): (&Side<'_>, &Trigger),
    (after, b): (&Side<'_>, &Trigger),
    likeness: Likeness,
) -> bool {
    let is_alike = |(a, b): (&Placed, &Placed)| is_alike((before, a), (after, b), likeness);
    a.parts.len() == b.parts.len() && a.parts.iter().zip(&b.parts).all(is_alike)
}

pub(super) fn collider_losses(
    (before, one): (&Side<'_>, &Collider),
    other: Option<(&Side<'_>, &Collider)>,
) -> Vec<Loss> {
    let node = Some(before.index(one.placed.node));
    let Some((after, other)) = other else {
        return vec![Loss::of(node, "collider", told(before, one.placed.shape))];
    };
    let mut losses = placed_losses("collider", (before, &one.placed), (after, &other.placed));
    let (a, b) = (before.material(one), after.material(other));
    let mut tell = |property: &str, was: String, becomes: String| {
        losses.push(Loss::of(node, format!("collider.physicsMaterial.{property}"), was).becoming(becomes));
    };
    for (key, a, b) in [
        ("staticFriction", a.static_friction, b.static_friction),
        ("dynamicFriction", a.dynamic_friction, b.dynamic_friction),
        ("restitution", a.restitution, b.restitution),
    ] {
        if !near(a, b) {
            tell(key, a.to_string(), b.to_string());
        }
    }
    for (key, a, b) in [
        ("frictionCombine", a.friction_combine, b.friction_combine),
        ("restitutionCombine", a.restitution_combine, b.restitution_combine),
    ] {
        if a != b {
            tell(key, told_combine(a), told_combine(b));
        }
    }
    losses
}

pub(super) fn trigger_losses((before, one): (&Side<'_>, &Trigger), other: Option<(&Side<'_>, &Trigger)>) -> Vec<Loss> {
    let node = Some(before.index(one.node));
    let Some((after, other)) = other else {
        return vec![Loss::of(node, "trigger", "the trigger")];
    };
    let mut losses = Vec::new();
    if Some(after.index(other.node)) != node {
        let becomes = format!("node {}", after.index(other.node).0);
        losses.push(Loss::of(node, "trigger", "the node that events name").becoming(becomes));
    }
    if one.parts.len() != other.parts.len() {
        let told = |count: usize| format!("{count} parts");
        losses.push(Loss::of(node, "trigger.nodes", told(one.parts.len())).becoming(told(other.parts.len())));
        return losses;
    }
    // The parts of a trigger are a set: those that went to new nodes are behind the others.
    let mut left: Vec<&Placed> = other.parts.iter().collect();
    for part in &one.parts {
        let same = left.iter().position(|other| is_alike((before, part), (after, other), Likeness::Whole));
        let other = left.remove(same.unwrap_or(0));
        losses.extend(placed_losses("trigger", (before, part), (after, other)));
    }
    losses
}

fn placed_losses(of: &str, (before, a): (&Side<'_>, &Placed), (after, b): (&Side<'_>, &Placed)) -> Vec<Loss> {
    let node = Some(before.index(a.node));
    let mut losses = Vec::new();
    let mut tell = |property: &str, was: String, becomes: String| {
        losses.push(Loss::of(node, format!("{of}{property}"), was).becoming(becomes));
    };
    if !near_shape(before.shape(a.shape), after.shape(b.shape)) {
        tell(".shape", told(before, a.shape), told(after, b.shape));
    }
    let (was, is) = (before.body(a.body), after.body(b.body));
    if was != is {
        let told = |body: Option<sinew_document::NodeIndex>| {
            body.map_or_else(|| "fixed".to_owned(), |body| format!("moving with node {}", body.0))
        };
        tell("", told(was), told(is));
    } else if !near_affine(&a.owner_from_node, &b.owner_from_node) {
        tell("", "its place and scale".to_owned(), "another".to_owned());
    }
    let (was, is) = (filter(before, a), filter(after, b));
    if was != is {
        tell(".collisionFilter", told_filter(&was), told_filter(&is));
    }
    losses
}

/// What has no filter is as what has an empty one.
fn filter(side: &Side<'_>, placed: &Placed) -> CollisionFilter {
    let given = placed.filter.and_then(|filter| side.physics.filters().get(filter.slot()));
    given.cloned().unwrap_or_default()
}

fn told_filter(filter: &CollisionFilter) -> String {
    if *filter == CollisionFilter::default() {
        return "none".to_owned();
    }
    let mut told = vec![format!("systems {:?}", filter.systems)];
    told.extend(filter.collide_with.as_ref().map(|with| format!("meets {with:?}")));
    if !filter.not_collide_with.is_empty() {
        told.push(format!("does not meet {:?}", filter.not_collide_with));
    }
    told.join(", ")
}

fn told_combine(combine: Option<Combine>) -> String {
    combine.map_or("left to the other", combine_word).to_owned()
}

/// A shape as a report calls it.
pub(super) fn told_shape(shape: &Shape) -> String {
    match shape {
        Shape::Box { size } => format!("a box of {size} m"),
        Shape::Sphere { radius } => format!("a sphere of radius {radius} m"),
        Shape::Capsule { height, radius_bottom, radius_top }
        | Shape::Cylinder { height, radius_bottom, radius_top } => {
            format!("a {} of height {height} m with radii {radius_bottom} m and {radius_top} m", word(shape))
        }
        Shape::Plane { .. } => "a plane".to_owned(),
        Shape::ConvexHull(mesh) => format!("the hull of {} points", mesh.points.len()),
        Shape::TriangleMesh(mesh) => format!("a mesh of {} triangles", mesh.triangles.len()),
    }
}
