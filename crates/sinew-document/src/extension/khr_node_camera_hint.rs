//! `KHR_node_camera_hint` (Khronos draft, pull request 2512, July 2026): a node where a camera may stand.
//!
//! With `KHR_node_lookat_target` it took the place of `KHR_virtual_transform`.

use std::borrow::Cow;

use crate::index::{CameraIndex, NodeIndex};
use crate::object;

/// The draft's name.
pub const NAME: &str = "KHR_node_camera_hint";

object! {
    /// The extension on a node.
    #[derive(Clone, Debug)]
    pub struct RawCameraHint<'json> {
        /// What it is for, such as `first_person`.
        "role" => role: Cow<'json, str>,
        /// The camera whose projection it has.
        "camera" => camera: Option<CameraIndex>,
        /// The node that it looks at, in place of the node's own rotation.
        "targetNode" => target_node: Option<NodeIndex>,
        /// A name for people.
        "label" => label: Option<Cow<'json, str>>,
    }
}
