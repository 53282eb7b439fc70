//! What the eyes of an instance look at, as an input has it.

use serde::{Deserialize, Serialize};

/// A [`LookAtTarget`](super::LookAtTarget): instances are counted in the order in which they were spawned, nodes are the file's
/// indices, and virtual transforms are counted as the model has them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum RecordedLookAt {
    /// A point of the world.
    Point([f32; 3]),
    /// A node.
    Node {
        /// Whose.
        instance: u32,
        /// The file's index.
        node: u32,
    },
    /// A virtual transform.
    VirtualTransform {
        /// Whose.
        instance: u32,
        /// Its place among those of the model.
        index: u32,
    },
    /// A direction relative to the head.
    Direction {
        /// Degrees to the left.
        yaw: f32,
        /// Degrees down.
        pitch: f32,
    },
}
