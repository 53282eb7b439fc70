//! Virtual transforms, where their parents are by the end of a step.
//!
//! - State: [`VirtualTransforms`], one per instance.
//! - Reads: where the nodes are in the model.
//! - Writes: its state; nothing else moves with it.
//! - Saved: nothing, for it follows from the pose.

use glam::Affine3A;
use sinew_motion::{InstanceId, Pose, evaluate_changed_virtual_transforms};

use crate::world::World;
use crate::world::digest::Digest;
use crate::world::error::WorldError;
use crate::world::instance::Instance;

/// Where the virtual transforms of an instance are.
pub(in crate::world) struct VirtualTransforms {
    /// By virtual transform.
    model_from_virtual: Vec<Affine3A>,
}

impl VirtualTransforms {
    pub(in crate::world) fn new(instance: &Instance) -> Self {
        Self { model_from_virtual: vec![Affine3A::IDENTITY; instance.model.virtual_transforms().len()] }
    }

    pub(in crate::world) fn evaluate(&mut self, instance: &Instance) {
        let space = instance.pose.model_space();
        evaluate_changed_virtual_transforms(&instance.model, &instance.properties, space, &mut self.model_from_virtual);
    }

    pub(in crate::world) fn add_to(&self, digest: &mut Digest) {
        digest.count(self.model_from_virtual.len());
        for number in self.model_from_virtual.iter().flat_map(Affine3A::to_cols_array) {
            digest.number(number);
        }
    }
}

impl World {
    /// The matrices from the spaces of an instance's virtual transforms to its model's, for
    /// [`Attachments::update`](crate::Attachments::update).
    pub fn model_from_virtual(&self, id: InstanceId) -> Option<&[Affine3A]> {
        self.find(id).map(|spawned| spawned.stages.virtual_transforms.model_from_virtual.as_slice())
    }

    /// Writes the matrices from the spaces of an instance's virtual transforms to its model's in a pose of it, such as one between
    /// two steps.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn virtual_transforms_in(
        &self,
        id: InstanceId,
        pose: &Pose,
        model_from_virtual: &mut [Affine3A],
    ) -> Result<(), WorldError> {
        let instance = &self.find(id).ok_or(WorldError::UnknownInstance)?.instance;
        let space = pose.model_space();
        evaluate_changed_virtual_transforms(&instance.model, &instance.properties, space, model_from_virtual);
        Ok(())
    }
}
