//! Clips: t′ = Cₚ⁻¹·t, q′ = Cₚ⁻¹·q·C, s′ = C⁻¹·s·C for every key and tangent.
//!
//! A tangent is a difference of values, and each of the three is linear in the value, so splines carry over; so does
//! spherical interpolation, as multiplication with unit quaternions keeps the angles between quaternions.

use std::collections::{BTreeMap, HashMap};

use glam::{DQuat, DVec3};
use sinew_document::core::{Channel, Sampler};
use sinew_document::{
    AccessorData, AccessorError, AccessorIndex, AnimationIndex, Diagnostics, Document, EditError, FromJson, NodeIndex,
    Value,
};

use super::number::to_singles;
use super::rule::{is_uniform, representative_scales, rotated_diagonal};
use super::{NormalizeError, Rewriting};
use sinew_model::model::{Hierarchy, NodeId};

/// The property that a channel animates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TrsProperty {
    Translation,
    Rotation,
    Scale,
}

/// A channel of a node.
struct Moving<'a> {
    /// Its place in the file.
    channel: Value<'a>,
    node: NodeIndex,
    part: TrsProperty,
    /// The sampler's position in its animation, and its values.
    sampler: usize,
    output: AccessorIndex,
}

/// The channels of an animation that target nodes, by node and path or by `KHR_animation_pointer`.
fn moving(animation: Value<'_>) -> impl Iterator<Item = Moving<'_>> {
    let samplers = animation.get("samplers");
    let channels = animation.get("channels").into_iter().flat_map(Value::elements);
    channels.filter_map(move |value| {
        // What is wrong with a channel has been reported by lowering.
        let channel = Channel::from_json(value, &mut Diagnostics::new())?;
        let (node, path) = match channel.target.node {
            Some(node) => (node, channel.target.path),
            None => pointed(channel.target.extensions?)?,
        };
        let part = match path.as_ref() {
            "translation" => TrsProperty::Translation,
            "rotation" => TrsProperty::Rotation,
            "scale" => TrsProperty::Scale,
            _ => return None,
        };
        let position = channel.sampler as usize;
        let sampler = Sampler::from_json(samplers?.element(position)?, &mut Diagnostics::new())?;
        Some(Moving { channel: value, node, part, sampler: position, output: sampler.output })
    })
}

/// The node and its property that a pointer of `KHR_animation_pointer` names.
fn pointed(extensions: Value<'_>) -> Option<(NodeIndex, std::borrow::Cow<'static, str>)> {
    let pointer = extensions.get("KHR_animation_pointer")?.get("pointer")?.as_str()?;
    let (node, path) = pointer.strip_prefix("/nodes/")?.split_once('/')?;
    Some((NodeIndex(node.parse().ok()?), path.to_owned().into()))
}

/// The non-uniform scales of nodes in clips; see [`representative_scales`].
pub(super) fn scales(document: &Document, hierarchy: &Hierarchy) -> HashMap<NodeId, Vec<DVec3>> {
    let mut scales: HashMap<NodeId, Vec<DVec3>> = HashMap::new();
    // Many channels can share one accessor.
    let mut known: HashMap<AccessorIndex, Vec<DVec3>> = HashMap::new();
    for (_, animation) in document.iter::<AnimationIndex>() {
        for moving in moving(animation).filter(|moving| moving.part == TrsProperty::Scale) {
            let Some(node) = hierarchy.id(moving.node) else { continue };
            let uneven = known
                .entry(moving.output)
                .or_insert_with(|| representative_scales(vectors(document, moving.output).unwrap_or_default()));
            if !uneven.is_empty() {
                let of_node = scales.entry(node).or_default();
                *of_node = representative_scales(of_node.iter().chain(&*uneven).copied());
            }
        }
    }
    scales
}

/// Nodes with unreadable keys: the channel, and the reason.
pub(super) fn unreadable(document: &Document) -> Vec<(NodeIndex, String, String)> {
    // Many channels can share one accessor.
    let mut known: HashMap<(AccessorIndex, bool), Option<String>> = HashMap::new();
    let mut found = Vec::new();
    for moving in document.iter::<AnimationIndex>().flat_map(|(_, animation)| moving(animation)) {
        let is_rotation = moving.part == TrsProperty::Rotation;
        let error = known.entry((moving.output, is_rotation)).or_insert_with(|| {
            let error = if is_rotation {
                quaternions(document, moving.output).err()
            } else {
                vectors(document, moving.output).err()
            };
            error.map(|error| error.to_string())
        });
        if let Some(error) = error {
            found.push((moving.node, moving.channel.pointer(), error.clone()));
        }
    }
    found
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<(), NormalizeError> {
    let mut written = HashMap::new();
    for (index, animation) in rewriting.document.iter::<AnimationIndex>() {
        // Which values each channel is to have, by the sampler that it shares with others.
        let mut wanted: BTreeMap<usize, Vec<(Value<'_>, AccessorIndex)>> = BTreeMap::new();
        let mut users: HashMap<u64, usize> = HashMap::new();
        for channel in animation.get("channels").into_iter().flat_map(Value::elements) {
            if let Some(sampler) = channel.get("sampler").and_then(Value::as_u64) {
                *users.entry(sampler).or_default() += 1;
            }
        }
        let mut is_changed = false;
        for moving in moving(animation) {
            let output = rotated_output(rewriting, &moving, &mut written)?;
            is_changed |= output != moving.output;
            rewriting.report.channels += usize::from(output != moving.output);
            wanted.entry(moving.sampler).or_default().push((moving.channel, output));
        }
        if is_changed {
            for (sampler, channels) in wanted {
                let is_all = users.get(&(sampler as u64)) == Some(&channels.len());
                if let Some(value) = animation.get("samplers").and_then(|samplers| samplers.element(sampler)) {
                    assign(rewriting, index, value, &channels, is_all)?;
                }
            }
        }
    }
    Ok(())
}

/// Sets the values of a sampler; channels that need different values get samplers of their own. `is_all`: whether these are
/// all channels of the sampler.
fn assign(
    rewriting: &mut Rewriting<'_>,
    index: AnimationIndex,
    value: Value<'_>,
    channels: &[(Value<'_>, AccessorIndex)],
    is_all: bool,
) -> Result<(), EditError> {
    let first = channels.first().map(|&(_, output)| output);
    let original = value.get("output").and_then(Value::as_u64);
    if is_all && channels.iter().all(|&(_, output)| Some(output) == first) {
        if let Some(output) = first.filter(|output| Some(u64::from(output.0)) != original) {
            rewriting.edit.set(&format!("{}/output", value.pointer()), output.0.into())?;
        }
        return Ok(());
    }
    let mut places: HashMap<AccessorIndex, usize> = HashMap::new();
    for &(channel, output) in channels {
        if Some(u64::from(output.0)) == original {
            continue;
        }
        let place = match places.get(&output) {
            Some(&place) => place,
            None => {
                let mut copy = value.to_serde();
                copy["output"] = output.0.into();
                rewriting.edit.push(&format!("{index}/samplers"), copy)?
            }
        };
        places.insert(output, place);
        rewriting.edit.set(&format!("{}/sampler", channel.pointer()), place.into())?;
    }
    Ok(())
}

/// The values of a channel for the node as it is now: the old accessor where they are the same.
fn rotated_output(
    rewriting: &mut Rewriting<'_>,
    moving: &Moving<'_>,
    written: &mut HashMap<(AccessorIndex, TrsProperty, [u64; 8]), AccessorIndex>,
) -> Result<AccessorIndex, NormalizeError> {
    let old = moving.output;
    let Some(node) = rewriting.node(moving.node) else { return Ok(old) };
    let (frame_rotation, above) = (rewriting.frames.frame_rotation(node), rewriting.frames.parent_frame_rotation(node));
    let is_same = match moving.part {
        TrsProperty::Translation => above == DQuat::IDENTITY,
        TrsProperty::Rotation => rewriting.frames.is_untouched(node),
        TrsProperty::Scale => frame_rotation == DQuat::IDENTITY,
    };
    if is_same {
        return Ok(old);
    }
    let mut frames = [0; 8];
    for (bits, number) in frames.iter_mut().zip(frame_rotation.to_array().into_iter().chain(above.to_array())) {
        *bits = number.to_bits();
    }
    let key = (old, moving.part, frames);
    if let Some(&output) = written.get(&key) {
        return Ok(output);
    }
    // Keys that cannot be read keep the frames of the node and its parent, so that they do not come here.
    let output = match moving.part {
        TrsProperty::Rotation => {
            let Ok(keys) = quaternions(rewriting.document, old) else { return Ok(old) };
            let rotated = keys.into_iter().map(|key| (above.conjugate() * key * frame_rotation).as_quat().to_array());
            rewriting.add_accessor(AccessorData::Vec4(&rotated.collect::<Vec<_>>()))?
        }
        TrsProperty::Translation => {
            let Ok(keys) = vectors(rewriting.document, old) else { return Ok(old) };
            let rotated = keys.into_iter().map(|key| to_singles(above.conjugate() * key));
            rewriting.add_accessor(AccessorData::Vec3(&rotated.collect::<Vec<_>>()))?
        }
        TrsProperty::Scale => {
            let Ok(keys) = vectors(rewriting.document, old) else { return Ok(old) };
            if keys.iter().all(|key| is_uniform(*key)) {
                return Ok(old);
            }
            let rotated = keys.into_iter().map(|key| to_singles(rotated_diagonal(frame_rotation, key).unwrap_or(key)));
            rewriting.add_accessor(AccessorData::Vec3(&rotated.collect::<Vec<_>>()))?
        }
    };
    written.insert(key, output);
    Ok(output)
}

fn vectors(document: &Document, accessor: AccessorIndex) -> Result<Vec<DVec3>, AccessorError> {
    let values = document.accessor(accessor)?.read_f32::<3>()?;
    Ok(values.into_iter().map(|[x, y, z]| DVec3::new(x.into(), y.into(), z.into())).collect())
}

/// Quaternions and, in splines, their tangents: of any length.
fn quaternions(document: &Document, accessor: AccessorIndex) -> Result<Vec<DQuat>, AccessorError> {
    let values = document.accessor(accessor)?.read_f32::<4>()?;
    Ok(values.into_iter().map(|numbers| DQuat::from_array(numbers.map(f64::from))).collect())
}
