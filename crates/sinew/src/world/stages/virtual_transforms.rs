//! Virtual transforms, where their parents are by the end of a step.
//!
//! - State: [`VirtualTransforms`], one per instance.
//! - Reads: where the nodes are in the model.
//! - Writes: its state; nothing else moves with it.
//! - Saved: nothing, for it follows from the pose.

use glam::Affine3A;
use sinew_motion::{InstanceId, evaluate_virtual_transforms};

use crate::world::World;
use crate::world::digest::Digest;
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
        evaluate_virtual_transforms(&instance.model, instance.pose.model_space(), &mut self.model_from_virtual);
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
}
