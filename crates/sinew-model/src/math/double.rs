//! Functions of `f64` that `std` leaves to the platform, here the same bits everywhere.
//!
//! (`f64::sqrt` needs no stand-in: its rounding is prescribed.)

use glam::{DQuat, DVec3};

/// e to the power of `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// e to the power of `x`, less one; exact where `x` is near zero.
pub fn exp_m1(x: f64) -> f64 {
    libm::expm1(x)
}

/// The sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    libm::sin(angle)
}

/// Sine and cosine of an angle in radians.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// The angle in −π…π of the point (`x`, `y`).
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// The tangent of an angle in radians.
pub fn tan(angle: f64) -> f64 {
    libm::tan(angle)
}

/// The cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    libm::cos(angle)
}

/// The angle in −π/2…π/2 with this sine; NaN beyond ±1.
pub fn asin(sine: f64) -> f64 {
    libm::asin(sine)
}

/// The angle in 0…π with this cosine; NaN beyond ±1.
pub fn acos(cosine: f64) -> f64 {
    libm::acos(cosine)
}

/// The angle in −π/2…π/2 with this tangent.
pub fn atan(tangent: f64) -> f64 {
    libm::atan(tangent)
}

/// The hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    libm::sinh(x)
}

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    libm::cosh(x)
}

/// The hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    libm::tanh(x)
}

/// The inverse of the hyperbolic sine.
pub fn asinh(x: f64) -> f64 {
    libm::asinh(x)
}

/// The inverse of the hyperbolic cosine; NaN below 1.
pub fn acosh(x: f64) -> f64 {
    // Of large negative numbers `libm` gives the logarithm of what rounding leaves, as musl does.
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}

/// The inverse of the hyperbolic tangent; NaN beyond ±1.
pub fn atanh(x: f64) -> f64 {
    libm::atanh(x)
}

/// The natural logarithm.
pub fn log(x: f64) -> f64 {
    libm::log(x)
}

/// The logarithm to the base 2.
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// The logarithm to the base 10.
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// The cube root.
pub fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// `base` to the power of `exponent`, as IEEE 754 has it.
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// The square of half an angle below which a series is exact to the last bit: its next terms are x¹²/13! and x¹²/12!.
const SMALL: f64 = 0.01;

/// The rotation by `vector.length()` about `vector`.
pub fn rotation(vector: DVec3) -> DQuat {
    let squared = 0.25 * vector.length_squared();
    if squared < SMALL {
        // Taylor series of sin(x)/x and cos(x) with x half of the angle.
        let series = |ratios: [f64; 5]| ratios.iter().rev().fold(1.0, |sum, ratio| 1.0 - squared * ratio * sum);
        let sine = series([1.0 / 6.0, 1.0 / 20.0, 1.0 / 42.0, 1.0 / 72.0, 1.0 / 110.0]);
        let cosine = series([1.0 / 2.0, 1.0 / 12.0, 1.0 / 30.0, 1.0 / 56.0, 1.0 / 90.0]);
        return DQuat::from_vec4((vector * (0.5 * sine)).extend(cosine));
    }
    let angle = vector.length();
    let (sine, cosine) = sin_cos(0.5 * angle);
    DQuat::from_vec4((vector * (sine / angle)).extend(cosine))
}

/// The axis of a rotation times its angle, 0…π.
pub fn rotation_vector(rotation: DQuat) -> DVec3 {
    let rotation = if rotation.w < 0.0 { -rotation } else { rotation };
    let sine = rotation.xyz().length();
    // 2·asin(s)/s is 2 to the last bit below this.
    if sine < 1e-9 { 2.0 * rotation.xyz() } else { rotation.xyz() * (2.0 * atan2(sine, rotation.w) / sine) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a grid of every power of two and its neighbourhood, not only next to the bounds.
    #[test]
    fn functions_are_nan_outside_their_domains() {
        for exponent in -60..1020 {
            for part in 0..16 {
                let size = 2.0_f64.powi(exponent) * (1.0 + f64::from(part) / 16.0);
                assert!(acosh(-size).is_nan() && log(-size).is_nan() && log2(-size).is_nan() && log10(-size).is_nan());
                assert_eq!(acosh(size).is_nan(), size < 1.0, "acosh {size}");
                for x in [size, -size] {
                    assert_eq!([asin(x), acos(x), atanh(x)].map(f64::is_nan), [size > 1.0; 3], "{x}");
                }
            }
        }
    }
}
