//! Animations written into a document.

use std::collections::HashMap;

use serde_json::{Value, json};
use sinew_document::{AccessorData, AccessorIndex, AnimationIndex, Edit, EditError};

use sinew_model::model::{Animation, Hierarchy, Interpolation, Track};

/// Adds an animation to a document that is being edited. `hierarchy` must be of the document's model. Channels whose keys
/// are at the same times share them.
///
/// # Errors
/// Fails if the animation has no channel, a value is not finite, a node belongs to another model, or the document exceeds a
/// limit.
pub fn write_animation(
    edit: &mut Edit<'_>,
    hierarchy: &Hierarchy,
    animation: &Animation,
) -> Result<AnimationIndex, EditError> {
    let mut inputs: HashMap<Vec<u32>, AccessorIndex> = HashMap::new();
    let (mut channels, mut samplers) = (Vec::new(), Vec::new());
    for channel in &animation.channels {
        if channel.node.slot() >= hierarchy.len() {
            return Err(EditError::NotFound { pointer: format!("/nodes/{}", channel.node.slot()) });
        }
        let times = channel.track.times();
        let bits = times.iter().map(|time| time.to_bits()).collect();
        let input = match inputs.get(&bits) {
            Some(&input) => input,
            None => {
                let input = edit.add_accessor(AccessorData::Scalars(times))?;
                inputs.insert(bits, input);
                input
            }
        };
        let output = match &channel.track {
            Track::Translation(curve) | Track::Scale(curve) => {
                let values: Vec<[f32; 3]> = curve.values.iter().map(glam::Vec3::to_array).collect();
                edit.add_accessor(AccessorData::Vec3(&values))?
            }
            Track::Rotation(curve) => {
                let values: Vec<[f32; 4]> = curve.values.iter().map(glam::Quat::to_array).collect();
                edit.add_accessor(AccessorData::Vec4(&values))?
            }
            Track::Weights(curve) => edit.add_accessor(AccessorData::Scalars(&curve.values))?,
        };
        let mut sampler = json!({"input": input.0, "output": output.0});
        if channel.track.interpolation() != Interpolation::Linear {
            sampler["interpolation"] = channel.track.interpolation().as_str().into();
        }
        let target = json!({"node": hierarchy.index(channel.node).0, "path": channel.track.path()});
        channels.push(json!({"sampler": samplers.len(), "target": target}));
        samplers.push(sampler);
    }
    if channels.is_empty() {
        return Err(EditError::Empty);
    }
    let mut value = json!({"channels": channels, "samplers": samplers});
    if let Some(name) = &animation.name {
        value["name"] = Value::from(name.as_str());
    }
    edit.add_animation(value)
}
