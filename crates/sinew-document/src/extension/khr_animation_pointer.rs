//! `KHR_animation_pointer`: channels that animate any property of the object model (ratified).

use std::borrow::Cow;

use crate::object;

/// The name of the extension.
pub const NAME: &str = "KHR_animation_pointer";

/// The path of a target with a pointer.
pub const PATH: &str = "pointer";

object! {
    /// The extension on the target of a channel.
    #[derive(Clone, Debug)]
    pub struct RawTarget<'json> {
        /// The JSON pointer of the property.
        "pointer" => pointer: Cow<'json, str>,
    }
}
