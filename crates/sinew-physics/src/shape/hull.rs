//! Convex hulls, and points on circles and spheres.

use std::f64::consts::{PI, TAU};

use glam::Vec3;
use rapier3d::parry::transformation::try_convex_hull;
use rapier3d::prelude::SharedShape;

/// The sides of a circle. Its points lie as far outside as the middles of the sides lie inside, so the error of the
/// hull is at most (1 − cos(π/64))/2 = 0.06 % of the radius.
const SIDES: usize = 64;

/// The rings of a sphere from pole to pole, and the points of each. The centres of its faces lie at cos(π/40)·cos(π/40)
/// of the radius or above. With the points half of that outside, the error is at most 0.31 % of the radius.
const RINGS: usize = 20;
const RING_POINTS: usize = 40;

/// The hull of points. Flat or thin sets get a thousandth of their size as thickness.
pub(super) fn of_points(points: impl IntoIterator<Item = Vec3>) -> Option<SharedShape> {
    of_points_with_border(points, 0.0)
}

/// The hull of points with a rounded border.
pub(super) fn of_points_with_border(points: impl IntoIterator<Item = Vec3>, border: f32) -> Option<SharedShape> {
    let mut points: Vec<Vec3> = points.into_iter().filter(|point| point.is_finite()).collect();
    if is_flat(&points) {
        thicken(&mut points);
    }
    if border > 0.0 { SharedShape::round_convex_hull(&points, border) } else { SharedShape::convex_hull(&points) }
}

/// The vertices and triangles of the hull of points; `None` if they span no volume.
pub(crate) fn hull_triangles(points: &[Vec3]) -> Option<(Vec<Vec3>, Vec<[u32; 3]>)> {
    let points: Vec<Vec3> = points.iter().copied().filter(|point| point.is_finite()).collect();
    if is_flat(&points) {
        return None;
    }
    try_convex_hull(&points).ok()
}

/// Points on a circle about Y at a height.
pub(super) fn circle_points(height: f32, radius: f32) -> impl Iterator<Item = Vec3> {
    let outside = 2.0 / (1.0 + libm::cos(PI / SIDES as f64));
    let radius = f64::from(radius) * outside;
    // All sides of a disc without extent coincide.
    let count = if radius > 0.0 { SIDES } else { 1 };
    (0..count).map(move |side| {
        let (sine, cosine) = libm::sincos(TAU * side as f64 / SIDES as f64);
        Vec3::new((cosine * radius) as f32, height, (sine * radius) as f32)
    })
}

/// Points on a sphere.
pub(super) fn ball_points(center: Vec3, radius: f32) -> impl Iterator<Item = Vec3> {
    let sag = libm::cos(PI / RINGS as f64 / 2.0) * libm::cos(PI / RING_POINTS as f64);
    let radius = f64::from(radius) * 2.0 / (1.0 + sag);
    let count = if radius > 0.0 { RINGS + 1 } else { 1 };
    (0..count).flat_map(move |ring| {
        let (sine, cosine) = libm::sincos(PI * ring as f64 / RINGS as f64);
        let points = if ring == 0 || ring == RINGS { 1 } else { RING_POINTS };
        (0..points).map(move |index| {
            let (z, x) = libm::sincos(TAU * index as f64 / RING_POINTS as f64);
            let offset = glam::DVec3::new(x * sine, cosine, z * sine) * radius;
            center + offset.as_vec3()
        })
    })
}

/// Returns a point and the normal of a large triangle: the first point, the one farthest from it, and the one farthest
/// from the line through both.
fn widest_normal(points: &[Vec3]) -> Option<(Vec3, Vec3)> {
    let first = *points.first()?;
    let farthest = |from: &dyn Fn(Vec3) -> f32| points.iter().copied().max_by(|a, b| from(*a).total_cmp(&from(*b)));
    let second = farthest(&|point| point.distance_squared(first))?;
    let along = (second - first).try_normalize()?;
    let third = farthest(&|point| (point - first).reject_from_normalized(along).length_squared())?;
    let normal = along.cross(third - first).try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
    Some((first, normal))
}

/// Whether all points lie in one plane, within a millionth of their size.
fn is_flat(points: &[Vec3]) -> bool {
    let Some((first, normal)) = widest_normal(points) else { return true };
    let size = size(points);
    points.iter().all(|point| (*point - first).dot(normal).abs() <= 1e-6 * size)
}

/// Adds copies of every point, moved along each direction in which the points have no extent.
fn thicken(points: &mut Vec<Vec3>) {
    let Some((_, normal)) = widest_normal(points) else { return };
    let thickness = size(points) * 0.5e-3;
    let across = normal.any_orthonormal_vector();
    for direction in [normal * thickness, across * thickness, normal.cross(across) * thickness] {
        // A flat hull needs copies along its normal, a straight one along all three axes. More copies do no harm.
        let moved: Vec<Vec3> = points.iter().flat_map(|point| [*point + direction, *point - direction]).collect();
        *points = moved;
    }
}

fn size(points: &[Vec3]) -> f32 {
    let low = points.iter().copied().reduce(Vec3::min).unwrap_or_default();
    let high = points.iter().copied().reduce(Vec3::max).unwrap_or_default();
    (high - low).max_element()
}
