//! The options of lowering.

use crate::model::Uninherited;

/// Options for ambiguous files, and for applications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// The value of a part of the parent's transform that a virtual transform does not inherit.
    pub uninherited: Uninherited,
    /// Add a virtual transform named `lookAt` and tagged `look_at` at VRM's look-at origin: +Z points ahead, +X to the
    /// humanoid's left.
    pub look_at_virtual_transform: bool,
    /// The unit of the stiffness of a limit of `OMI_physics_joint`.
    pub omi_stiffness: OmiStiffness,
}

/// The unit of the stiffness of a limit of `OMI_physics_joint`. The first text gives no unit, and some files have the
/// fraction from 0 to 1 of an engine in which every value holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OmiStiffness {
    /// A fraction if it is at most 1 in a file written by Godot; else N/m or N·m/rad.
    #[default]
    Auto,
    /// N/m or N·m/rad in every file.
    Literal,
    /// At most 1 is a fraction, which means a hard limit, in every file.
    Fraction,
}
