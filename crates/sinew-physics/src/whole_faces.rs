//! Contacts of convex hulls, with all corners of a face.
//!
//! The engine takes the first four corners of the face that touches. A hull with a larger face stands on those alone: a foot with
//! eight corners tips over its fourth. Here the others are added. Contacts that were left out at a seam are looked for anew, and so are
//! those of shapes whose sizes are others.

use glam::Vec3;
use rapier3d::parry::query::details::NormalConstraints;
use rapier3d::parry::query::{
    ClosestPoints, Contact, ContactManifoldsWorkspace, DefaultQueryDispatcher, NonlinearRigidMotion,
    PersistentQueryDispatcher, QueryDispatcher, ShapeCastHit, ShapeCastOptions, TrackedContact, Unsupported, details,
};
use rapier3d::parry::shape::{ConvexPolyhedron, PackedFeatureId, PolygonalFeature, ShapeType, TypedShape};
use rapier3d::prelude::{ContactData, ContactManifold, ContactManifoldData, Pose, Shape};

use crate::seams::LEFT_OUT;

/// The corners of a face that the engine takes.
const TAKEN: usize = 4;

/// How oblique a face may lie on what it touches: the cosine of the angle between their normals.
const OBLIQUE: f32 = 0.5;

/// How far contacts are looked for at the least, metres, as the engine does; what looks farther may come faster than it began.
const PREDICTION: f32 = 0.02;

/// How much farther that is looked for, metres: gravity moves less in a step of 1/22 s.
const FALL: f32 = 0.02;

/// The bits of a manifold's user data that stand for the sizes of its shapes.
const SIZES: u32 = !0xff;

/// The engine's queries, with all corners of a hull's face in contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeFaces {
    /// Whether sizes have changed. The engine takes contacts of shapes that have not moved from the step before, by their points and
    /// normals alone, and would let a box that shrank stand on air.
    pub(super) notes_sizes: bool,
}

impl PersistentQueryDispatcher<ContactManifoldData, ContactData> for WholeFaces {
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        prediction: f32,
        manifolds: &mut Vec<ContactManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        let prediction = if prediction > PREDICTION { prediction + FALL } else { prediction };
        for manifold in manifolds.iter_mut().filter(|manifold| manifold.data.user_data & LEFT_OUT != 0) {
            manifold.mark_shapes_deformed();
        }
        let sizes = if self.notes_sizes { sizes(a).zip(sizes(b)) } else { None };
        let Some(now) = sizes.map(|(a, b)| mixed([a, b]) & SIZES) else {
            return self.find_manifolds(pos12, a, b, prediction, manifolds, workspace);
        };
        for manifold in manifolds.iter_mut().filter(|manifold| manifold.data.user_data & SIZES != now) {
            manifold.mark_shapes_deformed();
        }
        let found = self.find_manifolds(pos12, a, b, prediction, manifolds, workspace);
        for manifold in manifolds.iter_mut() {
            manifold.data.user_data = manifold.data.user_data & !SIZES | now;
        }
        found
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        constraints_a: Option<&dyn NormalConstraints>,
        constraints_b: Option<&dyn NormalConstraints>,
        prediction: f32,
        manifold: &mut ContactManifold,
    ) -> Result<(), Unsupported> {
        let hulls = [a.as_convex_polyhedron(), b.as_convex_polyhedron()];
        let before = if hulls.iter().any(Option::is_some) { manifold.points.clone() } else { Vec::new() };
        DefaultQueryDispatcher.contact_manifold_convex_convex(
            pos12,
            a,
            b,
            constraints_a,
            constraints_b,
            prediction,
            manifold,
        )?;
        for (is_first, (hull, other)) in [true, false].into_iter().zip(hulls.into_iter().zip([b, a])) {
            if let Some(hull) = hull
                && !manifold.points.is_empty()
            {
                let other_from_hull = if is_first { pos12.inverse() } else { *pos12 };
                let start = manifold.points.len();
                add_corners(hull, other, &other_from_hull, is_first, prediction, manifold);
                // What a corner pushed in the last step is where the next one starts.
                for point in &mut manifold.points[start..] {
                    let known = before.iter().find(|known| known.fid1 == point.fid1 && known.fid2 == point.fid2);
                    point.data = known.map_or(point.data, |known| known.data);
                }
            }
        }
        Ok(())
    }
}

