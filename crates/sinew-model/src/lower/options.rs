//! What a caller can decide about how a document is understood.

use crate::model::Uninherited;

/// Choices that a file leaves open, or that an application makes for itself. The default is what most want.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// What stands in the place of a part of the parent that a virtual transform does not take over.
    pub uninherited: Uninherited,
    /// Make a virtual transform named `lookAt` and tagged `look_at` of the point between the eyes that a VRM file gives:
    /// +Z looks ahead, +X to the humanoid's left.
    pub look_at_virtual_transform: bool,
    /// What the stiffness of a limit of `OMI_physics_joint` means.
    pub omi_stiffness: OmiStiffness,
}

/// What the stiffness of a limit of `OMI_physics_joint` means. The first text gives it no unit, and files have been written
/// with the 0 to 1 of an engine in which any such number holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OmiStiffness {
    /// A fraction where it is at most 1 in a file that Godot has written; literal elsewhere.
    #[default]
    Auto,
    /// N/m or N·m/rad, whoever wrote the file.
    Literal,
    /// What is at most 1 is a fraction, which is a hard limit, whoever wrote the file.
    Fraction,
}
