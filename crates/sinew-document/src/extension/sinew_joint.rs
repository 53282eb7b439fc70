//! `SINEW_joint`: on the node of a joint of any dialect, what no text has.

use crate::object;

/// The name of the extension.
pub const NAME: &str = "SINEW_joint";

object! {
    /// The extension on a node.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RawJoint {
        /// Whether the joint has the little friction that lets limbs come to rest.
        "friction" => friction: bool = true,
    }
}
