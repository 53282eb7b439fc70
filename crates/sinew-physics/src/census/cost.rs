//! What parts of a step cost. Measured on a machine of 2024; rounded up where kinds differ.

use std::ops::{Add, AddAssign};

use crate::budget::{Budget, Quantity};

/// Nanoseconds of a pair whose boxes overlap, from the tree to its end.
pub(super) const PAIR: u64 = 700;

/// Nanoseconds more if the colliders can touch: the contact, and its share of the solver.
pub(super) const SOLID: u64 = 4_000;

/// Nanoseconds more if one of the two is a cylinder, a cone or a hull. The engine expands a polytope.
pub(super) const CURVED: u64 = 20_000;

/// Nanoseconds more if they are almost at the same place as well: the polytope becomes a hundred times as large. 100 parallel
/// cylinders at one point took 240 µs a pair; rotated or apart by half their radius 18 µs.
pub(super) const DEEP: u64 = 260_000;

/// Nanoseconds of a triangle or part that is tested: 180,000 triangles in a box took 0.8 s, in a sphere a half of that.
pub(super) const TRIANGLE: u64 = 4_000;

/// Nanoseconds more against a cylinder, a cone or a hull: 180,000 took 1.7 s.
pub(super) const CURVED_TRIANGLE: u64 = 6_000;

/// Nanoseconds of walking over one known pair of a collider. Adding a pair walks over all that the first collider has: 20,000
/// spheres on one box took 2 s.
pub(super) const WALK: u64 = 11;

/// Bytes of a pair whose boxes overlap, and more of one that can touch.
pub(super) const PAIR_BYTES: u64 = 700;
pub(super) const SOLID_BYTES: u64 = 3_800;

/// Bytes of a triangle or part that can touch: its manifold.
pub(super) const TRIANGLE_BYTES: u64 = 450;

/// Bytes and nanoseconds of a candidate of the tree that does not become a pair.
pub(super) const CANDIDATE_BYTES: u64 = 24;
pub(super) const CANDIDATE: u64 = 120;

/// What a step costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    pub(super) pairs: u64,
    pub(super) contact_points: u64,
    pub(super) triangles: u64,
    pub(super) bytes: u64,
    /// Nanoseconds.
    pub(super) work: u64,
}

impl Cost {
    /// The first quantity that is more than its budget, and how much there is.
    pub(super) fn overrun(&self, budget: &Budget) -> Option<(Quantity, u64)> {
        let counted = [
            (Quantity::Pairs, self.pairs),
            (Quantity::ContactPoints, self.contact_points),
            (Quantity::Triangles, self.triangles),
            (Quantity::Bytes, self.bytes),
            (Quantity::Work, self.work / 1_000),
        ];
        counted.into_iter().find(|(quantity, count)| *count > budget.of(*quantity))
    }

    /// So many of them.
    pub(super) fn times(self, count: u64) -> Self {
        let Self { pairs, contact_points, triangles, bytes, work } = self;
        Self {
            pairs: pairs.saturating_mul(count),
            contact_points: contact_points.saturating_mul(count),
            triangles: triangles.saturating_mul(count),
            bytes: bytes.saturating_mul(count),
            work: work.saturating_mul(count),
        }
    }

    /// A candidate that does not become a pair.
    pub(super) const CANDIDATE: Self =
        Self { pairs: 0, contact_points: 0, triangles: 0, bytes: CANDIDATE_BYTES, work: CANDIDATE };

    /// A pair whose boxes overlap.
    pub(super) const PAIR: Self = Self { pairs: 1, contact_points: 0, triangles: 0, bytes: PAIR_BYTES, work: PAIR };

    /// What more it costs if the two can touch.
    pub(super) const SOLID: Self = Self { pairs: 0, contact_points: 4, triangles: 0, bytes: SOLID_BYTES, work: SOLID };

    /// Triangles or parts that are tested.
    pub(super) fn of_triangles(triangles: u64) -> Self {
        Self { pairs: 0, contact_points: 0, triangles: 1, bytes: TRIANGLE_BYTES, work: TRIANGLE }.times(triangles)
    }

    /// Work alone, nanoseconds.
    pub(super) fn of_work(work: u64) -> Self {
        Self { work, ..Self::default() }
    }
}

impl Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            pairs: self.pairs.saturating_add(other.pairs),
            contact_points: self.contact_points.saturating_add(other.contact_points),
            triangles: self.triangles.saturating_add(other.triangles),
            bytes: self.bytes.saturating_add(other.bytes),
            work: self.work.saturating_add(other.work),
        }
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
