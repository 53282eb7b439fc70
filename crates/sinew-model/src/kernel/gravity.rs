//! Gravity fields and their sum (`OMI_physics_gravity`). Positions are in the world, in metres; a field is an acceleration
//! in m/s².

use glam::{Affine3A, Quat, Vec3};

/// A gravity field at its current transform.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    /// m/s²; negative values repel.
    pub gravity: f32,
    /// Whether it replaces the fields before it, instead of adding to them.
    pub replace: bool,
    /// Whether the fields after it are ignored.
    pub stop: bool,
    /// The direction of the field.
    pub pull: Pull<'a>,
    /// The node's matrix, which scales circles and lines.
    pub world_from_node: Affine3A,
    /// The node's rotation, without its scale.
    pub rotation: Quat,
}

/// The direction of a field, and how it changes with the distance.
#[derive(Clone, Copy, Debug)]
pub enum Pull<'a> {
    /// The same direction everywhere; a unit vector along the node's axes.
    Directional(Vec3),
    /// To the nearest point of an attractor.
    To(Attractor<'a>, Falloff),
}

/// The geometry that a field pulls towards.
#[derive(Clone, Copy, Debug)]
pub enum Attractor<'a> {
    /// The node.
    Point,
    /// A filled circle of this radius in the node's X–Z plane.
    Disc(f32),
    /// A circle of this radius in the node's X–Z plane.
    Torus(f32),
    /// A chain of straight lines in the node's space.
    Line(&'a [Vec3]),
    /// A point of the world that the caller has found: the nearest of a shape.
    Found(Vec3),
}

/// How a field decreases with the distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Falloff {
    /// Constant.
    Constant,
    /// With the inverse square; at full strength at this distance, in metres, positive.
    InverseSquare(f32),
}

/// Returns the gravity at a position from the fields that contain it, in order of priority, and the world's gravity.
pub fn gravity_at<'a>(position: Vec3, fields: impl IntoIterator<Item = Field<'a>>, world: Vec3) -> Vec3 {
    let mut sum = Vec3::ZERO;
    for field in fields {
        let own = field_at(position, &field);
        sum = if field.replace { own } else { sum + own };
        if field.stop {
            return sum;
        }
    }
    sum + world
}

/// Returns the acceleration of one field at a position; zero at the attractor itself, where it has no direction.
pub fn field_at(position: Vec3, field: &Field<'_>) -> Vec3 {
    match field.pull {
        Pull::Directional(direction) => field.rotation * direction * field.gravity,
        Pull::To(attractor, falloff) => {
            let to = nearest(position, attractor, field) - position;
            attraction(to, falloff) * field.gravity
        }
    }
}

/// Towards a point at `to`: of length one everywhere, or one at the unit distance and with the square of the distance
/// less beyond it ("Unit Distance").
fn attraction(to: Vec3, falloff: Falloff) -> Vec3 {
    let distance = to.length();
    let Some(direction) = to.try_normalize() else { return Vec3::ZERO };
    match falloff {
        Falloff::Constant => direction,
        Falloff::InverseSquare(unit) => {
            let ratio = unit / distance;
            // So near that the inverse square overflows: there is no finite answer.
            let strength = ratio * ratio;
            if strength.is_finite() { direction * strength } else { Vec3::ZERO }
        }
    }
}

/// Returns the point of an attractor that is nearest to a position.
fn nearest(position: Vec3, attractor: Attractor<'_>, field: &Field<'_>) -> Vec3 {
    let center = Vec3::from(field.world_from_node.translation);
    match attractor {
        Attractor::Point => center,
        Attractor::Disc(radius) => {
            let (along, radius) = (in_plane(position - center, field), radius * circle_scale(field));
            center + if along.length() <= radius { along } else { along.normalize_or_zero() * radius }
        }
        Attractor::Torus(radius) => {
            let along = in_plane(position - center, field);
            // On the axis all points of the circle are equally near; the one along the node's X is chosen.
            center + along.try_normalize().unwrap_or(field.rotation * Vec3::X) * radius * circle_scale(field)
        }
        Attractor::Line(points) => nearest_on_lines(position, points, &field.world_from_node).unwrap_or(position),
        Attractor::Found(point) => point,
    }
}

