//! Rotations as quaternions and as vectors (axis times angle).

use glam::{Quat, Vec3};

use super::four::{Four, shuffle};
use super::four_rotations::FourRotations;
use super::partial_rotation::part_of_turn;
use super::trigonometry::{atan2, sin, sin_cos};

/// Below this angle (radians) sine and angle are the same float.
const SMALL_ANGLE: f32 = 1e-4;

/// Of the two quaternions that mean one rotation, the one with `w ≥ 0`: its angle is at most π. Of the two that mean a
/// rotation by π (`w = 0`), the one whose first component other than zero is positive, so that both give the same.
#[inline]
pub fn shortest(rotation: Quat) -> Quat {
    // A product, not a branch: which of the two a caller has is as good as random.
    let sign = if rotation.w == 0.0 { sign_of_half_turn(rotation) } else { 1.0_f32.copysign(rotation.w) };
    rotation * sign
}

/// The sign of the first component other than zero.
#[cold]
fn sign_of_half_turn(rotation: Quat) -> f32 {
    let first = rotation.xyz().to_array().into_iter().find(|&component| component != 0.0);
    first.map_or(1.0, |first| 1.0_f32.copysign(first))
}

/// Returns the power `t` of a rotation along the shorter arc: the identity at 0, the rotation at 1; it extrapolates beyond 0…1.
/// The same as [`slerp`] from the identity.
#[expect(
    clippy::inline_always,
    reason = "called, it takes and gives its four numbers through memory, for a few operations"
)]
#[inline(always)]
pub fn power(rotation: Quat, t: f32) -> Quat {
    let rotation = shortest(rotation);
    if t.to_bits() == 1.0_f32.to_bits() {
        return rotation;
    }
    if t.to_bits() == 0.5_f32.to_bits() {
        // Half way from the identity lies the sum of both, which is at least √2 long: no angle is needed.
        return Quat::from_vec4(rotation.xyz().extend(1.0 + rotation.w)).normalize();
    }
    if t.abs() <= 1.0 {
        let (factor, cosine) = part_of_turn(rotation.xyz().length_squared(), rotation.w, t);
        return Quat::from_vec4((rotation.xyz() * factor).extend(cosine));
    }
    multiple_of_turn(rotation, t)
}

/// [`power`] of any `t`, of a rotation with `w ≥ 0`.
#[cold]
fn multiple_of_turn(rotation: Quat, t: f32) -> Quat {
    let sine = rotation.xyz().length();
    if sine < SMALL_ANGLE {
        // The half angle is the sine here, and t may still be large.
        return from_rotation_vector(rotation.xyz() * (2.0 * t));
    }
    let (turned_sine, turned_cosine) = sin_cos(multiple(atan2(sine, rotation.w), t));
    Quat::from_vec4((rotation.xyz() * (turned_sine / sine)).extend(turned_cosine))
}

/// `t` times an angle, as an angle whose sine an `f32` can still resolve.
fn multiple(angle: f32, t: f32) -> f32 {
    let product = angle * t;
    if product.abs() < 100.0 {
        return product;
    }
    ((f64::from(angle) * f64::from(t)) % std::f64::consts::TAU) as f32
}

/// The rotation from `from` (t = 0) to `to` (t = 1) along the shorter arc, at constant speed; extrapolates beyond 0…1.
///
/// `glam`'s own gives up constant speed below 3.6°; this one keeps it. Keys of animations are near each other, and for those
/// no sine is computed.
pub fn slerp(from: Quat, to: Quat, t: f32) -> Quat {
    PartOfArc::new(t).between(from, to)
}

/// A part of an arc, to be taken of many: what of [`slerp`] does not depend on the rotations is computed once.
#[derive(Clone, Copy, Debug)]
pub struct PartOfArc {
    t: f32,
    /// The coefficients of both parts as polynomials in 1 − cos α, the constant ones first, for nearby rotations; both
    /// twice, to be worked on together.
    near: [[f32; 4]; NEAR_TERMS + 1],
}

/// The terms of the power series for rotations that are nearby: 1 − cos α is at most [`NEAR`].
const NEAR_TERMS: usize = 4;

/// The largest 1 − cos α of what is nearby: 23° of a rotation.
const NEAR: f32 = 0.02;

/// How far the squared length of a quaternion may be from 1 for a single step of Newton's method to be enough to bring it
/// there: an error e of it becomes ⅜·e², which is 1.5·10⁻⁸.
const NEARLY_UNIT: f32 = 2e-4;

impl PartOfArc {
    /// The part `t`, where 0 is nothing and 1 the whole.
    pub fn new(t: f32) -> Self {
        let parts = [1.0 - t, t, 1.0 - t, t];
        let mut near = [parts; NEAR_TERMS + 1];
        for i in 1..=NEAR_TERMS {
            let [a, b] = [0, 1].map(|side: usize| near[i - 1][side] * series_factor(i, parts[side]));
            near[i] = [a, b, a, b];
        }
        Self { t, near }
    }

