//! Gravity inside of triggers (`OMI_physics_gravity`).

use super::instance::Instance;
use super::simulation::Simulation;
use crate::world::InstanceId;

/// The fields of gravity of all instances.
#[derive(Default)]
pub(super) struct Fields {
    of: Vec<InstanceId>,
}

impl Fields {
    /// Forgets those of an instance.
    pub(super) fn remove(&mut self, id: InstanceId) {
        self.of.retain(|of| *of != id);
    }
}

impl Simulation {
    /// Learns the fields of an instance.
    pub(super) fn insert_fields(&mut self, instance: &Instance) {
        if !instance.model.physics().gravity_fields().is_empty() {
            self.fields.of.push(instance.id);
        }
    }

    /// Pushes the bodies that are inside of fields.
    pub(super) fn apply_fields(&mut self) {}
}
