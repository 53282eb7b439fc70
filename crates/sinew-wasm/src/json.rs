//! Values that cross once in a while: as JSON with named fields.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::fault::Fault;

/// Writes a value. Strings, numbers, lists and maps of names can always be written.
pub(crate) fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads an argument that JavaScript has written. The text becomes a tree first: that parser exists once in the module, and not
/// once a type.
pub(crate) fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, Fault> {
    let tree: Result<Value, _> = text.parse();
    tree.and_then(T::deserialize).map_err(|error| Fault::argument(format!("{what}: {error}")))
}

#[cfg(test)]
mod tests {
    use sinew::{AnimationState, WrapMode};

    use super::*;

    #[test]
    fn an_animation_state_crosses_by_name() {
        let state = AnimationState::new(3).with_time(0.5).with_wrap_mode(WrapMode::Once);
        let text = write(&state);
        assert_eq!(text, r#"{"animation":3,"time":0.5,"speed":1.0,"repeat":"release"}"#);
        assert_eq!(read(&text, "animation"), Ok(state));
    }

    #[test]
    fn unknown_words_and_fields_are_invalid_arguments() {
        for text in [r#"{"animation":0,"time":0,"speed":1,"repeat":"forever"}"#, r#"{"animation":0,"pace":1}"#, "", "7"]
        {
            assert_eq!(read::<AnimationState>(text, "animation").unwrap_err().code, "INVALID_ARGUMENT", "{text}");
        }
    }
}
