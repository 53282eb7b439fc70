//! Shapes as lines, in the space of their node.

use std::collections::BTreeMap;
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

use sinew::glam::Vec3;
use sinew::model::physics::{Mesh, Shape};

/// How many segments a circle has.
const SEGMENTS: usize = 24;

/// Half the side of an infinite plane as it is drawn, metres.
const INFINITE: f32 = 10.0;

/// A line through points.
pub(super) type Line = Vec<Vec3>;

/// The outlines of shapes; those of meshes are worked out once.
#[derive(Default)]
pub(super) struct Outlines {
    /// By the address of the mesh, which the entry keeps alive.
    meshes: BTreeMap<usize, (Arc<Mesh>, Arc<[Line]>)>,
}

impl Outlines {
    pub(super) fn of(&mut self, shape: &Shape) -> Arc<[Line]> {
        let (Shape::ConvexHull(mesh) | Shape::TriangleMesh(mesh)) = shape else { return outline(shape).into() };
        let entry = || (mesh.clone(), outline(shape).into());
        self.meshes.entry(Arc::as_ptr(mesh) as usize).or_insert_with(entry).1.clone()
    }
}

/// The outline of a shape.
pub(super) fn outline(shape: &Shape) -> Vec<Line> {
    match shape {
        Shape::Box { size } => cuboid(*size / 2.0),
        Shape::Sphere { radius } => {
            let circles = [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)];
            circles.map(|(x, y)| arc(Vec3::ZERO, x * *radius, y * *radius, TAU)).into()
        }
        Shape::Capsule { height, radius_bottom, radius_top } => capsule(*height, *radius_bottom, *radius_top),
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            let (low, high) = (Vec3::NEG_Y * height / 2.0, Vec3::Y * height / 2.0);
            let rings = [(low, radius_bottom), (high, radius_top)];
            let rings = rings.map(|(centre, radius)| arc(centre, Vec3::X * *radius, Vec3::Z * *radius, TAU));
            let sides = sides().map(|side| vec![low + side * *radius_bottom, high + side * *radius_top]);
            rings.into_iter().chain(sides).collect()
        }
        Shape::Plane { size_x, size_z, .. } => {
            let half = |size: &Option<f32>| size.map_or(INFINITE, |size| size / 2.0);
            let (x, z) = (half(size_x), half(size_z));
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
            vec![corners.map(|(i, j)| Vec3::new(i * x, 0.0, j * z)).into()]
        }
        Shape::ConvexHull(mesh) => match parry3d::transformation::try_convex_hull(&mesh.points) {
            Ok((points, triangles)) => edges(&points, &triangles),
            // Points from which the engine makes no hull, either.
            Err(_) => Vec::new(),
        },
        Shape::TriangleMesh(mesh) => edges(&mesh.points, &mesh.triangles),
    }
}

fn sides() -> [Vec3; 4] {
    [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z]
}

/// The part of a circle from `x` towards `y`.
pub(super) fn arc(centre: Vec3, x: Vec3, y: Vec3, angle: f32) -> Line {
    let count = ((SEGMENTS as f32 * angle.abs() / TAU).ceil() as usize).max(1);
    let point = |place: usize| {
        let (sin, cos) = (angle * place as f32 / count as f32).sin_cos();
        centre + x * cos + y * sin
    };
    (0..=count).map(point).collect()
}

fn cuboid(half: Vec3) -> Vec<Line> {
    let corner = |x: f32, y: f32, z: f32| half * Vec3::new(x, y, z);
    let ring = |y: f32| {
        vec![corner(-1., y, -1.), corner(1., y, -1.), corner(1., y, 1.), corner(-1., y, 1.), corner(-1., y, -1.)]
    };
    let uprights = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let uprights = uprights.map(|(x, z)| vec![corner(x, -1.0, z), corner(x, 1.0, z)]);
    [ring(-1.0), ring(1.0)].into_iter().chain(uprights).collect()
}