impl WholeFaces {
    fn find_manifolds(
        self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        prediction: f32,
        manifolds: &mut Vec<ContactManifold>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        if !has_hull(a) && !has_hull(b) {
            return DefaultQueryDispatcher.contact_manifolds(pos12, a, b, prediction, manifolds, workspace);
        }
        // As the engine does, but with this for each pair of parts.
        match (a.as_composite_shape(), b.as_composite_shape()) {
            (Some(a), Some(b)) => details::contact_manifolds_composite_shape_composite_shape(
                &self, pos12, a, b, prediction, manifolds, workspace,
            ),
            _ if [a, b].iter().any(|shape| shape.shape_type() == ShapeType::TriMesh) => {
                details::contact_manifolds_trimesh_shape_shapes(&self, pos12, a, b, prediction, manifolds, workspace);
            }
            (Some(a), None) => details::contact_manifolds_composite_shape_shape(
                &self, pos12, a, b, prediction, manifolds, workspace, false,
            ),
            (None, Some(b)) => details::contact_manifolds_composite_shape_shape(
                &self,
                &pos12.inverse(),
                b,
                a,
                prediction,
                manifolds,
                workspace,
                true,
            ),
            (None, None) => {
                if manifolds.is_empty() {
                    manifolds.push(ContactManifold::new());
                }
                return self.contact_manifold_convex_convex(pos12, a, b, None, None, prediction, &mut manifolds[0]);
            }
        }
        Ok(())
    }
}

/// What stands for the sizes of a shape, 0 where it is never given others. `None` for what has parts: the engine finds contacts of those
/// anew whenever a shape is another one.
fn sizes(shape: &dyn Shape) -> Option<u32> {
    match shape.as_typed_shape() {
        TypedShape::Ball(ball) => Some(mixed([0, ball.radius.to_bits()])),
        TypedShape::Cuboid(cuboid) => Some(mixed(cuboid.half_extents.to_array().map(f32::to_bits))),
        TypedShape::Capsule(capsule) => {
            Some(mixed([capsule.segment.a.y, capsule.segment.b.y, capsule.radius].map(f32::to_bits)))
        }
        TypedShape::Cylinder(cylinder) => Some(mixed([cylinder.half_height, cylinder.radius].map(f32::to_bits))),
        _ => shape.as_composite_shape().is_none().then_some(0),
    }
}

/// A number for several. Two that differ are seen as one in 16 million times.
fn mixed<const N: usize>(numbers: [u32; N]) -> u32 {
    let all = numbers.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, number| {
        let sum = (sum ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^ sum >> 32
    });
    (all >> 32) as u32
}

fn has_hull(shape: &dyn Shape) -> bool {
    let is_hull = |shape: &dyn Shape| shape.shape_type() == ShapeType::ConvexPolyhedron;
    is_hull(shape) || shape.as_compound().is_some_and(|all| all.shapes().iter().any(|(_, part)| is_hull(&**part)))
}

/// Adds the corners that the engine leaves out, where they are over the other shape's face.
fn add_corners(
    hull: &ConvexPolyhedron,
    other: &dyn Shape,
    other_from_hull: &Pose,
    is_first: bool,
    prediction: f32,
    manifold: &mut ContactManifold,
) {
    let (out, from_other) =
        if is_first { (manifold.local_n1, manifold.local_n2) } else { (manifold.local_n2, manifold.local_n1) };
    let Some(corners) = large_face(hull, out) else { return };
    let Some((map, border)) = other.as_polygonal_feature_map() else { return };
    let mut feature = PolygonalFeature::default();
    map.local_support_feature(from_other, &mut feature);
    let polygon = &feature.vertices[..feature.num_vertices];
    for &corner in corners {
        let id = PackedFeatureId::vertex(corner);
        let is_known = |point: &TrackedContact<ContactData>| (if is_first { point.fid1 } else { point.fid2 }) == id;
        if manifold.points.iter().any(is_known) {
            continue;
        }
        let Some(&point) = hull.points().get(corner as usize) else { continue };
        let there = *other_from_hull * point;
        let Some(dist) = height_over(polygon, from_other, there) else { continue };
        if dist - border >= prediction {
            continue;
        }
        let on_other = there - from_other * (dist - border);
        let contact = TrackedContact::flipped(on_other, point, feature.fid, id, dist - border, is_first);
        manifold.points.push(contact);
    }
}

