//! Retargeting: a pose of one humanoid applied to another.
//!
//! Two humanoids in the same human pose have different numbers, because each rests with other rotations. What they share is
//! the rotation of each bone from rest, in the model: the *delta* **N = now · rest⁻¹**. The *normalized* rotation of a bone
//! is its delta relative to the parent bone's: **N(parent)⁻¹ · N(bone)**. It equals the local rotation on a humanoid that
//! rests without rotations.
//!
//! The text on human poses (vrm-c/vrm-specification, `how_to_transform_human_pose`) gives the case of a bone whose
//! node hangs right below its parent bone's, or below nodes that do not move: with W and L its rest rotations in the
//! model and relative to its parent,
//!
//! - normalized = W · L⁻¹ · local · W⁻¹,
//! - local = L · W⁻¹ · normalized · W.
//!
//! W · L⁻¹ is the parent's rest rotation, so both follow from the general form, which also carries moving nodes between
//! bones, and bones that one of the humanoids lacks.

use glam::{Quat, Vec3};

/// The rest rotations of a bone's node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestRotation {
    /// In the model: the W of the text.
    pub model: Quat,
    /// Relative to the parent node: the L of the text.
    pub local: Quat,
}

/// Returns the rotation of a bone from rest, in the model: N = now · rest⁻¹.
pub fn delta_from_rest(now: Quat, rest: Quat) -> Quat {
    now * rest.conjugate()
}

/// Returns the model rotation of a bone from its delta: N · rest.
pub fn rotation_from_delta(delta: Quat, rest: Quat) -> Quat {
    delta * rest
}

/// Returns the normalized rotation of a bone from its delta and that of its parent bone: N(parent)⁻¹ · N(bone).
pub fn normalized_from_deltas(parent: Quat, bone: Quat) -> Quat {
    parent.conjugate() * bone
}

/// Returns the delta of a bone from that of its parent bone and its normalized rotation: N(parent) · normalized.
pub fn delta_from_normalized(parent: Quat, normalized: Quat) -> Quat {
    parent * normalized
}

/// Returns the local rotation of a node from its model rotation and that of its parent.
pub fn local_below(parent: Quat, model: Quat) -> Quat {
    parent.conjugate() * model
}

/// Converts a rotation between humanoids that face +Z and −Z: conjugates it by π about Y. Its own inverse.
pub fn reversed_facing(rotation: Quat) -> Quat {
    Quat::from_xyzw(-rotation.x, rotation.y, -rotation.z, rotation.w)
}

/// Converts a position or direction between humanoids that face +Z and −Z. Its own inverse.
pub fn reversed_facing_vector(vector: Vec3) -> Vec3 {
    Vec3::new(-vector.x, vector.y, -vector.z)
}

/// Returns the ratio of a length of two humanoids; 1 if either is unknown or not positive.
pub fn length_ratio(from: Option<f32>, to: Option<f32>) -> f32 {
    let measures = |length: &f32| length.is_finite() && *length > 0.0;
    match (from.filter(measures), to.filter(measures)) {
        (Some(from), Some(to)) => to / from,
        _ => 1.0,
    }
}

/// Returns the position of the hips of the target while those of the source are at `position`:
/// `rest_target + (position − rest_source) · ratio`. All of them are metres in the model of a humanoid that looks along +Z.
///
/// The text on human poses ("About translation scaling") scales the hips' translation by a ratio; here their
/// offset from rest is scaled, so that hips at rest are at rest on every humanoid, whatever the ratio and wherever the
/// humanoid stands. With the ratio of the rest heights that is the text's formula along Y.
///
/// An unknown rest position defaults to that of the other humanoid.
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
    fn the_elbow_of_a_humanoid_with_rest_rotations_bends_in_the_model() {
        // The forearm's node rests a quarter about Z in the model, its parent too, so L is the identity. A local quarter
        // about its own X: Z by 90° takes X to Y, so in the model that is a quarter about Y.
        let (parent, rest, local) =
            (Quat::from_rotation_z(FRAC_PI_2), Quat::from_rotation_z(FRAC_PI_2), Quat::from_rotation_x(FRAC_PI_2));
        let normalized = normalized_from_deltas(Quat::IDENTITY, delta_from_rest(parent * local, rest));
        assert_close(normalized, Quat::from_xyzw(0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2));
        let now = rotation_from_delta(delta_from_normalized(Quat::IDENTITY, normalized), rest);
        assert_close(local_below(parent, now), local);
    }

    #[test]
    fn rest_is_the_identity() {
        let rest = Quat::from_xyzw(-0.2, 0.4, 0.6, 0.1).normalize();
        assert_close(delta_from_rest(rest, rest), Quat::IDENTITY);
        assert_close(rotation_from_delta(Quat::IDENTITY, rest), rest);
    }

    #[test]
    fn a_half_turn_mirrors_left_and_right_front_and_back() {
        let half = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        let rotation = Quat::from_xyzw(0.1, -0.5, 0.3, 0.7).normalize();
        assert_close(reversed_facing(rotation), half * rotation * half.conjugate());
        assert_eq!(reversed_facing_vector(Vec3::new(1.0, 2.0, 3.0)), half * Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(reversed_facing(reversed_facing(rotation)), rotation);
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
