//! Whether a collider has a volume that a mass can be taken from.

use glam::Vec3;

use super::mesh::is_flat;
use crate::model::physics::{Collider, Shape};

/// Cubic metres below which a solid of the density of water weighs nothing in single precision.
const LEAST: f64 = 1e-40;

/// The order of each shape's volume, before its node's scale, cubic metres.
pub(super) fn of_shapes(shapes: &[Shape]) -> Vec<f64> {
    shapes.iter().map(extent).collect()
}

/// Whether a collider has a volume worth the name where its node puts it.
pub(super) fn is_solid(collider: &Collider, extents: &[f64]) -> bool {
    let extent = extents.get(collider.shape_instance.shape.slot()).copied().unwrap_or(0.0);
    extent * f64::from(collider.shape_instance.owner_from_node.matrix3.determinant().abs()) > LEAST
}

/// A volume of the order of the shape's: zero where it has none.
fn extent(shape: &Shape) -> f64 {
    let round = |height: f32, bottom: f32, top: f32| {
        let radius = f64::from(bottom.max(top));
        radius * radius * f64::from(height).max(radius)
    };
    match shape {
        Shape::Box { size } => size.to_array().into_iter().map(f64::from).product(),
        Shape::Sphere { radius } => f64::from(*radius).powi(3),
        Shape::Capsule { height, radius_bottom, radius_top }
        | Shape::Cylinder { height, radius_bottom, radius_top } => round(*height, *radius_bottom, *radius_top),
        Shape::Plane { .. } => 0.0,
        Shape::TriangleMesh(mesh) if is_flat(&mesh.points) => 0.0,
        // The box around the points, which enclose some of it: an open mesh weighs what its hull does.
        Shape::ConvexHull(mesh) | Shape::TriangleMesh(mesh) => {
            let (low, high) =
                (mesh.points.iter().copied().reduce(Vec3::min), mesh.points.iter().copied().reduce(Vec3::max));
            let size = high.unwrap_or_default() - low.unwrap_or_default();
            size.to_array().into_iter().map(f64::from).product()
        }
    }
}