/// The corners that the engine leaves out of the face that lies most in a direction; it leaves out none of a small one.
fn large_face(hull: &ConvexPolyhedron, out: Vec3) -> Option<&[u32]> {
    let mut best: Option<(f32, usize)> = None;
    for (index, face) in hull.faces().iter().enumerate() {
        let along = face.normal.dot(out);
        if best.is_none_or(|(most, _)| along > most) {
            best = Some((along, index));
        }
    }
    let (along, index) = best?;
    let face = &hull.faces()[index];
    let (first, count) = (face.first_vertex_or_edge as usize, face.num_vertices_or_edges as usize);
    if along < OBLIQUE || count <= TAKEN {
        return None;
    }
    hull.vertices_adj_to_face().get(first + TAKEN..first + count)
}

/// How far a point is above a polygon along a direction; `None` if it is not above it.
fn height_over(polygon: &[Vec3], up: Vec3, point: Vec3) -> Option<f32> {
    let [first, second, third, ..] = polygon else { return None };
    let normal = (*second - *first).cross(*third - *first).try_normalize()?;
    let slope = normal.dot(up);
    if slope.abs() < OBLIQUE {
        return None;
    }
    let height = (point - *first).dot(normal) / slope;
    let foot = point - up * height;
    let is_inside = (0..polygon.len()).all(|at| {
        let (from, to) = (polygon[at], polygon[(at + 1) % polygon.len()]);
        (to - from).cross(foot - from).dot(normal) >= 0.0
    });
    is_inside.then_some(height)
}

/// Everything else is the engine's.
impl QueryDispatcher for WholeFaces {
    fn intersection_test(
        &self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
    ) -> Result<rapier3d::parry::query::ShapeIntersection, Unsupported> {
        DefaultQueryDispatcher.intersection_test(pos12, a, b)
    }

    fn distance(
        &self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
    ) -> Result<rapier3d::parry::query::ShapeDistance, Unsupported> {
        DefaultQueryDispatcher.distance(pos12, a, b)
    }

    fn contact(
        &self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        prediction: f32,
    ) -> Result<Option<Contact>, Unsupported> {
        DefaultQueryDispatcher.contact(pos12, a, b, prediction)
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        a: &dyn Shape,
        b: &dyn Shape,
        max_dist: f32,
    ) -> Result<ClosestPoints, Unsupported> {
        DefaultQueryDispatcher.closest_points(pos12, a, b, max_dist)
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        velocity: Vec3,
        a: &dyn Shape,
        b: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        DefaultQueryDispatcher.cast_shapes(pos12, velocity, a, b, options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion_a: &NonlinearRigidMotion,
        a: &dyn Shape,
        motion_b: &NonlinearRigidMotion,
        b: &dyn Shape,
        start: f32,
        end: f32,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        if is_far([(motion_a, a), (motion_b, b)], end - start) {
            return cast_straight([(motion_a, a), (motion_b, b)], start, end, stop_at_penetration);
        }
        DefaultQueryDispatcher.cast_shapes_nonlinear(motion_a, a, motion_b, b, start, end, stop_at_penetration)
    }
}

/// How far two shapes may move against each other in a sweep that follows their turns, over the thinner of them. The engine goes
/// along that way in steps of a shape's size, and would not end within seconds.
const FARTHEST: f32 = 3e4;

/// Whether shapes move too far against each other to follow their turns.
fn is_far(moving: [(&NonlinearRigidMotion, &dyn Shape); 2], time: f32) -> bool {
    let [(a, _), (b, _)] = moving;
    let turned = moving.map(|(motion, shape)| motion.angvel.length() * shape.compute_local_bounding_sphere().radius);
    let way = ((b.linvel - a.linvel).length() + turned[0] + turned[1]) * time;
    // A mesh has no thickness.
    let thickness = moving.map(|(_, shape)| shape.ccd_thickness()).into_iter().filter(|thickness| *thickness > 0.0);
    way > FARTHEST * thickness.fold(f32::INFINITY, f32::min)
}

/// Sweeps shapes without their turns, which takes the same time for any way.
fn cast_straight(
    [(motion_a, a), (motion_b, b)]: [(&NonlinearRigidMotion, &dyn Shape); 2],
    start: f32,
    end: f32,
    stop_at_penetration: bool,
) -> Result<Option<ShapeCastHit>, Unsupported> {
    let [pose_a, pose_b] = [motion_a, motion_b].map(|motion| motion.position_at_time(start));
    let velocity = pose_a.rotation.inverse() * (motion_b.linvel - motion_a.linvel);
    let options =
        ShapeCastOptions { max_time_of_impact: end - start, stop_at_penetration, ..ShapeCastOptions::default() };
    let hit = DefaultQueryDispatcher.cast_shapes(&(pose_a.inverse() * pose_b), velocity, a, b, options)?;
    Ok(hit.map(|hit| ShapeCastHit { time_of_impact: start + hit.time_of_impact, ..hit }))
}

#[cfg(test)]
mod tests {
    use std::f32::consts::TAU;

