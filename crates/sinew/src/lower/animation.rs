//! Animations: channels resolved to nodes, keys read and checked.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Quat, Vec3};
use sinew_document::core::{self, Channel as RawChannel, Interpolation, Sampler};
use sinew_document::{
    AccessorError, AccessorIndex, AnimationIndex, Code, Diagnostics, Document, FromJson, NodeIndex, Value,
};

use super::hierarchy::unit_rotation;
use crate::model::{Animation, Channel, Curve, Hierarchy, MorphTargets, NodeId, Track};

pub(super) fn lower(
    document: &Document,
    hierarchy: &Hierarchy,
    morph_targets: &MorphTargets,
    diagnostics: &mut Diagnostics,
) -> Vec<Animation> {
    let mut lowering = Lowering { document, hierarchy, morph_targets, keys: Keys::default() };
    let animations = document.iter::<AnimationIndex>();
    animations.map(|(_, value)| lowering.animation(value, diagnostics).unwrap_or_default()).collect()
}

struct Lowering<'a> {
    document: &'a Document,
    hierarchy: &'a Hierarchy,
    morph_targets: &'a MorphTargets,
    keys: Keys,
}

/// What accessors hold, read once: files share key times between channels, and a hostile one would share everything.
#[derive(Default)]
struct Keys {
    times: HashMap<AccessorIndex, Arc<[f32]>>,
    vectors: HashMap<AccessorIndex, Arc<[Vec3]>>,
    /// Rotations that are normalized already, and (for splines, whose tangents are no rotations) those that are not.
    rotations: HashMap<(AccessorIndex, bool), Arc<[Quat]>>,
    scalars: HashMap<AccessorIndex, Arc<[f32]>>,
}

