//! Vectors (section "Vector Operations").

use sinew_model::math::double;

use super::quaternion;
use super::scalar::mix;

/// Below this a length counts as zero, and a dot product as ±1 that is nearer to it: far below what a file can mean, far above
/// what rounding leaves.
pub(crate) const CLOSE: f64 = 1e-12;

/// `math/length`, as IEEE's hypot.
pub(crate) fn length(a: &[f64]) -> f64 {
    if a.iter().any(|component| component.is_infinite()) {
        return f64::INFINITY;
    }
    let squared = dot(a, a);
    if squared.is_nan() {
        return f64::NAN;
    }
    // Where squares leave the range of doubles, the largest component is divided out first.
    if (1e-280..1e300).contains(&squared) {
        return squared.sqrt();
    }
    let largest = a.iter().fold(0.0_f64, |largest, component| largest.max(component.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    largest * a.iter().map(|component| (component / largest) * (component / largest)).sum::<f64>().sqrt()
}

/// `math/dot`.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut products = a.iter().zip(b).map(|(a, b)| a * b);
    let first = products.next().unwrap_or(0.0);
    products.fold(first, |sum, product| sum + product)
}

/// `math/cross`.
pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// `math/rotate2D`.
pub(crate) fn rotate_2d(a: [f64; 2], angle: f64) -> [f64; 2] {
    let (sine, cosine) = (double::sin(angle), double::cos(angle));
    [a[0] * cosine - a[1] * sine, a[0] * sine + a[1] * cosine]
}

/// A vector divided by its length; zeros, and `false`, for one that has no direction.
pub(crate) fn normalize<const N: usize>(a: [f64; N]) -> ([f64; N], bool) {
    let length = length(&a);
    if length > 0.0 && length.is_finite() { (a.map(|component| component / length), true) } else { ([0.0; N], false) }
}

/// A unit vector at right angles to another.
pub(crate) fn perpendicular(a: [f64; 3]) -> [f64; 3] {
    let size = a.map(f64::abs);
    let axis = if size[0] <= size[1] && size[0] <= size[2] {
        [1.0, 0.0, 0.0]
    } else if size[1] <= size[2] {
        [0.0, 1.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    normalize(cross(a, axis)).0
}

/// `math/slerp` of two numbers.
pub(crate) fn slerp_2(a: [f64; 2], b: [f64; 2], c: f64) -> [f64; 2] {
    let (of_a, of_b) = (length(&a), length(&b));
    if of_a < CLOSE || of_b < CLOSE {
        return [mix(a[0], b[0], c), mix(a[1], b[1], c)];
    }
    let (from, to) = (a.map(|component| component / of_a), b.map(|component| component / of_b));
    // Rounding can push the product of unit vectors beyond ±1.
    let mut angle = double::acos(dot(&from, &to).clamp(-1.0, 1.0));
    if from[0] * to[1] - from[1] * to[0] < 0.0 {
        angle = -angle;
    }
    let length = mix(of_a, of_b, c);
    rotate_2d(from, c * angle).map(|component| component * length)
}

/// `math/slerp` of three numbers.
pub(crate) fn slerp_3(a: [f64; 3], b: [f64; 3], c: f64) -> [f64; 3] {
    let (of_a, of_b) = (length(&a), length(&b));
    let straight = || std::array::from_fn(|place| mix(a[place], b[place], c));
    if of_a < CLOSE || of_b < CLOSE {
        return straight();
    }
    let (from, to) = (a.map(|component| component / of_a), b.map(|component| component / of_b));
    let d = dot(&from, &to);
    if d > 1.0 - CLOSE {
        return straight();
    }
    let axis = if d < -1.0 + CLOSE { perpendicular(from) } else { normalize(cross(from, to)).0 };
    let rotation = quaternion::from_axis_angle(axis, c * double::acos(d.clamp(-1.0, 1.0)));
    let length = mix(of_a, of_b, c);
    quaternion::rotate(from, rotation).map(|component| component * length)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these values are exact")]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_hypot() {
        assert_eq!(length(&[3.0, 4.0]), 5.0);
        assert_eq!(length(&[f64::NAN, f64::NEG_INFINITY]), f64::INFINITY);
        assert!(length(&[f64::NAN, 1.0]).is_nan());
        assert_eq!(length(&[-0.0, 0.0]).to_bits(), 0);
        assert!((length(&[3e200, 4e200]) / 5e200 - 1.0).abs() < 1e-15);
        assert!((length(&[3e-200, 4e-200]) / 5e-200 - 1.0).abs() < 1e-15);
    }

    /// A quarter revolution from x to y, growing from 1 to 3: at its middle 2 long at 45°.
    #[test]
    fn slerp_goes_round_and_grows() {
        let half = 2.0 * std::f64::consts::FRAC_1_SQRT_2;
        let [x, y] = slerp_2([1.0, 0.0], [0.0, 3.0], 0.5);
        assert!((x - half).abs() < 1e-15 && (y - half).abs() < 1e-15);
        let [x, y] = slerp_2([1.0, 0.0], [0.0, -3.0], 0.5);
        assert!((x - half).abs() < 1e-15 && (y + half).abs() < 1e-15);
        let [x, y, z] = slerp_3([1.0, 0.0, 0.0], [0.0, 3.0, 0.0], 0.5);
        assert!((x - half).abs() < 1e-15 && (y - half).abs() < 1e-15 && z.abs() < 1e-15);
        let opposite = slerp_3([0.0, 2.0, 0.0], [0.0, -2.0, 0.0], 0.5);
        assert!((length(&opposite) - 2.0).abs() < 1e-15 && opposite[1].abs() < 1e-15);
        assert_eq!(slerp_3([0.0; 3], [0.0, 2.0, 0.0], 0.5), [0.0, 1.0, 0.0]);
    }
}
