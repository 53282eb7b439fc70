//! Properties by their JSON pointers.

use pyo3::prelude::*;
use sinew::property::PropertyValue;
use sinew_tools::property::changed_properties;

use crate::fault::Fault;
use crate::world::RawWorld;

#[pymethods]
impl RawWorld {
    /// The type of a property, and whether it can be set.
    fn property(&self, instance: u32, pointer: &str) -> PyResult<(&'static str, bool)> {
        let id = self.spawned(instance)?.id;
        let property = self.world.resolve(id, pointer).map_err(Fault::from)?;
        Ok((property.row().kind.name(), property.row().source.is_mutable()))
    }

    /// The numbers of a property's value; a flag is 0 or 1.
    fn value(&self, instance: u32, pointer: &str) -> PyResult<Vec<f32>> {
        let id = self.spawned(instance)?.id;
        let property = self.world.resolve(id, pointer).map_err(Fault::from)?;
        Ok(self.world.value_of(id, property).map_err(Fault::from)?.numbers())
    }

    /// Sets a property to a value of these numbers.
    fn set_value(&mut self, instance: u32, pointer: &str, numbers: Vec<f32>) -> PyResult<()> {
        let id = self.spawned(instance)?.id;
        let property = self.world.resolve(id, pointer).map_err(Fault::from)?;
        let kind = property.row().kind;
        let wrong = || Fault::argument(format!("`{pointer}` is of type {}", kind.name()));
        let value = PropertyValue::from_numbers(kind, &numbers).ok_or_else(wrong)?;
        Ok(self.world.set_value_of(id, property, &value).map_err(Fault::from)?)
    }

    /// What was set or animated of an instance, as JSON.
    fn changed_properties(&self, instance: u32) -> PyResult<String> {
        let changed = changed_properties(&self.world, self.spawned(instance)?.id);
        Ok(serde_json::to_string(&changed).map_err(Fault::from)?)
    }
}