/// Two balls and the cone that touches both: it meets each where its normal has the same slope.
fn capsule(height: f32, bottom: f32, top: f32) -> Vec<Line> {
    let (low, high) = (Vec3::NEG_Y * height / 2.0, Vec3::Y * height / 2.0);
    let slope = if height > 0.0 { ((bottom - top) / height).clamp(-1.0, 1.0) } else { 0.0 };
    let angle = slope.asin();
    let (sin, cos) = (angle.sin(), angle.cos());
    let mut lines = Vec::new();
    for (centre, radius) in [(low, bottom), (high, top)] {
        let ring = centre + Vec3::Y * radius * sin;
        lines.push(arc(ring, Vec3::X * radius * cos, Vec3::Z * radius * cos, TAU));
    }
    for side in sides() {
        let normal = side * cos + Vec3::Y * sin;
        lines.push(vec![low + normal * bottom, high + normal * top]);
    }
    for (x, y) in [(Vec3::X, Vec3::Y), (Vec3::Z, Vec3::Y)] {
        let start = x * cos + y * sin;
        let across = y * cos - x * sin;
        lines.push(arc(high, start * top, across * top, PI - 2.0 * angle));
        lines.push(arc(low, start * bottom, -across * bottom, PI + 2.0 * angle));
    }
    lines
}

/// Every edge of triangles once.
fn edges(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Line> {
    let pairs = triangles.iter().flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
    let mut pairs: Vec<(u32, u32)> = pairs.map(|(one, other)| (*one.min(other), *one.max(other))).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let line = |(one, other): (u32, u32)| Some(vec![*points.get(one as usize)?, *points.get(other as usize)?]);
    pairs.into_iter().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(shape: &Shape) -> Vec<Vec3> {
        outline(shape).into_iter().flatten().collect()
    }

    #[test]
    fn points_of_round_shapes_are_on_their_surface() {
        for point in points(&Shape::Sphere { radius: 2.0 }) {
            assert!((point.length() - 2.0).abs() < 1e-5);
        }
        // On the cone between two balls, on one of the balls, or on a line that touches both: never inside either ball.
        for (height, bottom, top) in [(2.0, 0.5, 0.5), (2.0, 0.9, 0.2), (1.0, 0.1, 0.8), (0.0, 0.5, 0.5)] {
            let found = points(&Shape::Capsule { height, radius_bottom: bottom, radius_top: top });
            for point in &found {
                let low = (*point + Vec3::Y * height / 2.0).length() - bottom;
                let high = (*point - Vec3::Y * height / 2.0).length() - top;
                assert!(low.min(high).abs() < 1e-4, "{point}: {low} {high}");
            }
            let reach = found.iter().map(|point| point.y).fold(0.0, f32::max);
            assert!((reach - (height / 2.0 + top)).abs() < 2e-2, "{reach}");
        }
    }

    #[test]
    fn a_box_has_twelve_edges() {
        let lines = outline(&Shape::Box { size: Vec3::new(2.0, 4.0, 6.0) });
        let edges: usize = lines.iter().map(|line| line.len() - 1).sum();
        assert_eq!(edges, 12);
        let length: f32 = lines.iter().flat_map(|line| line.windows(2)).map(|pair| pair[0].distance(pair[1])).sum();
        // Four edges along each axis.
        assert!((length - 4.0 * (2.0 + 4.0 + 6.0)).abs() < 1e-4);
    }

    #[test]
    fn a_hull_has_the_edges_of_its_corners_alone() {
        // A tetrahedron with a point inside: six edges, none to the point inside.
        let points = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)];
        let mesh = Arc::new(Mesh { points, triangles: Vec::new() });
        let lines = outline(&Shape::ConvexHull(mesh));
        assert_eq!(lines.len(), 6);
        assert!(lines.iter().flatten().all(|point| point.distance(Vec3::splat(0.1)) > 0.05));
    }
}
