//! Normals for meshes that have none: smooth where faces meet at small angles, sharp at edges.

use std::collections::HashMap;

use glam::DVec3;

use super::TriangleMesh;

/// The cosine of the angle between two faces above which the edge between them is sharp: 40°.
const CREASE: f64 = 0.766;

/// A vertex of more faces than this gets the normal of each face, so that no file makes this quadratic.
const MAX_FACES: usize = 64;

impl TriangleMesh {
    /// The same mesh with normals; vertices at sharp edges are split.
    pub(crate) fn with_normals(&self) -> Self {
        if self.normals.is_some() {
            return self.clone();
        }
        let normal = |triangle: &[u32; 3]| -> Option<DVec3> {
            let [a, b, c] = triangle.map(|index| self.positions.get(index as usize).copied());
            let (a, b, c) = (a?, b?, c?);
            Some((b - a).cross(c - a))
        };
        let faces: Vec<([u32; 3], DVec3)> = self
            .triangles
            .iter()
            .filter_map(|triangle| Some((*triangle, normal(triangle)?)))
            .filter(|(_, across)| across.length_squared() > 0.0)
            .collect();
        let mut of_vertex: Vec<Vec<u32>> = vec![Vec::new(); self.positions.len()];
        for (index, (triangle, _)) in faces.iter().enumerate() {
            for &vertex in triangle {
                if let Some(list) = of_vertex.get_mut(vertex as usize) {
                    list.push(index as u32);
                }
            }
        }
        let mut split = Self { uvs: self.uvs.as_ref().map(|_| Vec::new()), ..Self::default() };
        let mut normals = Vec::new();
        let mut known: HashMap<(u32, [u32; 3]), u32> = HashMap::new();
        for (triangle, across) in &faces {
            let corners = triangle.map(|vertex| {
                let around = of_vertex.get(vertex as usize).map_or(&[][..], Vec::as_slice);
                let smooth = smooth(*across, around, &faces);
                let key = (vertex, smooth.as_vec3().to_array().map(f32::to_bits));
                *known.entry(key).or_insert_with(|| {
                    split.positions.extend(self.positions.get(vertex as usize));
                    normals.push(smooth);
                    if let (Some(uvs), Some(from)) = (&mut split.uvs, &self.uvs) {
                        uvs.extend(from.get(vertex as usize));
                    }
                    split.positions.len() as u32 - 1
                })
            });
            split.triangles.push(corners);
        }
        split.normals = Some(normals);
        split
    }
}

/// The mean of the normals of the faces around a vertex that meet one of them smoothly, weighted by their areas.
fn smooth(across: DVec3, around: &[u32], faces: &[([u32; 3], DVec3)]) -> DVec3 {
    let flat = across.normalize_or(DVec3::Z);
    if around.len() > MAX_FACES {
        return flat;
    }
    let others = around.iter().filter_map(|&face| faces.get(face as usize)).map(|(_, other)| *other);
    let mean: DVec3 = others.filter(|other| other.dot(flat) >= CREASE * other.length()).sum();
    mean.normalize_or(flat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{cuboid, ellipsoid};

    #[test]
    fn a_box_keeps_its_edges_and_a_ball_is_smooth() {
        // Without normals, and with one vertex at each place.
        let welded = |mut mesh: TriangleMesh| {
            let positions = mesh.positions.clone();
            for index in mesh.triangles.as_flattened_mut() {
                let at = positions[*index as usize];
                *index = positions.iter().position(|other| other.distance(at) < 1e-9).unwrap() as u32;
            }
            TriangleMesh { normals: None, ..mesh }
        };
        // Eight corners, each of three faces.
        let split = welded(cuboid(DVec3::ONE)).with_normals();
        assert_eq!(split.positions.len(), 24);
        for (point, normal) in split.positions.iter().zip(split.normals.unwrap()) {
            assert!((normal.abs().max_element() - 1.0).abs() < 1e-12 && normal.dot(*point) > 0.5);
        }
        let ball = welded(ellipsoid(DVec3::ONE)).with_normals();
        for (point, normal) in ball.positions.iter().zip(ball.normals.unwrap()) {
            assert!(point.normalize().dot(normal) > 0.98);
        }
    }
}
