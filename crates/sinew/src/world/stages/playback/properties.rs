//! What the animations that play give properties that a pose does not have, mixed as poses are.

use sinew_document::NodeIndex;
use sinew_model::model::property::{Components, PropertyId};
use sinew_model::model::{Animation, Model};
use sinew_motion::PropertyMixer;
use sinew_motion::sampling::Sampler;

#[cfg(feature = "physics")]
use super::advance;
use super::{Playback, time_in};

impl Playback {
    /// Whether an animation that plays animates properties besides transforms and weights.
    pub(in crate::world) fn animates_properties(&self, model: &Model) -> bool {
        let mut playing = self.animations.iter().filter_map(|playing| model.animations().get(playing.animation));
        playing.any(|animation| !animation.properties.is_empty())
    }

    /// Each animation that plays and the time in it, in the order of the file.
    pub(in crate::world) fn playing_animations<'a>(
        &'a self,
        model: &'a Model,
    ) -> impl Iterator<Item = (&'a Animation, f32)> {
        self.animations.iter().filter_map(|playing| {
            let animation = model.animations().get(playing.animation)?;
            Some((animation, time_in(playing.time, playing.wrap_mode, animation.duration)))
        })
    }

    /// As [`Playback::playing_animations`], after a step of `seconds`.
    #[cfg(feature = "physics")]
    pub(in crate::world) fn coming_animations<'a>(
        &'a self,
        model: &'a Model,
        seconds: f64,
    ) -> impl Iterator<Item = (&'a Animation, f32)> {
        self.animations.iter().filter_map(move |playing| {
            let animation = model.animations().get(playing.animation)?;
            let mut time = playing.time;
            let speed = playing.speed * self.speed_of(playing.layer);
            let is_over = advance(&mut time, speed, playing.wrap_mode, animation.duration, seconds);
            (!is_over).then(|| (animation, time_in(time, playing.wrap_mode, animation.duration)))
        })
    }

    /// What the layers give; `None` where each animation writes over the one below, so that nothing is mixed.
    pub(in crate::world) fn mixed_properties(&mut self, model: &Model) -> Option<&[(PropertyId, Components)]> {
        if !self.is_blended() {
            return None;
        }
        let mut mixer = self.property_mixer.take().unwrap_or_else(|| Box::new(PropertyMixer::new(model)));
        mixer.begin();
        for layer in self.animations.chunk_by(|a, b| a.layer == b.layer) {
            let set = self.layers.iter().find(|set| Some(set.number) == layer.first().map(|state| state.layer));
            let (weight, additive) = set.map_or((1.0, false), |set| (set.layer.weight.min(1.0), set.layer.additive));
            for state in layer {
                let Some(animation) = model.animations().get(state.animation) else { continue };
                let mut now = Sampler::at(time_in(state.time, state.wrap_mode, animation.duration));
                let mut start = Sampler::at(0.0);
                for channel in &animation.properties {
                    let node = node_of(model, channel.property);
                    let Some(value) = now.property(channel) else { continue };
                    if set.is_some_and(|set| node.is_some_and(|node| !set.has(node))) {
                        continue;
                    }
                    if !additive {
                        mixer.add(channel.property, value, state.weight);
                    } else if let Some(reference) = start.property(channel) {
                        mixer.add_difference(model, channel.property, (reference, value), state.weight * weight);
                    }
                }
            }
            if !additive {
                mixer.finish_layer(model, weight);
            }
        }
        Some(self.property_mixer.insert(mixer).written())
    }
}

/// The node that a property is of, which masks are about.
fn node_of(model: &Model, property: PropertyId) -> Option<sinew_model::model::NodeId> {
    let [_, node, _] = property.numbers();
    if property.row().pointer.starts_with("/nodes/{}/") { model.hierarchy().id(NodeIndex(node)) } else { None }
}
