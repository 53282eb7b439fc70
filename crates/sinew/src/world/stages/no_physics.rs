//! A snapshot of a world that simulates nothing.

use crate::world::snapshot::Origin;
use crate::world::{SnapshotError, World};

pub(in crate::world) fn engine_name() -> String {
    "no engine".to_owned()
}

/// The simulation in a snapshot: nothing.
#[derive(Clone, Debug)]
pub(in crate::world) struct SavedSimulation;

/// Reads the simulation of a snapshot, which has none.
pub(in crate::world) fn read_simulation(bytes: &[u8], _: Origin) -> Result<SavedSimulation, SnapshotError> {
    if bytes.is_empty() { Ok(SavedSimulation) } else { Err(SnapshotError::Damaged) }
}

impl World {
    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    pub(in crate::world) fn save_simulation(&self) -> Vec<u8> {
        Vec::new()
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the signature of a world that simulates")]
    pub(in crate::world) fn restore_simulation(&mut self, _: SavedSimulation) -> Result<(), SnapshotError> {
        Ok(())
    }

    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the signature of a world that simulates")]
    pub(in crate::world) fn reset_simulation(&mut self, _: &SavedSimulation) -> Result<(), SnapshotError> {
        Ok(())
    }
}
