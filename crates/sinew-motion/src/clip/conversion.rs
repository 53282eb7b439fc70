//! What converting a clip asks for and gives.

use crate::ClipOptions;
use sinew_model::model::{Animation, NodeId};

/// How a clip is converted to an animation of another model.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConversionOptions {
    /// How the clip is played.
    pub clip: ClipOptions,
    /// Degrees that the rotation of a bone relative to its parent may be off between keys where it must be resampled.
    pub degrees: f32,
    /// Metres that the hips may be off between keys where their motion must be resampled.
    pub metres: f32,
    /// How much the weight of a morph target may be off between keys.
    pub weight: f32,
}

impl Default for ConversionOptions {
    fn default() -> Self {
        Self { clip: ClipOptions::default(), degrees: 0.1, metres: 0.001, weight: 0.005 }
    }
}

impl ConversionOptions {
    /// Sets [`ConversionOptions::clip`].
    #[must_use]
    pub fn with_clip(mut self, clip: ClipOptions) -> Self {
        self.clip = clip;
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

/// A clip as an animation of another model.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Conversion {
    /// The animation; its nodes are the other model's.
    pub animation: Animation,
    /// How far it is from the clip, at most, at times between all keys.
    pub error: ConversionError,
    /// How many channels have the keys and the interpolation of the clip.
    pub kept: usize,
    /// How many channels have keys of their own.
    pub resampled: usize,
    /// Nodes whose morph target weights would take more room than any face needs, and are left out.
    pub left_out: Vec<NodeId>,
}

/// How far a converted clip is from the exact motion, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ConversionError {
    /// Of the rotation of a bone relative to its parent.
    pub degrees: f32,
    /// Of the position of the hips.
    pub metres: f32,
    /// Of the weight of a morph target.
    pub weight: f32,
}
