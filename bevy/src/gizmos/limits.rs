//! Limits of joints as lines: a segment for a distance, an arc for an angle about one axis, a cone for two.

use std::f32::consts::{PI, TAU};

use bevy::math::{Affine3A, Vec3};
use sinew::math::Axis;
use sinew::model::physics::{DofKind, JointDescription, JointLimit};

use super::outline::arc;
use crate::convert::{to_vec3, vec3};

/// The radius of arcs, metres.
const RADIUS: f32 = 0.15;

/// The lines of a joint's limits, at frame a, and one from frame a to frame b.
pub(super) fn lines(description: &JointDescription, world_from_a: Affine3A, world_from_b: Affine3A) -> Vec<Vec<Vec3>> {
    let (_, rotation, centre) = world_from_a.to_scale_rotation_translation();
    let place = |line: Vec<sinew::glam::Vec3>| -> Vec<Vec3> {
        line.into_iter().map(|point| centre + rotation * vec3(point)).collect()
    };
    let limits = description.limits.iter().flat_map(limit).map(place);
    let connection = vec![centre, world_from_b.translation.into()];
    limits.chain([connection]).collect()
}

/// A limit in frame a.
fn limit(limit: &JointLimit) -> Vec<Vec<sinew::glam::Vec3>> {
    let axes: Vec<Axis> = limit.axes.iter().collect();
    match (limit.kind, axes.as_slice()) {
        (DofKind::Linear, axes) => {
            // What has no end is drawn a metre long.
            let (low, high) = (limit.min.unwrap_or(-1.0), limit.max.unwrap_or(1.0));
            axes.iter().map(|axis| vec![axis.vector() * low, axis.vector() * high]).collect()
        }
        (DofKind::Angular, [axis]) => {
            let (low, high) = (limit.min.unwrap_or(-PI).max(-TAU), limit.max.unwrap_or(PI).min(TAU));
            let (x, y) = around(*axis);
            let (sin, cos) = low.sin_cos();
            let (start, across) = (x * cos + y * sin, y * cos - x * sin);
            let rim = arc(to_vec3(Vec3::ZERO), start * RADIUS, across * RADIUS, high - low);
            let spokes = [rim.first(), rim.last()].into_iter().flatten();
            let spokes: Vec<_> = spokes.map(|end| vec![sinew::glam::Vec3::ZERO, *end]).collect();
            std::iter::once(rim).chain(spokes).collect()
        }
        (DofKind::Angular, axes) => {
            // The axis that may swing is the one that is not limited; of three, X.
            let swung = Axis::ALL.into_iter().find(|axis| !axes.contains(axis)).unwrap_or(Axis::X);
            let (x, y) = around(swung);
            let (sin, cos) = limit.max.unwrap_or(PI).clamp(0.0, PI).sin_cos();
            let centre = swung.vector() * cos * RADIUS;
            let rim = arc(centre, x * sin * RADIUS, y * sin * RADIUS, TAU);
            let spokes: Vec<_> = rim.iter().step_by(6).map(|end| vec![sinew::glam::Vec3::ZERO, *end]).collect();
            std::iter::once(rim).chain(spokes).collect()
        }
    }
}

/// The two axes that follow one, so that a rotation about it takes the first to the second.
fn around(axis: Axis) -> (sinew::glam::Vec3, sinew::glam::Vec3) {
    let next = |by: usize| Axis::ALL[(axis.index() + by) % 3].vector();
    (next(1), next(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::model::physics::LimitAxes;

    fn hinge(axes: &[Axis], min: f32, max: f32) -> JointLimit {
        let axes = LimitAxes::new(axes.iter().copied()).unwrap_or(LimitAxes::ALL);
        JointLimit { kind: DofKind::Angular, axes, min: Some(min), max: Some(max), stiffness: None, damping: 0.0 }
    }

    #[test]
    fn an_arc_goes_from_the_smallest_to_the_largest_angle() {
        // About Z, X goes to Y: from X (0) to Y (a quarter).
        let lines = limit(&hinge(&[Axis::Z], 0.0, PI / 2.0));
        let (first, last) = (lines[0][0], lines[0][lines[0].len() - 1]);
        assert!(
            first.distance(sinew::glam::Vec3::X * RADIUS) < 1e-6 && last.distance(sinew::glam::Vec3::Y * RADIUS) < 1e-6
        );
    }

    #[test]
    fn a_cone_opens_by_its_largest_angle_about_the_free_axis() {
        let lines = limit(&hinge(&[Axis::Y, Axis::Z], 0.0, 0.5));
        for point in &lines[0] {
            let angle = point.normalize().dot(sinew::glam::Vec3::X).acos();
            assert!((angle - 0.5).abs() < 1e-4, "{angle}");
        }
    }
}
