//! A part of an angle, by polynomials: sums and products alone, so the same bits everywhere, and a fraction of the cost
//! of the general functions, which must first find out in which quadrant they are.

/// `sin(t·a)/sin(a)` and `cos(t·a)` for `t` in −1…1 and the angle `a` in 0…π/2 that has this cosine and this square of its
/// sine. The first is off by less than 5e-7 of itself, the second by less than 5e-7: the series leave 2e-7 between them, and
/// the roundings along the way are 6e-8 each and do not all fall on the same side.
///
/// With `x = tan(a/2) = sin(a)/(1 + cos(a))` in 0…1, `t·a` is `2t·atan(x)`. Arc tangent and sine are odd: each is its argument
/// times a series in the argument's square, and the factor `x` that both leave over cancels against `sin(a)`. So neither
/// a root is needed nor a case for angles near zero, where a quotient of two sines has no digits.
#[inline]
pub(super) fn part_of_turn(squared_sine: f32, cosine: f32, t: f32) -> (f32, f32) {
    let x_by_sine = 1.0 / (1.0 + cosine);
    let squared_x = squared_sine * (x_by_sine * x_by_sine);
    // t·a = angle_by_x · x
    let angle_by_x = 2.0 * t * atan_by_argument(squared_x);
    let (sine_by_angle, cosine) = sine_by_argument_and_cosine(squared_x * (angle_by_x * angle_by_x));
    (angle_by_x * x_by_sine * sine_by_angle, cosine)
}

/// `atan(x)/x` for `x` in 0…1, from `u = x²`: the Chebyshev series `2·Σ(−1)ᵏ·(√2−1)²ᵏ⁺¹/(2k+1)·T₂ₖ₊₁` of the arc tangent up
/// to k = 8, written in powers. That leaves 7e-9 of the arc tangent, and of the quotient at most
/// `2·Σ(√2−1)²ᵏ⁺¹` from k = 9 on, 1.3e-7.
#[inline]
fn atan_by_argument(u: f32) -> f32 {
    const LOW: [f32; 4] = [0.999_999_9, -0.333_325_24, 0.199_848_85, -0.141_548_06];
    const HIGH: [f32; 5] = [0.104_775_39, -0.071_943_85, 0.039_345_413, -0.014_152_348, 0.002_398_139];
    let (u2, u4) = (u * u, (u * u) * (u * u));
    let low = (LOW[0] + LOW[1] * u) + (LOW[2] + LOW[3] * u) * u2;
    let high = (HIGH[0] + HIGH[1] * u) + (HIGH[2] + HIGH[3] * u) * u2 + HIGH[4] * u4;
    low + high * u4
}

/// `sin(x)/x` and `cos(x)` for `x` in −π/2…π/2, from `u = x²`: their Taylor series up to the 10th and 12th power, which
/// leave 6e-8 and 7e-9.
#[inline]
fn sine_by_argument_and_cosine(u: f32) -> (f32, f32) {
    let (u2, u4) = (u * u, (u * u) * (u * u));
    let sine_low = (1.0 - u * (1.0 / 6.0)) + (1.0 / 120.0 - u * (1.0 / 5_040.0)) * u2;
    let sine = sine_low + (1.0 / 362_880.0 - u * (1.0 / 39_916_800.0)) * u4;
    let cosine_low = (1.0 - u * 0.5) + (1.0 / 24.0 - u * (1.0 / 720.0)) * u2;
    let cosine_high = (1.0 / 40_320.0 - u * (1.0 / 3_628_800.0)) + u2 * (1.0 / 479_001_600.0);
    (sine, cosine_low + cosine_high * u4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sines and cosines in double precision, at angles from nothing to π/2.
    fn assert_part(angle: f64, t: f32) {
        let (sine, cosine) = (angle.sin() as f32, angle.cos() as f32);
        let (factor, cosine) = part_of_turn(sine * sine, cosine, t);
        let part = angle * f64::from(t);
        let expected = if angle == 0.0 { f64::from(t) } else { part.sin() / angle.sin() };
        assert!((f64::from(factor) - expected).abs() <= 5e-7 * expected.abs(), "{t} of {angle}");
        assert!((f64::from(cosine) - part.cos()).abs() < 5e-7, "cos {t} of {angle}");
    }

    #[test]
    fn a_part_of_an_angle_is_what_double_precision_says() {
        for t in [-1.0, -0.3, 0.0, 1e-3, 0.25, 0.5, 0.77, 1.0] {
            for step in 0..=1000 {
                assert_part(f64::from(step) / 1000.0 * std::f64::consts::FRAC_PI_2, t);
            }
            for exponent in 1..30 {
                assert_part(10.0_f64.powi(-exponent), t);
            }
        }
    }
}
