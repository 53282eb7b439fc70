//! Integers of 32 bits (sections "Integer Arithmetic Operations" and "Integer Bitwise Operations").

/// `math/div`: truncated; 0 for a divisor of 0.
pub(crate) fn div(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}

/// `math/rem`: 0 for a divisor of 0.
pub(crate) fn rem(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_rem(b) }
}

/// `math/clamp`, whichever boundary is the greater.
pub(crate) fn clamp(a: i32, b: i32, c: i32) -> i32 {
    a.max(b.min(c)).min(b.max(c))
}

/// `math/asr`: the lowest five bits of `b` count.
pub(crate) fn asr(a: i32, b: i32) -> i32 {
    a >> (b & 31)
}

/// `math/lsl`: the lowest five bits of `b` count.
pub(crate) fn lsl(a: i32, b: i32) -> i32 {
    a << (b & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the text.
    #[test]
    fn overflow_wraps_and_division_by_zero_is_zero() {
        assert_eq!((div(i32::MIN, -1), rem(i32::MIN, -1)), (i32::MIN, 0));
        assert_eq!((div(-7, 2), rem(-7, 2), div(1, 0), rem(1, 0)), (-3, -1, 0, 0));
        assert_eq!((asr(-8, 33), lsl(1, 31), lsl(1, 32), asr(-1, 31)), (-4, i32::MIN, 1, -1));
        assert_eq!((clamp(5, 3, 1), clamp(0, 1, 3)), (3, 1));
    }
}
