//! Mixes the values of properties besides those of poses, by the rules of [`Mixer`](crate::Mixer): numbers linearly, rotations along
//! the shorter arc. Flags and whole numbers have nothing between two values; the one that has at least half of the weight counts.

use glam::Quat;
use sinew_model::math::{power, slerp};
use sinew_model::model::Model;
use sinew_model::model::property::{Components, PropertyId, PropertyKind};

use crate::{Pose, Properties};

/// Mixes properties of one model, layer over layer. Below the lowest layer are the values of the file.
#[derive(Clone, Debug)]
pub struct PropertyMixer {
    /// The mixed values of the layer with the sums of their weights, ascending by target.
    layer: Vec<(PropertyId, Components, f32)>,
    /// What the layers so far have given, ascending by target.
    written: Vec<(PropertyId, Components)>,
    file: (Properties, Pose),
}

impl PropertyMixer {
    /// A mixer for properties of a model.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        Self { layer: Vec::new(), written: Vec::new(), file: (Properties::new(model), Pose::rest(model)) }
    }

    /// Starts again below the lowest layer.
    pub fn begin(&mut self) {
        self.layer.clear();
        self.written.clear();
    }

    /// Adds a value to the layer.
    pub fn add(&mut self, property: PropertyId, value: Components, weight: f32) {
        match self.layer.binary_search_by_key(&property.target(), |(known, ..)| known.target()) {
            Err(place) => self.layer.insert(place, (property, value, weight)),
            Ok(place) => {
                let (_, mixed, sum) = &mut self.layer[place];
                *sum += weight;
                if weight > 0.0 {
                    *mixed = mix(property, *mixed, value, weight / *sum);
                }
            }
        }
    }

    /// Lays the layer over what is below, and starts the next.
    pub fn finish_layer(&mut self, model: &Model, weight: f32) {
        let layer = std::mem::take(&mut self.layer);
        for &(property, value, sum) in &layer {
            if let Some(below) = self.below(model, property) {
                self.write(property, mix(property, below, value, sum.min(1.0) * weight));
            }
        }
        self.layer = layer;
        self.layer.clear();
    }

    /// Adds the difference of a value from a reference, by its weight, to what is below.
    pub fn add_difference(
        &mut self,
        model: &Model,
        property: PropertyId,
        (reference, value): (Components, Components),
        weight: f32,
    ) {
        let Some(below) = self.below(model, property) else { return };
        let sum = if is_discrete(property) {
            if weight >= 0.5 && reference != value { value } else { below }
        } else if let (true, Some(below), Some(reference), Some(value)) =
            (property.row().is_rotation(), rotation(&below), rotation(&reference), rotation(&value))
        {
            (below * power(reference.conjugate() * value, weight)).normalize().into()
        } else {
            let mut sum = [0.0; 16];
            let numbers = below.as_slice().iter().zip(reference.as_slice().iter().zip(value.as_slice()));
            for (sum, (below, (reference, value))) in sum.iter_mut().zip(numbers) {
                *sum = below + (value - reference) * weight;
            }
            Components::new(&sum[..below.as_slice().len()])
        };
        self.write(property, sum);
    }

    /// What the layers give.
    pub fn written(&self) -> &[(PropertyId, Components)] {
        &self.written
    }

    fn below(&self, model: &Model, property: PropertyId) -> Option<Components> {
        match self.written.binary_search_by_key(&property.target(), |(known, _)| known.target()) {
            Ok(place) => Some(self.written[place].1),
            Err(_) => {
                let (properties, pose) = &self.file;
                properties.read(model, pose, property).map(|value| Components::new(&value.numbers()))
            }
        }
    }

    fn write(&mut self, property: PropertyId, value: Components) {
        match self.written.binary_search_by_key(&property.target(), |(known, _)| known.target()) {
            Ok(place) => self.written[place].1 = value,
            Err(place) => self.written.insert(place, (property, value)),
        }
    }
}

fn is_discrete(property: PropertyId) -> bool {
    matches!(property.row().kind, PropertyKind::Bool | PropertyKind::Int)
}

fn rotation(value: &Components) -> Option<Quat> {
    value.as_slice().first_chunk::<4>().map(|numbers| Quat::from_array(*numbers))
}

fn mix(property: PropertyId, from: Components, to: Components, part: f32) -> Components {
    if is_discrete(property) {
        return if part >= 0.5 { to } else { from };
    }
    // Both ends, and everything between equal values, are exact.
    if part >= 1.0 || from == to {
        return to;
    }
    if part <= 0.0 {
        return from;
    }
    if let (true, Some(from), Some(to)) = (property.row().is_rotation(), rotation(&from), rotation(&to)) {
        return slerp(from, to, part).into();
    }
    let mut mixed = [0.0; 16];
    for (mixed, (from, to)) in mixed.iter_mut().zip(from.as_slice().iter().zip(to.as_slice())) {
        // A default can be infinite.
        *mixed = if from.is_finite() { from + (to - from) * part } else { *to };
    }
    Components::new(&mixed[..from.as_slice().len()])
}
