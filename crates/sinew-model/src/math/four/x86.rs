//! On x86-64, all processors of which have SSE.

use safe_arch::{
    add_m128, bitand_m128, bitandnot_m128, bitor_m128, bitxor_m128, cmp_lt_mask_m128, div_m128, m128, move_mask_m128,
    mul_m128, sqrt_m128, sub_m128,
};

pub(crate) type Lanes = m128;

#[inline]
pub(super) fn from_array(numbers: [f32; 4]) -> Lanes {
    m128::from_array(numbers)
}

#[inline]
pub(super) fn to_array(lanes: Lanes) -> [f32; 4] {
    lanes.to_array()
}

#[inline]
pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
    add_m128(a, b)
}

#[inline]
pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
    sub_m128(a, b)
}

#[inline]
pub(super) fn mul(a: Lanes, b: Lanes) -> Lanes {
    mul_m128(a, b)
}

#[inline]
pub(super) fn div(a: Lanes, b: Lanes) -> Lanes {
    div_m128(a, b)
}

#[inline]
pub(super) fn sqrt(a: Lanes) -> Lanes {
    sqrt_m128(a)
}

#[inline]
pub(super) fn below(a: Lanes, b: Lanes) -> Lanes {
    cmp_lt_mask_m128(a, b)
}

#[inline]
pub(super) fn any(mask: Lanes) -> bool {
    move_mask_m128(mask) != 0
}

#[inline]
pub(super) fn all(mask: Lanes) -> bool {
    move_mask_m128(mask) == 0b1111
}

#[inline]
pub(super) fn select(mask: Lanes, a: Lanes, b: Lanes) -> Lanes {
    bitor_m128(bitand_m128(mask, a), bitandnot_m128(mask, b))
}

#[inline]
pub(super) fn xor(a: Lanes, b: Lanes) -> Lanes {
    bitxor_m128(a, b)
}

#[inline]
pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
    bitand_m128(a, b)
}

#[inline]
pub(super) fn are_below(a: Lanes, b: Lanes) -> bool {
    move_mask_m128(cmp_lt_mask_m128(a, b)) == 0b1111
}

/// Two lanes of the first, then two of the second, by their numbers.
macro_rules! shuffle {
    ($a:expr, $b:expr, $i:literal, $j:literal, $k:literal, $l:literal) => {
        $crate::math::four::Four(::safe_arch::shuffle_abi_f32_all_m128::<{ $i | $j << 2 | $k << 4 | $l << 6 }>(
            $a.0, $b.0,
        ))
    };
}
pub(crate) use shuffle;
