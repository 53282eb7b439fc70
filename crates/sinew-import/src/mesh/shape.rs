//! Shapes as triangles, for viewers that know no implicit shapes. Round ones stand along Y, as `KHR_implicit_shapes` has them.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::DVec3;
use sinew_model::math::double::sin_cos;

use super::TriangleMesh;

/// Segments around an axis.
const AROUND: u32 = 32;

/// Rings from pole to pole; even, so that capsules divide at the equator.
const RINGS: u32 = 16;

/// A box by its half sizes.
pub(crate) fn cuboid(half: DVec3) -> TriangleMesh {
    let mut mesh = Builder::default();
    for normal in [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z] {
        let right = DVec3::new(normal.z.abs() + normal.y.abs(), 0.0, normal.x.abs());
        let up = normal.cross(right);
        mesh.quad(
            [-1.0, 1.0, 1.0, -1.0]
                .into_iter()
                .zip([-1.0, -1.0, 1.0, 1.0])
                .map(|(x, y)| (normal + right * x + up * y) * half),
            normal,
        );
    }
    mesh.finish()
}

/// A rectangle in the plane of X and Z that is seen from +Y.
pub(crate) fn quad(half_x: f64, half_z: f64) -> TriangleMesh {
    let mut mesh = Builder::default();
    let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    mesh.quad(corners.into_iter().map(|(x, z)| DVec3::new(x * half_x, 0.0, z * half_z)), DVec3::Y);
    mesh.finish()
}

/// An ellipsoid by its half axes.
pub(crate) fn ellipsoid(half: DVec3) -> TriangleMesh {
    round(|direction| (direction * half, (direction / half).normalize_or(direction)))
}

/// A capsule along Y.
pub(crate) fn capsule(radius: f64, half: f64) -> TriangleMesh {
    let mut mesh = Builder::default();
    mesh.cap(0..=RINGS / 2, |direction| (direction * radius + DVec3::Y * half, direction));
    mesh.cap(RINGS / 2..=RINGS, |direction| (direction * radius - DVec3::Y * half, direction));
    // Between the two halves: the last ring of the first and the first of the second.
    let row = AROUND + 1;
    let last = RINGS / 2 * row;
    for column in 0..AROUND {
        mesh.cell(last + column, last + row + column);
    }
    mesh.finish()
}

/// A cylinder along Y.
pub(crate) fn cylinder(radius: f64, half: f64) -> TriangleMesh {
    let mut mesh = Builder::default();
    for (first, second) in [(0, 1)] {
        for y in [half, -half] {
            for column in 0..=AROUND {
                let around = direction(column, RINGS / 2);
                mesh.vertex(around * radius + DVec3::Y * y, around);
            }
        }
        for column in 0..AROUND {
            mesh.cell(first * (AROUND + 1) + column, second * (AROUND + 1) + column);
        }
    }
    for (y, normal) in [(half, DVec3::Y), (-half, DVec3::NEG_Y)] {
        let center = mesh.vertex(DVec3::Y * y, normal);
        for column in 0..=AROUND {
            mesh.vertex(direction(column, RINGS / 2) * radius + DVec3::Y * y, normal);
        }
        for column in 0..AROUND {
            let (a, b) = (center + 1 + column, center + 2 + column);
            mesh.mesh.triangles.push(if normal.y > 0.0 { [center, a, b] } else { [center, b, a] });
        }
    }
    mesh.finish()
}

/// The direction of a column and a ring, from the north pole down, counterclockwise seen from +Y.
fn direction(column: u32, ring: u32) -> DVec3 {
    let (sine, cosine) = sin_cos(TAU * f64::from(column % AROUND) / f64::from(AROUND));
    let (up, out) = sin_cos(FRAC_PI_2 - PI * f64::from(ring) / f64::from(RINGS));
    DVec3::new(out * cosine, up, -out * sine)
}

fn round(place: impl Fn(DVec3) -> (DVec3, DVec3)) -> TriangleMesh {
    let mut mesh = Builder::default();
    mesh.cap(0..=RINGS, place);
    mesh.finish()
}

#[derive(Default)]
struct Builder {
    mesh: TriangleMesh,
    normals: Vec<DVec3>,
}

impl Builder {
    fn vertex(&mut self, position: DVec3, normal: DVec3) -> u32 {
        self.mesh.positions.push(position);
        self.normals.push(normal);
        self.mesh.positions.len() as u32 - 1
    }

    fn quad(&mut self, corners: impl Iterator<Item = DVec3>, normal: DVec3) {
        let first = self.mesh.positions.len() as u32;
        for corner in corners {
            self.vertex(corner, normal);
        }
        self.mesh.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }

    /// Two triangles between a column of one row and the same of the row below it.
    fn cell(&mut self, above: u32, below: u32) {
        self.mesh.triangles.extend([[above, below, below + 1], [above, below + 1, above + 1]]);
    }

    fn cap(&mut self, rings: std::ops::RangeInclusive<u32>, place: impl Fn(DVec3) -> (DVec3, DVec3)) {
        let start = self.mesh.positions.len() as u32;
        let rows = rings.end() - rings.start();
        for ring in rings {
            for column in 0..=AROUND {
                let (position, normal) = place(direction(column, ring));
                self.vertex(position, normal);
            }
        }
        for row in 0..rows {
            for column in 0..AROUND {
                let above = start + row * (AROUND + 1) + column;
                self.cell(above, above + AROUND + 1);
            }
        }
    }

    fn finish(mut self) -> TriangleMesh {
        self.mesh.normals = Some(self.normals);
        self.mesh
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inertia::solid;
    use crate::mesh::MeshInertia;

    /// Closed and outward: the signed volume is that of the shape, less what 32 segments and 16 rings cut off (3 %).
    #[test]
    fn shapes_enclose_their_volume_and_face_outwards() {
        let shapes = [
            (cuboid(DVec3::new(1.0, 2.0, 3.0)), solid::cuboid(DVec3::new(1.0, 2.0, 3.0)).volume, 1e-12),
            (ellipsoid(DVec3::new(1.0, 2.0, 3.0)), solid::ellipsoid(DVec3::new(1.0, 2.0, 3.0)).volume, 0.03),
            (capsule(0.5, 1.0), solid::capsule(0.5, 1.0).volume, 0.03),
            (cylinder(0.5, 1.0), solid::cylinder(0.5, 1.0).volume, 0.03),
        ];
        for (mesh, volume, tolerance) in shapes {
            let body = mesh.inertia(MeshInertia::Exact).unwrap();
            assert!((body.mass / volume - 1.0).abs() <= tolerance, "{} is not {volume}", body.mass);
            assert!(body.center.length() < 1e-9);
            for (corners, triangle) in mesh.corners().zip(&mesh.triangles) {
                let [a, b, c] = corners;
                let normal = mesh.normals.as_ref().unwrap()[triangle[0] as usize];
                let across = (b - a).cross(c - a);
                assert!(across.length() < 1e-9 || across.dot(normal) > 0.0);
            }
        }
    }
}
