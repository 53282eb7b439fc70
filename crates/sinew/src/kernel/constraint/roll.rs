//! A node that turns about one of its axes as another one does (`VRMC_node_constraint` 1.0, Roll Constraint).

use glam::{Quat, Vec3};

use crate::math::{power, twist_about};

/// The destination's local rotation. `axis` is a unit vector in the destination's own frame at rest.
///
/// The text takes the source's turn `d` since rest into the destination's frame, undoes the shortest rotation that
/// brings the axis to where `d` brings it, and slerps from rest by the weight. What is left after undoing that swing is
/// the twist of `d` about the axis; seen from the parent, where `d = source·source_rest⁻¹` is given, the axis is
/// `destination_rest·axis`, and the twist stands on the left.
///
/// A source that turns the axis into its opposite has no twist there (any axis of the swing would do); the destination
/// rests.
pub fn roll(source_rest: Quat, source: Quat, destination_rest: Quat, axis: Vec3, weight: f32) -> Quat {
    let difference = source * source_rest.conjugate();
    power(twist_about(difference, destination_rest * axis), weight) * destination_rest
}
