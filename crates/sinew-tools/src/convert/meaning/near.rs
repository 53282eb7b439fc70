//! Equality up to rounding.

use glam::{Affine3A, Vec3};

use sinew_model::math::Rigid;
use sinew_model::model::physics::{LimitRow, Shape};

/// The relative tolerance of equality: the error of an inverse matrix and a few products of singles, 2⁻²⁴ each, is a hundred
/// times smaller.
const TOLERANCE: f32 = 1e-5;

pub(super) fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= TOLERANCE * a.abs().max(b.abs())
}

pub(super) fn near_vector(a: Vec3, b: Vec3) -> bool {
    a.distance(b) <= TOLERANCE * a.length().max(b.length()).max(1e-3)
}

/// Positions are compared on the scale of a metre at least.
pub(super) fn near_affine(a: &Affine3A, b: &Affine3A) -> bool {
    let columns = [
        (a.matrix3.x_axis, b.matrix3.x_axis),
        (a.matrix3.y_axis, b.matrix3.y_axis),
        (a.matrix3.z_axis, b.matrix3.z_axis),
    ];
    let size = columns.iter().fold(1e-6_f32, |size, (a, b)| size.max(a.length()).max(b.length()));
    let is_near = columns.iter().all(|(a, b)| a.distance(*b) <= TOLERANCE * size);
    is_near && near_position(a.translation.into(), b.translation.into())
}

pub(super) fn near_rigid(a: &Rigid, b: &Rigid) -> bool {
    // q and −q are the same rotation; 1 − |cos| of half an angle is an eighth of its square.
    let is_turned_alike = a.rotation.dot(b.rotation).abs() > 1.0 - 1e-6;
    is_turned_alike && near_position(a.translation, b.translation)
}

fn near_position(a: Vec3, b: Vec3) -> bool {
    a.distance(b) <= TOLERANCE * a.length().max(b.length()).max(1.0)
}

pub(super) fn near_shape(a: Option<&Shape>, b: Option<&Shape>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    let all_near = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| near(*a, *b));
    match (a, b) {
        (Shape::Box { size: a }, Shape::Box { size: b }) => all_near(&a.to_array(), &b.to_array()),
        (Shape::Sphere { radius: a }, Shape::Sphere { radius: b }) => near(*a, *b),
        (
            Shape::Capsule { height: h, radius_bottom: r, radius_top: t },
            Shape::Capsule { height, radius_bottom, radius_top },
        ) => {
            // The height from end to end, which some dialects write, rounds with the radii.
            let ends = h + r + t;
            (h - height).abs() <= TOLERANCE * ends && all_near(&[*r, *t], &[*radius_bottom, *radius_top])
        }
        (
            Shape::Cylinder { height: h, radius_bottom: r, radius_top: t },
            Shape::Cylinder { height, radius_bottom, radius_top },
        ) => all_near(&[*h, *r, *t], &[*height, *radius_bottom, *radius_top]),
        (a, b) => a == b,
    }
}

pub(super) fn near_rows(a: &[LimitRow], b: &[LimitRow]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// Limits in a report.
pub(super) fn describe_rows(rows: &[LimitRow]) -> String {
    if rows.is_empty() {
        return "no limit".to_owned();
    }
    let end = |end: Option<f32>| end.map_or_else(String::new, |end| end.to_string());
    let describe = rows.iter().map(|row| {
        let spring = row.spring.map_or_else(String::new, |spring| {
            format!(" (stiffness {}, damping {})", spring.stiffness, spring.damping)
        });
        format!("{:?} {}..{}{spring}", row.metric, end(row.min), end(row.max))
    });
    describe.collect::<Vec<_>>().join(", ")
}
