//! `KHR_node_visibility`: whether a node and those below it are shown (ratified).

use crate::object;

/// The name of the extension.
pub const NAME: &str = "KHR_node_visibility";

object! {
    /// The extension on a node.
    #[derive(Clone, Debug)]
    pub struct RawVisibility {
        /// Whether the node is shown.
        "visible" => visible: bool = true,
    }
}
