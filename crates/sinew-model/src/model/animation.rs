//! Keyframe animations.

use std::sync::Arc;

use glam::{Quat, Vec3};
pub use sinew_document::core::Interpolation;

use super::NodeId;
use super::property::PropertyId;

/// An animation of the file.
#[derive(Clone, Debug, Default)]
pub struct Animation {
    /// The name in the file; not necessarily unique.
    pub name: Option<String>,
    /// Seconds from 0 to the last key of any channel.
    pub duration: f32,
    /// The times of the first and the last key in the file, also of channels with targets that are not known here; `None` where no
    /// channel has keys that can be read, and for an animation that is of no file.
    pub key_range: Option<[f32; 2]>,
    /// The pose that it is, and not a motion (`KHR_character_reference_pose`): `TPose`, `APose`, `IPose` or another word.
    pub reference_pose: Option<String>,
    /// Whether it is an expression, and not a motion (`KHR_character_expression`).
    pub is_expression: bool,
    /// At most one channel for each property of a node.
    pub channels: Vec<Channel>,
    /// The other properties that it animates (`KHR_animation_pointer`), each at most once. Those of a file ascend by their targets, so
    /// that both ends of a limit are beside each other.
    pub properties: Vec<PropertyChannel>,
}

impl Animation {
    /// Whether it is a motion: neither a reference pose nor an expression.
    pub fn is_motion(&self) -> bool {
        self.reference_pose.is_none() && !self.is_expression
    }
}

/// An animated property that is not a node's transform or all of its weights.
#[derive(Clone, Debug)]
pub struct PropertyChannel {
    /// The property.
    pub property: PropertyId,
    /// `Curve::values` holds all numbers of a key together.
    pub curve: Curve<f32>,
}

/// An animated property of a node.
#[derive(Clone, Debug)]
pub struct Channel {
    /// The node.
    pub node: NodeId,
    /// The property and its values.
    pub track: Track,
}

/// A property of a node with its values over time.
#[derive(Clone, Debug)]
pub enum Track {
    /// Metres, relative to the parent.
    Translation(Curve<Vec3>),
    /// Relative to the parent.
    Rotation(Curve<Quat>),
    /// Factors along the local axes.
    Scale(Curve<Vec3>),
    /// Morph target weights; `Curve::values` holds all weights of a key together.
    Weights(Curve<f32>),
}

/// Keyframes: values at increasing times, and the interpolation between them.
#[derive(Clone, Debug)]
pub struct Curve<T> {
    /// Seconds, strictly increasing, at least one. Curves that share an accessor share its values.
    pub times: Arc<[f32]>,
    /// The values at the keys; for [`Interpolation::CubicSpline`] three a key: in-tangent, value, out-tangent.
    pub values: Arc<[T]>,
    /// The interpolation between keys.
    pub interpolation: Interpolation,
}

impl Track {
    /// The name that files give the property.
    pub fn path(&self) -> &'static str {
        match self {
            Self::Translation(_) => "translation",
            Self::Rotation(_) => "rotation",
            Self::Scale(_) => "scale",
            Self::Weights(_) => "weights",
        }
    }

    /// The times of the keys in seconds.
    pub fn times(&self) -> &Arc<[f32]> {
        match self {
            Self::Translation(curve) | Self::Scale(curve) => &curve.times,
            Self::Rotation(curve) => &curve.times,
            Self::Weights(curve) => &curve.times,
        }
    }

    /// The interpolation between keys.
    pub fn interpolation(&self) -> Interpolation {
        match self {
            Self::Translation(curve) | Self::Scale(curve) => curve.interpolation,
            Self::Rotation(curve) => curve.interpolation,
            Self::Weights(curve) => curve.interpolation,
        }
    }
}
