//! The effect of a node's transform on its shape (`KHR_physics_rigid_bodies` ac5c413, Geometry).

use glam::{Affine3A, Vec3};
use sinew_document::{Code, Diagnostics, Value};

use crate::math::Transform;
use crate::model::physics::Shape;

/// How far scales may differ, and axes may be from perpendicular, before it is reported: six printed digits and a chain of
/// rounded products stay well below.
const TOLERANCE: f32 = 1e-4;

/// Reports the effect of the transform on the shape; `None` if the shape has no extent left. `value` is the collider or
/// the trigger.
pub(super) fn check(
    shape: &Shape,
    owner_from_node: Affine3A,
    value: Value<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<()> {
    if !owner_from_node.is_finite() {
        diagnostics.report(Code::VALUE_NOT_FINITE, value, "the transforms of the node overflow; it is left out");
        return None;
    }
    let columns = owner_from_node.matrix3;
    let scale = Vec3::new(columns.x_axis.length(), columns.y_axis.length(), columns.z_axis.length());
    if !scale.is_finite() || !scale.length_squared().is_finite() {
        diagnostics.report(Code::VALUE_NOT_FINITE, value, "the scale of the node overflows; it is left out");
        return None;
    }
    let reach = shape.reach() * scale.max_element();
    if reach > Shape::FARTHEST {
        let farthest = Shape::FARTHEST;
        let message = format!("the shape extends to {reach:e} m; the maximum is {farthest:e} m; it is left out");
        diagnostics.report(Code::VALUE_NOT_IN_RANGE, value, message);
        return None;
    }
    let lost = scale.to_array().into_iter().filter(|along| !along.is_normal()).count();
    if lost == 3 {
        diagnostics.report(Code::COLLIDER_DISABLED, value, "the node's scale is zero along all axes; it is left out");
        return None;
    }
    let survives = matches!(shape, Shape::Box { .. } | Shape::TriangleMesh(_) | Shape::Plane { .. });
    if lost == 2 || (lost == 1 && !survives) {
        let message = format!("the scale is zero along {lost} of 3 axes, which leaves no volume; it is left out");
        diagnostics.report(Code::COLLIDER_FLAT, value, message);
        return None;
    }
    // Points and triangles go wherever a matrix takes them.
    if matches!(shape, Shape::ConvexHull(_) | Shape::TriangleMesh(_)) || lost > 0 {
        return Some(());
    }
    if Transform::decompose(owner_from_node).error > TOLERANCE {
        let message = "rotations below unequal scales shear the shape; a convex hull of it is used";
        diagnostics.report(Code::COLLIDER_SHEARED, value, message);
    } else if is_out_of_round(shape, scale) {
        let message = format!("the scale {scale} is not uniform; a convex hull of the shape is used");
        diagnostics.report(Code::COLLIDER_SCALE_NON_UNIFORM, value, message);
    }
    Some(())
}

/// Whether a scale changes the kind of a round shape.
fn is_out_of_round(shape: &Shape, scale: Vec3) -> bool {
    let differ = |a: f32, b: f32| (a - b).abs() > TOLERANCE * a.max(b);
    match shape {
        Shape::Sphere { .. } | Shape::Capsule { .. } => differ(scale.x, scale.y) || differ(scale.x, scale.z),
        Shape::Cylinder { .. } => differ(scale.x, scale.z),
        Shape::Box { .. } | Shape::Plane { .. } | Shape::ConvexHull(_) | Shape::TriangleMesh(_) => false,
    }
}
