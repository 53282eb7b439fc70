//! Indices into the top-level arrays of a file, one type for each array.
//!
//! ```
//! use sinew_document::NodeIndex;
//!
//! assert_eq!(NodeIndex(3).to_string(), "/nodes/3");
//! ```

use std::fmt;

use crate::code::Code;
use crate::diagnostic::Diagnostics;
use crate::json::Value;
use crate::object::{FromJson, ValueType, excerpt};

/// A position in one of the top-level arrays of a file.
pub trait Index: Copy {
    /// The array's name in the JSON, such as `nodes`.
    const ARRAY: &'static str;

    /// From a position.
    fn from_usize(position: usize) -> Self;

    /// The position.
    fn to_usize(self) -> usize;
}

macro_rules! indices {
    ($($(#[$attribute:meta])* $name:ident in $array:literal;)*) => {
        $(
            $(#[$attribute])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u32);

            impl Index for $name {
                const ARRAY: &'static str = $array;

                fn from_usize(position: usize) -> Self {
                    Self(position as u32)
                }

                fn to_usize(self) -> usize {
                    self.0 as usize
                }
            }

            /// The JSON pointer of the object.
            impl fmt::Display for $name {
                fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(out, concat!("/", $array, "/{}"), self.0)
                }
            }

            impl<'json> FromJson<'json> for $name {
                const TYPE: ValueType = ValueType::Index;

                fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
                    position(value, diagnostics).map(Self)
                }
            }
        )*
    };
}

indices! {
    /// A position in `accessors`.
    AccessorIndex in "accessors";
    /// A position in `animations`.
    AnimationIndex in "animations";
    /// A position in `buffers`.
    BufferIndex in "buffers";
    /// A position in `bufferViews`.
    BufferViewIndex in "bufferViews";
    /// A position in `cameras`.
    CameraIndex in "cameras";
    /// A position in `images`.
    ImageIndex in "images";
    /// A position in `materials`.
    MaterialIndex in "materials";
    /// A position in `meshes`.
    MeshIndex in "meshes";
    /// A position in `nodes`.
    NodeIndex in "nodes";
    /// A position in `scenes`.
    SceneIndex in "scenes";
    /// A position in `skins`.
    SkinIndex in "skins";
}

/// A position in an array of an extension; the property that holds it defines which array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryIndex(pub u32);

impl EntryIndex {
    /// The position.
    pub fn to_usize(self) -> usize {
        self.0 as usize
    }
}

impl<'json> FromJson<'json> for EntryIndex {
    const TYPE: ValueType = ValueType::Index;

    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        position(value, diagnostics).map(Self)
    }
}

fn position(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<u32> {
    let position = value.as_u64().and_then(|position| u32::try_from(position).ok());
    if position.is_none() {
        let message = format!("{} is not an index", excerpt(value));
        diagnostics.report(Code::INVALID_INDEX, value, message);
    }
    position
}
