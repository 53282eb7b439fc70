//! One simulation of any number of instances.

use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::event::{PhysicsEvent, WorldNode};
use super::options::SimulationOptions;
use crate::math::Rigid;
use crate::model::Model;
use crate::model::physics::{BodyId, ColliderId, Shape, TriggerId};
use crate::world::{InstanceId, ModelSpace};

/// How fast a body moves, along the world's axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity {
    /// Of the centre of mass, m/s.
    pub linear: Vec3,
    /// rad/s.
    pub angular: Vec3,
}

/// A body of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorldBody {
    /// Whose body.
    pub instance: InstanceId,
    /// The body.
    pub body: BodyId,
}

/// A shape on a node that may be moved from outside the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlacedId {
    /// A collider.
    Collider(ColliderId),
    /// A part of a trigger.
    Trigger(TriggerId, u32),
}

/// Where a ray first meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Whose collider.
    pub node: WorldNode,
    /// Along the ray, in lengths of its direction.
    pub distance: f32,
    /// In the world.
    pub point: Vec3,
    /// Unit length, out of the collider; zero where the ray starts inside.
    pub normal: Vec3,
}

/// One simulation of any number of instances.
pub(crate) struct Simulation {
    events: Vec<PhysicsEvent>,
    stopped: Vec<WorldBody>,
}

impl Simulation {
    /// An empty one.
    pub(crate) fn new(_options: &SimulationOptions) -> Self {
        Self { events: Vec::new(), stopped: Vec::new() }
    }

    /// Adds the bodies, colliders, triggers and joints of an instance where its nodes are now.
    pub(crate) fn insert(&mut self, _: InstanceId, _: &Arc<Model>, _world_from_model: Rigid, _: &ModelSpace) {}

    /// Takes an instance out; what it touched is told to have ended with the next step.
    pub(crate) fn remove(&mut self, _: InstanceId) {}

    /// One step of `dt` seconds.
    pub(crate) fn step(&mut self, _dt: f32) {}

    /// Where a body is.
    pub(crate) fn world_from_body(&self, _: WorldBody) -> Rigid {
        Rigid::IDENTITY
    }

    /// How fast it moves.
    pub(crate) fn velocity(&self, _: WorldBody) -> Velocity {
        Velocity::default()
    }

    /// How fast the point of it that is at `_point` in the world moves.
    pub(crate) fn velocity_at(&self, _: WorldBody, _point: Vec3) -> Vec3 {
        Vec3::ZERO
    }

    pub(crate) fn set_velocity(&mut self, _: WorldBody, _: Velocity) {}

    /// N·s at the centre of mass.
    pub(crate) fn apply_impulse(&mut self, _: WorldBody, _impulse: Vec3) {}

    /// N·s at a point of the world.
    pub(crate) fn apply_point_impulse(&mut self, _: WorldBody, _impulse: Vec3, _point: Vec3) {}

    /// N·m·s.
    pub(crate) fn apply_angular_impulse(&mut self, _: WorldBody, _impulse: Vec3) {}

    /// Puts it elsewhere at once, without pushing what is on the way.
    pub(crate) fn teleport(&mut self, _: WorldBody, _world_from_body: Rigid) {}

    pub(crate) fn is_sleeping(&self, _: WorldBody) -> bool {
        false
    }

    pub(crate) fn wake(&mut self, _: WorldBody) {}

    /// Something outside decides where it is: it arrives there at the end of the next step, and pushes.
    pub(crate) fn drive(&mut self, _: WorldBody, _world_from_body: Rigid) {}

    /// Leaves it to the simulation again, as the file says.
    pub(crate) fn release(&mut self, _: WorldBody) {}

    /// Something outside moves a shape: one without a body (`owner_from_node` is then `world_from_node`, it arrives at the
    /// end of the next step, and pushes), or one relative to its body.
    pub(crate) fn place(&mut self, _: InstanceId, _: PlacedId, _owner_from_node: Affine3A) {}

    /// Of the last step: sorted by kind, then by the nodes.
    pub(crate) fn events(&self) -> &[PhysicsEvent] {
        &self.events
    }

    /// Bodies that would have become non-finite in the last step: they stand where they last were.
    pub(crate) fn stopped(&self) -> &[WorldBody] {
        &self.stopped
    }

    /// The first collider that a ray meets within `_max_distance` lengths of its direction.
    pub(crate) fn ray_cast(&self, _origin: Vec3, _direction: Vec3, _max_distance: f32) -> Option<RayHit> {
        None
    }

    /// The nodes of the colliders that a shape touches, in order.
    pub(crate) fn overlap_shape(&self, _: &Shape, _world_from_shape: Affine3A, _found: &mut Vec<WorldNode>) {}

    /// The nodes of the colliders that a point is inside of, in order.
    pub(crate) fn overlap_point(&self, _point: Vec3, _found: &mut Vec<WorldNode>) {}
}
