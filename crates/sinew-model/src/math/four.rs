//! Four floats in one SIMD register where the processor has it.
//!
//! Compilers vectorize loops on their own, but not products of quaternions and matrices, which they compile to shuffles. Every operation rounds each lane as it rounds a single
//! number, so that the results are the same bits everywhere.

#[cfg_attr(target_arch = "x86_64", path = "four/x86.rs")]
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), path = "four/wasm.rs")]
#[cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
    path = "four/plain.rs"
)]
mod lanes;

use std::ops::{Add, Div, Mul, Sub};

use glam::Quat;

pub(crate) use lanes::shuffle;

/// What leaves every bit as it is.
const ALL_BITS: f32 = f32::from_bits(u32::MAX);

/// Four numbers.
#[derive(Clone, Copy, Debug)]
pub struct Four(pub(crate) lanes::Lanes);

impl Four {
    #[inline]
    /// From an array.
    pub fn new(numbers: [f32; 4]) -> Self {
        Self(lanes::from_array(numbers))
    }

    #[inline]
    /// As an array.
    pub fn to_array(self) -> [f32; 4] {
        lanes::to_array(self.0)
    }

    /// One number in every lane.
    #[inline]
    pub fn splat(number: f32) -> Self {
        Self::new([number; 4])
    }

    /// The square roots.
    #[inline]
    pub fn sqrt(self) -> Self {
        Self(lanes::sqrt(self.0))
    }

    /// Which lanes are below those of `other`; none where either is NaN.
    #[inline]
    pub fn below(self, other: Self) -> Mask {
        Mask(lanes::below(self.0, other.0))
    }

    /// The other sign where `signs` has −0, the same where it has 0.
    #[inline]
    pub fn flip(self, signs: [f32; 4]) -> Self {
        self.xor(Self::new(signs))
    }

    /// The bits in which the two differ, lane by lane.
    #[inline]
    pub fn xor(self, other: Self) -> Self {
        Self(lanes::xor(self.0, other.0))
    }

    /// −0 where the number has a minus, 0 where it has none.
    #[inline]
    pub fn signs(self) -> Self {
        Self(lanes::and(self.0, lanes::from_array([-0.0; 4])))
    }

    /// Whether all four are below a number; NaN is not.
    #[inline]
    pub fn are_below(self, number: f32) -> bool {
        self.are_all_below(Self::splat(number))
    }

    /// Whether each is below that of `other`; NaN is not.
    #[inline]
    pub fn are_all_below(self, other: Self) -> bool {
        lanes::are_below(self.0, other.0)
    }

    /// The product of two quaternions, x, y, z, w, in the order of operations of `glam`'s.
    #[inline]
    pub fn product(self, other: Self) -> Self {
        let by_x = shuffle!(other, other, 3, 2, 1, 0).flip([0.0, -0.0, 0.0, -0.0]);
        let by_y = shuffle!(other, other, 2, 3, 0, 1).flip([0.0, 0.0, -0.0, -0.0]);
        let by_z = shuffle!(other, other, 1, 0, 3, 2).flip([-0.0, 0.0, 0.0, -0.0]);
        shuffle!(self, self, 3, 3, 3, 3) * other
            + shuffle!(self, self, 0, 0, 0, 0) * by_x
            + shuffle!(self, self, 1, 1, 1, 1) * by_y
            + shuffle!(self, self, 2, 2, 2, 2) * by_z
    }

    /// The sum of the products of lanes, from the first to the last.
    #[inline]
    pub fn dot(self, other: Self) -> f32 {
        let [x, y, z, w] = (self * other).to_array();
        x + y + z + w
    }

    /// Zeros, and the last number.
    #[inline]
    pub fn last(self) -> Self {
        Self(lanes::and(self.0, lanes::from_array([0.0, 0.0, 0.0, ALL_BITS])))
    }
}

/// A choice of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Mask(lanes::Lanes);

impl Mask {
    /// Whether a lane is chosen.
    #[inline]
    pub fn any(self) -> bool {
        lanes::any(self.0)
    }

    /// Whether every lane is chosen.
    #[inline]
    pub fn all(self) -> bool {
        lanes::all(self.0)
    }

    /// The lanes that are chosen in both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(lanes::and(self.0, other.0))
    }

    /// The chosen lanes of the first, the others of the second.
    #[inline]
    pub fn select(self, chosen: Four, others: Four) -> Four {
        Four(lanes::select(self.0, chosen.0, others.0))
    }
}

impl Add for Four {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(lanes::add(self.0, other.0))
    }
}

impl Sub for Four {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(lanes::sub(self.0, other.0))
    }
}

impl Mul for Four {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self(lanes::mul(self.0, other.0))
    }
}

impl Div for Four {
    type Output = Self;

