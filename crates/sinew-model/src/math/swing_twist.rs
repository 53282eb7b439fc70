//! A rotation taken apart into a twist about an axis and the swing of that axis.

use glam::{Quat, Vec3};

use super::trigonometry::atan2;

/// The rotation as `swing * twist`: the twist turns about `axis` (a unit vector), the swing moves the axis the shortest
/// way. A half turn of the axis itself leaves the twist open; it is the identity then.
pub fn swing_twist(rotation: Quat, axis: Vec3) -> (Quat, Quat) {
    let twist = twist_about(rotation, axis);
    (rotation * twist.conjugate(), twist)
}

/// The twist of a rotation about an axis (a unit vector); the identity where it is undefined.
#[inline]
pub fn twist_about(rotation: Quat, axis: Vec3) -> Quat {
    let along = axis * rotation.xyz().dot(axis);
    let twist = Quat::from_vec4(along.extend(rotation.w));
    if twist.length_squared() < 1e-12 {
        return Quat::IDENTITY;
    }
    twist.normalize()
}

/// The signed angle of [`twist_about`] in −π…π.
pub fn twist_angle(rotation: Quat, axis: Vec3) -> f32 {
    let (along, w) = (rotation.xyz().dot(axis), rotation.w);
    // q and −q are one rotation: with w ≥ 0 the half angle lies in −π/2…π/2.
    if w < 0.0 { 2.0 * atan2(-along, -w) } else { 2.0 * atan2(along, w) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swing_and_twist_make_the_rotation() {
        let axis = Vec3::new(1.0, -2.0, 0.5).normalize();
        let perpendicular = axis.any_orthonormal_vector();
        let expected_swing = Quat::from_axis_angle(perpendicular, 0.9);
        let expected_twist = Quat::from_axis_angle(axis, -1.3);
        let (swing, twist) = swing_twist(expected_swing * expected_twist, axis);
        assert!(swing.dot(expected_swing).abs() > 1.0 - 1e-6);
        assert!(twist.dot(expected_twist).abs() > 1.0 - 1e-6);
        let angle = twist_angle(expected_swing * expected_twist, axis);
        assert!((angle + 1.3).abs() < 1e-5);
        assert!((twist_angle(-(expected_swing * expected_twist), axis) + 1.3).abs() < 1e-5);
    }

    #[test]
    fn a_half_turn_of_the_axis_has_no_twist() {
        let flip = Quat::from_axis_angle(Vec3::Y, std::f32::consts::PI);
        let (swing, twist) = swing_twist(Quat::from_xyzw(flip.x, flip.y, flip.z, 0.0), Vec3::X);
        assert_eq!(twist, Quat::IDENTITY);
        assert!((swing * Vec3::X).distance(-Vec3::X) < 1e-6);
    }
}
