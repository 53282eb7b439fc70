//! Four vectors, and four linear maps, at once: one lane each.
//!
//! Every lane rounds as a single vector does, so that four together give the bits of each alone.

use std::ops::{Add, Mul, Sub};

use glam::Vec3;

use super::four::{Four, Mask};

/// Four vectors.
#[derive(Clone, Copy, Debug)]
pub struct FourVectors {
    /// The first components.
    pub x: Four,
    /// The second components.
    pub y: Four,
    /// The third components.
    pub z: Four,
}

impl FourVectors {
    /// From the components of four vectors, each in an array.
    #[inline]
    pub fn new([x, y, z]: [[f32; 4]; 3]) -> Self {
        Self { x: Four::new(x), y: Four::new(y), z: Four::new(z) }
    }

    /// One vector in every lane.
    #[inline]
    pub fn splat(vector: Vec3) -> Self {
        Self { x: Four::splat(vector.x), y: Four::splat(vector.y), z: Four::splat(vector.z) }
    }

    /// The components of the four, each as an array.
    #[inline]
    pub fn to_arrays(self) -> [[f32; 4]; 3] {
        [self.x.to_array(), self.y.to_array(), self.z.to_array()]
    }

    /// The scalar products.
    #[inline]
    pub fn dot(self, other: Self) -> Four {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The vector products.
    #[inline]
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// The squares of the lengths.
    #[inline]
    pub fn length_squared(self) -> Four {
        self.dot(self)
    }

    /// The chosen lanes of the first, the others of the second.
    #[inline]
    pub fn select(mask: Mask, chosen: Self, others: Self) -> Self {
        Self {
            x: mask.select(chosen.x, others.x),
            y: mask.select(chosen.y, others.y),
            z: mask.select(chosen.z, others.z),
        }
    }
}

impl Add for FourVectors {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl Sub for FourVectors {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl Mul<Four> for FourVectors {
    type Output = Self;

    #[inline]
    fn mul(self, factor: Four) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

/// Four affine maps, by the images of the axes and of the origin.
#[derive(Clone, Copy, Debug)]
pub struct FourAffines {
    /// Where the axes lead.
    pub axes: [FourVectors; 3],
    /// Where the origin lies.
    pub origin: FourVectors,
}

impl FourAffines {
    /// The images of vectors.
    #[inline]
    pub fn vectors(&self, of: FourVectors) -> FourVectors {
        self.axes[0] * of.x + self.axes[1] * of.y + self.axes[2] * of.z
    }

    /// The images of points.
    #[inline]
    pub fn points(&self, of: FourVectors) -> FourVectors {
        self.vectors(of) + self.origin
    }

    /// The map by the other's, then by these.
    #[inline]
    #[must_use]
    pub fn after(&self, other: &Self) -> Self {
        Self { axes: other.axes.map(|axis| self.vectors(axis)), origin: self.points(other.origin) }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these numbers have no rounding in them")]
mod tests {
    use super::*;

    #[test]
    fn every_lane_is_a_vector_of_its_own() {
        let a = FourVectors::new([[1.0, 0.0, 2.0, -1.0], [2.0, 1.0, 0.0, 0.5], [3.0, 0.0, 1.0, 4.0]]);
        let b = FourVectors::splat(Vec3::new(0.0, 0.0, 2.0));
        assert_eq!(a.dot(b).to_array(), [6.0, 0.0, 2.0, 8.0]);
        // (1, 2, 3) × (0, 0, 2) = (4, −2, 0).
        let [x, y, z] = a.cross(b).to_arrays();
        assert_eq!([x[0], y[0], z[0]], [4.0, -2.0, 0.0]);
        let chosen = FourVectors::select(a.x.below(Four::splat(0.5)), b, a).to_arrays();
        assert_eq!(chosen, [[1.0, 0.0, 2.0, 0.0], [2.0, 0.0, 0.0, 0.0], [3.0, 2.0, 1.0, 2.0]]);
    }

    #[test]
    fn maps_apply_one_after_the_other() {
        let splat = |x: f32, y: f32, z: f32| FourVectors::splat(Vec3::new(x, y, z));
        // A quarter turn about z that also moves by x, and a scaling by two.
        let turn = FourAffines {
            axes: [splat(0.0, 1.0, 0.0), splat(-1.0, 0.0, 0.0), splat(0.0, 0.0, 1.0)],
            origin: splat(5.0, 0.0, 0.0),
        };
        let scale = FourAffines {
            axes: [splat(2.0, 0.0, 0.0), splat(0.0, 2.0, 0.0), splat(0.0, 0.0, 2.0)],
            origin: splat(0.0, 1.0, 0.0),
        };
        // (1, 0, 0) ↦ (2, 1, 0) ↦ (4, 2, 0).
        let [x, y, z] = turn.after(&scale).points(splat(1.0, 0.0, 0.0)).to_arrays();
        assert_eq!([x[3], y[3], z[3]], [4.0, 2.0, 0.0]);
    }
}