    #[inline]
    fn div(self, other: Self) -> Self {
        Self(lanes::div(self.0, other.0))
    }
}

impl From<Quat> for Four {
    #[inline]
    fn from(rotation: Quat) -> Self {
        Self::new(rotation.to_array())
    }
}

impl From<Four> for Quat {
    #[inline]
    fn from(four: Four) -> Self {
        Self::from_array(four.to_array())
    }
}

/// The first numbers of all four, then the second, the third and the last.
#[inline]
pub fn transposed([a, b, c, d]: [Four; 4]) -> [Four; 4] {
    let [low, low_behind] = [shuffle!(a, b, 0, 1, 0, 1), shuffle!(c, d, 0, 1, 0, 1)];
    let [high, high_behind] = [shuffle!(a, b, 2, 3, 2, 3), shuffle!(c, d, 2, 3, 2, 3)];
    [
        shuffle!(low, low_behind, 0, 2, 0, 2),
        shuffle!(low, low_behind, 1, 3, 1, 3),
        shuffle!(high, high_behind, 0, 2, 0, 2),
        shuffle!(high, high_behind, 1, 3, 1, 3),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_quaternions_is_that_of_glam_to_the_last_bit() {
        for seed in 1..50_u16 {
            let component = |prime: f32| (f32::from(seed) * prime).fract() * 2.0 - 1.0;
            let [a, b] = [0.618, 0.414].map(|base| {
                Quat::from_xyzw(component(base), component(base * 1.7), component(base * 2.3), component(base * 3.1))
            });
            let product = Quat::from(Four::from(a).product(b.into()));
            assert_eq!(product.to_array().map(f32::to_bits), (a * b).to_array().map(f32::to_bits));
            assert_eq!(Four::from(a).dot(b.into()).to_bits(), a.dot(b).to_bits());
        }
    }

    #[track_caller]
    fn check(four: Four, expected: [f32; 4]) {
        assert_eq!(four.to_array().map(f32::to_bits), expected.map(f32::to_bits), "{four:?} and {expected:?}");
    }

    #[test]
    fn lanes_are_worked_on_one_by_one() {
        let (a, b) = (Four::new([1.0, -2.0, 0.5, 8.0]), Four::new([4.0, 3.0, -1.0, 0.25]));
        check(a + b, [5.0, 1.0, -0.5, 8.25]);
        check(a - b, [-3.0, -5.0, 1.5, 7.75]);
        check(a * b, [4.0, -6.0, -0.5, 2.0]);
        check(a.flip([0.0, -0.0, -0.0, 0.0]), [1.0, 2.0, -0.5, 8.0]);
        check(a / b, [0.25, -2.0 / 3.0, -0.5, 32.0]);
        check((a * a).sqrt(), [1.0, 2.0, 0.5, 8.0]);
        check(a.last(), [0.0, 0.0, 0.0, 8.0]);
        check(a.signs(), [0.0, -0.0, 0.0, 0.0]);
        assert!(a.are_below(8.5) && !a.are_below(8.0));
        assert!(!Four::new([f32::NAN, 0.0, 0.0, 0.0]).are_below(1.0));
    }

    #[test]
    fn a_mask_chooses_lane_by_lane_and_never_nan() {
        let (a, b) = (Four::new([1.0, 2.0, f32::NAN, -0.0]), Four::new([2.0, 1.0, 1.0, 0.0]));
        let mask = a.below(b);
        assert!(mask.any() && !b.below(b).any());
        check(mask.select(Four::splat(7.0), b), [7.0, 1.0, 1.0, 0.0]);
        check(mask.and(Four::splat(0.0).below(a)).select(a, b), [1.0, 1.0, 1.0, 0.0]);
        assert!(!mask.and(b.below(a)).any());
        assert!(!mask.all() && Four::splat(-1.0).below(b).all() && !b.below(b).all());
    }

    #[test]
    fn a_shuffle_takes_two_lanes_of_each() {
        let (a, b) = (Four::new([0.0, 1.0, 2.0, 3.0]), Four::new([10.0, 11.0, 12.0, 13.0]));
        check(shuffle!(a, b, 3, 0, 1, 2), [3.0, 0.0, 11.0, 12.0]);
        check(shuffle!(a, a, 2, 2, 2, 2), [2.0; 4]);
    }

    #[test]
    fn nan_stays_in_its_lane() {
        let sum = Four::new([f32::NAN, 1.0, f32::INFINITY, -0.0]) * Four::new([1.0, 2.0, 0.0, 1.0]);
        let [a, b, c, d] = sum.to_array();
        assert!(a.is_nan() && c.is_nan() && b.to_bits() == 2.0_f32.to_bits() && d.to_bits() == (-0.0_f32).to_bits());
    }
}
