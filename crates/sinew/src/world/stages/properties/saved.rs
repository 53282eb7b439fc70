//! Changed properties in a snapshot: pointers and numbers.

use std::sync::Arc;

use sinew_model::model::Physics;
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
        structure: Option<&SavedStructure>,
    ) -> Result<Properties, SnapshotError> {
        // As most instances are at their beginning.
        if saved.is_empty() && structure.is_none() {
            return Ok(Properties::new(&self.model));
        }
        let physics = match structure {
            None => self.model.shared_physics().clone(),
            Some(structure) => self.with_structure(structure).ok_or(SnapshotError::Damaged)?,
        };
        let saved = saved.iter().map(|(pointer, numbers)| (pointer.as_str(), numbers.as_slice()));
        Properties::restored(&self.model, physics, saved).ok_or(SnapshotError::Damaged)
    }
}

/// What bodies and joints an instance has beside its file's.
#[cfg(feature = "physics")]
pub(in crate::world) type SavedStructure = sinew_model::model::physics::Structure;

#[cfg(feature = "physics")]
impl Instance {
    fn with_structure(&self, structure: &SavedStructure) -> Option<Arc<Physics>> {
        let nodes = self.model.hierarchy().len();
        self.model.shared_physics().with_structure(structure, nodes).map(Arc::new)
    }

    pub(in crate::world) fn structure(&self) -> Option<SavedStructure> {
        let (physics, of_file) = (self.properties.physics(), self.model.shared_physics());
        if Arc::ptr_eq(physics, of_file) { None } else { physics.structure(of_file) }
    }
}

/// What bodies and joints an instance has beside its file's: nothing adds or removes any.
#[cfg(not(feature = "physics"))]
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(in crate::world) enum SavedStructure {}

#[cfg(not(feature = "physics"))]
#[expect(clippy::unused_self, reason = "the signatures of a world that simulates")]
impl Instance {
    fn with_structure(&self, structure: &SavedStructure) -> Option<Arc<Physics>> {
        match *structure {}
    }

    pub(in crate::world) fn structure(&self) -> Option<SavedStructure> {
        None
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
