//! Properties in answers: what was set or animated besides the transforms and weights of nodes, by the file's own pointers.

use serde::Serialize;
use sinew::World;
use sinew_model::model::property::{PropertyId, PropertyValue};
use sinew_model::model::{Animation, Model};
use sinew_motion::{InstanceId, Pose, Properties};

/// A property and its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PropertyAnswer {
    /// The JSON pointer of the property.
    pub pointer: String,
    /// The type in the object model: `float3`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// As a file would have it.
    #[cfg_attr(feature = "schema", schemars(with = "Printed"))]
    pub value: PropertyValue,
}

/// What values are printed as.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "describes the JSON of a value")]
enum Printed {
    Flag(bool),
    Number(f64),
    Numbers(Vec<f64>),
}

/// A property that an animation animates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PropertyChannelAnswer {
    /// The JSON pointer of the property.
    pub pointer: String,
    /// The type in the object model: `float3`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The number of keys.
    pub keys: usize,
    /// `LINEAR`, `STEP` or `CUBICSPLINE`.
    pub interpolation: &'static str,
}

impl PropertyAnswer {
    fn new((id, value): (PropertyId, PropertyValue)) -> Self {
        Self { pointer: id.pointer(), kind: id.row().kind.name(), value }
    }
}

/// The properties of an instance that were set or animated.
pub fn changed_properties(world: &World, instance: InstanceId) -> Vec<PropertyAnswer> {
    world.changed_properties(instance).map(PropertyAnswer::new).collect()
}

/// Applies the properties of an animation at a time to a pose, and returns their values.
pub fn animated_properties(
    model: &Model,
    pose: &mut Pose,
    properties: &mut Properties,
    (animation, time): (&Animation, f32),
) -> Vec<PropertyAnswer> {
    properties.apply_animations(model, pose, [(animation, time)], |_| {});
    let is_weight = |id: &PropertyId| id.row().pointer.starts_with("/nodes/{}/weights");
    let changed = properties.changed().iter().filter(|id| !is_weight(id));
    changed.filter_map(|id| Some(PropertyAnswer::new((*id, properties.read(model, pose, *id)?)))).collect()
}

/// What an animation animates besides transforms and weights.
pub fn property_channels(animation: &Animation) -> Vec<PropertyChannelAnswer> {
    let channel = |channel: &sinew_model::model::PropertyChannel| PropertyChannelAnswer {
        pointer: channel.property.pointer(),
        kind: channel.property.row().kind.name(),
        keys: channel.curve.times.len(),
        interpolation: channel.curve.interpolation.as_str(),
    };
    animation.properties.iter().map(channel).collect()
}
