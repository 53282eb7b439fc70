//! Requirements on frame rotations, so that data of the file keeps its meaning.

use glam::{DMat3, DQuat, DVec2, DVec3};

use sinew_model::model::NodeId;

/// Rotations nearer than this (about radians) are equal: files hold singles, whose products add up to a few units of the
/// seventh digit. On a body of 2 m it is 4 µm.
const SAME: f64 = 2e-6;

/// A requirement, with the pointer of its source and the reason.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) demand: Demand,
    pub(super) pointer: String,
    pub(super) why: String,
}

/// A requirement on frame rotations. `None` is the parent of a root, which is never rotated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Demand {
    /// The node keeps its frame.
    Still(Option<NodeId>),
    /// Both nodes have equal frame rotations; preferably the second one changes.
    Alike(Option<NodeId>, Option<NodeId>),
    /// An axis of the node stays along an axis.
    Axis(Option<NodeId>, DVec3),
    /// A scale or a mask stays diagonal.
    Diagonal(Option<NodeId>, DVec3),
}

impl Demand {
    /// Whether frame rotations satisfy it.
    pub(super) fn is_granted(self, frame_rotation: impl Fn(Option<NodeId>) -> DQuat) -> bool {
        match self {
            Self::Still(node) => is_same(frame_rotation(node), DQuat::IDENTITY),
            Self::Alike(a, b) => is_same(frame_rotation(a), frame_rotation(b)),
            Self::Axis(node, axis) => axis_of(frame_rotation(node).conjugate() * axis).is_some(),
            Self::Diagonal(node, diagonal) => rotated_diagonal(frame_rotation(node), diagonal).is_some(),
        }
    }

    /// Its nodes; it holds if all of them keep their frames.
    pub(super) fn nodes(self) -> impl Iterator<Item = NodeId> {
        let nodes = match self {
            Self::Still(node) | Self::Axis(node, _) | Self::Diagonal(node, _) => [node, None],
            Self::Alike(a, b) => [a, b],
        };
        nodes.into_iter().flatten()
    }
}

/// Whether two frame rotations are equal.
pub(super) fn is_same(a: DQuat, b: DQuat) -> bool {
    (a.conjugate() * b).xyz().length() < SAME
}

/// The axis, with its sign, that a unit vector points along.
pub(super) fn axis_of(direction: DVec3) -> Option<DVec3> {
    let axis = DVec3::new(direction.x.round(), direction.y.round(), direction.z.round());
    ((axis.length() - 1.0).abs() < SAME && axis.distance(direction) < SAME).then_some(axis)
}

/// C⁻¹·D·C for a diagonal matrix D, where that is diagonal too.
pub(super) fn rotated_diagonal(frame_rotation: DQuat, diagonal: DVec3) -> Option<DVec3> {
    if frame_rotation == DQuat::IDENTITY || is_uniform(diagonal) {
        return Some(diagonal);
    }
    let frame_rotation = DMat3::from_quat(frame_rotation);
    let rotated = frame_rotation.transpose() * DMat3::from_diagonal(diagonal) * frame_rotation;
    let beside = [rotated.x_axis.y, rotated.x_axis.z, rotated.y_axis.z];
    let largest = diagonal.abs().max_element();
    let is_diagonal = beside.iter().all(|number| number.abs() <= SAME * largest);
    is_diagonal.then(|| DVec3::new(rotated.x_axis.x, rotated.y_axis.y, rotated.z_axis.z))
}

/// At most two of many scales that decide whether all stay diagonal under a frame rotation: C⁻¹·S·C is linear in the scale and
/// keeps the identity, so only the differences between the factors count, which two span.
pub(super) fn representative_scales(scales: impl IntoIterator<Item = DVec3>) -> Vec<DVec3> {
    let difference = |scale: DVec3| DVec2::new(scale.x - scale.y, scale.y - scale.z).normalize_or_zero();
    let mut representative: Vec<DVec3> = Vec::new();
    for scale in scales.into_iter().filter(|scale| !is_uniform(*scale)) {
        match representative[..] {
            [] => representative.push(scale),
            [first] if difference(first).perp_dot(difference(scale)).abs() > SAME => representative.push(scale),
            [_] => {}
            _ => break,
        }
    }
    representative
}

/// Whether a scale is uniform in single precision. A scale that mirrors one axis is not.
pub(super) fn is_uniform(scale: DVec3) -> bool {
    scale.max_element() - scale.min_element() <= SAME * scale.abs().max_element()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_rotation_by_90_degrees_swaps_the_factors_of_a_scale() {
        // A rotation by 90° about Z takes X to Y: what was along X is along Y of the rotated frame.
        let rotated = rotated_diagonal(DQuat::from_rotation_z(FRAC_PI_2), DVec3::new(1.0, 2.0, 3.0)).unwrap();
        assert!(rotated.distance(DVec3::new(2.0, 1.0, 3.0)) < 1e-12);
    }

    #[test]
    fn a_rotation_in_the_plane_of_two_equal_factors_leaves_a_scale_alone() {
        let scale = DVec3::new(2.0, 5.0, 2.0);
        assert!(rotated_diagonal(DQuat::from_rotation_y(0.3), scale).unwrap().distance(scale) < 1e-12);
        assert_eq!(rotated_diagonal(DQuat::from_rotation_x(0.3), scale), None);
    }

    #[test]
    fn two_scales_represent_any_number() {
        let along_y = [DVec3::new(1.0, 2.0, 1.0), DVec3::ONE, DVec3::new(3.0, 7.0, 3.0), DVec3::new(2.0, -1.0, 2.0)];
        assert_eq!(representative_scales(along_y), [along_y[0]]);
        let other = DVec3::new(1.0, 2.0, 3.0);
        assert_eq!(representative_scales([along_y[0], along_y[2], other, along_y[3]]), [along_y[0], other]);
        assert_eq!(representative_scales([DVec3::ONE, DVec3::ZERO]), []);
    }

    #[test]
    fn a_direction_is_along_an_axis_or_it_is_not() {
        assert_eq!(axis_of(DQuat::from_rotation_x(FRAC_PI_2) * DVec3::Y), Some(DVec3::Z));
        assert_eq!(axis_of(DVec3::NEG_X), Some(DVec3::NEG_X));
        assert_eq!(axis_of(DQuat::from_rotation_x(0.1) * DVec3::Y), None);
    }
}
