//! Whether points have a volume between them.

use glam::{DVec3, Vec3};

/// The thickness below which points count as lying in one plane, relative to their extent: vertices are singles, with seven
/// digits, and no engine makes a solid of less.
const TOLERANCE: f64 = 1e-5;

/// Whether the points lie in one plane, on one line or in one place: the point farthest from the first, then from the line
/// through both, then from the plane through the three; what is left is the thickness.
pub(in super::super) fn is_flat(points: &[Vec3]) -> bool {
    let Some(first) = points.first().map(|point| point.as_dvec3()) else { return true };
    let farthest = |distance: &dyn Fn(DVec3) -> f64| {
        points.iter().map(|point| point.as_dvec3() - first).fold((DVec3::ZERO, 0.0), |best, offset| {
            let away = distance(offset);
            if away > best.1 { (offset, away) } else { best }
        })
    };
    let (along, extent) = farthest(&|offset| offset.length());
    let Some(along) = along.try_normalize() else { return true };
    let (beside, width) = farthest(&|offset| offset.reject_from_normalized(along).length());
    if width <= TOLERANCE * extent {
        return true;
    }
    let Some(normal) = along.cross(beside).try_normalize() else { return true };
    let (_, height) = farthest(&|offset| offset.dot(normal).abs());
    height <= TOLERANCE * extent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_points_out_of_one_plane_are_solid() {
        assert!(!is_flat(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]));
    }

    #[test]
    fn a_square_a_line_a_point_and_nothing_are_flat() {
        let square = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];
        // The same somewhere else and turned: the plane x + y + z = 3, whose points are exact in singles.
        let tilted = [Vec3::ONE, Vec3::new(2.0, 0.0, 1.0), Vec3::new(2.0, 1.0, 0.0), Vec3::new(1.0, 2.0, 0.0)];
        let line = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0, Vec3::X * 3.0, Vec3::X * 0.5];
        for points in [&square[..], &tilted, &line, &[Vec3::ONE; 5], &[]] {
            assert!(is_flat(points), "{points:?}");
        }
    }
}
