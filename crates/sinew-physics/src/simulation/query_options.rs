//! Rays, shapes and points that ask for some of the colliders, and for all of what they meet.

use glam::{Affine3A, Vec3};
use rapier3d::parry::query::ShapeCastOptions;
use rapier3d::parry::shape::Shape as EngineShape;
use rapier3d::prelude::{Collider, ColliderHandle, Pose, QueryFilter, Ray};

use super::Simulation;
use super::query::RayHit;
use crate::collider_part::{ColliderTag, NodeInFile};
use crate::id::WorldNode;
use crate::instance::to_pose;
use crate::shape::{Placement, Purpose, build};
use sinew_model::model::physics::{BodyKind, CollisionFilter, Shape};
use sinew_motion::InstanceId;

/// Which colliders a query sees. A query never sees triggers.
///
/// ```
/// use sinew_model::model::physics::BodyKind;
/// use sinew_physics::QueryOptions;
///
/// let ground = QueryOptions::default().without_kind(BodyKind::Dynamic).without_kind(BodyKind::Kinematic);
/// assert!(ground.filter.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct QueryOptions {
    /// Kinds of bodies that are not seen; colliders on no body are static.
    pub without_kinds: Vec<BodyKind>,
    /// Instances that are not seen.
    pub without_instances: Vec<InstanceId>,
    /// Nodes of colliders that are not seen.
    pub without_nodes: Vec<WorldNode>,
    /// What the query collides with, as if it were a collider with this filter.
    pub filter: Option<CollisionFilter>,
}

impl QueryOptions {
    /// Leaves out a kind of body.
    #[must_use]
    pub fn without_kind(mut self, kind: BodyKind) -> Self {
        self.without_kinds.push(kind);
        self
    }

    /// Leaves out an instance.
    #[must_use]
    pub fn without_instance(mut self, instance: InstanceId) -> Self {
        self.without_instances.push(instance);
        self
    }

    /// Leaves out the collider of a node.
    #[must_use]
    pub fn without_node(mut self, node: WorldNode) -> Self {
        self.without_nodes.push(node);
        self
    }

    /// Sees what a collider with this filter collides with.
    #[must_use]
    pub fn with_filter(mut self, filter: impl Into<Option<CollisionFilter>>) -> Self {
        self.filter = filter.into();
        self
    }
}

/// The first hit of a shape that is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShapeHit {
    /// The node of the collider.
    pub node: WorldNode,
    /// How far the shape moves until it touches, in lengths of its direction; 0 if it touches where it starts.
    pub distance: f32,
    /// The point where both touch, in the world.
    pub point: Vec3,
    /// The unit normal out of the collider; zero if the shapes overlap at the start.
    pub normal: Vec3,
}

/// The point of a collider that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClosestPoint {
    /// The node of the collider.
    pub node: WorldNode,
    /// The point of the collider, in the world; the point itself if it is inside.
    pub point: Vec3,
    /// The distance, metres.
    pub distance: f32,
}

/// Options resolved for the colliders of a simulation.
struct Seen<'a> {
    simulation: &'a Simulation,
    options: &'a QueryOptions,
    /// By slot of a filter, whether the query's meets it; empty without one.
    meets: Vec<bool>,
}

impl Seen<'_> {
    /// Whether any part of an engine collider may be seen.
    fn has(&self, collider: &Collider) -> bool {
        let tag = ColliderTag::from_bits(collider.user_data);
        if !self.meets.is_empty() && !self.meets.get(tag.filter.0 as usize).copied().unwrap_or(true) {
            return false;
        }
        let body = collider.parent().and_then(|body| self.simulation.world.bodies.get(body));
        let kind = body.map_or(BodyKind::Static, |body| match (body.is_dynamic(), body.is_kinematic()) {
            (true, _) => BodyKind::Dynamic,
            (_, true) => BodyKind::Kinematic,
            _ => BodyKind::Static,
        });
        !self.options.without_kinds.contains(&kind) && self.parts(collider).next().is_some()
    }

    /// The parts of an engine collider that are seen, each with its pose and shape.
    fn parts<'c>(
        &'c self,
        collider: &'c Collider,
    ) -> impl Iterator<Item = (NodeInFile, Pose, &'c dyn EngineShape)> + 'c {
        let compound = collider.shape().as_compound();
        let count = compound.map_or(1, |compound| compound.shapes().len());
        (0..count).filter_map(move |sub_shape| {
            let node = self.simulation.parts.node_of(collider, sub_shape as u32)?;
            let is_left_out = self.options.without_instances.contains(&node.node.instance)
                || self.options.without_nodes.contains(&node.node);
            if is_left_out {
                return None;
            }
            Some(match compound.and_then(|compound| compound.shapes().get(sub_shape)) {
                Some((collider_from_part, part)) => (node, *collider.position() * *collider_from_part, part.as_ref()),
                None => (node, *collider.position(), collider.shape()),
            })
        })
    }
}

/// Nearest first, then by instance and the order of the file.
fn order(a: (f32, NodeInFile), b: (f32, NodeInFile)) -> std::cmp::Ordering {
    let key = |node: NodeInFile| (node.node.instance, node.index);
    a.0.total_cmp(&b.0).then_with(|| key(a.1).cmp(&key(b.1)))
}

impl Simulation {
    fn seen<'a>(&'a self, options: &'a QueryOptions) -> Seen<'a> {
        let meets = options.filter.as_ref().map(|filter| self.rules.filters.met_by(filter)).unwrap_or_default();
        Seen { simulation: self, options, meets }
    }

