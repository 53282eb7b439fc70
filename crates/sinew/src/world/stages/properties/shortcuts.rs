//! Shortcuts by name for the properties that people reach for most.

use glam::Vec3;
use sinew_model::model::property::{PropertyError, PropertyErrorKind, PropertyValue};
use sinew_motion::InstanceId;

use crate::world::World;
use crate::world::error::WorldError;

impl World {
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
        self.set_of_joint(id, node, &format!("/drives/{drive}/positionTarget"), target)
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
        self.set_of_joint(id, node, &format!("/drives/{drive}/velocityTarget"), target)
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
        self.set_of_joint(id, node, &format!("/drives/{drive}/maxForce"), force)
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
        let base = self.joint_pointer(id, node)?;
        let [low, high] = ["min", "max"].map(|key| format!("{base}/limits/{limit}/{key}"));
        let wrong = |complaint: String| PropertyError::new(low.clone(), PropertyErrorKind::Range(complaint)).into();
        if !(min.is_finite() && max.is_finite()) {
            return Err(PropertyError::new(low.clone(), PropertyErrorKind::NotFinite).into());
        }
        if min > max {
            return Err(wrong(format!("must be at most the limit's `max` {max}, and is {min}")));
        }
        // The one that makes room goes first.
        let known = self.property::<f32>(id, &high)?;
        self.property::<f32>(id, &low)?;
        if min > self.get(known)? {
            self.set_value(id, &high, &PropertyValue::Float(max))?;
            self.set_value(id, &low, &PropertyValue::Float(min))
        } else {
            self.set_value(id, &low, &PropertyValue::Float(min))?;
            self.set_value(id, &high, &PropertyValue::Float(max))
        }
    }

    /// Sets the mass of a node's body, kg; 0 is infinite.
    ///
    /// # Errors
    /// The instance or the node is unknown, or the file gives the node no mass.
    pub fn set_mass(&mut self, id: InstanceId, node: &str, mass: f32) -> Result<(), WorldError> {
        self.set_of_body(id, node, "mass", &PropertyValue::Float(mass))
    }

    /// Sets the factor of gravity of a node's body.
    ///
    /// # Errors
    /// The instance or the node is unknown, or it has no body.
    pub fn set_gravity_factor(&mut self, id: InstanceId, node: &str, factor: f32) -> Result<(), WorldError> {
        self.set_of_body(id, node, "gravityFactor", &PropertyValue::Float(factor))
    }

    /// Sets whether a node and those below it are shown (`KHR_node_visibility`).
    ///
    /// # Errors
    /// The instance or the node is unknown, or the node does not have the extension.
    pub fn set_visible(&mut self, id: InstanceId, node: &str, is_visible: bool) -> Result<(), WorldError> {
        let pointer = format!("{}/extensions/KHR_node_visibility/visible", self.node_pointer(id, node)?);
        self.set_value(id, &pointer, &PropertyValue::Bool(is_visible))
    }

    /// Sets a morph target weight of a node.
    ///
    /// # Errors
    /// The instance or the node is unknown, or it has no such morph target.
    pub fn set_weight(&mut self, id: InstanceId, node: &str, target: usize, weight: f32) -> Result<(), WorldError> {
        let pointer = format!("{}/weights/{target}", self.node_pointer(id, node)?);
        self.set_value(id, &pointer, &PropertyValue::Float(weight))
    }

    /// Sets where a node is relative to its parent.
    ///
    /// # Errors
    /// The instance or the node is unknown, or a number is not finite.
    pub fn set_translation(&mut self, id: InstanceId, node: &str, translation: Vec3) -> Result<(), WorldError> {
        let pointer = format!("{}/translation", self.node_pointer(id, node)?);
        self.set_value(id, &pointer, &PropertyValue::Float3(translation.to_array()))
    }

    fn set_of_joint(&mut self, id: InstanceId, node: &str, below: &str, number: f32) -> Result<(), WorldError> {
        let pointer = format!("{}{below}", self.joint_pointer(id, node)?);
        self.set_value(id, &pointer, &PropertyValue::Float(number))
    }

    fn set_of_body(&mut self, id: InstanceId, node: &str, key: &str, value: &PropertyValue) -> Result<(), WorldError> {
        let node = self.node_pointer(id, node)?;
        let of = |name: &str| format!("{node}/extensions/{name}/motion/{key}");
        let (khr, omi) = (of("KHR_physics_rigid_bodies"), of("OMI_physics_body"));
        match self.set_value(id, &khr, value) {
            Err(WorldError::Property(error)) if error.kind == PropertyErrorKind::Undefined => {
                match self.set_value(id, &omi, value) {
                    Err(WorldError::Property(other)) if other.kind == PropertyErrorKind::Undefined => Err(error.into()),
                    result => result,
                }
            }
            result => result,
        }
    }

    fn node_pointer(&self, id: InstanceId, node: &str) -> Result<String, WorldError> {
        let node = self.node(id, node)?;
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        Ok(spawned.instance.model.hierarchy().index(node).to_string())
    }

    /// The pointer of the limits and drives of the joint on a node.
    fn joint_pointer(&self, id: InstanceId, name: &str) -> Result<String, WorldError> {
        let node = self.node(id, name)?;
        let spawned = self.find(id).ok_or(WorldError::UnknownInstance)?;
        let physics = spawned.instance.properties.physics();
        let joint = physics.joint_of(node);
        let pointer = joint.and_then(|joint| spawned.instance.model.joint_pointer_in(physics, joint));
        pointer.ok_or(WorldError::NoJoint)
    }
}