    /// The rotation at this part of the shorter arc between two.
    #[inline]
    pub fn between(&self, from: Quat, to: Quat) -> Quat {
        let (here, there) = (Four::from(from), Four::from(to));
        let cosine = here.dot(there);
        let sign = if cosine < 0.0 { -0.0 } else { 0.0 };
        let (there, distance) = (there.flip([sign; 4]), 1.0 - cosine.abs());
        // Of quaternions that are not quite of unit length, the distance may be below 0 by rounding.
        if distance.abs() <= NEAR && (0.0..=1.0).contains(&self.t) {
            let away = Four::new([distance; 4]);
            let parts =
                self.near.iter().rev().fold(Four::new([0.0; 4]), |sum, &factors| sum * away + Four::new(factors));
            let [a, b] = [shuffle!(parts, parts, 0, 0, 0, 0), shuffle!(parts, parts, 1, 1, 1, 1)];
            return normalize_nearly_unit(here * a + there * b);
        }
        self.between_far(from, there.into(), distance)
    }

    /// The same of four pairs at once; `None` where [`PartOfArc::between`] does more than usual for one of them.
    #[inline]
    pub fn between_four(&self, from: FourRotations, to: FourRotations) -> Option<FourRotations> {
        let cosines = from.dot(to);
        let signs = cosines.signs();
        let (to, away) = (to.flip(signs), Four::new([1.0; 4]) - cosines.xor(signs));
        if !away.xor(away.signs()).are_below(NEAR) || !(0.0..=1.0).contains(&self.t) {
            return None;
        }
        let (mut a, mut b) = (Four::new([0.0; 4]), Four::new([0.0; 4]));
        for factors in self.near.iter().rev().map(|&factors| Four::new(factors)) {
            a = a * away + shuffle!(factors, factors, 0, 0, 0, 0);
            b = b * away + shuffle!(factors, factors, 1, 1, 1, 1);
        }
        let between = from.mix(a, to, b);
        let excess = between.dot(between) - Four::new([1.0; 4]);
        let is_nearly_unit = excess.xor(excess.signs()).are_below(NEARLY_UNIT);
        is_nearly_unit.then(|| between.scaled(Four::new([1.0; 4]) - Four::new([0.5; 4]) * excess))
    }

    #[cold]
    fn between_far(&self, from: Quat, to: Quat, distance: f32) -> Quat {
        let t = self.t;
        let (a, b) = if !(0.0..=1.0).contains(&t) || distance > 0.3 {
            parts_of_arc((to - from).length(), (to + from).length(), t)
        } else {
            (part_of_arc(1.0 - t, distance), part_of_arc(t, distance))
        };
        (from * a + to * b).normalize()
    }
}

#[inline]
fn normalize_nearly_unit(rotation: Four) -> Quat {
    let excess = rotation.dot(rotation) - 1.0;
    if excess.abs() < NEARLY_UNIT {
        return (rotation * Four::new([1.0 - 0.5 * excess; 4])).into();
    }
    Quat::from(rotation).normalize()
}

/// sin((1 − t)·α) / sin α and sin(t·α) / sin α of the arc α between unit quaternions, from the lengths of their difference
/// and their sum, which stay exact where the arc cosine of a number near 1 does not.
fn parts_of_arc(difference: f32, sum: f32, t: f32) -> (f32, f32) {
    let angle = 2.0 * atan2(difference, sum);
    if angle < SMALL_ANGLE {
        return (1.0 - t, t);
    }
    let divisor = sin(angle);
    (sin((1.0 - t) * angle) / divisor, sin(t * angle) / divisor)
}

/// sin(t·α) / sin α by its power series in 1 − cos α (Eberly, "A fast and accurate algorithm for computing slerp", 2011):
/// t·(1 + b₁·(1 + b₂·(1 + …))) with bᵢ = [`series_factor`] times 1 − cos α.
///
/// Each bᵢ is below half the distance, so what is left out after n terms is below (distance / 2)^(n + 1): 4·10⁻⁸ for the 8
/// here at a distance of 0.3, 10⁻¹⁰ for [`NEAR_TERMS`] at [`NEAR`].
fn part_of_arc(t: f32, distance: f32) -> f32 {
    t * (1..=8).rev().fold(1.0, |sum, i| 1.0 + series_factor(i, t) * distance * sum)
}

/// i/(2i+1) − t²/(i·(2i+1)).
#[inline]
fn series_factor(i: usize, t: f32) -> f32 {
    let i = i as f32;
    i / (2.0 * i + 1.0) - t * t / (i * (2.0 * i + 1.0))
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
    if !angle.is_finite() {
        // Too long for a float to resolve the angle.
        return Quat::IDENTITY;
    }
    let (sine, cosine) = sin_cos(angle * 0.5);
    Quat::from_vec4((vector * (sine / angle)).extend(cosine))
}

