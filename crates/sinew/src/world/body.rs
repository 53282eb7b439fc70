//! Bodies, named by their nodes.

use glam::Vec3;

use super::World;
use super::instance::Instance;
use super::usable;
use sinew_model::math::Rigid;
use sinew_model::model::NodeId;
use sinew_model::model::physics::{BodyId, BodyKind, JointId};
use sinew_motion::InstanceId;
use sinew_physics::{JointReading, Simulation, Velocity, WorldBody};

/// A body as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Its node.
    pub node: NodeId,
    /// What the file says of it.
    pub kind: BodyKind,
    /// Whether its node decides where it is, because something outside the simulation moves that.
    pub is_driven: bool,
    /// Whether it has come to rest and is left alone.
    pub is_sleeping: bool,
    /// Its rigid frame: where its node is, with the node's model rotation.
    pub world_from_body: Rigid,
    /// How fast it moves.
    pub velocity: Velocity,
}

impl World {
    /// The bodies of an instance, in the order of their nodes in the file; none for an instance that is not there.
    pub fn bodies(&self, id: InstanceId) -> impl Iterator<Item = BodyState> + '_ {
        let count = |instance: &Instance| instance.model.physics().bodies().len();
        let bodies = self.get(id).map(|instance| (0..count(instance)).map(move |at| (instance, BodyId::at(at))));
        bodies.into_iter().flatten().filter_map(|(instance, body)| self.state(instance, body))
    }

    /// What the joints of an instance do, each with its node, in the order of the file; `None` for a joint that holds
    /// nothing, as both of its ends are on the same body or on none.
    pub fn joints(&self, id: InstanceId) -> impl Iterator<Item = (NodeId, Option<JointReading>)> + '_ {
        let joints = self.get(id).map(|instance| instance.model.physics().joints());
        let joints = joints.into_iter().flatten().enumerate();
        joints.map(move |(at, joint)| (joint.node, self.simulation.joint(id, JointId::at(at))))
    }

    /// The body of a node.
    pub fn body(&self, id: InstanceId, node: NodeId) -> Option<BodyState> {
        let instance = self.get(id)?;
        self.state(instance, instance.body_of(node)?)
    }

    pub(super) fn state(&self, instance: &Instance, body: BodyId) -> Option<BodyState> {
        let found = instance.model.physics().bodies().get(body.slot())?;
        let in_world = WorldBody { instance: instance.id, body };
        Some(BodyState {
            node: found.node,
            kind: found.kind,
            is_driven: instance.is_driven(body),
            is_sleeping: self.simulation.is_sleeping(in_world),
            world_from_body: self.simulation.world_from_body(in_world),
            velocity: self.simulation.velocity(in_world),
        })
    }

    /// How fast a node moves with its body, or with the body of the nearest node above that has one; `None` for a node
    /// that moves with no body. `linear` is of the node itself, not of a centre of mass.
    pub fn velocity(&self, id: InstanceId, node: NodeId) -> Option<Velocity> {
        let body = WorldBody { instance: id, body: self.get(id)?.body_above(node)? };
        let point: Vec3 = self.world_from_node(id, node)?.translation.into();
        let angular = self.simulation.velocity(body).angular;
        Some(Velocity { linear: self.simulation.velocity_at(body, point), angular })
    }

    /// Sets the velocity of a node's body, of its centre of mass. `false` where nothing comes of it: the node has no body, the
    /// body is static or something outside the simulation moves it, or a number is none.
    pub fn set_velocity(&mut self, id: InstanceId, node: NodeId, velocity: Velocity) -> bool {
        let is_usable = velocity.linear.is_finite() && velocity.angular.is_finite();
        self.on_body(id, node, is_usable, |simulation, body| simulation.set_velocity(body, velocity).is_ok())
    }

    /// Pushes a node's body at its centre of mass, N·s along the world's axes. `false` where nothing comes of it: the node has
    /// no body, no push moves the body (it is static or kinematic, of infinite mass, or something outside the simulation moves
    /// it), or a number is none.
    pub fn apply_impulse(&mut self, id: InstanceId, node: NodeId, impulse: Vec3) -> bool {
        self.on_body(id, node, impulse.is_finite(), |simulation, body| simulation.apply_impulse(body, impulse).is_ok())
    }

    /// Pushes a node's body at a point of the world, N·s along the world's axes. `false` as for [`World::apply_impulse`], where
    /// the push does not turn the body either.
    pub fn apply_point_impulse(&mut self, id: InstanceId, node: NodeId, impulse: Vec3, point: Vec3) -> bool {
        let is_usable = impulse.is_finite() && point.is_finite();
        self.on_body(id, node, is_usable, |simulation, body| {
            simulation.apply_point_impulse(body, impulse, point).is_ok()
        })
    }

    /// Turns a node's body, N·m·s about the world's axes. `false` as for [`World::apply_impulse`], for a body of infinite
    /// inertia.
    pub fn apply_angular_impulse(&mut self, id: InstanceId, node: NodeId, impulse: Vec3) -> bool {
        self.on_body(id, node, impulse.is_finite(), |simulation, body| {
            simulation.apply_angular_impulse(body, impulse).is_ok()
        })
    }

    /// Puts a node's body elsewhere in the world at once, without pushing what is on the way; its velocity stays. `false`
    /// where the node has no body, the body is static or something outside the simulation moves it, or a number is none.
    pub fn teleport(&mut self, id: InstanceId, node: NodeId, world_from_body: Rigid) -> bool {
        let Some(place) = usable(world_from_body) else { return false };
        let teleported = self.with(id, |instance, simulation| {
            // A static body is where its node is.
            let kind = |body: BodyId| instance.model.physics().bodies().get(body.slot()).map(|body| body.kind);
            let moves = |body: &BodyId| !instance.is_driven(*body) && kind(*body) != Some(BodyKind::Static);
            let body = instance.body_of(node).filter(moves);
            if let Some(body) = body {
                simulation.teleport(WorldBody { instance: id, body }, place);
                instance.refresh(simulation);
            }
            body.is_some()
        });
        teleported.unwrap_or(false)
    }

    /// Has a node's body taken care of again after it has come to rest. `false` where the node has no body, or a static one.
    pub fn wake(&mut self, id: InstanceId, node: NodeId) -> bool {
        self.on_body(id, node, true, |simulation, body| simulation.wake(body).is_ok())
    }

    /// Whether a node's body has come to rest and is left alone; `None` where the node has no body.
    pub fn is_sleeping(&self, id: InstanceId, node: NodeId) -> Option<bool> {
        let body = self.get(id)?.body_of(node)?;
        Some(self.simulation.is_sleeping(WorldBody { instance: id, body }))
    }

    fn on_body(
        &mut self,
        id: InstanceId,
        node: NodeId,
        is_usable: bool,
        work: impl FnOnce(&mut Simulation, WorldBody) -> bool,
    ) -> bool {
        let done = self.with(id, |instance, simulation| {
            let body = instance.body_of(node).filter(|_| is_usable);
            body.is_some_and(|body| work(simulation, WorldBody { instance: id, body }))
        });
        done.unwrap_or(false)
    }
}
