//! Properties by pointer: resolved once to a number, then read and set as numbers.

use sinew::WorldError;
use sinew::property::{PropertyId, PropertyValue};
use sinew_tools::property::changed_properties;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::fault::Fault;
use crate::json;
use crate::world::RawWorld;

#[wasm_bindgen]
impl RawWorld {
    /// Resolves a pointer of an instance, to a number of this world.
    ///
    /// # Errors
    /// The instance is unknown, no text has such a property, or the file does not define it.
    pub fn property(&mut self, instance: u32, pointer: &str) -> Result<u32, JsValue> {
        let id = self.spawned(instance)?.id;
        let property = self.world.resolve(id, pointer).map_err(Fault::from)?;
        let known = self.properties.iter().position(|known| *known == property);
        Ok(known.unwrap_or_else(|| {
            self.properties.push(property);
            self.properties.len() - 1
        }) as u32)
    }

    /// The type of a property, as the object model names it.
    ///
    /// # Errors
    /// The number is none of this world's.
    pub fn property_type(&self, property: u32) -> Result<String, JsValue> {
        Ok(self.known_property(property)?.row().kind.name().to_owned())
    }

    /// Whether a property can be set.
    ///
    /// # Errors
    /// The number is none of this world's.
    pub fn is_property_mutable(&self, property: u32) -> Result<bool, JsValue> {
        Ok(self.known_property(property)?.row().source.is_mutable())
    }

    /// The numbers of a property's value; a flag is 0 or 1.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn property_value(&self, instance: u32, property: u32) -> Result<Vec<f32>, JsValue> {
        let (id, property) = (self.spawned(instance)?.id, self.known_property(property)?);
        Ok(self.world.value_of(id, property).map_err(Fault::from)?.numbers())
    }

    /// Sets a property to a value of these numbers.
    ///
    /// # Errors
    /// The instance is unknown, the property is read-only, or the value is out of its range.
    pub fn set_property(&mut self, instance: u32, property: u32, numbers: &[f32]) -> Result<(), JsValue> {
        let (id, property) = (self.spawned(instance)?.id, self.known_property(property)?);
        let kind = property.row().kind;
        let wrong = || Fault::argument(format!("`{}` is of type {}", property.pointer(), kind.name()));
        let value = PropertyValue::from_numbers(kind, numbers).ok_or_else(wrong)?;
        Ok(self.world.set_value_of(id, property, &value).map_err(Fault::from)?)
    }

    /// What was set or animated of an instance, as JSON: a list of pointers, types and values.
    ///
    /// # Errors
    /// The instance is unknown.
    pub fn changed_properties(&self, instance: u32) -> Result<String, JsValue> {
        Ok(json::write(&changed_properties(&self.world, self.spawned(instance)?.id)))
    }

    /// Sets the position target of a drive of the joint on a named node.
    ///
    /// # Errors
    /// The instance or the node is unknown, the node has no joint, or the file gives the drive no target.
    pub fn set_drive_target(&mut self, instance: u32, node: &str, drive: u32, target: f32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_drive_target(id, node, drive as usize, target).map_err(Fault::from)?)
    }

    /// Sets both ends of a limit of the joint on a named node.
    ///
    /// # Errors
    /// As for a drive, or the ends are in the wrong order.
    pub fn set_limit(&mut self, instance: u32, node: &str, limit: u32, min: f32, max: f32) -> Result<(), JsValue> {
        let id = self.spawned(instance)?.id;
        Ok(self.world.set_limit(id, node, limit as usize, (min, max)).map_err(Fault::from)?)
    }

    fn known_property(&self, property: u32) -> Result<PropertyId, Fault> {
        let unknown = || Fault::from(WorldError::UnknownInstance);
        self.properties.get(property as usize).copied().ok_or_else(unknown)
    }
}
