//! Colliders and triggers as drawings.

use std::f32::consts::TAU;

use sinew::Model;
use sinew::glam::Vec3;
use sinew::model::physics::{Shape, ShapeInstance};

use super::solid::{Edge, Solid};
use super::{PLAIN, Part};

/// Corners around a round shape.
const AROUND: u32 = 16;

/// Rings of half a ball.
const RINGS: i32 = 4;

/// The side of an infinite plane, metres.
const WIDE: f32 = 20.0;

pub(super) fn parts(model: &Model) -> Vec<Part> {
    let physics = model.physics();
    let part = |instance: &ShapeInstance, is_trigger: bool| {
        let solid = solid(physics.shapes().get(instance.shape.slot())?);
        // One sees through a trigger.
        let solid = if is_trigger { outlined(solid) } else { solid };
        Some(Part { node: instance.node, solid, color: PLAIN, skinning: None })
    };
    let colliders = physics.colliders().iter().filter_map(|collider| part(&collider.shape_instance, false));
    let triggers = physics.triggers().iter().flat_map(|trigger| &trigger.parts).filter_map(|placed| part(placed, true));
    colliders.chain(triggers).collect()
}

fn outlined(solid: Solid) -> Solid {
    let sharp = solid.edges.iter().filter(|edge| edge.is_seen(&[])).map(|edge| Edge::always(edge.ends)).collect();
    Solid { triangles: Vec::new(), edges: sharp, ..solid }
}

fn solid(shape: &Shape) -> Solid {
    match shape {
        Shape::Box { size } => Solid::boxed([-*size / 2.0, *size / 2.0]),
        Shape::Sphere { radius } => round(&capsule(0.0, *radius, *radius)),
        Shape::Capsule { height, radius_bottom, radius_top } => round(&capsule(*height, *radius_bottom, *radius_top)),
        Shape::Cylinder { height, radius_bottom, radius_top } => {
            let half = height / 2.0;
            round(&[(0.0, -half), (*radius_bottom, -half), (*radius_top, half), (0.0, half)])
        }
        Shape::Plane { size_x, size_z, .. } => {
            let (x, z) = (size_x.unwrap_or(WIDE) / 2.0, size_z.unwrap_or(WIDE) / 2.0);
            let corners = [(-x, -z), (-x, z), (x, z), (x, -z)].map(|(x, z)| Vec3::new(x, 0.0, z));
            Solid::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])
        }
        Shape::ConvexHull(mesh) => bounds(&mesh.points),
        Shape::TriangleMesh(mesh) => Solid::new(mesh.points.clone(), mesh.triangles.clone()),
    }
}

/// The engine finds a hull; the drawing has the box around it.
fn bounds(points: &[Vec3]) -> Solid {
    let fold = |pick: fn(Vec3, Vec3) -> Vec3| points.iter().copied().reduce(pick).unwrap_or_default();
    Solid::boxed([fold(Vec3::min), fold(Vec3::max)])
}

/// The outline of a capsule from the bottom to the top: radius and height.
fn capsule(height: f32, bottom: f32, top: f32) -> Vec<(f32, f32)> {
    let ring = |radius: f32, centre: f32, at: i32| {
        let angle = at as f32 / RINGS as f32 * TAU / 4.0;
        // A pole is a point, which rounding would make a ring.
        (if at.abs() == RINGS { 0.0 } else { radius * angle.cos() }, centre + radius * angle.sin())
    };
    let below = (-RINGS..=0).map(|at| ring(bottom, -height / 2.0, at));
    let above = (0..=RINGS).map(|at| ring(top, height / 2.0, at));
    below.chain(above).collect()
}

/// An outline that rotates about Y.
fn round(outline: &[(f32, f32)]) -> Solid {
    let mut points = Vec::new();
    for &(radius, height) in outline {
        for at in 0..AROUND {
            let angle = at as f32 / AROUND as f32 * TAU;
            points.push(Vec3::new(radius * angle.cos(), height, radius * angle.sin()));
        }
    }
    let mut triangles = Vec::new();
    for ring in 0..(outline.len() as u32).saturating_sub(1) {
        for at in 0..AROUND {
            let next = (at + 1) % AROUND;
            let [a, b] = [ring * AROUND + at, ring * AROUND + next];
            let [c, d] = [a + AROUND, b + AROUND];
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    let is_area = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|at| points[at as usize]);
        (b - a).cross(c - a).length_squared() > 0.0
    };
    triangles.retain(is_area);
    Solid::new(points, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_shapes_reach_as_far_as_they_say_and_face_outwards() {
        let shape = Shape::Capsule { height: 2.0, radius_bottom: 0.5, radius_top: 0.25 };
        let solid = solid(&shape);
        let highest = solid.points.iter().map(|point| point.y).fold(f32::MIN, f32::max);
        let lowest = solid.points.iter().map(|point| point.y).fold(f32::MAX, f32::min);
        assert!((highest - 1.25).abs() < 1e-5 && (lowest + 1.5).abs() < 1e-5, "{lowest} {highest}");
        for &triangle in &solid.triangles {
            let [a, b, c] = triangle.map(|at| solid.points[at as usize]);
            let middle = (a + b + c) / 3.0;
            let outwards = middle - Vec3::new(0.0, middle.y.clamp(-1.0, 1.0), 0.0);
            assert!((b - a).cross(c - a).dot(outwards) > 0.0, "{a} {b} {c}");
        }
    }
}
