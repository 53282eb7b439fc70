//! `KHR_node_lookat_target` (Khronos draft, pull request 2512, July 2026): a node that others may look at.
//!
//! With `KHR_node_camera_hint` it took the place of `KHR_virtual_transform`.

use std::borrow::Cow;

use crate::object;

/// The draft's name.
pub const NAME: &str = "KHR_node_lookat_target";

object! {
    /// The extension on a node.
    #[derive(Clone, Debug)]
    pub struct RawLookAtTarget<'json> {
        /// What it is for, such as `eye_target`.
        "hint" => hint: Option<Cow<'json, str>>,
    }
}
