//! Triangle meshes.

use glam::Vec3;
use rapier3d::prelude::{SharedShape, TriMeshFlags};

use super::{Purpose, Stretch};
use sinew_model::model::physics::Mesh;

/// Builds the triangles as they are. A solid mesh stops bodies from both sides; the winding of a volume's triangles
/// defines its inside.
pub(super) fn build(mesh: &Mesh, stretch: &Stretch, purpose: Purpose) -> Option<SharedShape> {
    let points: Vec<Vec3> = mesh.points.iter().map(|point| stretch.apply(*point)).collect();
    let is_mirrored = stretch.matrix().determinant() < 0.0;
    let is_usable = |triangle: &[u32; 3]| {
        triangle.iter().all(|index| points.get(*index as usize).is_some_and(|point| point.is_finite()))
    };
    let triangles = mesh.triangles.iter().copied().filter(is_usable);
    let triangles = triangles.map(|[a, b, c]| if is_mirrored { [a, c, b] } else { [a, b, c] }).collect::<Vec<_>>();
    with_flags(&points, &triangles, purpose, true)
}

/// A triangle mesh for a purpose.
pub(super) fn with_flags(
    points: &[Vec3],
    triangles: &[[u32; 3]],
    purpose: Purpose,
    double_sided: bool,
) -> Option<SharedShape> {
    if triangles.is_empty() {
        return None;
    }
    // Without the normals of its neighbours, a triangle catches bodies that slide across its edge.
    let flags = match (purpose, double_sided) {
        (Purpose::Solid, true) => {
            TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED | TriMeshFlags::DELETE_DEGENERATE_TRIANGLES
        }
        (Purpose::Solid, false) => {
            TriMeshFlags::FIX_INTERNAL_EDGES | TriMeshFlags::ORIENTED | TriMeshFlags::DELETE_DEGENERATE_TRIANGLES
        }
        (Purpose::Volume, _) => TriMeshFlags::ORIENTED | TriMeshFlags::DELETE_DEGENERATE_TRIANGLES,
    };
    let plain = || SharedShape::trimesh(points.to_vec(), triangles.to_vec()).ok();
    SharedShape::trimesh_with_flags(points.to_vec(), triangles.to_vec(), flags).ok().or_else(plain)
}
