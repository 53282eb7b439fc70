//! Shortcuts by name for the properties that people reach for most.

use glam::Vec3;
use sinew_model::model::NodeId;
use sinew_model::model::property::{PropertyError, PropertyErrorKind, PropertyRow, PropertyValue, Source};
use sinew_motion::InstanceId;

use crate::world::World;
use crate::world::error::WorldError;

impl World {
    /// The pointer of a property by its node, with the bodies and joints that there are now: `mass`, `collisionFilter`, `visible`,
    /// `drives/0/positionTarget` of its joint, `staticFriction` of its collider's material
    /// ([`Model::pointer_of_node_in`](sinew_model::Model::pointer_of_node_in)).
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node has no such joint (`NoJoint`), no such collider (`NoCollider`), or nothing
    /// of that name.
    pub fn pointer_of_node(&self, id: InstanceId, node: NodeId, key: &str) -> Result<String, WorldError> {
        let instance = &self.find(id).ok_or(WorldError::UnknownInstance)?.instance;
        if node.slot() >= instance.model.hierarchy().len() {
            return Err(WorldError::UnknownNode);
        }
        let pointer = instance.model.pointer_of_node_in(instance.properties.physics(), node, key);
        pointer.ok_or_else(|| {
            let of_collider = PropertyRow::all().any(|row| {
                matches!(row.source, Source::Material(..) | Source::Shape(_))
                    && row.pointer.ends_with(&format!("/{key}"))
            });
            if key.starts_with("limits/") || key.starts_with("drives/") {
                WorldError::NoJoint
            } else if of_collider {
                WorldError::NoCollider
            } else {
                let pointer = format!("{}/{key}", instance.model.hierarchy().index(node));
                PropertyError::new(pointer, PropertyErrorKind::Unknown).into()
            }
        })
    }

    /// The weight of a constraint, by its place in [`Model::constraints`](sinew_model::Model::constraints).
    pub fn constraint_weight(&self, id: InstanceId, constraint: usize) -> Option<f32> {
        let weight = self.find(id)?.instance.model.weight_of_constraint(constraint)?;
        self.read(id, weight).ok()?.numbers().first().copied()
    }

    /// Sets the weight of a constraint, 0…1, by its place in [`Model::constraints`](sinew_model::Model::constraints).
    ///
    /// # Errors
    /// The instance or the constraint is unknown, or the weight is not finite or out of 0…1.
    pub fn set_constraint_weight(&mut self, id: InstanceId, constraint: usize, weight: f32) -> Result<(), WorldError> {
        let model = &self.find(id).ok_or(WorldError::UnknownInstance)?.instance.model;
        let property = model.weight_of_constraint(constraint).ok_or(WorldError::UnknownConstraint)?;
        self.write(id, property, &[weight])
    }

    /// Sets the position target of a drive of the joint on a node: metres or radians. Joints that share a description in the file
    /// share its drives.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no joint, the file gives the drive no such value, or the number is not
    /// finite.
    pub fn set_drive_target(
        &mut self,
        id: InstanceId,
        node: &str,
        drive: usize,
        target: f32,
    ) -> Result<(), WorldError> {
        self.set_of_node(id, node, &format!("drives/{drive}/positionTarget"), &PropertyValue::Float(target))
    }

    /// Sets the velocity target of a drive: m/s or rad/s. As [`World::set_drive_target`].
    ///
    /// # Errors
    /// As [`World::set_drive_target`].
    pub fn set_drive_velocity(
        &mut self,
        id: InstanceId,
        node: &str,
        drive: usize,
        target: f32,
    ) -> Result<(), WorldError> {
        self.set_of_node(id, node, &format!("drives/{drive}/velocityTarget"), &PropertyValue::Float(target))
    }

    /// Sets the largest force or torque of a drive: N or N·m. As [`World::set_drive_target`].
    ///
    /// # Errors
    /// As [`World::set_drive_target`].
    pub fn set_drive_max_force(
        &mut self,
        id: InstanceId,
        node: &str,
        drive: usize,
        force: f32,
    ) -> Result<(), WorldError> {
        self.set_of_node(id, node, &format!("drives/{drive}/maxForce"), &PropertyValue::Float(force))
    }

    /// Sets both ends of a limit of the joint on a node: metres or radians.
    ///
    /// # Errors
    /// As [`World::set_drive_target`]; or the ends are in the wrong order.
    pub fn set_limit(
        &mut self,
        id: InstanceId,
        node: &str,
        limit: usize,
        (min, max): (f32, f32),
    ) -> Result<(), WorldError> {
        let node = self.node(id, node)?;
        let pointer = |key| self.pointer_of_node(id, node, &format!("limits/{limit}/{key}"));
        let (low, high) = (pointer("min")?, pointer("max")?);
        let (min, max) = (PropertyValue::Float(min), PropertyValue::Float(max));
        self.set_values(id, [(low.as_str(), &min), (high.as_str(), &max)])
    }

    /// Sets the mass of a node's body, kg; 0 is infinite.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the file gives the node no mass.
    pub fn set_mass(&mut self, id: InstanceId, node: &str, mass: f32) -> Result<(), WorldError> {
        self.set_of_node(id, node, "mass", &PropertyValue::Float(mass))
    }

    /// Sets the factor of gravity of a node's body.
    ///
    /// # Errors
    /// The instance or the node is unknown, or it has no body.
    pub fn set_gravity_factor(&mut self, id: InstanceId, node: &str, factor: f32) -> Result<(), WorldError> {
        self.set_of_node(id, node, "gravityFactor", &PropertyValue::Float(factor))
    }

    /// Sets whether a node and those below it are shown (`KHR_node_visibility`).
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node does not have the extension.
    pub fn set_visible(&mut self, id: InstanceId, node: &str, is_visible: bool) -> Result<(), WorldError> {
        self.set_of_node(id, node, "visible", &PropertyValue::Bool(is_visible))
    }

    /// Sets a morph target weight of a node.
    ///
    /// # Errors
    /// The instance or the node is unknown, or it has no such morph target.
    pub fn set_weight(&mut self, id: InstanceId, node: &str, target: usize, weight: f32) -> Result<(), WorldError> {
        self.set_of_node(id, node, &format!("weights/{target}"), &PropertyValue::Float(weight))
    }

    /// Sets where a node is relative to its parent.
    ///
    /// # Errors
    /// The instance or the node is unknown, or a number is not finite.
    pub fn set_translation(&mut self, id: InstanceId, node: &str, translation: Vec3) -> Result<(), WorldError> {
        self.set_of_node(id, node, "translation", &PropertyValue::Float3(translation.to_array()))
    }

    fn set_of_node(&mut self, id: InstanceId, node: &str, key: &str, value: &PropertyValue) -> Result<(), WorldError> {
        let pointer = self.pointer_of_node(id, self.node(id, node)?, key)?;
        self.set_value(id, &pointer, value)
    }
}
