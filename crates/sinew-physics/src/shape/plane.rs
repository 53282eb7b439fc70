//! Planes (`KHR_implicit_shapes`, plane): parts of the X–Z plane, solid towards −Y.

use glam::Vec3;
use rapier3d::prelude::SharedShape;

use super::{Purpose, Stretch, mesh, stretched_normal};

/// The half extent of an infinite plane where the engine has no infinite shape, metres. At ten kilometres, single
/// precision still resolves a millimetre.
const ENDLESS: f32 = 10_000.0;

/// A half-space, or two triangles.
pub(super) fn build(
    size: [Option<f32>; 2],
    double_sided: bool,
    stretch: &Stretch,
    purpose: Purpose,
) -> Option<SharedShape> {
    if size == [None, None] && !double_sided {
        return Some(SharedShape::halfspace(stretched_normal(Vec3::Y, stretch.matrix())));
    }
    let matrix = stretch.matrix();
    // A finite extent is scaled; an infinite one is not shortened by a scale.
    let edge = |size: Option<f32>, axis: Vec3| match size {
        Some(size) => axis * (size / 2.0),
        None => axis.try_normalize().unwrap_or_default() * ENDLESS,
    };
    let (x, z) = (edge(size[0], matrix.x_axis), edge(size[1], matrix.z_axis));
    let points = [-x - z, -x + z, x + z, x - z];
    // Counter-clockwise as seen from the side of the normal.
    let is_flipped = z.cross(x).dot(stretched_normal(Vec3::Y, matrix)) < 0.0;
    let triangles = if is_flipped { [[0, 2, 1], [0, 3, 2]] } else { [[0, 1, 2], [0, 2, 3]] };
    mesh::with_flags(&points, &triangles, purpose, double_sided)
}
