//! Forces that last, gravity, and joints that are switched and break.

use glam::Vec3;
use sinew_model::model::NodeId;
use sinew_model::model::physics::JointId;
use sinew_motion::InstanceId;
use sinew_physics::{AppliedForce, JointBreak, WorldBody};

use crate::world::{World, WorldError};

impl World {
    /// The gravity of the world, m/s².
    pub fn gravity(&self) -> Vec3 {
        self.shared.physics.simulation.gravity()
    }

    /// Sets the gravity of the world, m/s², over that of files that are there or come later, and wakes all bodies. Gravity fields
    /// of files act as they did.
    ///
    /// # Errors
    /// A number is not finite.
    pub fn set_gravity(&mut self, gravity: Vec3) -> Result<(), WorldError> {
        Ok(self.shared.physics.simulation.set_gravity(gravity)?)
    }

    /// The force and torque that act on a node's body until they are changed.
    pub fn force(&self, id: InstanceId, node: NodeId) -> Option<AppliedForce> {
        let body = self.find(id)?.stages.bodies.body_of(node)?;
        self.shared.physics.simulation.force(WorldBody { instance: id, body })
    }

    /// Sets the force and torque that act on a node's body in every step until they are changed; `None` ends them. The body wakes.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use sinew::document::{Document, NoResources};
    /// use sinew::glam::Vec3;
    /// use sinew::{AppliedForce, Model, World, WorldOptions, math::Rigid};
    ///
    /// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "ball", "extensions":
    ///     {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}}}}]}"#;
    /// let (model, _) = Model::from_document(&Document::read(file, &NoResources)?);
    /// let mut world = World::new(WorldOptions::default());
    /// let instance = world.spawn(Arc::new(model), Rigid::IDENTITY);
    /// let ball = world.node(instance, "ball")?;
    /// // 2 kg at 9.81 m/s² are held by 19.62 N.
    /// world.set_force(instance, ball, Some(AppliedForce::force(Vec3::Y * 19.62)))?;
    /// for _ in 0..60 {
    ///     world.step();
    /// }
    /// assert!(world.world_from_node(instance, ball).ok_or("no ball")?.translation.length() < 1e-4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no body, the body is not dynamic, or a number is not finite.
    pub fn set_force(&mut self, id: InstanceId, node: NodeId, force: Option<AppliedForce>) -> Result<(), WorldError> {
        self.on_body(id, node, |simulation, body| simulation.set_force(body, force))
    }

    /// Switches the joint of a node off or on. Bodies that it keeps from colliding collide while it is off.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node has no joint that holds anything.
    pub fn set_joint_enabled(&mut self, id: InstanceId, node: NodeId, is_enabled: bool) -> Result<(), WorldError> {
        let joint = self.joint_of(id, node)?;
        let is_known = self.shared.physics.simulation.set_joint_enabled(id, joint, is_enabled);
        if is_known { Ok(()) } else { Err(WorldError::NoJoint) }
    }

    /// Sets the load above which the joint of a node breaks: it is then off, and a `JointBreak` event says so. `None` lets it bear
    /// anything.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no joint that holds anything, or a bound is negative or not finite.
    pub fn set_joint_break(
        &mut self,
        id: InstanceId,
        node: NodeId,
        breaks: Option<JointBreak>,
    ) -> Result<(), WorldError> {
        let joint = self.joint_of(id, node)?;
        let bounds = breaks.iter().flat_map(|breaks| [breaks.force, breaks.torque]).flatten();
        if bounds.clone().any(|bound| !bound.is_finite()) {
            return Err(WorldError::NotFinite);
        }
        if bounds.clone().any(|bound| bound < 0.0) {
            return Err(WorldError::OutOfBounds("the load that breaks the joint"));
        }
        let is_known = self.shared.physics.simulation.set_joint_break(id, joint, breaks);
        if is_known { Ok(()) } else { Err(WorldError::NoJoint) }
    }

    /// The joint of a node: the one that was added last, or the file's.
    pub(super) fn joint_of(&self, id: InstanceId, node: NodeId) -> Result<JointId, WorldError> {
        let instance = &self.find(id).ok_or(WorldError::UnknownInstance)?.instance;
        if node.slot() >= instance.model.hierarchy().len() {
            return Err(WorldError::UnknownNode);
        }
        instance.properties.physics().joint_of(node).ok_or(WorldError::NoJoint)
    }
}
