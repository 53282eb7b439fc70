//! Clips: t′ = Cₚ⁻¹·t, q′ = Cₚ⁻¹·q·C, s′ = C⁻¹·s·C for every key and tangent.
//!
//! A tangent is a difference of values, and each of the three is linear in the value, so splines carry over as they are; so
//! does spherical interpolation, as multiplying with unit quaternions keeps all angles between quaternions.

use std::collections::{BTreeMap, HashMap};

use glam::{DQuat, DVec3};
use sinew_document::core::{Channel, Sampler};
use sinew_document::{
    AccessorData, AccessorError, AccessorIndex, AnimationIndex, Diagnostics, Document, EditError, FromJson, NodeIndex,
    Value,
};

use super::number::to_singles;
use super::rule::{is_uniform, turned_diagonal};
use super::{NormalizeError, Rewriting};
use crate::model::{Hierarchy, NodeId};

/// The part of a node that a channel moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Translation,
    Rotation,
    Scale,
}

/// A channel that moves a node.
struct Moving<'a> {
    /// Its place in the file.
    channel: Value<'a>,
    node: NodeIndex,
    part: Part,
    /// The sampler's position in its animation, and its values.
    sampler: usize,
    output: AccessorIndex,
}

/// The channels of an animation that move nodes, written by node and path or by `KHR_animation_pointer`.
fn moving(animation: Value<'_>) -> impl Iterator<Item = Moving<'_>> {
    let samplers = animation.get("samplers");
    let channels = animation.get("channels").into_iter().flat_map(Value::elements);
    channels.filter_map(move |value| {
        // What is wrong with a channel has been told by lowering.
        let channel = Channel::from_json(value, &mut Diagnostics::new())?;
        let (node, path) = match channel.target.node {
            Some(node) => (node, channel.target.path),
            None => pointed(channel.target.extensions?)?,
        };
        let part = match path.as_ref() {
            "translation" => Part::Translation,
            "rotation" => Part::Rotation,
            "scale" => Part::Scale,
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

/// The scales that clips give nodes, where they are not uniform.
pub(super) fn scales(document: &Document, hierarchy: &Hierarchy) -> HashMap<NodeId, Vec<DVec3>> {
    let mut scales: HashMap<NodeId, Vec<DVec3>> = HashMap::new();
    for (_, animation) in document.iter::<AnimationIndex>() {
        for moving in moving(animation).filter(|moving| moving.part == Part::Scale) {
            let Some(node) = hierarchy.id(moving.node) else { continue };
            let Ok(values) = vectors(document, moving.output) else { continue };
            let uneven: Vec<_> = values.into_iter().filter(|scale| !is_uniform(*scale)).collect();
            if !uneven.is_empty() {
                scales.entry(node).or_default().extend(uneven);
            }
        }
    }
    scales
}

/// Nodes that clips move with keys that cannot be read: where they are said to move, and why not.
pub(super) fn unreadable(document: &Document) -> impl Iterator<Item = (NodeIndex, String, AccessorError)> {
    let animations = document.iter::<AnimationIndex>();
    animations.flat_map(|(_, animation)| moving(animation)).filter_map(|moving| {
        let error = match moving.part {
            Part::Rotation => quaternions(document, moving.output).err(),
            Part::Translation | Part::Scale => vectors(document, moving.output).err(),
        };
        Some((moving.node, moving.channel.pointer(), error?))
    })
}

pub(super) fn rewrite(rewriting: &mut Rewriting<'_>) -> Result<(), NormalizeError> {
    let mut written = HashMap::new();
    for (index, animation) in rewriting.document.iter::<AnimationIndex>() {
        // Which values each channel is to have, by the sampler that it shares with others.
        let mut wanted: BTreeMap<usize, Vec<(Value<'_>, AccessorIndex)>> = BTreeMap::new();
        let mut is_changed = false;
        for moving in moving(animation) {
            let output = turned_output(rewriting, &moving, &mut written)?;
            is_changed |= output != moving.output;
            rewriting.report.channels += usize::from(output != moving.output);
            wanted.entry(moving.sampler).or_default().push((moving.channel, output));
        }
        if is_changed {
            for (sampler, channels) in wanted {
                assign(rewriting, index, animation, sampler, &channels)?;
            }
        }
    }
    Ok(())
}

/// Gives a sampler new values; where its channels want different ones, each of them gets a sampler of its own.
fn assign(
    rewriting: &mut Rewriting<'_>,
    index: AnimationIndex,
    animation: Value<'_>,
    sampler: usize,
    channels: &[(Value<'_>, AccessorIndex)],
) -> Result<(), EditError> {
    let Some(value) = animation.get("samplers").and_then(|samplers| samplers.element(sampler)) else { return Ok(()) };
    let users = animation.get("channels").into_iter().flat_map(Value::elements);
    let users = users.filter(|channel| channel.get("sampler").and_then(Value::as_u64) == Some(sampler as u64)).count();
    let first = channels.first().map(|&(_, output)| output);
    let original = value.get("output").and_then(Value::as_u64);
    if users == channels.len() && channels.iter().all(|&(_, output)| Some(output) == first) {
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
fn turned_output(
    rewriting: &mut Rewriting<'_>,
    moving: &Moving<'_>,
    written: &mut HashMap<(AccessorIndex, Part, [u64; 8]), AccessorIndex>,
) -> Result<AccessorIndex, EditError> {
    let old = moving.output;
    let Some(node) = rewriting.node(moving.node) else { return Ok(old) };
    let (turn, above) = (rewriting.turns.turn(node), rewriting.turns.parent_turn(node));
    let is_same = match moving.part {
        Part::Translation => above == DQuat::IDENTITY,
        Part::Rotation => rewriting.turns.is_untouched(node),
        Part::Scale => turn == DQuat::IDENTITY,
    };
    if is_same {
        return Ok(old);
    }
    let mut turns = [0; 8];
    for (bits, number) in turns.iter_mut().zip(turn.to_array().into_iter().chain(above.to_array())) {
        *bits = number.to_bits();
    }
    let key = (old, moving.part, turns);
    if let Some(&output) = written.get(&key) {
        return Ok(output);
    }
    // Keys that cannot be read keep the frames of the node and its parent, so that they do not come here.
    let output = match moving.part {
        Part::Rotation => {
            let Ok(keys) = quaternions(rewriting.document, old) else { return Ok(old) };
            let turned = keys.into_iter().map(|key| (above.conjugate() * key * turn).as_quat().to_array());
            rewriting.edit.add_accessor(AccessorData::Vec4(&turned.collect::<Vec<_>>()))?
        }
        Part::Translation => {
            let Ok(keys) = vectors(rewriting.document, old) else { return Ok(old) };
            let turned = keys.into_iter().map(|key| to_singles(above.conjugate() * key));
            rewriting.edit.add_accessor(AccessorData::Vec3(&turned.collect::<Vec<_>>()))?
        }
        Part::Scale => {
            let Ok(keys) = vectors(rewriting.document, old) else { return Ok(old) };
            if keys.iter().all(|key| is_uniform(*key)) {
                return Ok(old);
            }
            let turned = keys.into_iter().map(|key| to_singles(turned_diagonal(turn, key).unwrap_or(key)));
            rewriting.edit.add_accessor(AccessorData::Vec3(&turned.collect::<Vec<_>>()))?
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