/// Returns the shortest rotation from one unit vector to another; for opposite ones, a rotation by π about an axis
/// perpendicular to both.
#[inline]
pub fn rotation_between(from: Vec3, to: Vec3) -> Quat {
    // (from × to, 1 + from·to) is the wanted quaternion before normalizing. Near opposite vectors both parts vanish;
    // written with the sum, in which the large parts cancel exactly, they vanish without losing their digits.
    let sum = from + to;
    let squared = sum.length_squared();
    if squared > 1e-12 {
        return Quat::from_vec4(from.cross(sum).extend(0.5 * squared)).normalize();
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
    fn four_arcs_are_each_as_it_is_alone() {
        let (mut together, mut alone) = (0, 0);
        for step in 0_u8..120 {
            let number = |place: f32| ((f32::from(step) + 1.0) * place * 0.618).fract() * 2.0 - 1.0;
            let from = [0.3, 0.7, 1.9, 5.3].map(|lane| {
                Quat::from_xyzw(number(lane), number(lane * 1.3), number(lane * 2.1), number(lane * 3.7)).normalize()
            });
            // Up to and beyond what is nearby, 23°, on either side of the sphere, one not at all and one hardly off unit length.
            let turn = |lane: usize| Quat::from_rotation_y(f32::from(step) * 0.0035 * (lane as f32 - 1.0));
            let sign = |lane: usize| if (usize::from(step) + lane).is_multiple_of(3) { -1.00001 } else { 1.0 };
            let to = [0, 1, 2, 3].map(|lane| from[lane] * turn(lane) * sign(lane));
            for t in [0.0, 0.2, 0.5, 1.0, 1.5] {
                let part = PartOfArc::new(t);
                let expected = [0, 1, 2, 3].map(|lane| part.between(from[lane], to[lane]));
                match part.between_four(FourRotations::new(from), FourRotations::new(to)) {
                    Some(four) => {
                        let bits = |rotations: [Quat; 4]| rotations.map(|it| it.to_array().map(f32::to_bits));
                        assert_eq!(bits(four.to_array()), bits(expected), "{t} of {step}");
                        together += 1;
                    }
                    None => alone += 1,
                }
            }
        }
        assert!(together > 200 && alone > 100, "{together} {alone}");
    }

    #[test]
    fn near_arcs_need_no_sines() {
        // Against sines in double precision, up to the largest distance: 1 − cos α = 0.3 is α = 0.7954.
        for step in 0_u8..=40 {
            let angle = f64::from(step) / 40.0 * 0.795_398;
            let distance = (1.0 - angle.cos()) as f32;
            for t in [0.0_f32, 0.1, 0.37, 0.5, 0.9, 1.0] {
                let exact = if step == 0 { f64::from(t) } else { (angle * f64::from(t)).sin() / angle.sin() };
                assert!((f64::from(part_of_arc(t, distance)) - exact).abs() < 3e-7, "{t} of {angle}");
                let turned = slerp(Quat::IDENTITY, Quat::from_rotation_z(2.0 * angle as f32), t);
                let sine = (angle * f64::from(t)).sin();
                assert!((f64::from(turned.z) - sine).abs() < 3e-7, "{t} of {angle}");
                assert!((turned.length() - 1.0).abs() < 3e-7, "{t} of {angle}");
            }
        }
    }

    #[test]
    fn keys_that_are_not_quite_rotations_give_one() {
        // A 1 % longer key is beyond what one step of Newton's method brings back.
        let to = Quat::from_rotation_y(0.1);
        for stretch in [1.00005, 1.01, 2.0] {
            let turned = slerp(Quat::IDENTITY * stretch, to * stretch, 0.5);
            assert!((turned.length() - 1.0).abs() < 3e-7, "{stretch}");
            assert_close(turned, Quat::from_rotation_y(0.05));
        }
    }

    #[test]
    fn a_power_is_the_slerp_from_the_identity() {
        for rotation in [Quat::from_rotation_y(2.5), Quat::from_xyzw(0.1, -0.7, 0.3, 0.6).normalize()] {
            for t in [-0.5, 0.0, 0.25, 0.5, 1.0, 1.5] {
                assert_close(power(rotation, t), slerp(Quat::IDENTITY, rotation, t));
                assert_close(power(-rotation, t), slerp(Quat::IDENTITY, rotation, t));
            }
        }
        assert_close(power(Quat::from_rotation_x(1e-5), 1e5), Quat::from_rotation_x(1.0));
        assert_eq!(power(Quat::IDENTITY, 0.5), Quat::IDENTITY);
    }

    #[test]
    fn a_power_beyond_all_measure_is_still_a_rotation() {
        for t in [1e6, -1e30, f32::MAX] {
            for rotation in [Quat::from_rotation_z(3.0), Quat::from_rotation_z(1e-6)] {
                assert!((power(rotation, t).length() - 1.0).abs() < 1e-6, "{t}");
            }
        }
    }

    #[test]
    fn both_quaternions_of_a_half_turn_are_halved_alike() {
        for half in [Quat::from_xyzw(0.0, -1.0, 0.0, 0.0), Quat::from_xyzw(0.6, 0.0, -0.8, -0.0)] {
            assert_eq!(power(half, 0.5), power(-half, 0.5));
            assert_eq!(rotation_vector(half), rotation_vector(-half));
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
            assert!((rotation_between(from, to) * from).distance(to) < 1e-6, "{to}");
        }
    }
}
