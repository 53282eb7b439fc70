//! Roll: the destination takes the source's rotation about one axis (`VRMC_node_constraint` 1.0, Roll Constraint).

use glam::{Quat, Vec3};

use crate::math::{power, twist_about};

/// The destination's local rotation. `axis` is the roll axis of the destination at rest, a unit vector as the parent sees
/// it: `destination_rest·rollAxis`.
///
/// The text takes the source's rotation `d` from rest into the destination's frame, undoes the shortest rotation that
/// brings the axis to where `d` brings it, and slerps from rest by the weight. What is left after undoing that swing is
/// the twist of `d` about the axis. Seen from the parent, `d` is `source·source_rest⁻¹` and the twist stands on the left.
///
/// A source that rotates the axis into its opposite has no defined twist; the destination rests.
#[inline]
pub fn roll(source_rest: Quat, source: Quat, destination_rest: Quat, axis: Vec3, weight: f32) -> Quat {
    let difference = source * source_rest.conjugate();
    power(twist_about(difference, axis), weight) * destination_rest
}
