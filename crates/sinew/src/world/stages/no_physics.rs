//! A snapshot of a world that simulates nothing.

use crate::world::{SnapshotError, World};

pub(in crate::world) fn engine_name() -> String {
    "no engine".to_owned()
}

impl World {
    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    pub(in crate::world) fn save_simulation(&self) -> Vec<u8> {
        Vec::new()
    }

    #[expect(clippy::unused_self, reason = "the signature of a world that simulates")]
    pub(in crate::world) fn restore_simulation(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        if bytes.is_empty() { Ok(()) } else { Err(SnapshotError::Damaged) }
    }
}
