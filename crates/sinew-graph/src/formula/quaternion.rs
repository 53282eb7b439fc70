//! Quaternions (section "Quaternion Operations"), x y z w.

use sinew_model::math::double;

use super::vector::{CLOSE, cross, dot, length, normalize, perpendicular};

/// `math/rotate3D`.
pub(crate) fn rotate(a: [f64; 3], r: [f64; 4]) -> [f64; 3] {
    let axis = [r[0], r[1], r[2]];
    let once = cross(axis, a);
    let twice = cross(axis, once);
    std::array::from_fn(|at| a[at] + 2.0 * (twice[at] + r[3] * once[at]))
}

/// `math/quatMul`.
pub(crate) fn multiply(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by + ay * bw + az * bx - ax * bz,
        aw * bz + az * bw + ax * by - ay * bx,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The angle with a cosine that rounding may have pushed beyond ±1.
fn angle_of(cosine: f64) -> f64 {
    double::acos(if (cosine.abs() - 1.0).abs() < CLOSE { cosine.clamp(-1.0, 1.0) } else { cosine })
}

/// `math/quatAngleBetween`.
pub(crate) fn angle_between(a: [f64; 4], b: [f64; 4]) -> f64 {
    2.0 * angle_of(dot(&a, &b))
}

/// `math/quatFromAxisAngle`.
pub(crate) fn from_axis_angle(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let (sine, cosine) = (double::sin(0.5 * angle), double::cos(0.5 * angle));
    [axis[0] * sine, axis[1] * sine, axis[2] * sine, cosine]
}

/// `math/quatToAxisAngle`.
pub(crate) fn to_axis_angle(a: [f64; 4]) -> ([f64; 3], f64) {
    if (a[3].abs() - 1.0).abs() < CLOSE {
        return ([1.0, 0.0, 0.0], 0.0);
    }
    let sine = (1.0 - a[3] * a[3]).sqrt();
    ([a[0] / sine, a[1] / sine, a[2] / sine], 2.0 * double::acos(a[3]))
}

/// `math/quatFromDirections`.
pub(crate) fn from_directions(a: [f64; 3], b: [f64; 3]) -> [f64; 4] {
    let c = dot(&a, &b);
    if (c - 1.0).abs() < CLOSE {
        return [0.0, 0.0, 0.0, 1.0];
    }
    if (c + 1.0).abs() < CLOSE {
        let [x, y, z] = perpendicular(a);
        return [x, y, z, 0.0];
    }
    let (r, _) = normalize(cross(a, b));
    let sine = (0.5 - 0.5 * c).sqrt();
    [r[0] * sine, r[1] * sine, r[2] * sine, (0.5 + 0.5 * c).sqrt()]
}

/// `math/quatFromUpForward`.
pub(crate) fn from_up_forward(up: [f64; 3], forward: [f64; 3]) -> [f64; 4] {
    let side = cross(up, forward);
    let side = if length(&side) < 1e-9 { perpendicular(forward) } else { normalize(side).0 };
    from_columns([side, cross(forward, side), forward])
}

/// `math/quatFromAngles`: intrinsic rotations in the order of `axes`, 0 for x.
pub(crate) fn from_angles(angles: [f64; 3], axes: [usize; 3]) -> [f64; 4] {
    let about = |axis: usize| {
        let mut direction = [0.0; 3];
        direction[axis] = 1.0;
        from_axis_angle(direction, angles[axis])
    };
    multiply(multiply(about(axes[0]), about(axes[1])), about(axes[2]))
}

/// `math/quatSlerp`.
pub(crate) fn slerp(a: [f64; 4], b: [f64; 4], c: f64) -> [f64; 4] {
    let d = dot(&a, &b);
    let (d, b) = if d < 0.0 { (-d, b.map(|component| -component)) } else { (d, b) };
    let (of_a, of_b) = if (d - 1.0).abs() < CLOSE {
        (1.0 - c, c)
    } else {
        let angle = double::acos(d);
        let sine = double::sin(angle);
        (double::sin(angle * (1.0 - c)) / sine, double::sin(angle * c) / sine)
    };
    std::array::from_fn(|at| a[at] * of_a + b[at] * of_b)
}

/// The unit quaternion of a rotation matrix, from the largest of its four components.
pub(crate) fn from_columns(columns: [[f64; 3]; 3]) -> [f64; 4] {
    let [[m00, m10, m20], [m01, m11, m21], [m02, m12, m22]] = columns;
    let squares = [1.0 + m00 - m11 - m22, 1.0 - m00 + m11 - m22, 1.0 - m00 - m11 + m22, 1.0 + m00 + m11 + m22];
    let products = if squares[3] >= squares[0] && squares[3] >= squares[1] && squares[3] >= squares[2] {
        [m21 - m12, m02 - m20, m10 - m01, squares[3]]
    } else if squares[0] >= squares[1] && squares[0] >= squares[2] {
        [squares[0], m10 + m01, m02 + m20, m21 - m12]
    } else if squares[1] >= squares[2] {
        [m10 + m01, squares[1], m21 + m12, m02 - m20]
    } else {
        [m02 + m20, m21 + m12, squares[2], m10 - m01]
    };
    let (unit, is_valid) = normalize(products);
    if is_valid { unit } else { products }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;
    const QUARTER: f64 = std::f64::consts::FRAC_PI_2;

    fn near<const N: usize>(a: [f64; N], b: [f64; N]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15)
    }

    #[test]
    fn a_quarter_revolution_about_z_takes_x_to_y() {
        let rotation = from_axis_angle([0.0, 0.0, 1.0], QUARTER);
        assert!(near(rotation, [0.0, 0.0, HALF, HALF]));
        assert!(near(rotate([1.0, 0.0, 0.0], rotation), [0.0, 1.0, 0.0]));
        let (axis, angle) = to_axis_angle(rotation);
        assert!(near(axis, [0.0, 0.0, 1.0]) && (angle - QUARTER).abs() < 1e-15);
        assert!(near(from_directions([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]), rotation));
        assert!((angle_between([0.0, 0.0, 0.0, 1.0], rotation) - QUARTER).abs() < 1e-15);
        assert!(near(from_columns([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), rotation));
    }

    #[test]
    fn opposite_directions_have_a_rotation_at_right_angles() {
        for direction in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.6, -0.8]] {
            let rotation = from_directions(direction, direction.map(|component| -component));
            assert!(near(rotate(direction, rotation), direction.map(|component| -component)));
        }
    }

    /// Intrinsic y then z: x goes to −z by the first, and the second rotates about the new z, which is the old x.
    #[test]
    fn angles_are_intrinsic() {
        let rotation = from_angles([0.0, QUARTER, QUARTER], [1, 2, 0]);
        assert!(near(rotate([1.0, 0.0, 0.0], rotation), [0.0, 1.0, 0.0]));
        assert!(near(rotate([0.0, 1.0, 0.0], rotation), [0.0, 0.0, 1.0]));
    }

    #[test]
    fn up_and_forward_are_where_y_and_z_go() {
        let rotation = from_up_forward([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
        assert!(near(rotate([0.0, 1.0, 0.0], rotation), [0.0, 0.0, 1.0]));
        assert!(near(rotate([0.0, 0.0, 1.0], rotation), [1.0, 0.0, 0.0]));
        let colinear = from_up_forward([0.0, 1.0, 0.0], [0.0, 1.0, 0.0]);
        assert!(near(rotate([0.0, 0.0, 1.0], colinear), [0.0, 1.0, 0.0]));
    }

    #[test]
    fn slerp_begins_and_ends_at_its_ends_and_takes_the_short_arc() {
        let (a, b) = ([0.0, 0.0, 0.0, 1.0], from_axis_angle([0.0, 0.0, 1.0], QUARTER));
        assert!(near(slerp(a, b, 0.0), a) && near(slerp(a, b, 1.0), b));
        assert!(near(slerp(a, b, 0.5), from_axis_angle([0.0, 0.0, 1.0], 0.5 * QUARTER)));
        assert!(near(slerp(a, b.map(|component| -component), 0.5), from_axis_angle([0.0, 0.0, 1.0], 0.5 * QUARTER)));
        assert!(near(slerp(a, a, 0.3), a) && near(slerp(a, b, 2.0), from_axis_angle([0.0, 0.0, 1.0], 2.0 * QUARTER)));
    }
}