    /// Appends the first hit of a ray with each collider that the options let it see to `found`: nearest first, then by instance
    /// and the order of the file.
    pub fn ray_cast_all(
        &self,
        (origin, direction, max_distance): (Vec3, Vec3, f32),
        options: &QueryOptions,
        found: &mut Vec<RayHit>,
    ) {
        if !origin.is_finite() || !direction.is_finite() || direction == Vec3::ZERO || max_distance.is_nan() {
            return;
        }
        let (ray, seen) = (Ray::new(origin, direction), self.seen(options));
        let is_seen = |_: ColliderHandle, collider: &Collider| seen.has(collider);
        let filter = QueryFilter::default().exclude_sensors().predicate(&is_seen);
        let mut hits = Vec::new();
        for (_, collider, _) in self.world.query_pipeline_with_filter(filter).intersect_ray(ray, max_distance, true) {
            for (node, pose, shape) in seen.parts(collider) {
                if let Some(hit) = shape.cast_ray_and_get_normal(&pose, &ray, max_distance, true) {
                    hits.push((hit.time_of_impact, node, hit.normal.normalize_or_zero()));
                }
            }
        }
        hits.sort_by(|a, b| order((a.0, a.1), (b.0, b.1)));
        found.extend(hits.into_iter().map(|(distance, node, normal)| RayHit {
            node: node.node,
            distance,
            point: origin + direction * distance,
            normal,
        }));
    }

    /// Returns the first collider that a shape touches when it is moved by up to `max_distance` lengths of a direction.
    #[must_use]
    pub fn shape_cast(
        &self,
        shape: &Shape,
        world_from_shape: Affine3A,
        (direction, max_distance): (Vec3, f32),
        options: &QueryOptions,
    ) -> Option<ShapeHit> {
        let placement = Placement::of(&world_from_shape);
        let shape = build(shape, &placement.stretch, Purpose::Volume)?;
        let pose = to_pose(placement.owner_from_shape);
        if !pose.is_finite() || !direction.is_finite() || direction == Vec3::ZERO || max_distance.is_nan() {
            return None;
        }
        let seen = self.seen(options);
        let dispatcher = self.world.narrow_phase.query_dispatcher();
        let cast = ShapeCastOptions {
            max_time_of_impact: max_distance.min(f32::MAX),
            compute_impact_geometry_on_penetration: true,
            ..ShapeCastOptions::default()
        };
        // Everything that the shape may touch on its way.
        let start = shape.compute_aabb(&pose);
        let end =
            shape.compute_aabb(&Pose { translation: pose.translation + direction * cast.max_time_of_impact, ..pose });
        let bounds = rapier3d::parry::bounding_volume::BoundingVolume::merged(&start, &end);
        let mut best: Option<(f32, NodeInFile, ShapeHit)> = None;
        let pipeline = self.world.query_pipeline_with_filter(QueryFilter::default().exclude_sensors());
        for (_, collider) in pipeline.intersect_aabb_conservative(bounds) {
            if !seen.has(collider) {
                continue;
            }
            for (node, world_from_part, part) in seen.parts(collider) {
                let part_from_shape = world_from_part.inv_mul(&pose);
                let local = world_from_part.rotation.inverse() * direction;
                let hit = dispatcher.cast_shapes(&part_from_shape, local, part, shape.as_ref(), cast);
                let Ok(Some(hit)) = hit else { continue };
                let distance = hit.time_of_impact;
                if best.as_ref().is_none_or(|best| order((distance, node), (best.0, best.1)).is_lt()) {
                    let is_inside = distance <= 0.0 && hit.status != rapier3d::parry::query::ShapeCastStatus::Converged;
                    let normal = world_from_part.rotation * hit.normal1;
                    best = Some((
                        distance,
                        node,
                        ShapeHit {
                            node: node.node,
                            distance,
                            point: world_from_part * hit.witness1,
                            normal: if is_inside { Vec3::ZERO } else { normal.normalize_or_zero() },
                        },
                    ));
                }
            }
        }
        best.map(|(_, _, hit)| hit)
    }

    /// Returns the nearest point of any collider within `max_distance` metres of a point.
    #[must_use]
    pub fn closest_point(&self, point: Vec3, max_distance: f32, options: &QueryOptions) -> Option<ClosestPoint> {
        if !point.is_finite() || max_distance.is_nan() || max_distance < 0.0 {
            return None;
        }
        let seen = self.seen(options);
        let reach = Vec3::splat(max_distance.min(1e18));
        let bounds = rapier3d::parry::bounding_volume::Aabb::new(point - reach, point + reach);
        let pipeline = self.world.query_pipeline_with_filter(QueryFilter::default().exclude_sensors());
        let mut best: Option<(f32, NodeInFile, Vec3)> = None;
        for (_, collider) in pipeline.intersect_aabb_conservative(bounds) {
            if !seen.has(collider) {
                continue;
            }
            for (node, pose, part) in seen.parts(collider) {
                let nearest = part.project_point(&pose, point, true).point;
                let distance = nearest.distance(point);
                let is_better = |best: &(f32, NodeInFile, Vec3)| order((distance, node), (best.0, best.1)).is_lt();
                if distance <= max_distance && best.as_ref().is_none_or(is_better) {
                    best = Some((distance, node, nearest));
                }
            }
        }
        best.map(|(distance, node, point)| ClosestPoint { node: node.node, point, distance })
    }
}
