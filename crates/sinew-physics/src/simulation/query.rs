//! Ray casts and overlap tests.

use glam::{Affine3A, Vec3};
use rapier3d::prelude::{Collider, ColliderHandle, Pose, QueryFilter, Ray};

use super::Simulation;
use crate::collider_part::NodeInFile;
use crate::id::WorldNode;
use crate::instance::to_pose;
use crate::shape::{Placement, Purpose, build};
use sinew_model::model::physics::Shape;

/// The first hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RayHit {
    /// The node of the collider.
    pub node: WorldNode,
    /// The distance along the ray, in lengths of its direction.
    pub distance: f32,
    /// The point of the hit, in the world.
    pub point: Vec3,
    /// The unit normal out of the collider; zero if the ray starts inside.
    pub normal: Vec3,
}

impl Simulation {
    /// Returns the first collider that a ray hits within `max_distance` lengths of its direction.
    #[must_use]
    pub fn ray_cast(&self, origin: Vec3, direction: Vec3, max_distance: f32) -> Option<RayHit> {
        if !origin.is_finite() || !direction.is_finite() || direction == Vec3::ZERO || max_distance.is_nan() {
            return None;
        }
        let ray = Ray::new(origin, direction);
        let pipeline = self.world.query_pipeline_with_filter(QueryFilter::default().exclude_sensors());
        let (handle, hit) = pipeline.cast_ray_and_get_normal(&ray, max_distance, true)?;
        let collider = self.world.colliders.get(handle)?;
        let distance = hit.time_of_impact;
        Some(RayHit {
            node: self.part_hit(collider, &ray, max_distance)?.node,
            distance,
            point: origin + direction * distance,
            normal: hit.normal.normalize_or_zero(),
        })
    }

    /// Appends the nodes of the colliders that a shape touches to `found`, sorted by instance and then by the order of
    /// the file.
    pub fn overlap_shape(&self, shape: &Shape, world_from_shape: Affine3A, found: &mut Vec<WorldNode>) {
        let placement = Placement::of(&world_from_shape);
        let Some(shape) = build(shape, &placement.stretch, Purpose::Volume) else { return };
        let pose = to_pose(placement.owner_from_shape);
        if !pose.is_finite() {
            return;
        }
        let dispatcher = self.world.narrow_phase.query_dispatcher();
        let touches = |world_from_part: &Pose, part: &dyn rapier3d::parry::shape::Shape| {
            let part_from_shape = world_from_part.inv_mul(&pose);
            dispatcher.intersection_test(&part_from_shape, part, shape.as_ref()).is_ok_and(|hit| hit.intersecting)
        };
        let hits = self.world.intersect_shape(pose, shape.as_ref(), QueryFilter::default().exclude_sensors());
        self.collect(hits, &touches, found);
    }

    /// Appends the nodes of the colliders that contain a point to `found`, sorted by instance and then by the order of
    /// the file.
    pub fn overlap_point(&self, point: Vec3, found: &mut Vec<WorldNode>) {
        if !point.is_finite() {
            return;
        }
        let touches = |world_from_part: &Pose, part: &dyn rapier3d::parry::shape::Shape| {
            part.contains_point(world_from_part, point)
        };
        let hits = self.world.intersect_point(point, QueryFilter::default().exclude_sensors());
        self.collect(hits, &touches, found);
    }

    /// Updates the bounds of a collider for queries before the next step.
    pub(super) fn update_query_bounds(&mut self, handle: ColliderHandle) {
        if let Some(collider) = self.world.colliders.get(handle) {
            let bounds = collider.compute_aabb();
            // The boxes of the tree are wider than what is in them, and most changes are small.
            let leaf = self.world.query_pipeline().bvh.leaf_node(handle.into_raw_parts().0);
            if leaf.is_some_and(|leaf| leaf.mins().cmple(bounds.mins).all() && leaf.maxs().cmpge(bounds.maxs).all()) {
                return;
            }
            if bounds.mins.is_finite() && bounds.maxs.is_finite() {
                self.world.broad_phase.set_aabb(&self.world.integration_parameters, handle, bounds);
            }
        }
    }

    /// Appends the nodes of the parts that pass a test, sorted.
    fn collect<'a>(
        &self,
        hits: impl Iterator<Item = (ColliderHandle, &'a Collider)>,
        touches: &dyn Fn(&Pose, &dyn rapier3d::parry::shape::Shape) -> bool,
        found: &mut Vec<WorldNode>,
    ) {
        let mut nodes: Vec<NodeInFile> = Vec::new();
        for (_, collider) in hits {
            let Some(compound) = collider.shape().as_compound() else {
                nodes.extend(self.parts.node_of(collider, 0));
                continue;
            };
            for (sub_shape, (collider_from_part, part)) in compound.shapes().iter().enumerate() {
                if touches(&(*collider.position() * *collider_from_part), part.as_ref()) {
                    nodes.extend(self.parts.node_of(collider, sub_shape as u32));
                }
            }
        }
        nodes.sort_unstable_by_key(|node| (node.node.instance, node.index));
        nodes.dedup();
        found.extend(nodes.into_iter().map(|node| node.node));
    }

    /// Returns the node of the part that a ray hits first.
    fn part_hit(&self, collider: &Collider, ray: &Ray, max_distance: f32) -> Option<NodeInFile> {
        let Some(compound) = collider.shape().as_compound() else { return self.parts.node_of(collider, 0) };
        let distances = compound.shapes().iter().enumerate().filter_map(|(sub_shape, (collider_from_part, part))| {
            let world_from_part = *collider.position() * *collider_from_part;
            let distance = part.cast_ray(&world_from_part, ray, max_distance, true)?;
            Some((sub_shape as u32, distance))
        });
        let (sub_shape, _) = distances.min_by(|a, b| a.1.total_cmp(&b.1))?;
        self.parts.node_of(collider, sub_shape)
    }
}
