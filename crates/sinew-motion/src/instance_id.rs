//! Which instance of a model is meant, in a world of many.

/// An instance of a model in a world. The id of a despawned one is not given to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId {
    slot: u32,
    generation: u32,
}

impl InstanceId {
    /// The instance at a place of the world's list, after so many others at that place. A world that has no such instance
    /// answers as for a despawned one.
    pub fn new(slot: usize, generation: u32) -> Self {
        Self { slot: slot as u32, generation }
    }

    /// The place in the world's list.
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// How many were at that place before.
    pub fn generation(self) -> u32 {
        self.generation
    }
}
