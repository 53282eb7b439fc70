//! Properties by their pointers, and layers of animations.

use bevy::ecs::component::Component;
use sinew::property::PropertyValue;
use sinew::{InstanceId, Layer, World, WorldError};

use super::{Live, Values};

/// Properties of an instance by their JSON pointers: materials, masses, limits, drives, constraint weights, filters, visibility,
/// and all else of the object model.
///
/// ```
/// use bevy_sinew::{SinewProperties, sinew::property::PropertyValue};
///
/// let mut properties = SinewProperties::default();
/// let factor = "/nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor";
/// properties.set(factor, PropertyValue::Float(0.5));
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewProperties(Values<String, PropertyValue>);

impl SinewProperties {
    /// Sets a property before the next step.
    pub fn set(&mut self, pointer: impl Into<String>, value: PropertyValue) {
        self.0.set(pointer.into(), value);
    }

    /// The value that was last set.
    pub fn get(&self, pointer: &str) -> Option<&PropertyValue> {
        self.0.get(pointer)
    }
}

impl Live for SinewProperties {
    type Key = String;
    type Value = PropertyValue;

    fn values(&mut self) -> &mut Values<String, PropertyValue> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &String, value: &PropertyValue) -> Result<(), WorldError> {
        world.set_value(id, key, value)
    }
}

/// Layers of animations, by their numbers.
#[derive(Component, Clone, Debug, Default, PartialEq)]
pub struct SinewLayers(Values<i32, Layer>);

impl SinewLayers {
    /// Sets weight, speed, fade and mask of a layer.
    pub fn set(&mut self, layer: i32, settings: Layer) {
        self.0.set(layer, settings);
    }

    /// The settings that were last set.
    pub fn get(&self, layer: i32) -> Option<&Layer> {
        self.0.get(&layer)
    }
}

impl Live for SinewLayers {
    type Key = i32;
    type Value = Layer;

    fn values(&mut self) -> &mut Values<i32, Layer> {
        &mut self.0
    }

    fn send(world: &mut World, id: InstanceId, key: &i32, value: &Layer) -> Result<(), WorldError> {
        world.set_layer(id, *key, value.clone())
    }
}
