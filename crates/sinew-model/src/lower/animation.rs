//! Animations: channels resolved to nodes, keys read and checked.

mod keys;
mod pointer;
mod range;

use std::collections::HashMap;

use glam::{Quat, Vec3};
use sinew_document::core::{self, Channel as RawChannel, Interpolation, Sampler};
use sinew_document::extension::khr_character::{self, RawReferencePose};
use sinew_document::{AnimationIndex, Code, Diagnostics, Document, FromJson, NodeIndex, Value};

use crate::model::{Animation, Channel, Curve, Hierarchy, MorphTargets, NodeId, Track};
use keys::{Form, Keys};
use pointer::Target;
pub(super) use pointer::lower_properties;

pub(super) fn lower(
    document: &Document,
    hierarchy: &Hierarchy,
    morph_targets: &MorphTargets,
    diagnostics: &mut Diagnostics,
) -> Vec<Animation> {
    let mut lowering = Lowering { document, hierarchy, morph_targets, keys: Keys::new(document) };
    let animations = document.iter::<AnimationIndex>();
    let mut animations: Vec<Animation> =
        animations.map(|(_, value)| lowering.animation(value, diagnostics).unwrap_or_default()).collect();
    // Behind all that reports what cannot be read.
    for ((_, value), animation) in document.iter::<AnimationIndex>().zip(&mut animations) {
        animation.key_range = range::key_range(value, &mut lowering.keys);
    }
    animations
}

struct Lowering<'a> {
    document: &'a Document,
    hierarchy: &'a Hierarchy,
    morph_targets: &'a MorphTargets,
    keys: Keys<'a>,
}

/// A sampler as the file has it; `None` where it cannot be read, which has been reported.
type RawSampler<'json> = (Value<'json>, Option<Sampler>);

impl Lowering<'_> {
    fn animation(&mut self, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Animation> {
        let raw = core::Animation::from_json(value, diagnostics)?;
        // Each once, however many channels share it.
        let samplers = raw.samplers.iter().map(|&value| (value, Sampler::from_json(value, diagnostics)));
        let samplers: Vec<RawSampler<'_>> = samplers.collect();
        let mut channels: Vec<Channel> = Vec::with_capacity(raw.channels.len());
        let mut places: HashMap<(NodeId, &'static str), usize> = HashMap::new();
        for &channel_value in &raw.channels {
            let Some(channel) = self.channel(channel_value, &samplers, diagnostics) else { continue };
            match places.get(&(channel.node, channel.track.path())) {
                None => {
                    places.insert((channel.node, channel.track.path()), channels.len());
                    channels.push(channel);
                }
                Some(&place) => {
                    let message = format!(
                        "an earlier channel moves the {} of the same node; this one counts",
                        channel.track.path()
                    );
                    diagnostics.report(Code::ANIMATION_DUPLICATE_TARGETS, channel_value, message);
                    channels[place] = channel;
                }
            }
        }
        let ends = channels.iter().filter_map(|channel| channel.track.times().last().copied());
        let duration = ends.fold(0.0, f32::max);
        let reference = value.extension(khr_character::REFERENCE_POSE);
        let reference = reference.and_then(|value| RawReferencePose::from_json(value, diagnostics));
        let reference_pose =
            reference.map(|table| table.pose_type.map_or("TPose".to_owned(), std::borrow::Cow::into_owned));
        Some(Animation {
            name: raw.name.map(std::borrow::Cow::into_owned),
            duration,
            key_range: None,
            channels,
            properties: Vec::new(),
            reference_pose,
            is_expression: false,
        })
    }

    fn channel(
        &mut self,
        value: Value<'_>,
        samplers: &[RawSampler<'_>],
        diagnostics: &mut Diagnostics,
    ) -> Option<Channel> {
        let raw = RawChannel::from_json(value, diagnostics)?;
        let (node, path) = match pointer::target(self.document, &raw, value, diagnostics) {
            Target::Node(node, path) => (node, path),
            Target::Property | Target::Unusable => return None,
        };
        let node = self.target_node(node, value, diagnostics)?;
        let Some(&(sampler_value, sampler)) = samplers.get(raw.sampler as usize) else {
            let about = value.get("sampler").unwrap_or(value);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, about, format!("there is no sampler {}", raw.sampler));
            return None;
        };
        let sampler = sampler?;
        let track = match &*path {
            "translation" => self.vectors(sampler, diagnostics).map(Track::Translation),
            "rotation" => self.rotations(sampler, sampler_value, diagnostics).map(Track::Rotation),
            "scale" => self.vectors(sampler, diagnostics).map(Track::Scale),
            "weights" => self.weights(sampler, node, diagnostics).map(Track::Weights),
            other => {
                let message = format!("\"{other}\" is not a property of a node that animations move here");
                let about = value.at_pointer("/target/path").unwrap_or(value);
                diagnostics.report(Code::ANIMATION_CHANNEL_UNSUPPORTED, about, message);
                return None;
            }
        };
        match track {
            Ok(track) => Some(Channel { node, track }),
            Err(why) => {
                let message = format!("the channel is skipped: {why}");
                diagnostics.report(Code::ANIMATION_SAMPLER_UNREADABLE, sampler_value, message);
                None
            }
        }
    }

    fn target_node(&self, node: Option<NodeIndex>, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<NodeId> {
        let Some(index) = node else {
            let about = value.get("target").unwrap_or(value);
            diagnostics.report(
                Code::ANIMATION_CHANNEL_NO_TARGET,
                about,
                "the channel has no target node and is skipped",
            );
            return None;
        };
        let id = self.hierarchy.id(index);
        if id.is_none() {
            let about = value.at_pointer("/target/node").or(value.get("target")).unwrap_or(value);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, about, format!("there is no node {}", index.0));
        }
        id
    }

    fn vectors(&mut self, sampler: Sampler, diagnostics: &mut Diagnostics) -> Result<Curve<Vec3>, String> {
        let times = self.keys.times(sampler.input, diagnostics)?;
        let values = self.keys.vectors(sampler.output, values_of(sampler, times.len(), 1), diagnostics)?;
        Ok(Curve { times, values, interpolation: sampler.interpolation })
    }

    fn rotations(
        &mut self,
        sampler: Sampler,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Curve<Quat>, String> {
        let times = self.keys.times(sampler.input, diagnostics)?;
        // The tangents of a spline are no rotations, and its values are normalized after interpolation.
        let form = match sampler.interpolation {
            Interpolation::CubicSpline => Form::AsWritten,
            Interpolation::Linear | Interpolation::Step => Form::Normalized,
        };
        let about = value.get("output").unwrap_or(value);
        let expected = values_of(sampler, times.len(), 1);
        let values = self.keys.rotations(sampler.output, expected, (form, about), diagnostics)?;
        Ok(Curve { times, values, interpolation: sampler.interpolation })
    }

    fn weights(&mut self, sampler: Sampler, node: NodeId, diagnostics: &mut Diagnostics) -> Result<Curve<f32>, String> {
        let width = self.morph_targets.range(node).len();
        if width == 0 {
            return Err("the node has no morph targets".to_owned());
        }
        let times = self.keys.times(sampler.input, diagnostics)?;
        let values = self.keys.weights(sampler.output, values_of(sampler, times.len(), width), diagnostics)?;
        Ok(Curve { times, values, interpolation: sampler.interpolation })
    }
}

/// How many values the keys of a sampler call for, `width` values a key (glTF 2.0, section 3.11: a spline has two tangents
/// beside each).
fn values_of(sampler: Sampler, keys: usize, width: usize) -> usize {
    let groups = if sampler.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    keys.saturating_mul(groups * width)
}
