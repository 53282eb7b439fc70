//! `KHR_node_hoverability` (Khronos, release candidate): whether a pointer can hover over a node and those below it.
//!
//! On a node: `extensions.KHR_node_hoverability.hoverable`.

use crate::object;

/// The name of the extension.
pub const NAME: &str = "KHR_node_hoverability";

object! {
    /// The extension on a node.
    #[derive(Clone, Copy, Debug)]
    pub struct RawHoverability {
        /// Whether a pointer hovers over the node; false holds for all nodes below it.
        "hoverable" => hoverable: bool = true,
    }
}
