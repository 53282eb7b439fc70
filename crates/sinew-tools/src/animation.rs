//! Animations written into a document.

use std::collections::HashMap;

use serde_json::{Value, json};
use sinew_document::{AccessorData, AccessorIndex, AnimationIndex, Edit, EditError};

use sinew_document::extension::khr_animation_pointer;
use sinew_model::model::property::{PropertyKind, PropertyValue, Source};
use sinew_model::model::{Animation, Hierarchy, Interpolation, PropertyChannel, Track};

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
        let input = input(edit, &mut inputs, times)?;
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
    for channel in &animation.properties {
        let (row, curve) = (channel.property.row(), &channel.curve);
        define(edit, channel)?;
        let input = input(edit, &mut inputs, &curve.times)?;
        let output = match row.kind {
            PropertyKind::Float3 => edit.add_accessor(AccessorData::Vec3(&chunks(&curve.values)))?,
            PropertyKind::Float4 => edit.add_accessor(AccessorData::Vec4(&chunks(&curve.values)))?,
            PropertyKind::Float2 => edit.add_accessor(AccessorData::Vec2(&chunks(&curve.values)))?,
            PropertyKind::Bool => {
                let flags: Vec<u8> = curve.values.iter().map(|value| u8::from(*value != 0.0)).collect();
                edit.add_accessor(AccessorData::U8(&flags))?
            }
            _ => edit.add_accessor(AccessorData::Scalars(&curve.values))?,
        };
        let mut sampler = json!({"input": input.0, "output": output.0});
        if curve.interpolation != Interpolation::Linear {
            sampler["interpolation"] = curve.interpolation.as_str().into();
        }
        let target = json!({"path": khr_animation_pointer::PATH,
            "extensions": {khr_animation_pointer::NAME: {"pointer": channel.property.pointer()}}});
        channels.push(json!({"sampler": samplers.len(), "target": target}));
        samplers.push(sampler);
        edit.use_extension(khr_animation_pointer::NAME)?;
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

/// Writes what a pointer leads to, where the file does not define it and a world does: the default, or the first key of what has none.
fn define(edit: &mut Edit<'_>, channel: &PropertyChannel) -> Result<(), EditError> {
    let (row, pointer) = (channel.property.row(), channel.property.pointer());
    let has_object = || pointer.rsplit_once('/').is_some_and(|(object, _)| edit.get(object).is_some());
    let is_defined = edit.get(&pointer).is_some() || row.has_default_of_text() && has_object();
    if row.source != Source::Stored || is_defined {
        return Ok(());
    }
    // A spline has a tangent before its value.
    let keys = usize::from(channel.curve.interpolation == Interpolation::CubicSpline);
    let width = row.kind.width().unwrap_or(1);
    let first = channel.curve.values.get(keys * width..(keys + 1) * width).unwrap_or_default();
    let numbers = row.default.filter(|_| row.has_default_of_text()).unwrap_or(first);
    let Some(value) = PropertyValue::from_numbers(row.kind, numbers) else { return Ok(()) };
    edit.set(&pointer, json!(value))
}

/// The accessor of key times, which channels share.
fn input(
    edit: &mut Edit<'_>,
    inputs: &mut HashMap<Vec<u32>, AccessorIndex>,
    times: &[f32],
) -> Result<AccessorIndex, EditError> {
    let bits: Vec<u32> = times.iter().map(|time| time.to_bits()).collect();
    if let Some(&input) = inputs.get(&bits) {
        return Ok(input);
    }
    let input = edit.add_accessor(AccessorData::Scalars(times))?;
    inputs.insert(bits, input);
    Ok(input)
}

fn chunks<const N: usize>(values: &[f32]) -> Vec<[f32; N]> {
    values.as_chunks().0.to_vec()
}
