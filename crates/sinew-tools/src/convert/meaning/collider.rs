//! The differences of colliders and triggers.

use sinew_document::Value;

use super::super::shape::word;
use super::super::words::property;
use super::near::{near, near_affine, near_shape};
use super::{ComparedModel, Likeness, Loss, describe};
use sinew_model::model::physics::{Collider, CollisionFilter, Combine, Shape, ShapeInstance, Trigger};

/// Whether two shapes are equal, at the same pose on the same body.
pub(super) fn is_alike(
    (before, a): (&ComparedModel<'_>, &ShapeInstance),
    (after, b): (&ComparedModel<'_>, &ShapeInstance),
    likeness: Likeness,
) -> bool {
    before.body(a.body) == after.body(b.body)
        && near_affine(&a.owner_from_node, &b.owner_from_node)
        && (likeness == Likeness::Place || near_shape(before.shape(a.shape), after.shape(b.shape)))
}

/// Whether two triggers are of the same parts, in their order.
pub(super) fn have_alike_parts(
    (before, a): (&ComparedModel<'_>, &Trigger),
    (after, b): (&ComparedModel<'_>, &Trigger),
    likeness: Likeness,
) -> bool {
    let is_alike = |(a, b): (&ShapeInstance, &ShapeInstance)| is_alike((before, a), (after, b), likeness);
    a.parts.len() == b.parts.len() && a.parts.iter().zip(&b.parts).all(is_alike)
}

pub(super) fn collider_losses(
    (before, one): (&ComparedModel<'_>, &Collider),
    other: Option<(&ComparedModel<'_>, &Collider)>,
) -> Vec<Loss> {
    let node = before.index(one.shape_instance.node);
    let object = before.words.collider(node);
    let Some((after, other)) = other else {
        return vec![Loss::of(node, object, "collider", describe(before, one.shape_instance.shape))];
    };
    let mut losses = placed_losses("collider", object, (before, &one.shape_instance), (after, &other.shape_instance));
    if !before.has_lists() {
        return losses;
    }
    let (a, b) = (before.material(one), after.material(other));
    let material = one.material.and_then(|material| before.words.material(material)).or(object);
    let mut report = |key: &str, was: String, becomes: String| {
        let at = property(material, &[key]);
        losses.push(Loss::of(node, at, format!("collider.physicsMaterial.{key}"), was).becoming(becomes));
    };
    for (key, a, b) in [
        ("staticFriction", a.static_friction, b.static_friction),
        ("dynamicFriction", a.dynamic_friction, b.dynamic_friction),
        ("restitution", a.restitution, b.restitution),
    ] {
        if !near(a, b) {
            report(key, a.to_string(), b.to_string());
        }
    }
    for (key, a, b) in [
        ("frictionCombine", a.friction_combine, b.friction_combine),
        ("restitutionCombine", a.restitution_combine, b.restitution_combine),
    ] {
        if a != b {
            report(key, describe_combine(a), describe_combine(b));
        }
    }
    losses
}

pub(super) fn trigger_losses(
    (before, one): (&ComparedModel<'_>, &Trigger),
    other: Option<(&ComparedModel<'_>, &Trigger)>,
) -> Vec<Loss> {
    let node = before.index(one.node);
    let object = before.words.trigger(node);
    let Some((after, other)) = other else {
        let parts = one.parts.iter().map(|part| before.index(part.node)).filter(|part| *part != node);
        let whole = std::iter::once(node).chain(parts);
        return whole.map(|node| Loss::of(node, before.words.trigger(node), "trigger", "the trigger")).collect();
    };
    let mut losses = Vec::new();
    if after.index(other.node) != node {
        let becomes = format!("node {}", after.index(other.node).0);
        losses.push(Loss::of(node, object, "trigger", "the node that events name").becoming(becomes));
    }
    if one.parts.len() != other.parts.len() {
        let describe = |count: usize| format!("{count} parts");
        let loss = Loss::of(node, property(object, &["nodes"]), "trigger.nodes", describe(one.parts.len()));
        losses.push(loss.becoming(describe(other.parts.len())));
        return losses;
    }
    // The parts of a trigger are a set: those that went to new nodes are behind the others.
    let mut left: Vec<&ShapeInstance> = other.parts.iter().collect();
    for part in &one.parts {
        let same = left.iter().position(|other| is_alike((before, part), (after, other), Likeness::Whole));
        let other = left.remove(same.unwrap_or(0));
        let object = before.words.trigger(before.index(part.node));
        losses.extend(placed_losses("trigger", object, (before, part), (after, other)));
    }
    losses
}

/// `object` is the collider or trigger in the source.
fn placed_losses(
    of: &str,
    object: Option<Value<'_>>,
    (before, a): (&ComparedModel<'_>, &ShapeInstance),
    (after, b): (&ComparedModel<'_>, &ShapeInstance),
) -> Vec<Loss> {
    let node = before.index(a.node);
    let mut losses = shape_losses(of, object, (before, a), (after, b));
    let mut report = |key: &str, at: Option<Value<'_>>, was: String, becomes: String| {
        losses.push(Loss::of(node, at, format!("{of}{key}"), was).becoming(becomes));
    };
    let (was, is) = (before.body(a.body), after.body(b.body));
    if was != is {
        let describe = |body: Option<sinew_document::NodeIndex>| {
            body.map_or_else(|| "fixed".to_owned(), |body| format!("moving with node {}", body.0))
        };
        report("", object, describe(was), describe(is));
    } else if !near_affine(&a.owner_from_node, &b.owner_from_node) {
        report("", object, "its place and scale".to_owned(), "another".to_owned());
    }
    let (was, is) = (filter(before, a), filter(after, b));
    if was != is && before.has_lists() {
        let entry = a.filter.and_then(|filter| before.words.filter(filter));
        let at = property(entry.or(object), &["collideWithSystems", "notCollideWithSystems", "collisionFilter"]);
        report(".collisionFilter", at, describe_filter(&was), describe_filter(&is));
    }
    losses
}

/// The differences of two shapes: of their parameters, if both have one kind.
fn shape_losses(
    of: &str,
    object: Option<Value<'_>>,
    (before, a): (&ComparedModel<'_>, &ShapeInstance),
    (after, b): (&ComparedModel<'_>, &ShapeInstance),
) -> Vec<Loss> {
    let node = before.index(a.node);
    let (was, is) = (before.shape(a.shape), after.shape(b.shape));
    if near_shape(was, is) {
        return Vec::new();
    }
    let entry = before.words.shape(a.shape);
    let numbers = entry.and_then(|entry| entry.get(was.map_or("", word))).or(entry).or(object);
    let (Some(was), Some(is)) = (was.and_then(ends), is.and_then(ends)) else {
        let loss = Loss::of(node, numbers, format!("{of}.shape"), describe(before, a.shape));
        return vec![loss.becoming(describe(after, b.shape))];
    };
    let ends = [("height", was[0], is[0]), ("radiusBottom", was[1], is[1]), ("radiusTop", was[2], is[2])];
    let changed = ends.into_iter().filter(|(_, was, is)| !near(*was, *is));
    let report = |(key, was, is): (&str, f32, f32)| {
        let loss = Loss::of(node, property(numbers, &[key]), format!("{of}.shape.{key}"), format!("{was} m"));
        loss.becoming(format!("{is} m"))
    };
    changed.map(report).collect()
}

/// The height and the two radii of a round shape.
fn ends(shape: &Shape) -> Option<[f32; 3]> {
    match *shape {
        Shape::Capsule { height, radius_bottom, radius_top }
        | Shape::Cylinder { height, radius_bottom, radius_top } => Some([height, radius_bottom, radius_top]),
        _ => None,
    }
}

/// No filter equals an empty one.
fn filter(side: &ComparedModel<'_>, placed: &ShapeInstance) -> CollisionFilter {
    let given = placed.filter.and_then(|filter| side.physics.filters().get(filter.slot()));
    given.cloned().unwrap_or_default()
}

fn describe_filter(filter: &CollisionFilter) -> String {
    if *filter == CollisionFilter::default() {
        return "none".to_owned();
    }
    let mut describe = vec![format!("systems {:?}", filter.systems)];
    describe.extend(filter.collide_with.as_ref().map(|with| format!("meets {with:?}")));
    if !filter.not_collide_with.is_empty() {
        describe.push(format!("does not meet {:?}", filter.not_collide_with));
    }
    describe.join(", ")
}

fn describe_combine(combine: Option<Combine>) -> String {
    combine.map_or("left to the other", Combine::name).to_owned()
}

/// A shape in a report.
pub(super) fn describe_shape(shape: &Shape) -> String {
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
