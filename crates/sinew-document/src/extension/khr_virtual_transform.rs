//! `KHR_virtual_transform` (Khronos draft, pull request 2512): named points that follow a node, each to be used by an
//! application as a socket, a target or a seat.
//!
//! On the file as a whole: `extensions.KHR_virtual_transform.virtualTransforms`.

use std::borrow::Cow;

use crate::index::NodeIndex;
use crate::json::Value;
use crate::object;

/// The draft's name.
pub const NAME: &str = "KHR_virtual_transform";

/// A converter from VRM writes the extension under this name, with the same content.
pub const PLURAL_NAME: &str = "KHR_virtual_transforms";

object! {
    /// The extension on the file as a whole.
    #[derive(Clone, Copy, Debug)]
    pub struct RawVirtualTransforms<'json> {
        /// The virtual transforms, left unread so that a bad one does not take the others with it.
        "virtualTransforms" => virtual_transforms: Value<'json>,
    }
}

object! {
    /// An entry of `virtualTransforms`.
    #[derive(Clone, Debug)]
    pub struct RawVirtualTransform<'json> {
        /// What it is for.
        "name" => name: Cow<'json, str>,
        /// The node that it follows. The schema requires it; the text ("exactly one parent node (or none, if it's a
        /// root)") does not.
        "parent" => parent: Option<NodeIndex>,
        /// Metres, relative to the parent.
        "translation" => translation: [f32; 3] = [0.0; 3],
        /// A quaternion, x y z w, relative to the parent.
        "rotation" => rotation: [f32; 4] = [0.0, 0.0, 0.0, 1.0],
        /// Factors along the local axes.
        "scale" => scale: [f32; 3] = [1.0; 3],
        /// Whether the parent's position is taken over.
        "respectParentPosition" => respect_parent_position: bool = true,
        /// Whether the parent's rotation is taken over.
        "respectParentRotation" => respect_parent_rotation: bool = true,
        /// Whether the parent's scale is taken over.
        "respectParentScale" => respect_parent_scale: bool = true,
        /// An array of strings, left unread so that a bad tag does not take the others with it.
        "tags" => tags: Option<Value<'json>>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagnostics, FromJson, Json};

    #[test]
    fn an_entry_of_a_name_alone_inherits_everything_and_stands_at_its_parent() {
        let json = Json::parse(r#"{"name": "socket"}"#.to_owned(), 8).unwrap();
        let mut diagnostics = Diagnostics::new();
        let table = RawVirtualTransform::from_json(json.root(), &mut diagnostics).unwrap();
        assert_eq!((table.name.as_ref(), table.parent, table.tags), ("socket", None, None));
        assert_eq!((table.translation, table.rotation, table.scale), ([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]));
        assert!(table.respect_parent_position && table.respect_parent_rotation && table.respect_parent_scale);
        assert!(diagnostics.is_empty());
    }
}