impl Lowering<'_> {
    fn animation(&mut self, value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<Animation> {
        let raw = core::Animation::from_json(value, diagnostics)?;
        let mut channels: Vec<Channel> = Vec::with_capacity(raw.channels.len());
        let mut places: HashMap<(NodeId, &'static str), usize> = HashMap::new();
        for &channel_value in &raw.channels {
            let Some(channel) = self.channel(channel_value, &raw.samplers, diagnostics) else { continue };
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
        Some(Animation { name: raw.name.map(std::borrow::Cow::into_owned), duration, channels })
    }

    fn channel(&mut self, value: Value<'_>, samplers: &[Value<'_>], diagnostics: &mut Diagnostics) -> Option<Channel> {
        let raw = RawChannel::from_json(value, diagnostics)?;
        let node = self.target_node(raw.target.node, value, diagnostics)?;
        let Some(&sampler_value) = samplers.get(raw.sampler as usize) else {
            let about = value.get("sampler").unwrap_or(value);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, about, format!("there is no sampler {}", raw.sampler));
            return None;
        };
        let sampler = Sampler::from_json(sampler_value, diagnostics)?;
        let times = match self.times(sampler.input, diagnostics) {
            Ok(times) => times,
            Err(why) => return report_sampler(why, sampler_value, diagnostics),
        };
        let track = match &*raw.target.path {
            "translation" => self.vectors(sampler, times).map(Track::Translation),
            "rotation" => self.rotations(sampler, times, sampler_value, diagnostics).map(Track::Rotation),
            "scale" => self.vectors(sampler, times).map(Track::Scale),
            "weights" => self.weights(sampler, times, node).map(Track::Weights),
            other => {
                let message = format!("\"{other}\" is not a property of a node that animations move here");
                let about = value.at_pointer("/target/path").unwrap_or(value);
                diagnostics.report(Code::ANIMATION_CHANNEL_UNSUPPORTED, about, message);
                return None;
            }
        };
        match track {
            Ok(track) => Some(Channel { node, track }),
            Err(why) => report_sampler(why, sampler_value, diagnostics),
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
            let about = value.at_pointer("/target/node").unwrap_or(value);
            diagnostics.report(Code::UNRESOLVED_REFERENCE, about, format!("there is no node {}", index.0));
        }
        id
    }

    fn times(&mut self, accessor: AccessorIndex, diagnostics: &mut Diagnostics) -> Result<Arc<[f32]>, Unusable> {
        if let Some(times) = self.keys.times.get(&accessor) {
            return Ok(times.clone());
        }
        let times = self.document.accessor(accessor)?.read_scalars()?;
        if times.is_empty() {
            return Err(Unusable::Because("there are no keys".to_owned()));
        }
        if let Some(key) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
            let message = format!("key {} is at {} s, key {} at {} s", key, times[key], key + 1, times[key + 1]);
            diagnostics.report_at(Code::ANIMATION_KEYS_NOT_INCREASING, accessor.to_string(), message);
            return Err(Unusable::Because("its key times do not increase".to_owned()));
        }
        let times: Arc<[f32]> = times.into();
        self.keys.times.insert(accessor, times.clone());
        Ok(times)
    }

    fn vectors(&mut self, sampler: Sampler, times: Arc<[f32]>) -> Result<Curve<Vec3>, Unusable> {
        let values = match self.keys.vectors.get(&sampler.output) {
            Some(values) => values.clone(),
            None => self.document.accessor(sampler.output)?.read_f32::<3>()?.into_iter().map(Vec3::from).collect(),
        };
        self.keys.vectors.insert(sampler.output, values.clone());
        curve(sampler, times, values, 1)
    }

    fn rotations(
        &mut self,
        sampler: Sampler,
        times: Arc<[f32]>,
        value: Value<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<Curve<Quat>, Unusable> {
        // The tangents of a spline are no rotations, and its values are normalized after interpolation.
        let is_spline = sampler.interpolation == Interpolation::CubicSpline;
        let values = match self.keys.rotations.get(&(sampler.output, is_spline)) {
            Some(values) => values.clone(),
            None => {
                let values = self.document.accessor(sampler.output)?.read_f32::<4>()?;
                let values = values.into_iter().map(Quat::from_array);
                let about = || value.get("output").unwrap_or(value);
                if is_spline {
                    values.collect()
                } else {
                    values.map(|rotation| unit_rotation(rotation, about, diagnostics)).collect::<Arc<[Quat]>>()
                }
            }
        };
        self.keys.rotations.insert((sampler.output, is_spline), values.clone());
        curve(sampler, times, values, 1)
    }

    fn weights(&mut self, sampler: Sampler, times: Arc<[f32]>, node: NodeId) -> Result<Curve<f32>, Unusable> {
        let width = self.morph_targets.range(node).len();
        if width == 0 {
            return Err(Unusable::Because("the node has no morph targets".to_owned()));
        }
        let values = match self.keys.scalars.get(&sampler.output) {
            Some(values) => values.clone(),
            None => self.document.accessor(sampler.output)?.read_scalars()?.into(),
        };
        self.keys.scalars.insert(sampler.output, values.clone());
        curve(sampler, times, values, width)
    }
}

/// Why the keys of a channel cannot be used.
enum Unusable {
    Accessor(AccessorError),
    Because(String),
}

impl From<AccessorError> for Unusable {
    fn from(error: AccessorError) -> Self {
        Self::Accessor(error)
    }
}

/// Reports why a channel is skipped.
fn report_sampler<T>(why: Unusable, sampler: Value<'_>, diagnostics: &mut Diagnostics) -> Option<T> {
    let why = match why {
        Unusable::Because(why) => why,
        Unusable::Accessor(error) => {
            let why = error.to_string();
            error.report(diagnostics);
            why
        }
    };
    diagnostics.report(Code::ANIMATION_SAMPLER_UNREADABLE, sampler, format!("the channel is skipped: {why}"));
    None
}

/// Checks that there are as many values as keys call for, `width` values a key.
fn curve<T>(sampler: Sampler, times: Arc<[f32]>, values: Arc<[T]>, width: usize) -> Result<Curve<T>, Unusable> {
    let groups = if sampler.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let expected = times.len() * groups * width;
    if values.len() != expected {
        let message = format!("{} keys need {expected} values, and there are {}", times.len(), values.len());
        return Err(Unusable::Because(message));
    }
    Ok(Curve { times, values, interpolation: sampler.interpolation })
}
