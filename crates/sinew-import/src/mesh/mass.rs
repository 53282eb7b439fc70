//! The mass of what a mesh encloses, as MuJoCo's compiler has it.

use glam::{DMat3, DVec3};

use super::TriangleMesh;
use crate::inertia::Inertia;

/// How the triangles are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MeshInertia {
    /// Pyramids over the triangles with absolute volumes: right for convex meshes, and never negative.
    #[default]
    Legacy,
    /// Signed volumes: right for closed meshes.
    Exact,
    /// The triangles themselves; densities are of areas.
    Shell,
}

impl TriangleMesh {
    /// The inertia with a density of 1. `None` if the mesh encloses nothing.
    pub(crate) fn inertia(&self, kind: MeshInertia) -> Option<Inertia> {
        let faces: Vec<Face> = self.corners().filter_map(Face::new).collect();
        let area: f64 = faces.iter().map(|face| face.area).sum();
        let middle = faces.iter().map(|face| face.center * face.area).sum::<DVec3>() / area;
        if !middle.is_finite() {
            return None;
        }
        let weight = |face: &Face, apex: DVec3| match kind {
            MeshInertia::Legacy => face.volume(apex).abs(),
            MeshInertia::Exact => face.volume(apex),
            MeshInertia::Shell => face.area,
        };
        let around_middle: f64 = faces.iter().map(|face| weight(face, middle)).sum();
        let first_moments = faces.iter().map(|face| {
            let center = if kind == MeshInertia::Shell { face.center } else { face.center * 0.75 + middle * 0.25 };
            center * weight(face, middle)
        });
        let center = first_moments.sum::<DVec3>() / around_middle;
        // Absolute volumes depend on the apex: the centre is found from the faces' middle, the mass from the centre.
        let mass: f64 = faces.iter().map(|face| weight(face, center)).sum();
        if mass <= f64::MIN_POSITIVE || !center.is_finite() {
            return None;
        }
        let mut products = DMat3::ZERO;
        for face in &faces {
            products += face.products(center, kind) * weight(face, center);
        }
        let trace = products.x_axis.x + products.y_axis.y + products.z_axis.z;
        let tensor = DMat3::from_diagonal(DVec3::splat(trace)) - products;
        Some(Inertia { mass, center, tensor })
    }
}

struct Face {
    corners: [DVec3; 3],
    center: DVec3,
    normal: DVec3,
    area: f64,
}

impl Face {
    fn new(corners: [DVec3; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let across = (b - a).cross(c - a);
        let normal = across.try_normalize()?;
        Some(Self { corners, center: (a + b + c) / 3.0, normal, area: across.length() / 2.0 })
    }

    /// The signed volume of the pyramid over the face.
    fn volume(&self, apex: DVec3) -> f64 {
        (self.center - apex).dot(self.normal) * self.area / 3.0
    }

    /// The second moments of the pyramid over the face, or of the face, about the apex, for a weight of 1.
    fn products(&self, apex: DVec3, kind: MeshInertia) -> DMat3 {
        let [d, e, f] = self.corners.map(|corner| corner - apex);
        let outer = |v: DVec3| DMat3::from_cols(v * v.x, v * v.y, v * v.z);
        let sum = outer(d) + outer(e) + outer(f) + outer(d + e + f);
        if kind == MeshInertia::Shell { sum / 12.0 } else { sum / 20.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::cuboid;

    #[test]
    fn a_cuboid_of_triangles_has_the_moments_of_a_cuboid() {
        let half = DVec3::new(0.5, 1.0, 1.5);
        let mesh = cuboid(half).referred_to(DVec3::new(-1.0, 0.0, 2.0), glam::DQuat::IDENTITY, DVec3::ONE);
        let solid = crate::inertia::solid::cuboid(half);
        for kind in [MeshInertia::Legacy, MeshInertia::Exact] {
            let body = mesh.inertia(kind).unwrap();
            assert!((body.mass - solid.volume).abs() < 1e-12);
            assert!((body.center - DVec3::new(1.0, 0.0, -2.0)).length() < 1e-12);
            let expected = DMat3::from_diagonal(solid.moments * solid.volume);
            assert!((body.tensor - expected).to_cols_array().iter().all(|entry| entry.abs() < 1e-12));
        }
    }

    /// A mesh that is not convex, with the values that MuJoCo 4.0.0 compiles it to at a density of 1.
    #[test]
    fn a_dented_mesh_has_the_inertia_that_mujoco_gives_it() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.2, 0.2, 0.2]];
        let mesh = TriangleMesh {
            positions: points.map(DVec3::from_array).to_vec(),
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 4], [2, 3, 4], [1, 4, 3]],
            ..TriangleMesh::default()
        };
        let expected = [
            (MeshInertia::Legacy, 0.137_068_68, 0.237_068_69, [0.013_706_87, 0.008_340_05, 0.008_340_05]),
            (MeshInertia::Exact, 0.1, 0.216_666_67, [0.01, 0.006_116_67, 0.006_116_67]),
            (MeshInertia::Shell, 2.494_987_43, 0.248_808_53, [0.415_831_24, 0.246_617_4, 0.246_617_4]),
        ];
        for (kind, mass, center, moments) in expected {
            let body = mesh.inertia(kind).unwrap();
            assert!((body.mass - mass).abs() < 1e-7, "{kind:?}: {}", body.mass);
            assert!((body.center - DVec3::splat(center)).length() < 1e-7, "{kind:?}: {}", body.center);
            let mut found = body.principal().moments.to_array();
            found.sort_by(|a, b| b.total_cmp(a));
            for (found, moment) in found.iter().zip(moments) {
                assert!((found - moment).abs() < 1e-7, "{kind:?}: {found} is not {moment}");
            }
        }
    }
}