/// The part of an offset that lies in the node's X–Z plane.
fn in_plane(offset: Vec3, field: &Field<'_>) -> Vec3 {
    offset - offset.project_onto_normalized(field.rotation * Vec3::Y)
}

/// The factor of the node's scale on a radius in its X–Z plane: where the two axes differ, that of the circle of equal area.
fn circle_scale(field: &Field<'_>) -> f32 {
    let matrix = &field.world_from_node.matrix3;
    (matrix.x_axis.length() * matrix.z_axis.length()).sqrt()
}

/// The nearest point on any of the lines from each point to the next; the first of those that are as near.
fn nearest_on_lines(position: Vec3, points: &[Vec3], world_from_node: &Affine3A) -> Option<Vec3> {
    let mut best: Option<(f32, Vec3)> = None;
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|point| world_from_node.transform_point3(point));
        let found = nearest_on_line(position, from, to);
        let distance = found.distance_squared(position);
        if best.is_none_or(|(nearest, _)| distance < nearest) {
            best = Some((distance, found));
        }
    }
    best.map(|(_, found)| found)
}

/// Returns the nearest point of a segment; its ends may coincide.
fn nearest_on_line(position: Vec3, from: Vec3, to: Vec3) -> Vec3 {
    let along = to - from;
    let share = (position - from).dot(along) / along.length_squared();
    if share.is_finite() { from + along * share.clamp(0.0, 1.0) } else { from }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use glam::Mat3A;

    use super::*;

    fn field(pull: Pull<'_>) -> Field<'_> {
        let (world_from_node, rotation) = (Affine3A::IDENTITY, Quat::IDENTITY);
        Field { gravity: 9.0, replace: false, stop: false, pull, world_from_node, rotation }
    }

    fn constant(attractor: Attractor<'_>) -> Field<'_> {
        field(Pull::To(attractor, Falloff::Constant))
    }

    fn near(found: Vec3, expected: Vec3) {
        // Sums of a few products of numbers below 100.
        assert!(found.distance(expected) < 1e-4, "{found} is not {expected}");
    }

    #[test]
    fn a_directional_field_turns_with_its_node_and_is_not_scaled() {
        let rotation = Quat::from_rotation_z(FRAC_PI_2);
        let world_from_node =
            Affine3A::from_scale_rotation_translation(Vec3::new(2.0, 7.0, 3.0), rotation, Vec3::new(1.0, 1.0, 1.0));
        // A quarter turn about Z takes −Y to +X.
        let turned = Field { world_from_node, rotation, ..field(Pull::Directional(Vec3::NEG_Y)) };
        near(field_at(Vec3::new(5.0, 5.0, 5.0), &turned), Vec3::new(9.0, 0.0, 0.0));
    }

    #[test]
    fn a_point_pulls_with_the_inverse_square_of_the_distance() {
        // The text's own example: at twice the unit distance a quarter, at half of it four times as much.
        let point = field(Pull::To(Attractor::Point, Falloff::InverseSquare(10.0)));
        near(field_at(Vec3::new(20.0, 0.0, 0.0), &point), Vec3::new(-2.25, 0.0, 0.0));
        near(field_at(Vec3::new(0.0, 5.0, 0.0), &point), Vec3::new(0.0, -36.0, 0.0));
        near(field_at(Vec3::new(0.0, 5.0, 0.0), &constant(Attractor::Point)), Vec3::new(0.0, -9.0, 0.0));
    }

    #[test]
    fn what_is_at_the_point_itself_is_not_pulled() {
        for falloff in [Falloff::Constant, Falloff::InverseSquare(1.0)] {
            assert_eq!(field_at(Vec3::ZERO, &field(Pull::To(Attractor::Point, falloff))), Vec3::ZERO);
        }
        let close = Vec3::new(1e-30, 0.0, 0.0);
        assert!(field_at(close, &field(Pull::To(Attractor::Point, Falloff::InverseSquare(1.0)))).is_finite());
    }

    #[test]
    fn a_disc_pulls_straight_down_inside_its_edge_and_to_the_edge_outside() {
        let disc = constant(Attractor::Disc(2.0));
        near(field_at(Vec3::new(1.0, 3.0, -1.0), &disc), Vec3::new(0.0, -9.0, 0.0));
        // The nearest point is (2, 0, 0): the way there is (−3, −4, 0), of length 5.
        near(field_at(Vec3::new(5.0, 4.0, 0.0), &disc), Vec3::new(-5.4, -7.2, 0.0));
        assert_eq!(field_at(Vec3::new(1.0, 0.0, 0.0), &disc), Vec3::ZERO);
    }

    #[test]
    fn a_torus_pulls_to_its_circle_from_inside_as_from_outside() {
        let torus = constant(Attractor::Torus(2.0));
        near(field_at(Vec3::new(1.0, 0.0, 0.0), &torus), Vec3::new(9.0, 0.0, 0.0));
        near(field_at(Vec3::new(0.0, 0.0, -7.0), &torus), Vec3::new(0.0, 0.0, 9.0));
        // On the axis, 1.5 above: towards (2, 0, 0), the way is (2, −1.5, 0), of length 2.5.
        near(field_at(Vec3::new(0.0, 1.5, 0.0), &torus), Vec3::new(7.2, -5.4, 0.0));
    }

    #[test]
    fn a_scaled_node_scales_its_circle() {
        let world_from_node = Affine3A { matrix3: Mat3A::from_diagonal(Vec3::splat(3.0)), ..Affine3A::IDENTITY };
        let torus = Field { world_from_node, ..constant(Attractor::Torus(2.0)) };
        // The circle has a radius of 6.
        near(field_at(Vec3::new(5.0, 0.0, 0.0), &torus), Vec3::new(9.0, 0.0, 0.0));
    }

    #[test]
    fn lines_pull_to_the_nearest_of_them() {
        let points = [Vec3::ZERO, Vec3::new(4.0, 0.0, 0.0), Vec3::new(4.0, 4.0, 0.0)];
        let lines = constant(Attractor::Line(&points));
        near(field_at(Vec3::new(1.0, 0.0, 2.0), &lines), Vec3::new(0.0, 0.0, -9.0));
        near(field_at(Vec3::new(7.0, 3.0, 0.0), &lines), Vec3::new(-9.0, 0.0, 0.0));
        near(field_at(Vec3::new(-3.0, 0.0, 4.0), &lines), Vec3::new(5.4, 0.0, -7.2));
        let one_place = [Vec3::X, Vec3::X];
        near(field_at(Vec3::ZERO, &constant(Attractor::Line(&one_place))), Vec3::new(9.0, 0.0, 0.0));
    }

    #[test]
    fn a_negative_gravity_pushes_away() {
        let away = Field { gravity: -4.0, ..constant(Attractor::Found(Vec3::new(0.0, 1.0, 0.0))) };
        near(field_at(Vec3::new(0.0, 3.0, 0.0), &away), Vec3::new(0.0, 4.0, 0.0));
    }

    #[test]
    fn fields_add_up_unless_one_replaces_or_stops() {
        let of = |direction: Vec3, gravity: f32, replace: bool, stop: bool| Field {
            gravity,
            replace,
            stop,
            ..field(Pull::Directional(direction))
        };
        let (world, place) = (Vec3::new(0.0, -10.0, 0.0), Vec3::ZERO);
        let at = |fields: &[Field<'static>]| gravity_at(place, fields.iter().copied(), world);
        assert_eq!(at(&[]), world);
        // 1 along X and 2 along Z, then the world's.
        let both = [of(Vec3::X, 1.0, false, false), of(Vec3::Z, 2.0, false, false)];
        assert_eq!(at(&both), Vec3::new(1.0, -10.0, 2.0));
        // The second discards the first; the world's still counts.
        assert_eq!(at(&[both[0], of(Vec3::Z, 2.0, true, false)]), Vec3::new(0.0, -10.0, 2.0));
        // The first stops: neither the second nor the world's counts.
        assert_eq!(at(&[of(Vec3::X, 1.0, false, true), both[1]]), Vec3::X);
        // Zero gravity as the text has it: replace by nothing, and stop.
        assert_eq!(at(&[both[0], of(Vec3::X, 0.0, true, true)]), Vec3::ZERO);
    }
}
