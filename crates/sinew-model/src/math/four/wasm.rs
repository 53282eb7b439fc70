//! In WebAssembly with SIMD.

use std::arch::wasm32::{
    f32x4, f32x4_add, f32x4_div, f32x4_extract_lane, f32x4_lt, f32x4_mul, f32x4_sqrt, f32x4_sub, i32x4_all_true, v128,
    v128_and, v128_any_true, v128_bitselect, v128_xor,
};

pub(crate) type Lanes = v128;

#[inline]
pub(super) fn from_array([x, y, z, w]: [f32; 4]) -> Lanes {
    f32x4(x, y, z, w)
}

#[inline]
pub(super) fn to_array(lanes: Lanes) -> [f32; 4] {
    [
        f32x4_extract_lane::<0>(lanes),
        f32x4_extract_lane::<1>(lanes),
        f32x4_extract_lane::<2>(lanes),
        f32x4_extract_lane::<3>(lanes),
    ]
}

#[inline]
pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
    f32x4_add(a, b)
}

#[inline]
pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
    f32x4_sub(a, b)
}

#[inline]
pub(super) fn mul(a: Lanes, b: Lanes) -> Lanes {
    f32x4_mul(a, b)
}

#[inline]
pub(super) fn div(a: Lanes, b: Lanes) -> Lanes {
    f32x4_div(a, b)
}

#[inline]
pub(super) fn sqrt(a: Lanes) -> Lanes {
    f32x4_sqrt(a)
}

#[inline]
pub(super) fn below(a: Lanes, b: Lanes) -> Lanes {
    f32x4_lt(a, b)
}

#[inline]
pub(super) fn any(mask: Lanes) -> bool {
    v128_any_true(mask)
}

#[inline]
pub(super) fn all(mask: Lanes) -> bool {
    i32x4_all_true(mask)
}

#[inline]
pub(super) fn select(mask: Lanes, a: Lanes, b: Lanes) -> Lanes {
    v128_bitselect(a, b, mask)
}

#[inline]
pub(super) fn xor(a: Lanes, b: Lanes) -> Lanes {
    v128_xor(a, b)
}

#[inline]
pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
    v128_and(a, b)
}

#[inline]
pub(super) fn are_below(a: Lanes, b: Lanes) -> bool {
    i32x4_all_true(f32x4_lt(a, b))
}

/// Two lanes of the first, then two of the second, by their numbers.
macro_rules! shuffle {
    ($a:expr, $b:expr, $i:literal, $j:literal, $k:literal, $l:literal) => {
        $crate::math::four::Four(::std::arch::wasm32::i32x4_shuffle::<$i, $j, { $k + 4 }, { $l + 4 }>($a.0, $b.0))
    };
}
pub(crate) use shuffle;
