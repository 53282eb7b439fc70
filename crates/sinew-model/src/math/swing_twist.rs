//! The swing–twist decomposition: a rotation is `swing * twist`, where the twist rotates about an axis and the swing takes
//! that axis along the shortest arc.

use glam::{Quat, Vec3};

/// Returns the twist of a rotation about an axis (a unit vector). Where the swing is a half revolution, the twist is
/// undefined, and the identity is returned.
#[inline]
pub fn twist_about(rotation: Quat, axis: Vec3) -> Quat {
    let along = axis * rotation.xyz().dot(axis);
    let twist = Quat::from_vec4(along.extend(rotation.w));
    if twist.length_squared() < 1e-12 {
        return Quat::IDENTITY;
    }
    twist.normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swing_twist(rotation: Quat, axis: Vec3) -> (Quat, Quat) {
        let twist = twist_about(rotation, axis);
        (rotation * twist.conjugate(), twist)
    }

    #[test]
    fn a_swing_and_a_twist_are_found_again_in_their_product() {
        let axis = Vec3::new(1.0, -2.0, 0.5).normalize();
        let perpendicular = axis.any_orthonormal_vector();
        let expected_swing = Quat::from_axis_angle(perpendicular, 0.9);
        let expected_twist = Quat::from_axis_angle(axis, -1.3);
        let (swing, twist) = swing_twist(expected_swing * expected_twist, axis);
        assert!(swing.dot(expected_swing).abs() > 1.0 - 1e-6);
        assert!(twist.dot(expected_twist).abs() > 1.0 - 1e-6);
    }

    #[test]
    fn a_swing_of_half_a_revolution_has_no_twist() {
        let flip = Quat::from_axis_angle(Vec3::Y, std::f32::consts::PI);
        let (swing, twist) = swing_twist(Quat::from_xyzw(flip.x, flip.y, flip.z, 0.0), Vec3::X);
        assert_eq!(twist, Quat::IDENTITY);
        assert!((swing * Vec3::X).distance(-Vec3::X) < 1e-6);
    }
}
