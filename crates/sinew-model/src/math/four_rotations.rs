//! Four rotations as a structure of arrays, so that sums and products need no shuffles. Each result has the bits of the
//! scalar computation.

use glam::Quat;

use super::four::{Four, transposed};

/// Four quaternions: x of all of them, then y, z and w.
#[derive(Clone, Copy, Debug)]
pub struct FourRotations([Four; 4]);

impl FourRotations {
    #[inline]
    /// From an array.
    pub fn new(rotations: [Quat; 4]) -> Self {
        let [a, b, c, d] = rotations;
        Self(transposed([a.into(), b.into(), c.into(), d.into()]))
    }

    #[inline]
    /// As an array.
    pub fn to_array(self) -> [Quat; 4] {
        let [a, b, c, d] = transposed(self.0);
        [a.into(), b.into(), c.into(), d.into()]
    }

    /// Each times the one in the same place, as [`Four::product`].
    #[inline]
    pub fn product(self, other: Self) -> Self {
        let (Self([x, y, z, w]), Self([a, b, c, d])) = (self, other);
        // A product with a minus is subtracted, which rounds as adding it does.
        Self([
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        ])
    }

    /// The four dot products with those in the same places.
    #[inline]
    pub(super) fn dot(self, other: Self) -> Four {
        let (Self([x, y, z, w]), Self([a, b, c, d])) = (self, other);
        x * a + y * b + z * c + w * d
    }

    /// All numbers of a rotation times its own factor, plus those of another times the other's.
    #[inline]
    pub(super) fn mix(self, factor: Four, other: Self, other_factor: Four) -> Self {
        let (Self([x, y, z, w]), Self([a, b, c, d])) = (self, other);
        Self([
            x * factor + a * other_factor,
            y * factor + b * other_factor,
            z * factor + c * other_factor,
            w * factor + d * other_factor,
        ])
    }

    /// All numbers of a rotation times its own factor.
    #[inline]
    pub(super) fn scaled(self, factor: Four) -> Self {
        let [x, y, z, w] = self.0;
        Self([x * factor, y * factor, z * factor, w * factor])
    }

    /// Each with the other sign where its number in `signs` has −0.
    #[inline]
    pub(super) fn flip(self, signs: Four) -> Self {
        let [x, y, z, w] = self.0;
        Self([x.xor(signs), y.xor(signs), z.xor(signs), w.xor(signs)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(seed: f32) -> [Quat; 4] {
        let number = |place: f32| (seed * place).fract() * 2.0 - 1.0;
        [0.3, 0.7, 1.9, 5.3].map(|lane| {
            Quat::from_xyzw(number(lane), number(lane * 1.3), number(lane * 2.1), number(lane * 3.7)).normalize()
        })
    }

    fn bits(rotations: [Quat; 4]) -> [[u32; 4]; 4] {
        rotations.map(|rotation| rotation.to_array().map(f32::to_bits))
    }

    #[test]
    fn rotations_come_back_as_they_went_in() {
        let rotations = [
            Quat::from_xyzw(1.0, 2.0, 3.0, 4.0),
            Quat::from_xyzw(5.0, 6.0, 7.0, 8.0),
            Quat::from_xyzw(-0.0, 9.0, 10.0, 11.0),
            Quat::from_xyzw(12.0, 13.0, 14.0, -15.0),
        ];
        assert_eq!(bits(FourRotations::new(rotations).to_array()), bits(rotations));
        let [x, y, z, w] = FourRotations::new(rotations).0.map(Four::to_array);
        assert_eq!([x, y], [[1.0, 5.0, -0.0, 12.0], [2.0, 6.0, 9.0, 13.0]]);
        assert_eq!([z, w], [[3.0, 7.0, 10.0, 14.0], [4.0, 8.0, 11.0, -15.0]]);
    }

    #[test]
    fn products_are_those_of_glam_to_the_last_bit() {
        for step in 1..60_u8 {
            let (a, b) = (some(f32::from(step) * 0.618), some(f32::from(step) * 0.414));
            let products = [a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]];
            assert_eq!(bits(FourRotations::new(a).product(FourRotations::new(b)).to_array()), bits(products));
            let dots = FourRotations::new(a).dot(FourRotations::new(b)).to_array();
            let expected = [a[0].dot(b[0]), a[1].dot(b[1]), a[2].dot(b[2]), a[3].dot(b[3])];
            assert_eq!(dots.map(f32::to_bits), expected.map(f32::to_bits));
        }
    }
}
