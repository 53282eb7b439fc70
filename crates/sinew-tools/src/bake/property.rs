//! Properties that moved besides transforms and weights, as channels with pointers (`KHR_animation_pointer`).

use std::sync::Arc;

use glam::Quat;
use sinew_model::model::property::{PropertyId, PropertyKind, PropertyTarget, PropertyValue};
use sinew_model::model::{Animation, Curve, Interpolation, Model, PropertyChannel};
use sinew_motion::{Pose, Properties};

use super::recording::Recording;
use super::reduce::{Corners, FACTOR, Reducer, near_slerp, one_sided};

/// The values of a property over a recording.
#[derive(Clone, Debug)]
pub(super) struct RecordedProperty {
    id: PropertyId,
    /// The value of the file.
    of_file: Vec<f32>,
    start: Vec<f32>,
    /// The samples at which it has another value than before.
    changes: Vec<(usize, Vec<f32>)>,
}

impl Recording {
    /// Adds the values that properties have at the last sample: those that `World::changed_properties` lists. What moves nodes and
    /// morph targets is left out, for what it does is in the poses: physics, weights of constraints, faces and gazes.
    pub fn record_properties(&mut self, model: &Model, changed: impl Iterator<Item = (PropertyId, PropertyValue)>) {
        let sample = self.samples() - 1;
        let is_beside_poses =
            |id: PropertyId| matches!(id.target(), PropertyTarget::Stored(_) | PropertyTarget::Virtual(..));
        for (id, value) in changed.filter(|(id, _)| is_beside_poses(*id)) {
            let numbers = value.numbers();
            let list = self.properties_mut();
            let place = list.iter().position(|known| known.id == id).unwrap_or_else(|| {
                let of_file = Properties::new(model).read(model, &Pose::rest(model), id);
                let of_file = of_file.map_or_else(|| numbers.clone(), |value| value.numbers());
                list.push(RecordedProperty { id, start: of_file.clone(), of_file, changes: Vec::new() });
                list.len() - 1
            });
            let known = &mut list[place];
            let last = known.changes.last().map_or(&known.start, |(_, numbers)| numbers);
            if *last == numbers {
                continue;
            }
            // Animations have set their first values before the first step.
            if sample == 0 {
                known.start = numbers;
            } else {
                known.changes.push((sample, numbers));
            }
        }
    }
}

impl RecordedProperty {
    /// Whether it was ever other than in the file.
    fn is_moved(&self) -> bool {
        !self.changes.is_empty() || self.start != self.of_file
    }

    fn samples(&self, count: usize) -> Vec<Vec<f32>> {
        let mut samples = Vec::with_capacity(count);
        // No key is infinite: a far plane that the file lacks counts as set from the start.
        let is_finite = |numbers: &&Vec<f32>| numbers.iter().all(|number| number.is_finite());
        let mut values = std::iter::once(&self.start).chain(self.changes.iter().map(|(_, numbers)| numbers));
        let mut last = values.find(is_finite).unwrap_or(&self.start);
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
    for recorded in reducer.recording.properties().iter().filter(|recorded| recorded.is_moved()) {
        let Ok(property) = target.property(&recorded.id.pointer()) else { continue };
        let mut values = recorded.samples(reducer.recording.samples());
        if property.row().is_rotation() {
            let rotations = values.iter().filter_map(|numbers| Some(Quat::from_array(*numbers.first_chunk()?)));
            values = one_sided(rotations).iter().map(|rotation| rotation.to_array().to_vec()).collect();
        }
        let has_steps = property.row().kind == PropertyKind::Bool;
        let kept = if has_steps {
            std::iter::once(0).chain(recorded.changes.iter().map(|(sample, _)| *sample)).collect()
        } else {
            let off = |a: &Vec<f32>, b: &Vec<f32>| {
                a.iter().zip(b).any(|(a, b)| (a - b).abs() > FACTOR * b.abs().clamp(1e-3, 1.0))
            };
            let is_rotation = property.row().is_rotation();
            let mix = |a: &Vec<f32>, b: &Vec<f32>, t: f32| match (a.first_chunk(), b.first_chunk()) {
                (Some(a), Some(b)) if is_rotation => {
                    near_slerp(Quat::from_array(*a), Quat::from_array(*b), t).to_array().to_vec()
                }
                _ => a.iter().zip(b).map(|(a, b)| a + (b - a) * t).collect(),
            };
            let corners = Corners::of(&values);
            reducer.keys(&corners, |from, to, at, t| off(&mix(&values[from], &values[to], t), &values[at]))
        };
        let times: Arc<[f32]> = kept.iter().map(|&key| reducer.recording.time(key)).collect();
        let values = kept.iter().flat_map(|&key| values[key].iter().copied()).collect();
        let interpolation = if has_steps { Interpolation::Step } else { Interpolation::Linear };
        animation.properties.push(PropertyChannel { property, curve: Curve { times, values, interpolation } });
    }
}
