//! The moments of volumes enclosed by triangles.

use std::collections::HashMap;

use glam::{DMat3, DVec3, Vec3};

use super::moments::{Moments, outer};

/// Sums the signed tetrahedra between the origin and each triangle. Triangles are counter-clockwise seen from outside;
/// the sign of an inverted mesh is flipped.
pub(super) fn enclosed(points: &[Vec3], triangles: &[[u32; 3]]) -> Moments {
    let mut moments = Moments::NONE;
    for triangle in triangles {
        let Some([a, b, c]) = corners(points, *triangle) else { continue };
        let size = a.dot(b.cross(c));
        let sum = a + b + c;
        moments.volume += size / 6.0;
        moments.first += sum * (size / 24.0);
        // ∫ x xᵀ over a tetrahedron at the origin: det/120 · (Σ vᵢ vᵢᵀ + s sᵀ), s the sum of the corners.
        let squares: DMat3 = outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum);
        moments.second += squares * (size / 120.0);
    }
    if moments.volume < 0.0 {
        moments = Moments { volume: -moments.volume, first: -moments.first, second: moments.second * -1.0 };
    }
    moments
}

/// Whether triangles enclose a volume: each edge occurs as often in one direction as in the other. Points with equal
/// coordinates count as one, because files repeat them along seams.
pub(super) fn is_closed(points: &[Vec3], triangles: &[[u32; 3]]) -> bool {
    let mut first_at: HashMap<[u32; 3], u32> = HashMap::with_capacity(points.len());
    let mut same: Vec<u32> = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        // Adding zero turns −0 into +0.
        let bits = (*point + Vec3::ZERO).to_array().map(f32::to_bits);
        same.push(*first_at.entry(bits).or_insert(index as u32));
    }
    let mut balance: HashMap<(u32, u32), i32> = HashMap::with_capacity(triangles.len() * 2);
    for triangle in triangles {
        let [Some(a), Some(b), Some(c)] = triangle.map(|index| same.get(index as usize).copied()) else { return false };
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let direction = if from < to { 1 } else { -1 };
            if from != to {
                *balance.entry((from.min(to), from.max(to))).or_insert(0) += direction;
            }
        }
    }
    balance.values().all(|&sum| sum == 0)
}

fn corners(points: &[Vec3], triangle: [u32; 3]) -> Option<[DVec3; 3]> {
    let at = |index: u32| points.get(index as usize).map(|point| point.as_dvec3());
    Some([at(triangle[0])?, at(triangle[1])?, at(triangle[2])?])
}
