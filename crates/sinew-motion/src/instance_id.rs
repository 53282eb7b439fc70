//! Ids of model instances in a world.

/// The id of a model instance in a world. It is not reused after the instance is despawned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId {
    slot: u32,
    generation: u32,
}

impl InstanceId {
    /// Creates the id of a slot and a generation. A world without such an instance treats it as despawned.
    pub fn new(slot: usize, generation: u32) -> Self {
        Self { slot: slot as u32, generation }
    }

    /// The slot in the world's list.
    pub fn slot(self) -> usize {
        self.slot as usize
    }

    /// The number of earlier instances in that slot.
    pub fn generation(self) -> u32 {
        self.generation
    }
}
