//! Changed properties in a snapshot: pointers and numbers.

use std::sync::Arc;

use sinew_model::model::physics::Structure;
use sinew_motion::Properties;

use crate::world::instance::{Instance, Spawned};
use crate::world::snapshot::SnapshotError;
use crate::world::stages::SharedStages;

/// The changed properties of an instance.
pub(in crate::world) type SavedProperties = Vec<(String, Vec<f32>)>;

impl Instance {
    pub(in crate::world) fn save_properties(&self) -> SavedProperties {
        self.properties.save(&self.model, &self.pose)
    }

    /// The properties of a snapshot.
    pub(in crate::world) fn saved_properties(
        &self,
        saved: &SavedProperties,
        structure: Option<&Structure>,
    ) -> Result<Properties, SnapshotError> {
        // As most instances are at their beginning.
        if saved.is_empty() && structure.is_none() {
            return Ok(Properties::new(&self.model));
        }
        let of_file = self.model.shared_physics();
        let physics = match structure {
            None => of_file.clone(),
            Some(structure) => {
                let nodes = self.model.hierarchy().len();
                of_file.with_structure(structure, nodes).map(Arc::new).ok_or(SnapshotError::Damaged)?
            }
        };
        let saved = saved.iter().map(|(pointer, numbers)| (pointer.as_str(), numbers.as_slice()));
        Properties::restored(&self.model, physics, saved).ok_or(SnapshotError::Damaged)
    }

    /// What bodies and joints it has beside its file's.
    pub(in crate::world) fn structure(&self) -> Option<Structure> {
        let (physics, of_file) = (self.properties.physics(), self.model.shared_physics());
        if Arc::ptr_eq(physics, of_file) { None } else { physics.structure(of_file) }
    }
}

impl Spawned {
    /// Goes back to saved properties before the simulation goes back to its state, which depends on limits and drives. Returns
    /// those before, for the case that it cannot.
    pub(in crate::world) fn exchange_properties(
        &mut self,
        properties: Properties,
        shared: &mut SharedStages,
    ) -> Properties {
        let before = std::mem::replace(&mut self.instance.properties, properties);
        let of_file = self.instance.model.shared_physics().clone();
        let is_changed =
            |properties: &Properties| !properties.changed().is_empty() || !Arc::ptr_eq(properties.physics(), &of_file);
        if is_changed(&before) || is_changed(&self.instance.properties) {
            shared.prepare_restore(&self.instance);
        }
        before
    }
}

#[cfg(feature = "physics")]
impl SharedStages {
    fn prepare_restore(&mut self, instance: &Instance) {
        self.physics.simulation.prepare_restore(instance.id, instance.properties.physics());
    }
}

/// Nothing is simulated.
#[cfg(not(feature = "physics"))]
impl SharedStages {
    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    fn prepare_restore(&mut self, _: &Instance) {}
}
