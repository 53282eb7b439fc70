//! Bodies and joints, named by their nodes.

use glam::Vec3;
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, BodyKind, JointId};
use sinew_motion::InstanceId;
use sinew_physics::{BodyError, DriveReading, JointReading, LimitReading, Simulation, Velocity, WorldBody};

use crate::world::instance::Spawned;
use crate::world::{World, WorldError, unit};

/// A body as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyState {
    /// Its node.
    pub node: NodeId,
    /// What the file says of it.
    pub kind: BodyKind,
    /// Whether its node decides where it is, because something outside the simulation moves that.
    pub is_animated: bool,
    /// Whether it is at rest and left alone until something touches it.
    pub is_sleeping: bool,
    /// Its rigid frame: where its node is, with the node's model rotation.
    pub world_from_body: Rigid,
    /// How fast it moves.
    pub velocity: Velocity,
}

impl World {
    /// The bodies of an instance, in the order of their nodes in the file and then as they were added; none for an unknown instance.
    pub fn bodies(&self, id: InstanceId) -> impl Iterator<Item = BodyState> + '_ {
        let count = |spawned: &Spawned| spawned.instance.properties.physics().bodies().len();
        let bodies = self.find(id).map(|spawned| (0..count(spawned)).map(move |at| (spawned, BodyId::at(at))));
        let is_there = |(spawned, body): &(&Spawned, BodyId)| spawned.instance.properties.physics().has_body(*body);
        let bodies = bodies.into_iter().flatten().filter(is_there);
        bodies.filter_map(|(spawned, body)| self.body_state(spawned, body))
    }

    /// The bodies of the file, in the order of their nodes there; `None` for one that was removed.
    pub fn file_bodies(&self, id: InstanceId) -> impl Iterator<Item = Option<BodyState>> + '_ {
        let spawned = self.find(id);
        let count = spawned.map_or(0, |spawned| spawned.instance.model.physics().bodies().len());
        (0..count).map(BodyId::at).map(move |body| {
            let spawned = spawned.filter(|spawned| spawned.instance.properties.physics().has_body(body))?;
            self.body_state(spawned, body)
        })
    }

    /// What the joints of an instance measure, each with its node, in the order of the file and then as they were added; `None` for a
    /// joint that was removed, or that holds nothing, as both of its ends are on the same body or on none.
    pub fn joints(&self, id: InstanceId) -> impl Iterator<Item = (NodeId, Option<JointReading>)> + '_ {
        let physics = self.find(id).map(|spawned| spawned.instance.properties.physics());
        let joints = physics.into_iter().flat_map(|physics| physics.joints().iter().enumerate());
        joints.map(move |(at, joint)| (joint.node, self.shared.physics.simulation.joint(id, JointId::at(at))))
    }

    /// The readings of the drives of a joint, in the order of the file; none for one that holds nothing. Allocates nothing.
    pub fn drive_readings(&self, id: InstanceId, joint: JointId) -> impl Iterator<Item = DriveReading> + '_ {
        self.shared.physics.simulation.drives(id, joint)
    }

    /// The readings of the limits of a joint, as [`World::drive_readings`].
    pub fn limit_readings(&self, id: InstanceId, joint: JointId) -> impl Iterator<Item = LimitReading> + '_ {
        self.shared.physics.simulation.limits(id, joint)
    }

    /// The body of a node.
    pub fn body(&self, id: InstanceId, node: NodeId) -> Option<BodyState> {
        let spawned = self.find(id)?;
        self.body_state(spawned, spawned.stages.bodies.body_of(node)?)
    }

    pub(in crate::world) fn body_state(&self, spawned: &Spawned, body: BodyId) -> Option<BodyState> {
        let found = spawned.instance.properties.physics().bodies().get(body.slot())?;
        let in_world = WorldBody { instance: spawned.instance.id, body };
        let simulation = &self.shared.physics.simulation;
        Some(BodyState {
            node: found.node,
            kind: found.kind,
            is_animated: spawned.stages.bodies.is_animated(body),
            is_sleeping: simulation.is_sleeping(in_world),
            world_from_body: simulation.world_from_body(in_world),
            velocity: simulation.velocity(in_world),
        })
    }

    /// How fast a node moves with its body, or with the body of the nearest node above that has one; `None` for a node
    /// that moves with no body. `linear` is of the node itself, not of a centre of mass.
    pub fn velocity(&self, id: InstanceId, node: NodeId) -> Option<Velocity> {
        let spawned = self.find(id)?;
        let body = spawned.stages.bodies.body_above(&spawned.instance.model, node)?;
        let body = WorldBody { instance: id, body };
        let point: Vec3 = self.world_from_node(id, node)?.translation.into();
        let simulation = &self.shared.physics.simulation;
        let angular = simulation.velocity(body).angular;
        Some(Velocity { linear: simulation.velocity_at(body, point), angular })
    }

    /// Sets the velocity of a node's body, of its centre of mass.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no body, the body is static or animated, or a number is not finite.
    pub fn set_velocity(&mut self, id: InstanceId, node: NodeId, velocity: Velocity) -> Result<(), WorldError> {
        self.on_body(id, node, |simulation, body| simulation.set_velocity(body, velocity))
    }

    /// Applies an impulse to a node's body at its centre of mass, N·s along the world's axes.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no body, the body is not dynamic or of infinite mass, or a number is
    /// not finite.
    pub fn apply_impulse(&mut self, id: InstanceId, node: NodeId, impulse: Vec3) -> Result<(), WorldError> {
        self.on_body(id, node, |simulation, body| simulation.apply_impulse(body, impulse))
    }

    /// Applies an impulse to a node's body at a point of the world, N·s along the world's axes.
    ///
    /// # Errors
    /// As for [`World::apply_impulse`]; a body of infinite mass takes an impulse that rotates it.
    pub fn apply_point_impulse(
        &mut self,
        id: InstanceId,
        node: NodeId,
        impulse: Vec3,
        point: Vec3,
    ) -> Result<(), WorldError> {
        self.on_body(id, node, |simulation, body| simulation.apply_point_impulse(body, impulse, point))
    }

    /// Applies an angular impulse to a node's body, N·m·s about the world's axes.
    ///
    /// # Errors
    /// As for [`World::apply_impulse`], for a body of infinite inertia.
    pub fn apply_angular_impulse(&mut self, id: InstanceId, node: NodeId, impulse: Vec3) -> Result<(), WorldError> {
        self.on_body(id, node, |simulation, body| simulation.apply_angular_impulse(body, impulse))
    }

    /// Moves a node's body to another pose at once, without pushing what is on the way; its velocity stays.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no body, the body is static or animated, or a number is not finite.
    pub fn teleport(&mut self, id: InstanceId, node: NodeId, world_from_body: Rigid) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let body = own_body(spawned, node)?;
        // A static body is where its node is.
        let bodies = spawned.instance.properties.physics().bodies();
        let kind = bodies.get(body.slot()).map(|body| body.kind);
        if spawned.stages.bodies.is_animated(body) || kind == Some(BodyKind::Static) {
            return Err(WorldError::BodyNotDynamic);
        }
        let world_from_body = unit(world_from_body).ok_or(WorldError::NotFinite)?;
        shared.physics.simulation.teleport(WorldBody { instance: id, body }, world_from_body);
        spawned.refresh(shared);
        Ok(())
    }

    /// Wakes a sleeping body.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no body, or a static one.
    pub fn wake(&mut self, id: InstanceId, node: NodeId) -> Result<(), WorldError> {
        self.on_body(id, node, Simulation::wake)
    }

    /// Whether a node's body sleeps; `None` where the node has no body.
    pub fn is_sleeping(&self, id: InstanceId, node: NodeId) -> Option<bool> {
        let body = self.find(id)?.stages.bodies.body_of(node)?;
        Some(self.shared.physics.simulation.is_sleeping(WorldBody { instance: id, body }))
    }

    pub(super) fn on_body(
        &mut self,
        id: InstanceId,
        node: NodeId,
        work: impl FnOnce(&mut Simulation, WorldBody) -> Result<(), BodyError>,
    ) -> Result<(), WorldError> {
        let (spawned, shared) = self.parts_mut(id)?;
        let body = own_body(spawned, node)?;
        Ok(work(&mut shared.physics.simulation, WorldBody { instance: id, body })?)
    }
}

/// The body of a node.
pub(in crate::world) fn own_body(spawned: &Spawned, node: NodeId) -> Result<BodyId, WorldError> {
    if node.slot() >= spawned.instance.model.hierarchy().len() {
        return Err(WorldError::UnknownNode);
    }
    spawned.stages.bodies.body_of(node).ok_or(WorldError::NoBody)
}
