//! Properties that pointers of graphs refer to.

use super::{ReferenceKind, ValueType};

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
    /// What the file says, or the graph has set: the position in [`Graph::tables`](super::Graph::tables).
    Table(usize),
}

impl Property {
    /// Whether it can be set, unless it is in a table.
    pub fn is_mutable(self) -> bool {
        matches!(self, Self::Translation | Self::Rotation | Self::Scale | Self::Weight)
    }
}

/// A property of the file with its values for all objects that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertyTable {
    /// The pointer with `{}` for each index.
    pub pattern: String,
    /// The type.
    pub value_type: ValueType,
    /// Whether graphs can set it.
    pub is_mutable: bool,
    /// How many indices the path has.
    pub index_count: usize,
    /// The indices of each object that has the property, in ascending order, `index_count` each.
    pub indices: Vec<u32>,
    /// The values, in the same order.
    pub values: Vec<f64>,
}

impl PropertyTable {
    /// The position of the object with these indices.
    pub fn find(&self, indices: &[u32]) -> Option<usize> {
        let count = self.index_count;
        if indices.len() != count {
            return None;
        }
        if count == 0 {
            return (!self.values.is_empty()).then_some(0);
        }
        let (mut low, mut high) = (0, self.indices.len() / count);
        while low < high {
            let middle = low.midpoint(high);
            match self.indices[middle * count..][..count].cmp(indices) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}
