//! Properties that pointers of graphs refer to.

use super::{ReferenceKind, ValueType};
use crate::model::property::PropertyRow;

/// A pointer of a node, resolved as far as it can be before the graph runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// The template as it is written.
    pub template: String,
    /// The type that the node expects.
    pub value_type: ValueType,
    /// The property; `None` for one that is not supported, or not of that type, so that reading and setting it fails.
    pub property: Option<Property>,
    /// The indices of its path, in their order.
    pub indices: Vec<PointerIndex>,
}

/// An index in the path of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerIndex {
    /// Written in the template.
    Constant(u32),
    /// The value of an integer input, by its position.
    Int(usize),
    /// What a reference in an input refers to, by its position.
    Ref {
        /// The position.
        input: usize,
        /// What it has to refer to; `None` for a list that has no references.
        kind: Option<ReferenceKind>,
    },
}

/// A property that a pointer refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// `/nodes/{}/translation`
    Translation,
    /// `/nodes/{}/rotation`
    Rotation,
    /// `/nodes/{}/scale`
    Scale,
    /// `/nodes/{}/weights/{}`
    Weight,
    /// `/nodes/{}/matrix`
    Matrix,
    /// `/nodes/{}/globalMatrix`
    GlobalMatrix,
    /// `/animations/{}/extensions/KHR_interactivity/isPlaying`
    IsPlaying,
    /// `/animations/{}/extensions/KHR_interactivity/minTime`
    MinTime,
    /// `/animations/{}/extensions/KHR_interactivity/maxTime`
    MaxTime,
    /// `/animations/{}/extensions/KHR_interactivity/playhead`
    Playhead,
    /// `/animations/{}/extensions/KHR_interactivity/virtualPlayhead`
    VirtualPlayhead,
    /// `/extensions/KHR_interactivity/delays/{}`
    Delay,
    /// `/extensions/KHR_interactivity/events/{}`
    Event,
    /// A property of the [object model](crate::model::property), by the number of its row.
    Object(u16),
    /// A value that never changes: the bits of the number that each of its components is.
    Fixed(u64),
}

impl Property {
    /// A property whose components are all this number, always.
    pub fn fixed(number: f64) -> Self {
        Self::Fixed(number.to_bits())
    }

    /// Whether it can be set.
    pub fn is_mutable(self) -> bool {
        match self {
            Self::Translation | Self::Rotation | Self::Scale | Self::Weight => true,
            Self::Object(row) => PropertyRow::at(row).is_some_and(|row| row.source.is_mutable()),
            _ => false,
        }
    }

    /// Whether it is interpolated along the shortest arc.
    pub fn is_rotation(self) -> bool {
        match self {
            Self::Rotation => true,
            Self::Object(row) => PropertyRow::at(row).is_some_and(PropertyRow::is_rotation),
            _ => false,
        }
    }
}
