//! Functions of one component (sections "Arithmetic Operations" to "Exponential Operations").

use sinew_model::math::double;

/// `math/sign`; zeros keep their sign.
pub(crate) fn sign(a: f64) -> f64 {
    if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else {
        a
    }
}

/// `math/min`: negative zero is less than positive zero.
pub(crate) fn min(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a < b || (a.to_bits() == NEGATIVE_ZERO && b == 0.0) {
        a
    } else {
        b
    }
}

/// `math/max`: negative zero is less than positive zero.
pub(crate) fn max(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a > b || (b.to_bits() == NEGATIVE_ZERO && a == 0.0) {
        a
    } else {
        b
    }
}

const NEGATIVE_ZERO: u64 = 1 << 63;

/// `math/clamp`, whichever boundary is the greater.
pub(crate) fn clamp(a: f64, b: f64, c: f64) -> f64 {
    min(max(a, min(b, c)), max(b, c))
}

/// `math/saturate`.
pub(crate) fn saturate(a: f64) -> f64 {
    min(max(a, 0.0), 1.0)
}

/// `math/mix`.
pub(crate) fn mix(a: f64, b: f64, c: f64) -> f64 {
    (1.0 - c) * a + c * b
}

/// `math/smoothStep`.
pub(crate) fn smooth_step(a: f64, b: f64, c: f64) -> f64 {
    let t = saturate((c - min(a, b)) / (b - a).abs());
    t * t * (3.0 - 2.0 * t)
}

/// `math/rad`.
pub(crate) fn rad(a: f64) -> f64 {
    a * std::f64::consts::PI / 180.0
}

/// `math/deg`.
pub(crate) fn deg(a: f64) -> f64 {
    a * 180.0 / std::f64::consts::PI
}

/// `math/pow`: IEEE's, but for ±1 to an infinite power and to NaN, which are NaN as in ECMAScript.
pub(crate) fn pow(a: f64, b: f64) -> f64 {
    #[expect(clippy::float_cmp, reason = "powers of one exactly")]
    if b.is_nan() || (b.is_infinite() && a.abs() == 1.0) { f64::NAN } else { double::pow(a, b) }
}

/// `type/floatToInt`: truncated, modulo 2³².
pub(crate) fn to_int(a: f64) -> i32 {
    if !a.is_finite() {
        return 0;
    }
    // The remainder is exact and keeps the sign; it is below 2³² in size.
    (a.trunc() % 4_294_967_296.0) as i64 as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
    }

    #[test]
    fn negative_zero_is_below_zero_and_nan_spreads() {
        assert!(same(min(0.0, -0.0), -0.0) && same(min(-0.0, 0.0), -0.0));
        assert!(same(max(0.0, -0.0), 0.0) && same(max(-0.0, 0.0), 0.0));
        assert!(same(min(f64::NAN, 1.0), f64::NAN) && same(max(1.0, f64::NAN), f64::NAN));
        assert!(same(saturate(-0.0), 0.0) && same(clamp(5.0, 3.0, 1.0), 3.0) && same(clamp(0.0, 3.0, 1.0), 1.0));
        assert!(same(sign(-0.0), -0.0) && same(sign(f64::NAN), f64::NAN) && same(sign(f64::NEG_INFINITY), -1.0));
    }

    #[test]
    fn powers_are_those_of_ecmascript() {
        for (a, b) in [(1.0, f64::INFINITY), (-1.0, f64::NEG_INFINITY), (1.0, f64::NAN), (-1.0, f64::NAN)] {
            assert!(pow(a, b).is_nan(), "{a} ** {b}");
        }
        assert!(same(pow(f64::NAN, 0.0), 1.0) && same(pow(f64::NAN, -0.0), 1.0) && same(pow(2.0, 10.0), 1024.0));
        assert!(same(pow(-0.0, -1.0), f64::NEG_INFINITY) && pow(-8.0, 1.0 / 3.0).is_nan());
    }

    /// `a | 0` of ECMAScript.
    #[test]
    fn floats_wrap_around_as_integers() {
        let cases = [
            (1.9, 1),
            (-1.9, -1),
            (2_147_483_648.0, i32::MIN),
            (-2_147_483_649.0, i32::MAX),
            (4_294_967_297.5, 1),
            (-4_294_967_297.0, -1),
            (f64::NAN, 0),
            (f64::INFINITY, 0),
            (1e300, 0),
            (9_007_199_254_740_993.0, 0),
        ];
        for (float, int) in cases {
            assert_eq!(to_int(float), int, "{float}");
        }
    }

    /// Edges at 2 and 4: a quarter of the way in is 0.25² · (3 − 0.5).
    #[test]
    fn smooth_step_takes_edges_in_either_order() {
        assert!(same(smooth_step(2.0, 4.0, 2.5), 0.156_25) && same(smooth_step(4.0, 2.0, 2.5), 0.156_25));
        assert!(same(smooth_step(2.0, 4.0, 9.0), 1.0) && smooth_step(1.0, 1.0, 1.0).is_nan());
    }
}