    use rapier3d::parry::query::PersistentQueryDispatcher;
    use rapier3d::prelude::{ContactManifold, Pose, SharedShape};

    use super::*;

    /// The corners of a prism's foot that touch a floor.
    fn corners_that_touch(
        dispatcher: &dyn PersistentQueryDispatcher<ContactManifoldData, ContactData>,
        floor: &SharedShape,
    ) -> usize {
        let ring = |y: f32| {
            (0..8).map(move |at| (at as f32 * TAU / 8.0, y)).map(|(angle, y)| Vec3::new(angle.cos(), y, angle.sin()))
        };
        let points: Vec<Vec3> = ring(0.0).chain(ring(1.0)).collect();
        let prism = SharedShape::convex_hull(&points).unwrap();
        let (mut manifolds, mut workspace) = (Vec::<ContactManifold>::new(), None);
        let floor_from_prism = Pose::from_translation(Vec3::new(0.0, -1e-3, 0.0));
        dispatcher
            .contact_manifolds(&floor_from_prism, &**floor, &*prism, 0.01, &mut manifolds, &mut workspace)
            .unwrap();
        let touches = |corner: &&Vec3| {
            let points = manifolds.iter().flat_map(|manifold| &manifold.points);
            points.filter(|point| point.dist < 0.0).any(|point| point.local_p2.distance(**corner) < 1e-3)
        };
        points.iter().take(8).filter(touches).count()
    }

    #[test]
    fn a_foot_with_eight_corners_stands_on_all_of_them() {
        let corners = [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
        let mesh = SharedShape::trimesh_with_flags(
            corners.to_vec(),
            vec![[0, 2, 1], [0, 3, 2]],
            rapier3d::prelude::TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED,
        )
        .unwrap();
        let block = SharedShape::compound(vec![(
            Pose::from_translation(Vec3::new(0.0, -0.5, 0.0)),
            SharedShape::cuboid(3.0, 0.5, 3.0),
        )]);
        for floor in [mesh, block] {
            assert_eq!(corners_that_touch(&WholeFaces { notes_sizes: false }, &floor), 8);
            // What this is for.
            assert!(corners_that_touch(&DefaultQueryDispatcher, &floor) < 8);
        }
    }

    /// The points at which a box touches, that was found on one shape and then looked for on another, which has not moved.
    fn points_on(shapes: [&SharedShape; 2], notes_sizes: bool) -> usize {
        let cube = SharedShape::cuboid(0.25, 0.25, 0.25);
        let (mut manifolds, mut workspace) = (Vec::<ContactManifold>::new(), None);
        let shape_from_cube = Pose::from_translation(Vec3::new(0.0, 0.75, 0.0));
        for shape in shapes {
            WholeFaces { notes_sizes }
                .contact_manifolds(&shape_from_cube, &**shape, &*cube, 0.01, &mut manifolds, &mut workspace)
                .unwrap();
        }
        manifolds.iter().map(|manifold| manifold.points.len()).sum()
    }

    #[test]
    fn contacts_are_found_anew_where_a_size_is_another() {
        // Half a metre high from the middle, and then a tenth less: nothing is within a centimetre of the cube any more.
        let cuboid = |half: f32| SharedShape::cuboid(0.5, half, 0.5);
        let cylinder = |half: f32| SharedShape::cylinder(half, 0.5);
        let capsule = |half: f32| SharedShape::capsule(Vec3::Y * (0.2 - half), Vec3::Y * (half - 0.2), 0.2);
        for [before, now] in [[cuboid(0.5), cuboid(0.4)], [cylinder(0.5), cylinder(0.4)], [capsule(0.5), capsule(0.4)]]
        {
            assert!(points_on([&before, &before], true) > 0);
            assert_eq!(points_on([&before, &now], true), 0);
        }
        // What this is for.
        assert!(points_on([&cuboid(0.5), &cuboid(0.4)], false) > 0);
    }
}
