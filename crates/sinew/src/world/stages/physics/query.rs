//! Rays, overlaps and contact points.

use glam::{Affine3A, Vec3};

use crate::world::World;
use sinew_model::model::physics::Shape;
use sinew_physics::{ClosestPoint, ContactPoint, QueryOptions, RayHit, ShapeHit, WorldNode};

impl World {
    /// The first collider that a ray meets within so many lengths of its direction. `None` where it meets none, has no
    /// direction, or a number is not finite.
    pub fn ray_cast(&self, origin: Vec3, direction: Vec3, max_distance: f32) -> Option<RayHit> {
        let is_usable = origin.is_finite() && direction.is_finite() && direction != Vec3::ZERO && max_distance >= 0.0;
        is_usable.then(|| self.shared.physics.simulation.ray_cast(origin, direction, max_distance)).flatten()
    }

    /// As [`World::ray_cast`], of the colliders that the options let it see.
    pub fn ray_cast_with(
        &self,
        origin: Vec3,
        direction: Vec3,
        max_distance: f32,
        options: &QueryOptions,
    ) -> Option<RayHit> {
        let mut found = Vec::new();
        self.ray_cast_all(origin, direction, max_distance, options, &mut found);
        found.first().copied()
    }

    /// The first hit of a ray with each collider that the options let it see: nearest first, then by instance and the order of
    /// the file. They are appended to the caller's list, which is cleared first.
    pub fn ray_cast_all(
        &self,
        origin: Vec3,
        direction: Vec3,
        max_distance: f32,
        options: &QueryOptions,
        found: &mut Vec<RayHit>,
    ) {
        found.clear();
        if max_distance >= 0.0 {
            self.shared.physics.simulation.ray_cast_all((origin, direction, max_distance), options, found);
        }
    }

    /// The first collider that a shape touches when it is moved by up to so many lengths of a direction. `None` where it touches
    /// none, there is no direction, or a number is not finite.
    pub fn shape_cast(
        &self,
        shape: &Shape,
        world_from_shape: Affine3A,
        direction: Vec3,
        max_distance: f32,
        options: &QueryOptions,
    ) -> Option<ShapeHit> {
        let is_usable = world_from_shape.is_finite() && max_distance >= 0.0;
        let simulation = &self.shared.physics.simulation;
        let cast = || simulation.shape_cast(shape, world_from_shape, (direction, max_distance), options);
        is_usable.then(cast).flatten()
    }

    /// The nearest point of any collider within so many metres of a point; the point itself where it is inside of one.
    pub fn closest_point(&self, point: Vec3, max_distance: f32, options: &QueryOptions) -> Option<ClosestPoint> {
        self.shared.physics.simulation.closest_point(point, max_distance, options)
    }

    /// The nodes of the colliders that a shape touches, by instance and then in the order of the file. They are
    /// appended to the caller's list, which is cleared first.
    pub fn overlap_shape(&self, shape: &Shape, world_from_shape: Affine3A, found: &mut Vec<WorldNode>) {
        found.clear();
        if world_from_shape.is_finite() {
            self.shared.physics.simulation.overlap_shape(shape, world_from_shape, found);
        }
    }

    /// The nodes of the colliders that a point is inside of, as [`World::overlap_shape`].
    pub fn overlap_point(&self, point: Vec3, found: &mut Vec<WorldNode>) {
        found.clear();
        if point.is_finite() {
            self.shared.physics.simulation.overlap_point(point, found);
        }
    }

    /// The points where colliders touched in the last step, by both nodes: by instance and then in the order of the file.
    /// They are appended to the caller's list, which is cleared first.
    pub fn contact_points(&self, found: &mut Vec<ContactPoint>) {
        found.clear();
        self.shared.physics.simulation.contact_points(found);
    }
}
