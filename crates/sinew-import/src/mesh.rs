//! Triangles: read from STL and OBJ files, and made of shapes.

mod mass;
mod normals;
mod obj;
mod shape;
mod stl;

use glam::{DQuat, DVec3};

pub(crate) use mass::MeshInertia;
pub(crate) use obj::read as read_obj;
pub(crate) use shape::{capsule, cuboid, cylinder, ellipsoid, quad};
pub(crate) use stl::read as read_stl;

/// Triangles with shared vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TriangleMesh {
    pub(crate) positions: Vec<DVec3>,
    /// One a vertex, of unit length.
    pub(crate) normals: Option<Vec<DVec3>>,
    /// One a vertex, with V downwards as glTF has it.
    pub(crate) uvs: Option<Vec<[f32; 2]>>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl TriangleMesh {
    /// The same mesh moved by the inverse of a pose and then scaled, which may mirror it.
    pub(crate) fn referred_to(mut self, position: DVec3, rotation: DQuat, scale: DVec3) -> Self {
        let back = rotation.conjugate();
        for point in &mut self.positions {
            *point = (back * (*point - position)) * scale;
        }
        for normal in self.normals.iter_mut().flatten() {
            *normal = (back * *normal / scale).try_normalize().unwrap_or(DVec3::Z);
        }
        if scale.x * scale.y * scale.z < 0.0 {
            for triangle in &mut self.triangles {
                triangle.swap(1, 2);
            }
        }
        self
    }

    /// The corners of the triangles whose vertices are there.
    pub(crate) fn corners(&self) -> impl Iterator<Item = [DVec3; 3]> {
        let at = |index: u32| self.positions.get(index as usize).copied();
        self.triangles.iter().filter_map(move |&[a, b, c]| Some([at(a)?, at(b)?, at(c)?]))
    }
}
