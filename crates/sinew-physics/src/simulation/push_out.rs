//! Points that are kept out of colliders.

use glam::Vec3;
use rapier3d::parry::bounding_volume::Aabb;
use rapier3d::prelude::{ColliderHandle, QueryFilter};

use super::Simulation;
use crate::collider_part::NodeInFile;
use crate::id::WorldNode;

/// Below this distance from a surface, metres, there is no direction away from it.
const NEAREST: f32 = 1e-6;

impl Simulation {
    /// Moves a point the shortest distance out of the colliders of some nodes, one after the other by instance and the order of the
    /// file, until it is `radius` metres away; `None` where it is that already. `nodes` are ascending.
    ///
    /// Every shape counts as what it is. A mesh has no inside: a point stays on the side that it is on.
    #[must_use]
    pub fn push_out(&self, point: Vec3, radius: f32, nodes: &[WorldNode]) -> Option<Vec3> {
        if nodes.is_empty() || !point.is_finite() || !(0.0..1e18).contains(&radius) {
            return None;
        }
        let mut found = self.parts_near(point, radius, nodes);
        found.sort_unstable_by_key(|(node, _, sub_shape)| (node.node.instance, node.index, *sub_shape));
        let mut moved = None;
        for (_, handle, sub_shape) in found {
            let now = moved.unwrap_or(point);
            moved = self.push_out_of(now, radius, handle, sub_shape).or(moved);
        }
        moved
    }

    fn parts_near(&self, point: Vec3, radius: f32, nodes: &[WorldNode]) -> Vec<(NodeInFile, ColliderHandle, usize)> {
        let bounds = Aabb::new(point - Vec3::splat(radius), point + Vec3::splat(radius));
        let pipeline = self.world.query_pipeline_with_filter(QueryFilter::default().exclude_sensors());
        let mut found = Vec::new();
        for (handle, collider) in pipeline.intersect_aabb_conservative(bounds) {
            let count = collider.shape().as_compound().map_or(1, |compound| compound.shapes().len());
            for sub_shape in 0..count {
                let node = self.parts.node_of(collider, sub_shape as u32);
                if let Some(node) = node.filter(|node| nodes.binary_search(&node.node).is_ok()) {
                    found.push((node, handle, sub_shape));
                }
            }
        }
        found
    }

    fn push_out_of(&self, point: Vec3, radius: f32, handle: ColliderHandle, sub_shape: usize) -> Option<Vec3> {
        let collider = self.world.colliders.get(handle)?;
        let compound = collider.shape().as_compound();
        let part = compound.and_then(|compound| compound.shapes().get(sub_shape));
        let (pose, shape) = match part {
            Some((collider_from_part, part)) => (*collider.position() * *collider_from_part, part.as_ref()),
            None => (*collider.position(), collider.shape()),
        };
        let nearest = shape.project_point(&pose, point, false);
        let outward = if nearest.is_inside { nearest.point - point } else { point - nearest.point };
        let distance = outward.length();
        let is_free = !nearest.is_inside && distance >= radius;
        if is_free || distance < NEAREST || !distance.is_finite() {
            return None;
        }
        Some(nearest.point + outward * (radius / distance))
    }
}
