//! A part of an angle, by polynomials: sums and products alone, so the same bits everywhere, and a fraction of the cost
//! of the general functions, which must first find out in which quadrant they are.

/// `sin(t·a)` and `cos(t·a)` for the angle `a` in 0…π/2 that has this sine and cosine, and `t` in −1…1. The error is less
/// than 3e-7.
#[inline]
pub(super) fn sin_cos_of_part(sine: f32, cosine: f32, t: f32) -> (f32, f32) {
    // tan(a/2) = sin a / (1 + cos a), in 0…1 without a case to tell apart.
    sin_cos_quarter(2.0 * t * atan_unit(sine / (1.0 + cosine)))
}

/// The arc tangent in 0…1: its Chebyshev series `2·Σ(−1)ᵏ·(√2−1)²ᵏ⁺¹/(2k+1)·T₂ₖ₊₁` up to k = 8, which leaves 7e-9, written
/// in powers.
fn atan_unit(x: f32) -> f32 {
    const LOW: [f32; 4] = [0.999_999_9, -0.333_325_24, 0.199_848_85, -0.141_548_06];
    const HIGH: [f32; 5] = [0.104_775_39, -0.071_943_85, 0.039_345_413, -0.014_152_348, 0.002_398_139];
    let u = x * x;
    let (u2, u4) = (u * u, (u * u) * (u * u));
    let low = (LOW[0] + LOW[1] * u) + (LOW[2] + LOW[3] * u) * u2;
    let high = (HIGH[0] + HIGH[1] * u) + (HIGH[2] + HIGH[3] * u) * u2 + HIGH[4] * u4;
    x * (low + high * u4)
}

/// Sine and cosine in −π/2…π/2: their Taylor series up to the 11th and 12th power, which leave 6e-8 and 7e-9.
fn sin_cos_quarter(x: f32) -> (f32, f32) {
    let u = x * x;
    let (u2, u4) = (u * u, (u * u) * (u * u));
    let sine_low = (1.0 - u * (1.0 / 6.0)) + (1.0 / 120.0 - u * (1.0 / 5_040.0)) * u2;
    let sine = x * (sine_low + (1.0 / 362_880.0 - u * (1.0 / 39_916_800.0)) * u4);
    let cosine_low = (1.0 - u * 0.5) + (1.0 / 24.0 - u * (1.0 / 720.0)) * u2;
    let cosine_high = (1.0 / 40_320.0 - u * (1.0 / 3_628_800.0)) + u2 * (1.0 / 479_001_600.0);
    (sine, cosine_low + cosine_high * u4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_an_angle_is_what_double_precision_says() {
        for step in 0..=1000 {
            let angle = f64::from(step) / 1000.0 * std::f64::consts::FRAC_PI_2;
            for t in [-1.0_f32, -0.3, 0.0, 1e-3, 0.25, 0.5, 0.77, 1.0] {
                let (sine, cosine) = sin_cos_of_part(angle.sin() as f32, angle.cos() as f32, t);
                let expected = angle * f64::from(t);
                assert!((f64::from(sine) - expected.sin()).abs() < 3e-7, "sin {t} of {angle}");
                assert!((f64::from(cosine) - expected.cos()).abs() < 3e-7, "cos {t} of {angle}");
            }
        }
    }
}
