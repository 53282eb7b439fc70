//! Collision shapes of the engine.
//!
//! A node's matrix rotates, scales and possibly shears a shape. Its rigid part becomes the pose of the collider; the
//! rest, the *stretch*, becomes part of the shape, which all colliders with the same stretch share.

mod cache;
mod hull;
mod mesh;
mod plane;
mod primitive;
mod stretch;

use glam::{Mat3, Vec3};
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::prelude::{SharedShape, TypedShape};

use sinew_model::model::physics::{Mesh, Shape};

pub(super) use cache::ShapeCache;
pub(super) use hull::hull_triangles;
pub(super) use primitive::Primitive;
pub(super) use stretch::{Placement, Stretch};

/// What a shape is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    /// A collider that others bump into.
    Solid,
    /// A volume in which others are detected.
    Volume,
}

/// Returns the convex hull of points as a mesh; `None` if they span no volume.
#[must_use]
pub fn convex_hull(points: &[Vec3]) -> Option<Mesh> {
    hull_triangles(points).map(|(points, triangles)| Mesh { points, triangles })
}

/// Builds the engine's shape; `None` for a shape without extent, or points without a hull.
pub(super) fn build(shape: &Shape, stretch: &Stretch, purpose: Purpose) -> Option<SharedShape> {
    if stretch.is_nothing() {
        return None;
    }
    if let Some(primitive) = Primitive::of(shape, stretch) {
        return is_near_enough(&primitive.bounds()).then(|| primitive.shared());
    }
    let built = match shape {
        Shape::Box { size } => cuboid(*size, stretch),
        Shape::Sphere { radius } => {
            hull::of_points(hull::ball_points(Vec3::ZERO, *radius).map(|point| stretch.apply(point)))
        }
        Shape::Capsule { height, radius_bottom, radius_top } => capsule(*height, *radius_bottom, *radius_top, stretch),
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            let (bottom, top) = (-height / 2.0, height / 2.0);
            let discs = hull::circle_points(bottom, *radius_bottom).chain(hull::circle_points(top, *radius_top));
            hull::of_points(discs.map(|point| stretch.apply(point)))
        }
        Shape::Plane { size_x, size_z, double_sided } => {
            plane::build([*size_x, *size_z], *double_sided, stretch, purpose)
        }
        Shape::ConvexHull(mesh) => hull::of_points(mesh.points.iter().map(|point| stretch.apply(*point))),
        Shape::TriangleMesh(mesh) => mesh::build(mesh, stretch, purpose),
    };
    // A half-space extends to the largest number.
    built.filter(|built| {
        let bounds = built.compute_local_aabb();
        let is_endless = matches!(built.as_typed_shape(), TypedShape::HalfSpace(_));
        is_near_enough(&bounds) || (is_endless && bounds.mins.is_finite() && bounds.maxs.is_finite())
    })
}

/// A shape of an instance with other sizes, where the engine has it by its sizes alone; `None` also for one that [`build`] refuses.
pub(super) fn primitive(shape: &Shape, stretch: &Stretch) -> Option<Primitive> {
    if stretch.is_nothing() {
        return None;
    }
    Primitive::of(shape, stretch).filter(|primitive| is_near_enough(&primitive.bounds()))
}

/// Whether a shape is within the reach of shapes: farther ones overflow in the engine, which squares lengths.
fn is_near_enough(bounds: &Aabb) -> bool {
    let reach = bounds.mins.abs().max(bounds.maxs.abs()).max_element();
    bounds.mins.is_finite() && bounds.maxs.is_finite() && reach <= Shape::FARTHEST
}

fn cuboid(size: Vec3, stretch: &Stretch) -> Option<SharedShape> {
    let half = size / 2.0;
    let signs = [-1.0, 1.0];
    let corners = signs.into_iter().flat_map(|x| signs.into_iter().map(move |y| (x, y)));
    let corners = corners.flat_map(|(x, y)| signs.into_iter().map(move |z| Vec3::new(x, y, z)));
    hull::of_points(corners.map(|corner| stretch.apply(corner * half)))
}

/// A capsule that is tapered or stretched.
fn capsule(height: f32, bottom: f32, top: f32, stretch: &Stretch) -> Option<SharedShape> {
    let half = Vec3::Y * (height / 2.0);
    let Some(scale) = stretch.uniform() else {
        let balls = hull::ball_points(-half, bottom).chain(hull::ball_points(half, top));
        return hull::of_points(balls.map(|point| stretch.apply(point)));
    };
    let (half, bottom, top) = (half * scale, bottom * scale, top * scale);
    // The hull of two spheres is the hull of a point and a sphere with the difference of their radii, rounded by the
    // smaller radius. So only the difference is approximated by flat faces.
    let (wide, narrow) = if bottom > top { (-half, half) } else { (half, -half) };
    let core = hull::ball_points(wide, (bottom - top).abs()).chain([narrow]);
    hull::of_points_with_border(core, bottom.min(top))
}

/// The normal of a plane after a stretch.
pub(super) fn stretched_normal(normal: Vec3, stretch: Mat3) -> Vec3 {
    // The cofactor matrix transforms normals, and exists even if the inverse does not.
    let (x, y, z) = (stretch.x_axis, stretch.y_axis, stretch.z_axis);
    let cofactors = Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    (cofactors * normal).try_normalize().unwrap_or(normal)
}
