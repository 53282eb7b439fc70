//! Options and result of converting a clip.

use super::FeetPolicy;
use crate::ClipOptions;
use sinew_model::model::{Animation, Curve, NodeId};

/// Options of converting a clip to an animation of another model.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConversionOptions {
    /// How the clip is played.
    pub clip: ClipOptions,
    /// What the feet do.
    pub feet: FeetPolicy,
    /// The largest error of a resampled bone rotation relative to its parent, degrees.
    pub degrees: f32,
    /// The largest error of a resampled hips position, metres.
    pub metres: f32,
    /// The largest error of a resampled morph target weight.
    pub weight: f32,
}

impl Default for ConversionOptions {
    fn default() -> Self {
        Self { clip: ClipOptions::default(), feet: FeetPolicy::default(), degrees: 0.1, metres: 0.001, weight: 0.005 }
    }
}

impl ConversionOptions {
    /// Sets [`ConversionOptions::clip`].
    #[must_use]
    pub fn with_clip(mut self, clip: ClipOptions) -> Self {
        self.clip = clip;
        self
    }

    /// Sets [`ConversionOptions::feet`].
    #[must_use]
    pub fn with_feet(mut self, feet: FeetPolicy) -> Self {
        self.feet = feet;
        self
    }

    /// Sets [`ConversionOptions::degrees`].
    #[must_use]
    pub fn with_degrees(mut self, degrees: f32) -> Self {
        self.degrees = degrees;
        self
    }

    /// Sets [`ConversionOptions::metres`].
    #[must_use]
    pub fn with_metres(mut self, metres: f32) -> Self {
        self.metres = metres;
        self
    }

    /// Sets [`ConversionOptions::weight`].
    #[must_use]
    pub fn with_weight(mut self, weight: f32) -> Self {
        self.weight = weight;
        self
    }
}

/// A clip converted to an animation of another model.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Conversion {
    /// The animation of the other model's nodes.
    pub animation: Animation,
    /// The properties of materials that expressions change. They are no channels of the animation, for their objects may not be in
    /// the file.
    pub materials: Vec<MaterialTrack>,
    /// The largest error, measured between all keys.
    pub error: ConversionError,
    /// The number of channels with the keys and the interpolation of the clip.
    pub kept: usize,
    /// The number of resampled channels.
    pub resampled: usize,
    /// Nodes whose morph target weights exceed the memory limit, and are left out.
    pub left_out: Vec<NodeId>,
    /// Those of `materials` that no pointer of the object model reaches, and that a file leaves out.
    pub left_out_materials: Vec<usize>,
}

/// A property of a material over time.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MaterialTrack {
    /// The index in [`Expressions::material_properties`](sinew_model::model::Expressions::material_properties).
    pub property: usize,
    /// Four numbers a key, as in [`MaterialProperty::rest`](sinew_model::model::MaterialProperty::rest).
    pub curve: Curve<f32>,
}

/// The largest error of a converted clip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ConversionError {
    /// Of a bone rotation relative to its parent.
    pub degrees: f32,
    /// Of the hips position.
    pub metres: f32,
    /// Of a morph target weight.
    pub weight: f32,
}
