//! Poses of one figure carried over to another.
//!
//! Two figures in the same posture have different numbers, because each rests with other rotations. What they share is
//! how far each bone has turned from rest, seen in the model: **N = now · rest⁻¹**. The *normalized* rotation of a bone
//! is that turn relative to the parent bone's: **N(parent)⁻¹ · N(bone)**. It is what the local rotation would be on a
//! figure that rests without rotations.
//!
//! The text on human poses (vrm-c/vrm-specification, `how_to_transform_human_pose`) gives the case of a bone whose
//! node hangs right below its parent bone's, or below nodes that do not move: with W and L its rest rotations in the
//! model and relative to its parent,
//!
//! - normalized = W · L⁻¹ · local · W⁻¹,
//! - local = L · W⁻¹ · normalized · W.
//!
//! W · L⁻¹ is the parent's rest rotation, so both follow from the general form, which also carries moving nodes between
//! bones, and bones that one of the figures lacks.

use glam::{Quat, Vec3};

/// The rest rotations of a bone's node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestRotation {
    /// In the model: the W of the text.
    pub model: Quat,
    /// Relative to the parent node: the L of the text.
    pub local: Quat,
}

/// How far a bone has turned from rest, seen in the model: N = now · rest⁻¹.
pub fn turn_from_rest(now: Quat, rest: Quat) -> Quat {
    now * rest.conjugate()
}

/// The rotation in the model of a bone that has turned by `turn` from rest: N · rest.
pub fn rotation_after_turn(turn: Quat, rest: Quat) -> Quat {
    turn * rest
}

/// The normalized rotation of a bone, from the turns of itself and of its parent bone: N(parent)⁻¹ · N(bone).
pub fn normalized_from_turns(parent: Quat, bone: Quat) -> Quat {
    parent.conjugate() * bone
}

/// The turn of a bone, from that of its parent bone and its normalized rotation: N(parent) · normalized.
pub fn turn_from_normalized(parent: Quat, normalized: Quat) -> Quat {
    parent * normalized
}

/// The local rotation that puts a node at a rotation in the model, below a parent that is at another.
pub fn local_below(parent: Quat, model: Quat) -> Quat {
    parent.conjugate() * model
}

/// A rotation seen from a figure that faces the other way: conjugated by a half turn about Y. Its own inverse.
pub fn half_turned(rotation: Quat) -> Quat {
    Quat::from_xyzw(-rotation.x, rotation.y, -rotation.z, rotation.w)
}

/// A position or direction seen from a figure that faces the other way. Its own inverse.
pub fn half_turned_vector(vector: Vec3) -> Vec3 {
    Vec3::new(-vector.x, vector.y, -vector.z)
}

/// The factor from lengths of one figure to those of another; 1 where either length is not known or measures nothing.
pub fn length_ratio(from: Option<f32>, to: Option<f32>) -> f32 {
    let measures = |length: &f32| length.is_finite() && *length > 0.0;
    match (from.filter(measures), to.filter(measures)) {
        (Some(from), Some(to)) => to / from,
        _ => 1.0,
    }
}

/// Where the hips of one figure are to be while those of another are at `position`:
/// `rest_target + (position − rest_source) · ratio`. All of them are metres in the model of a figure that looks along +Z.
///
/// The text on human poses ("About translation scaling") scales the hips' translation by a ratio; what is scaled here is
/// how far they have gone from rest, so that hips at rest are at rest on every figure, whatever the ratio and wherever the
/// figure stands. With the ratio of the rest heights that is the text's formula along Y.
///
/// Who does not know where a figure's hips rest takes them to rest where the other's do.
pub fn hips_position(position: Vec3, rest_source: Option<Vec3>, rest_target: Option<Vec3>, ratio: f32) -> Vec3 {
    let known = rest_source.or(rest_target).unwrap_or(Vec3::ZERO);
    rest_target.unwrap_or(known) + (position - rest_source.unwrap_or(known)) * ratio
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

    use super::*;

    fn assert_close(a: Quat, b: Quat) {
        assert!(a.dot(b).abs() > 1.0 - 1e-6, "{a} is not {b}");
    }

    #[test]
    fn the_elbow_of_a_figure_that_rests_turned_bends_in_the_model() {
        // The forearm's node rests a quarter about Z in the model, its parent too, so L is the identity. A local quarter
        // about its own X: Z by 90° takes X to Y, so in the model that is a quarter about Y.
        let (parent, rest, local) =
            (Quat::from_rotation_z(FRAC_PI_2), Quat::from_rotation_z(FRAC_PI_2), Quat::from_rotation_x(FRAC_PI_2));
        let normalized = normalized_from_turns(Quat::IDENTITY, turn_from_rest(parent * local, rest));
        assert_close(normalized, Quat::from_xyzw(0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2));
        let now = rotation_after_turn(turn_from_normalized(Quat::IDENTITY, normalized), rest);
        assert_close(local_below(parent, now), local);
    }

    #[test]
    fn rest_is_the_identity() {
        let rest = Quat::from_xyzw(-0.2, 0.4, 0.6, 0.1).normalize();
        assert_close(turn_from_rest(rest, rest), Quat::IDENTITY);
        assert_close(rotation_after_turn(Quat::IDENTITY, rest), rest);
    }

    #[test]
    fn a_half_turn_mirrors_left_and_right_front_and_back() {
        let half = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        let rotation = Quat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize();
        assert_close(half_turned(rotation), half * rotation * half.conjugate());
        assert_eq!(half_turned_vector(Vec3::new(1.0, 2.0, 3.0)), half * Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(half_turned(half_turned(rotation)), rotation);
    }

    #[test]
    fn an_unknown_length_scales_nothing() {
        let cases = [
            (Some(0.8), Some(0.4), 0.5),
            (None, Some(0.4), 1.0),
            (Some(0.8), None, 1.0),
            (Some(0.0), Some(0.4), 1.0),
            (Some(0.8), Some(0.0), 1.0),
            (Some(f32::NAN), Some(0.4), 1.0),
            (Some(0.8), Some(f32::INFINITY), 1.0),
        ];
        for (from, to, ratio) in cases {
            assert!((length_ratio(from, to) - ratio).abs() < 1e-6);
        }
    }

    #[test]
    fn hips_go_from_their_own_rest_as_far_as_the_others_have_gone() {
        // From (0.5, 1, 2) the source has gone (0.2, −0.4, 0); half of it from (0, 0.6, −1) is (0.1, 0.4, −1).
        let (source, target) = (Vec3::new(0.5, 1.0, 2.0), Vec3::new(0.0, 0.6, -1.0));
        let now = Vec3::new(0.7, 0.6, 2.0);
        assert!(hips_position(now, Some(source), Some(target), 0.5).distance(Vec3::new(0.1, 0.4, -1.0)) < 1e-6);
        assert_eq!(hips_position(source, Some(source), Some(target), 7.0), target);
        // A source of nobody in particular is as the target is: 0.7, 0.6, 2 is where the hips are to be.
        assert!(hips_position(now, None, Some(target), 1.0).distance(now) < 1e-6);
        assert!(hips_position(now, Some(source), None, 1.0).distance(now) < 1e-6);
        assert!(hips_position(now, None, None, 2.0).distance(now * 2.0) < 1e-6);
    }
}
