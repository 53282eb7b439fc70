//! Rotations as quaternions and as vectors (axis times angle).

use glam::{Quat, Vec3};

use super::trigonometry::{atan2, sin, sin_cos};

/// Below this angle (radians) sine and angle are the same float.
const SMALL_ANGLE: f32 = 1e-4;

/// Of the two quaternions that mean one rotation, the one with `w ≥ 0`: its angle is at most π.
pub fn shortest(rotation: Quat) -> Quat {
    if rotation.w < 0.0 { -rotation } else { rotation }
}

/// The rotation from `from` (t = 0) to `to` (t = 1) along the shorter arc, at constant speed; beyond 0…1 it goes on.
///
/// `glam`'s own gives up constant speed below 3.6°; this one keeps it, and takes the angle from differences, which stays
/// exact where the arc cosine of a number near 1 does not.
pub fn slerp(from: Quat, to: Quat, t: f32) -> Quat {
    let to = if from.dot(to) < 0.0 { -to } else { to };
    // The angle on the unit 4-sphere: half of the angle that the rotation turns.
    let angle = 2.0 * atan2((to - from).length(), (to + from).length());
    if angle < SMALL_ANGLE {
        return (from * (1.0 - t) + to * t).normalize();
    }
    let divisor = sin(angle);
    (from * (sin((1.0 - t) * angle) / divisor) + to * (sin(t * angle) / divisor)).normalize()
}

/// The rotation as a vector: its axis times its angle, at most π long.
pub fn rotation_vector(rotation: Quat) -> Vec3 {
    let rotation = shortest(rotation);
    let sine = rotation.xyz().length();
    if sine < SMALL_ANGLE {
        return rotation.xyz() * 2.0;
    }
    rotation.xyz() * (2.0 * atan2(sine, rotation.w) / sine)
}

/// The rotation about a vector by its length in radians.
pub fn from_rotation_vector(vector: Vec3) -> Quat {
    let angle = vector.length();
    if angle < SMALL_ANGLE {
        return Quat::from_vec4((vector * 0.5).extend(1.0)).normalize();
    }
    let (sine, cosine) = sin_cos(angle * 0.5);
    Quat::from_vec4((vector * (sine / angle)).extend(cosine))
}

/// The shortest rotation that turns one unit vector into another; for opposite ones, a half turn about some axis
/// perpendicular to both.
pub fn rotation_between(from: Vec3, to: Vec3) -> Quat {
    let cosine = from.dot(to);
    // (from × to, 1 + from·to) is the wanted quaternion before normalizing; near −1 both parts vanish.
    if cosine > -1.0 + 1e-6 {
        return Quat::from_vec4(from.cross(to).extend(1.0 + cosine)).normalize();
    }
    Quat::from_vec4(from.any_orthonormal_vector().extend(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(a: Quat, b: Quat) {
        assert!(a.dot(b).abs() > 1.0 - 1e-6, "{a} is not {b}");
    }

    #[test]
    fn slerp_turns_at_constant_speed_at_every_angle() {
        for angle in [1e-5, 1e-3, 0.05, 1.0, 2.0] {
            let to = Quat::from_rotation_y(angle);
            for t in [-0.5, 0.0, 0.25, 0.5, 1.0, 1.5] {
                let turned = rotation_vector(slerp(Quat::IDENTITY, to, t)).y;
                assert!((turned - angle * t).abs() <= 2e-6 * angle.max(0.1), "{t} of {angle} is {turned}");
            }
        }
    }

    #[test]
    fn slerp_takes_the_shorter_arc() {
        let to = Quat::from_rotation_x(0.8);
        assert_close(slerp(Quat::IDENTITY, -to, 0.5), Quat::from_rotation_x(0.4));
    }

    #[test]
    fn slerp_of_opposite_quaternions_stays_where_it_is() {
        let from = Quat::from_rotation_z(1.0);
        assert_close(slerp(from, -from, 0.3), from);
    }

    #[test]
    fn a_rotation_vector_and_its_rotation_name_each_other() {
        for vector in [Vec3::ZERO, Vec3::new(1e-6, 0.0, 0.0), Vec3::new(0.3, -0.4, 1.2), Vec3::new(0.0, 3.1, 0.0)] {
            let there = from_rotation_vector(vector);
            assert!((there.length() - 1.0).abs() < 1e-6);
            assert!(rotation_vector(there).distance(vector) < 1e-5, "{vector}");
            assert!(rotation_vector(-there).distance(vector) < 1e-5, "{vector}");
        }
    }

    #[test]
    fn rotation_between_turns_one_vector_into_the_other() {
        let from = Vec3::new(1.0, 2.0, -3.0).normalize();
        for to in [from, -from, Vec3::X, -Vec3::Y, Vec3::new(-1.0, -2.0, 3.001).normalize()] {
            assert!((rotation_between(from, to) * from).distance(to) < 1e-3, "{to}");
        }
    }
}
