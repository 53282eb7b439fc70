//! The colliders of springs.

use glam::Vec3;
use sinew_document::extension::vrmc_spring_bone::{
    Capsule, Collider, ColliderGroup, EXTENDED_COLLIDER, ExtendedCapsule, ExtendedCollider, ExtendedShape,
    ExtendedSphere, Plane, Shape, Sphere, VERSIONS,
};
use sinew_document::{Code, Diagnostics, FromJson, Value};

use super::{check_version, list};
use crate::model::{Hierarchy, NodeId, SpringCollider, SpringColliderGroup, SpringShape};

/// A collider. An invalid one keeps its place in the list, without a shape.
pub(super) fn lower(value: Value<'_>, hierarchy: &Hierarchy, diagnostics: &mut Diagnostics) -> SpringCollider {
    let nothing = SpringCollider { node: NodeId::at(0), shape: None };
    let Some(table) = Collider::from_json(value, diagnostics) else { return nothing };
    let Some(node) = hierarchy.id(table.node) else {
        let message = format!("there is no node {}; the collider is left out", table.node.0);
        diagnostics.report(Code::UNRESOLVED_REFERENCE, value.get("node").unwrap_or(value), message);
        return nothing;
    };
    let extended = value.extension(EXTENDED_COLLIDER).and_then(|extension| {
        let table = ExtendedCollider::from_json(extension, diagnostics)?;
        check_version(extension, table.spec_version.as_deref(), VERSIONS, diagnostics);
        table.shape
    });
    let shape = match extended {
        Some(shape) => extended_shape(shape, diagnostics),
        None => shape(table.shape, diagnostics),
    };
    SpringCollider { node, shape }
}

fn shape(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<SpringShape> {
    let Shape { sphere, capsule } = Shape::from_json(value, diagnostics)?;
    match (sphere, capsule) {
        (Some(value), None) => {
            let Sphere { offset, radius } = Sphere::from_json(value, diagnostics)?;
            let radius = in_range(radius, value, "radius", f32::MAX, diagnostics);
            Some(SpringShape::Sphere { offset: Vec3::from(offset), radius, inside: false })
        }
        (None, Some(value)) => {
            let Capsule { offset, radius, tail } = Capsule::from_json(value, diagnostics)?;
            let radius = in_range(radius, value, "radius", f32::MAX, diagnostics);
            Some(SpringShape::Capsule { offset: Vec3::from(offset), tail: Vec3::from(tail), radius, inside: false })
        }
        (None, None) => report_shapes(value, "neither a sphere nor a capsule", diagnostics),
        (Some(_), Some(_)) => report_shapes(value, "both a sphere and a capsule", diagnostics),
    }
}

fn extended_shape(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<SpringShape> {
    let ExtendedShape { sphere, capsule, plane } = ExtendedShape::from_json(value, diagnostics)?;
    match (sphere, capsule, plane) {
        (Some(value), None, None) => {
            let ExtendedSphere { offset, radius, inside } = ExtendedSphere::from_json(value, diagnostics)?;
            let radius = in_range(radius, value, "radius", f32::MAX, diagnostics);
            Some(SpringShape::Sphere { offset: Vec3::from(offset), radius, inside })
        }
        (None, Some(value), None) => {
            let ExtendedCapsule { offset, radius, tail, inside } = ExtendedCapsule::from_json(value, diagnostics)?;
            let radius = in_range(radius, value, "radius", f32::MAX, diagnostics);
            Some(SpringShape::Capsule { offset: Vec3::from(offset), tail: Vec3::from(tail), radius, inside })
        }
        (None, None, Some(value)) => {
            let Plane { offset, normal } = Plane::from_json(value, diagnostics)?;
            let normal = unit(Vec3::from(normal), value.get("normal").unwrap_or(value), diagnostics)?;
            Some(SpringShape::Plane { offset: Vec3::from(offset), normal })
        }
        (None, None, None) => report_shapes(value, "neither a sphere, a capsule nor a plane", diagnostics),
        _ => report_shapes(value, "more than one shape", diagnostics),
    }
}

/// Reports a collider of no shape or of several.
fn report_shapes<T>(value: Value<'_>, found: &str, diagnostics: &mut Diagnostics) -> Option<T> {
    let message = format!("a collider has exactly one shape; this has {found}, and nothing collides with it");
    diagnostics.report(Code::SPRING_COLLIDER_SHAPE, value, message);
    None
}

/// A normal of unit length; the extension requires it to be one.
fn unit(normal: Vec3, place: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Vec3> {
    let length = normal.length();
    let unit = normal.try_normalize();
    if unit.is_none() {
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, place, "a normal without a direction; nothing collides with it");
    } else if (length - 1.0).abs() > 1e-3 {
        let message = format!("a normal of length {length}; it is brought to length 1");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, place, message);
    }
    unit
}

/// A group. Indices of colliders that do not exist are left out.
pub(super) fn lower_group(value: Value<'_>, colliders: usize, diagnostics: &mut Diagnostics) -> SpringColliderGroup {
    let Some(table) = ColliderGroup::from_json(value, diagnostics) else { return SpringColliderGroup::default() };
    let colliders = indices(Some(table.colliders), colliders, "collider", diagnostics);
    SpringColliderGroup { name: table.name.map(std::borrow::Cow::into_owned), colliders }
}

/// The indices of a list that are below `count`.
pub(super) fn indices(value: Option<Value<'_>>, count: usize, what: &str, diagnostics: &mut Diagnostics) -> Vec<usize> {
    let mut indices = Vec::new();
    for entry in list(value, &format!("{what}s"), diagnostics) {
        let Some(index) = u32::from_json(entry, diagnostics) else { continue };
        if (index as usize) < count {
            indices.push(index as usize);
        } else {
            diagnostics.report(Code::UNRESOLVED_REFERENCE, entry, format!("there is no {what} {index}"));
        }
    }
    indices
}

/// A number of at least 0 and at most `max`, or the nearest of those.
pub(super) fn in_range(number: f32, object: Value<'_>, key: &str, max: f32, diagnostics: &mut Diagnostics) -> f32 {
    let nearest = number.clamp(0.0, max);
    if !(0.0..=max).contains(&number) {
        let range = if max < f32::MAX { format!("from 0 to {max}") } else { "at least 0".to_owned() };
        let message = format!("{key} is {number}; it must be {range}, and {nearest} is used");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, object.get(key).unwrap_or(object), message);
    }
    nearest
}
