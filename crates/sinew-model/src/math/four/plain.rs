//! Where no instructions for four numbers are known of, or none that can be called without unsafe code.

pub(crate) type Lanes = [f32; 4];

#[inline]
pub(super) fn from_array(numbers: [f32; 4]) -> Lanes {
    numbers
}

#[inline]
pub(super) fn to_array(lanes: Lanes) -> [f32; 4] {
    lanes
}

#[inline]
pub(super) fn add(a: Lanes, b: Lanes) -> Lanes {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}

#[inline]
pub(super) fn sub(a: Lanes, b: Lanes) -> Lanes {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
}

#[inline]
pub(super) fn mul(a: Lanes, b: Lanes) -> Lanes {
    [a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]]
}

#[inline]
pub(super) fn div(a: Lanes, b: Lanes) -> Lanes {
    [a[0] / b[0], a[1] / b[1], a[2] / b[2], a[3] / b[3]]
}

#[inline]
pub(super) fn sqrt(a: Lanes) -> Lanes {
    a.map(f32::sqrt)
}

#[inline]
pub(super) fn below(a: Lanes, b: Lanes) -> Lanes {
    let lane = |at: usize| f32::from_bits(if a[at] < b[at] { u32::MAX } else { 0 });
    [lane(0), lane(1), lane(2), lane(3)]
}

#[inline]
pub(super) fn any(mask: Lanes) -> bool {
    mask.iter().any(|lane| lane.to_bits() != 0)
}

#[inline]
pub(super) fn all(mask: Lanes) -> bool {
    mask.iter().all(|lane| lane.to_bits() != 0)
}

#[inline]
pub(super) fn select(mask: Lanes, a: Lanes, b: Lanes) -> Lanes {
    let lane = |at: usize| if mask[at].to_bits() == 0 { b[at] } else { a[at] };
    [lane(0), lane(1), lane(2), lane(3)]
}

#[inline]
pub(super) fn xor(a: Lanes, b: Lanes) -> Lanes {
    let lane = |at: usize| f32::from_bits(a[at].to_bits() ^ b[at].to_bits());
    [lane(0), lane(1), lane(2), lane(3)]
}

#[inline]
pub(super) fn and(a: Lanes, b: Lanes) -> Lanes {
    let lane = |at: usize| f32::from_bits(a[at].to_bits() & b[at].to_bits());
    [lane(0), lane(1), lane(2), lane(3)]
}

#[inline]
pub(super) fn are_below(a: Lanes, b: Lanes) -> bool {
    (a[0] < b[0]) & (a[1] < b[1]) & (a[2] < b[2]) & (a[3] < b[3])
}

/// Two lanes of the first, then two of the second, by their numbers.
macro_rules! shuffle {
    ($a:expr, $b:expr, $i:literal, $j:literal, $k:literal, $l:literal) => {
        $crate::math::four::Four([$a.0[$i], $a.0[$j], $b.0[$k], $b.0[$l]])
    };
}
pub(crate) use shuffle;
