//! `KHR_node_selectability` (Khronos, release candidate): whether a node and those below it can be selected.
//!
//! On a node: `extensions.KHR_node_selectability.selectable`.

use crate::object;

/// The name of the extension.
pub const NAME: &str = "KHR_node_selectability";

object! {
    /// The extension on a node.
    #[derive(Clone, Copy, Debug)]
    pub struct RawSelectability {
        /// Whether the node can be selected; false holds for all nodes below it.
        "selectable" => selectable: bool = true,
    }
}
