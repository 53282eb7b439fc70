//! Euler angles to rotations and back, in double precision, because files have more digits than single precision.

use glam::{DMat3, DQuat, DVec3, Quat};

use sinew_model::math::Axis;

/// The cosine of the middle angle below which the first and the third axis coincide (gimbal lock).
const LOCKED: f64 = 1e-9;

/// Returns the product of rotations about axes in the listed order: each about the axes rotated by those before
/// (intrinsic), so that the last one acts first on a vector. Angles in degrees.
pub(super) fn rotation(turns: impl Iterator<Item = (Axis, f64)>) -> Quat {
    let product = turns.fold(DQuat::IDENTITY, |product, (axis, degrees)| product * turn(axis, degrees));
    product.normalize().as_quat()
}

fn turn(axis: Axis, degrees: f64) -> DQuat {
    // Whole revolutions are removed while that is exact.
    let (sine, cosine) = libm::sincos((degrees % 720.0).to_radians() * 0.5);
    let mut imaginary = [0.0; 3];
    imaginary[axis.index()] = sine;
    DQuat::from_xyzw(imaginary[0], imaginary[1], imaginary[2], cosine)
}

/// Returns the angles (degrees about Z, X and Y) whose product Rz·Rx·Ry is a rotation. Of all solutions it takes the
/// one nearest to the angles before, so that players can interpolate linearly between frames.
///
/// With s and c for sine and cosine of z, x and y:
///
/// ```text
///              ⎡ cz·cy − sz·sx·sy   −sz·cx   cz·sy + sz·sx·cy ⎤
/// Rz·Rx·Ry  =  ⎢ sz·cy + cz·sx·sy    cz·cx   sz·sy − cz·sx·cy ⎥
///              ⎣     −cx·sy            sx          cx·cy      ⎦
/// ```
pub(super) fn zxy_angles(rotation: Quat, before: DVec3) -> DVec3 {
    let matrix = DMat3::from_quat(rotation.as_dquat().normalize());
    let at = |row: usize, column: usize| matrix.col(column)[row];
    let cosine = libm::hypot(at(0, 1), at(1, 1));
    let x = libm::atan2(at(2, 1), cosine).to_degrees();
    if cosine < LOCKED {
        // Only the sum of z and y is determined (their difference for x = −90°): y stays, and z takes the rest.
        let sum = libm::atan2(at(1, 0), at(0, 0)).to_degrees();
        let y = before.z;
        let z = if x > 0.0 { sum - y } else { sum + y };
        return DVec3::new(near(z, before.x), near(x, before.y), y);
    }
    let z = libm::atan2(-at(0, 1), at(1, 1)).to_degrees();
    let y = libm::atan2(-at(2, 0), at(2, 2)).to_degrees();
    let to_before =
        |angles: DVec3| DVec3::new(near(angles.x, before.x), near(angles.y, before.y), near(angles.z, before.z));
    // Half a revolution on all three, with the middle one mirrored, is the same rotation.
    let one = to_before(DVec3::new(z, x, y));
    let other = to_before(DVec3::new(z + 180.0, 180.0 - x, y + 180.0));
    let effort = |angles: DVec3| (angles - before).abs().element_sum();
    if effort(other) + 1e-6 < effort(one) { other } else { one }
}

/// The same angle plus whole revolutions, within half a revolution of another.
fn near(angle: f64, other: f64) -> f64 {
    angle + 360.0 * libm::round((other - angle) / 360.0)
}
