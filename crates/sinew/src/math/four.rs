//! Four numbers that are worked on together, by one instruction where the processor has it.
//!
//! Compilers find such instructions on their own in loops, and lose their way in products of quaternions and matrices: what
//! they make of those is mostly moving numbers from lane to lane. Every operation rounds each lane as it rounds a single
//! number, so that the results are the same bits everywhere.

#[cfg_attr(target_arch = "x86_64", path = "four/x86.rs")]
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), path = "four/wasm.rs")]
#[cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))),
    path = "four/plain.rs"
)]
mod lanes;

use std::ops::{Add, Mul, Sub};

pub(crate) use lanes::shuffle;

/// Four numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Four(pub(crate) lanes::Lanes);

impl Four {
    #[inline]
    pub(crate) fn new(numbers: [f32; 4]) -> Self {
        Self(lanes::from_array(numbers))
    }

    #[inline]
    pub(crate) fn to_array(self) -> [f32; 4] {
        lanes::to_array(self.0)
    }

    /// The other sign where `signs` has −0, the same where it has 0.
    #[inline]
    pub(crate) fn flip(self, signs: [f32; 4]) -> Self {
        Self(lanes::xor(self.0, lanes::from_array(signs)))
    }

    /// Zeros, and the last number.
    #[inline]
    pub(crate) fn last(self) -> Self {
        Self(lanes::last(self.0))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_are_worked_on_one_by_one() {
        let (a, b) = (Four::new([1.0, -2.0, 0.5, 8.0]), Four::new([4.0, 3.0, -1.0, 0.25]));
        assert_eq!((a + b).to_array(), [5.0, 1.0, -0.5, 8.25]);
        assert_eq!((a - b).to_array(), [-3.0, -5.0, 1.5, 7.75]);
        assert_eq!((a * b).to_array(), [4.0, -6.0, -0.5, 2.0]);
        assert_eq!(a.flip([0.0, -0.0, -0.0, 0.0]).to_array(), [1.0, 2.0, -0.5, 8.0]);
        assert_eq!(a.last().to_array(), [0.0, 0.0, 0.0, 8.0]);
    }

    #[test]
    fn a_shuffle_takes_two_lanes_of_each() {
        let (a, b) = (Four::new([0.0, 1.0, 2.0, 3.0]), Four::new([10.0, 11.0, 12.0, 13.0]));
        assert_eq!(shuffle!(a, b, 3, 0, 1, 2).to_array(), [3.0, 0.0, 11.0, 12.0]);
        assert_eq!(shuffle!(a, a, 2, 2, 2, 2).to_array(), [2.0; 4]);
    }

    #[test]
    fn what_is_no_number_stays_in_its_lane() {
        let sum = Four::new([f32::NAN, 1.0, f32::INFINITY, -0.0]) * Four::new([1.0, 2.0, 0.0, 1.0]);
        let [a, b, c, d] = sum.to_array();
        assert!(a.is_nan() && c.is_nan() && b.to_bits() == 2.0_f32.to_bits() && d.to_bits() == (-0.0_f32).to_bits());
    }
}
