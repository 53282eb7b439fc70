//! Which instance of a model is meant, in a world of many.

/// An instance of a model in a world. The id of a despawned one is not given to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId {
    /// The place in the world's list.
    pub(crate) slot: u32,
    /// How many were at that place before.
    pub(crate) generation: u32,
}
