//! Properties that moved besides transforms and weights, as channels with pointers (`KHR_animation_pointer`).

use std::sync::Arc;

use sinew_model::model::property::{PropertyId, PropertyKind, PropertyTarget, PropertyValue};
use sinew_model::model::{Animation, Curve, Interpolation, Model, PropertyChannel};
use sinew_motion::{Pose, Properties};

use super::recording::Recording;
use super::reduce::{Corners, FACTOR, Reducer};

/// The values of a property over a recording.
#[derive(Clone, Debug)]
pub(super) struct RecordedProperty {
    id: PropertyId,
    start: Vec<f32>,
    /// The samples at which it has another value than before.
    changes: Vec<(usize, Vec<f32>)>,
}

impl Recording {
    /// Adds the values that properties have at the last sample: those that `World::changed_properties` lists. Values of physics are
    /// left out, for what they do is in the poses.
    pub fn record_properties(&mut self, model: &Model, changed: impl Iterator<Item = (PropertyId, PropertyValue)>) {
        let sample = self.samples() - 1;
        for (id, value) in changed.filter(|(id, _)| matches!(id.target(), PropertyTarget::Stored(_))) {
            let numbers = value.numbers();
            let list = self.properties_mut();
            let place = list.iter().position(|known| known.id == id).unwrap_or_else(|| {
                let start = Properties::new(model).read(model, &Pose::rest(model), id);
                list.push(RecordedProperty {
                    id,
                    start: start.map_or_else(|| numbers.clone(), |start| start.numbers()),
                    changes: Vec::new(),
                });
                list.len() - 1
            });
            let known = &mut list[place];
            let last = known.changes.last().map_or(&known.start, |(_, numbers)| numbers);
            if *last != numbers {
                known.changes.push((sample, numbers));
            }
        }
    }
}

impl RecordedProperty {
    fn samples(&self, count: usize) -> Vec<Vec<f32>> {
        let mut samples = Vec::with_capacity(count);
        let mut last = &self.start;
        for (sample, numbers) in &self.changes {
            samples.resize(*sample, last.clone());
            last = numbers;
        }
        samples.resize(count, last.clone());
        samples
    }
}

/// Adds a channel for each property that moved and that the written file has.
pub(super) fn add_properties(animation: &mut Animation, target: &Model, reducer: &Reducer<'_>) {
    for recorded in reducer.recording.properties().iter().filter(|recorded| !recorded.changes.is_empty()) {
        let Ok(property) = target.property(&recorded.id.pointer()) else { continue };
        let values = recorded.samples(reducer.recording.samples());
        let has_steps = property.row().kind == PropertyKind::Bool;
        let kept = if has_steps {
            std::iter::once(0).chain(recorded.changes.iter().map(|(sample, _)| *sample)).collect()
        } else {
            let off = |a: &Vec<f32>, b: &Vec<f32>| {
                a.iter().zip(b).any(|(a, b)| (a - b).abs() > FACTOR * b.abs().clamp(1e-3, 1.0))
            };
            let mix = |a: &Vec<f32>, b: &Vec<f32>, t: f32| a.iter().zip(b).map(|(a, b)| a + (b - a) * t).collect();
            let corners = Corners::of(&values);
            reducer.keys(&corners, |from, to, at, t| off(&mix(&values[from], &values[to], t), &values[at]))
        };
        let times: Arc<[f32]> = kept.iter().map(|&key| reducer.recording.time(key)).collect();
        let values = kept.iter().flat_map(|&key| values[key].iter().copied()).collect();
        let interpolation = if has_steps { Interpolation::Step } else { Interpolation::Linear };
        animation.properties.push(PropertyChannel { property, curve: Curve { times, values, interpolation } });
    }
}
