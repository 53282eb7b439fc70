//! What a caller can decide about how a document is understood.

use crate::model::Uninherited;

/// Choices that a file leaves open, or that an application makes for itself. The default is what most want.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// What stands in the place of a part of the parent that a virtual transform does not take over.
    pub uninherited: Uninherited,
    /// Make a virtual transform named `lookAt` and tagged `look_at` of the point between the eyes that a VRM file gives:
    /// +Z looks ahead, +X to the figure's left.
    pub look_at_virtual_transform: bool,
}
