//! The face of a running instance, as an answer. A field may be added, none renamed.

use serde::Serialize;
use sinew::World;
use sinew_motion::InstanceId;

/// An expression of a running instance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpressionState {
    /// The preset's name in 1.0, or the file's own.
    pub name: String,
    /// The weight that it has: the value that was set after clamping, rounding and overrides.
    pub value: f32,
}

/// A property of a material that expressions change.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MaterialState {
    /// The file's index of the material.
    pub material: u32,
    /// `color`, `emissionColor`, `shadeColor`, `matcapColor`, `rimColor`, `outlineColor` or `textureTransform`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The JSON pointer of the property.
    pub pointer: String,
    /// Red, green, blue and alpha of a colour, or the scale and then the offset of a texture.
    pub value: [f32; 4],
}

/// The expressions of an instance; `None` for a model without any.
pub fn expression_states(world: &World, instance: InstanceId) -> Option<Vec<ExpressionState>> {
    let states = world.expressions(instance);
    let states: Vec<_> =
        states.map(|state| ExpressionState { name: state.name.to_owned(), value: state.weight }).collect();
    (!states.is_empty()).then_some(states)
}

/// The properties of materials that the expressions of an instance change; `None` where they change none.
pub fn material_states(world: &World, instance: InstanceId) -> Option<Vec<MaterialState>> {
    let states = world.material_values(instance);
    let states: Vec<_> = states
        .map(|state| MaterialState {
            material: state.material.0,
            kind: state.kind.name(),
            pointer: state.pointer.to_owned(),
            value: state.value,
        })
        .collect();
    (!states.is_empty()).then_some(states)
}
