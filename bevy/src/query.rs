//! Rays and other questions as a system parameter.

use bevy::ecs::entity::Entity;
use bevy::ecs::system::{Query, Res, SystemParam};
use bevy::math::{Affine3A, Dir3, Vec3};
use sinew::physics::JointReading;
use sinew::property::PropertyValue;
use sinew::{NodeId, QueryOptions, World, WorldNode};

use crate::convert::{affine, to_vec3, vec3};
use crate::instance::SinewLink;
use crate::message::{SinewSide, side};
use crate::world::{SinewDefaultWorld, SinewWorld};

/// What a ray met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SinewHit {
    /// The collider's node.
    pub side: SinewSide,
    /// Metres along the ray.
    pub distance: f32,
    /// Where, in the world.
    pub point: Vec3,
    /// The unit normal out of the collider; zero if the ray starts inside.
    pub normal: Vec3,
}

/// Asks worlds where things are, as of the last step.
///
/// ```
/// use bevy::prelude::*;
/// use bevy_sinew::SinewQuery;
///
/// fn ground(sinew: SinewQuery, mut players: Query<&mut Transform, With<Name>>) {
///     for mut player in &mut players {
///         if let Some(hit) = sinew.ray_cast(player.translation, Dir3::NEG_Y, 10.0) {
///             player.translation.y = hit.point.y;
///         }
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct SinewQuery<'w, 's> {
    worlds: Query<'w, 's, &'static SinewWorld>,
    links: Query<'w, 's, &'static SinewLink>,
    default_world: Option<Res<'w, SinewDefaultWorld>>,
}

impl SinewQuery<'_, '_> {
    /// The default world.
    pub fn world(&self) -> Option<&SinewWorld> {
        self.worlds.get(self.default_world.as_ref()?.0).ok()
    }

    /// The first collider of the default world that a ray meets within some metres.
    pub fn ray_cast(&self, origin: Vec3, direction: Dir3, max_distance: f32) -> Option<SinewHit> {
        self.ray_cast_in(self.default_world.as_ref()?.0, origin, direction, max_distance, &QueryOptions::default())
    }

    /// As [`SinewQuery::ray_cast`], in a world, of the colliders that the options let it see.
    pub fn ray_cast_in(
        &self,
        world: Entity,
        origin: Vec3,
        direction: Dir3,
        max_distance: f32,
        options: &QueryOptions,
    ) -> Option<SinewHit> {
        self.ray_cast_all(world, origin, direction, max_distance, options).into_iter().next()
    }

    /// The first hit of a ray with each collider of a world, nearest first.
    pub fn ray_cast_all(
        &self,
        world: Entity,
        origin: Vec3,
        direction: Dir3,
        max_distance: f32,
        options: &QueryOptions,
    ) -> Vec<SinewHit> {
        let Ok(world) = self.worlds.get(world) else { return Vec::new() };
        let mut found = Vec::new();
        world.world().ray_cast_all(to_vec3(origin), to_vec3(*direction), max_distance, options, &mut found);
        let hit = |hit: &sinew::RayHit| {
            let side = side(world, &self.links, hit.node)?;
            Some(SinewHit { side, distance: hit.distance, point: vec3(hit.point), normal: vec3(hit.normal) })
        };
        found.iter().filter_map(hit).collect()
    }

    /// The colliders of a world that contain a point.
    pub fn overlap_point(&self, world: Entity, point: Vec3) -> Vec<SinewSide> {
        let Ok(world) = self.worlds.get(world) else { return Vec::new() };
        let mut found: Vec<WorldNode> = Vec::new();
        world.world().overlap_point(to_vec3(point), &mut found);
        found.into_iter().filter_map(|node| side(world, &self.links, node)).collect()
    }

    /// What runs of an instance: its world, its id and its model are in the link.
    pub fn instance(&self, instance: Entity) -> Option<(&World, &SinewLink)> {
        let link = self.links.get(instance).ok()?;
        Some((self.worlds.get(link.world()).ok()?.world(), link))
    }

    /// The frames, limits and drives of a joint as of the last step, by the name of its node.
    pub fn joint(&self, instance: Entity, name: &str) -> Option<JointReading> {
        let (world, link) = self.instance(instance)?;
        let node = link.model().hierarchy().find(name)?;
        world.joints(link.id()).find(|(joint, _)| *joint == node)?.1
    }

    /// The value that a property has now, by its JSON pointer.
    pub fn value(&self, instance: Entity, pointer: &str) -> Option<PropertyValue> {
        let (world, link) = self.instance(instance)?;
        world.value(link.id(), pointer).ok()
    }

    /// The matrix of a node in the world, by its name, as of the last step and not interpolated.
    pub fn world_from_node(&self, instance: Entity, name: &str) -> Option<Affine3A> {
        let (world, link) = self.instance(instance)?;
        let node: NodeId = link.model().hierarchy().find(name)?;
        world.world_from_node(link.id(), node).map(affine)
    }

    /// The matrix of a virtual transform in the world, by its name, as of the last step and not interpolated.
    pub fn world_from_virtual(&self, instance: Entity, name: &str) -> Option<Affine3A> {
        let (world, link) = self.instance(instance)?;
        let id = link.model().virtual_transforms().find(name)?;
        let model_from_virtual = world.model_from_virtual(link.id())?.get(id.slot())?;
        Some(affine(world.world_from_model(link.id())?.to_affine() * *model_from_virtual))
    }
}
