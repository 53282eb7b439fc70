//! The manifold nearest to a point: the engine joins manifolds with almost the same normal into others, which do not say what they are on.

use glam::Vec3;
use rapier3d::prelude::ContactManifold;

use super::subshape_pose;

/// The points of the manifolds of a pair, along the axis in which they are farthest apart: a mesh has very many.
pub(crate) struct Nearest<'a> {
    manifolds: &'a [ContactManifold],
    axis: usize,
    /// Where a point is in the first collider's space, and the index of its manifold.
    points: Vec<(Vec3, usize)>,
}

impl<'a> Nearest<'a> {
    pub(crate) fn new(manifolds: &'a [ContactManifold]) -> Self {
        let points_of = |(index, manifold): (usize, &'a ContactManifold)| {
            let pose = subshape_pose(manifold);
            manifold.points.iter().map(move |point| (pose * point.local_p1, index))
        };
        let all = manifolds.iter().enumerate().flat_map(points_of);
        let mut points: Vec<(Vec3, usize)> = all.filter(|(point, _)| point.is_finite()).collect();
        let low = points.iter().map(|(point, _)| *point).reduce(Vec3::min).unwrap_or_default();
        let high = points.iter().map(|(point, _)| *point).reduce(Vec3::max).unwrap_or_default();
        let axis = (high - low).max_position();
        points.sort_unstable_by(|(a, one), (b, other)| a[axis].total_cmp(&b[axis]).then(one.cmp(other)));
        Self { manifolds, axis, points }
    }

    /// The first of the manifolds with the nearest point to one in the first collider's space.
    pub(crate) fn to(&self, local: Vec3) -> Option<&'a ContactManifold> {
        let start = self.points.partition_point(|(point, _)| point[self.axis] < local[self.axis]);
        let mut best = (f32::INFINITY, 0);
        let mut look = |(point, index): &(Vec3, usize)| {
            let along = point[self.axis] - local[self.axis];
            if along * along > best.0 {
                return false;
            }
            let distance = point.distance_squared(local);
            if distance < best.0 || (distance <= best.0 && *index < best.1) {
                best = (distance, *index);
            }
            true
        };
        let _ = self.points[start..].iter().all(&mut look);
        let _ = self.points[..start].iter().rev().all(&mut look);
        self.manifolds.get(best.1)
    }
}

#[cfg(test)]
mod tests {
    use rapier3d::parry::query::TrackedContact;
    use rapier3d::parry::shape::PackedFeatureId;
    use rapier3d::prelude::ContactManifold;

    use super::*;

    /// As it is said: the least of all distances.
    fn plainly(manifolds: &[ContactManifold], local: Vec3) -> Option<usize> {
        let distance = |manifold: &ContactManifold| {
            manifold.points.iter().map(|point| point.local_p1.distance_squared(local)).fold(f32::INFINITY, f32::min)
        };
        (0..manifolds.len()).min_by(|a, b| distance(&manifolds[*a]).total_cmp(&distance(&manifolds[*b])))
    }

    #[test]
    fn the_nearest_manifold_is_the_one_that_looking_at_all_finds() {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Few values, so that many are equally near.
            (state >> 28) as f32 * 0.25
        };
        for count in [0, 1, 2, 50] {
            let manifold = |_| {
                let mut manifold = ContactManifold::default();
                for _ in 0..(random() * 1.1) as usize {
                    let at = Vec3::new(random(), random(), random());
                    let none = PackedFeatureId::UNKNOWN;
                    manifold.points.push(TrackedContact::new(at, at, none, none, 0.0));
                }
                manifold
            };
            let manifolds: Vec<ContactManifold> = (0..count).map(manifold).collect();
            let nearest = Nearest::new(&manifolds);
            for _ in 0..200 {
                let local = Vec3::new(random(), random(), random()) - 0.3;
                let found =
                    nearest.to(local).map(|found| manifolds.iter().position(|own| std::ptr::eq(own, found)).unwrap());
                assert_eq!(found, plainly(&manifolds, local), "{count} {local}");
            }
        }
    }
}
