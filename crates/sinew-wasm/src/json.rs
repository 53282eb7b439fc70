//! Values that cross once in a while: as JSON with named fields.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use sinew_document::json::Json;

use crate::fault::Fault;

/// The bound of the nesting of an argument.
const MAX_DEPTH: usize = 128;

/// Writes a value. Strings, numbers, lists and maps of names can always be written.
pub(crate) fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads an argument that JavaScript has written, by the type's own serde.
pub(crate) fn read<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, Fault> {
    typed(parse(text, what)?, what)
}

/// The named fields of an argument. Each is taken once; one that is left over is unknown.
///
/// A struct with a derived `Deserialize` would say the same, and take several kilobytes of the module for each type.
#[derive(Debug)]
pub(crate) struct Fields {
    what: String,
    map: Map<String, Value>,
}

impl Fields {
    pub(crate) fn read(text: &str, what: &str) -> Result<Self, Fault> {
        Self::from_value(parse(text, what)?, what)
    }

    fn from_value(value: Value, what: &str) -> Result<Self, Fault> {
        match value {
            Value::Object(map) => Ok(Self { what: what.to_owned(), map }),
            _ => Err(Fault::argument(format!("{what} must be an object"))),
        }
    }

    /// A field; `None` if it is absent or null.
    fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    pub(crate) fn number(&mut self, name: &str) -> Result<Option<f64>, Fault> {
        self.take(name).map(|value| value.as_f64().ok_or_else(|| must_be(name, "a number"))).transpose()
    }

    pub(crate) fn index(&mut self, name: &str) -> Result<Option<u32>, Fault> {
        let index = |value: Value| value.as_u64().and_then(|index| index.try_into().ok());
        self.take(name).map(|value| index(value).ok_or_else(|| must_be(name, "a non-negative integer"))).transpose()
    }

    pub(crate) fn flag(&mut self, name: &str) -> Result<Option<bool>, Fault> {
        self.take(name).map(|value| value.as_bool().ok_or_else(|| must_be(name, "true or false"))).transpose()
    }

    /// A list of numbers, whose count the caller checks.
    pub(crate) fn numbers(&mut self, name: &str) -> Result<Option<Vec<f32>>, Fault> {
        let number = |value: &Value| value.as_f64().map(|number| number as f32);
        let list = |value: Value| value.as_array()?.iter().map(number).collect::<Option<Vec<f32>>>();
        self.take(name).map(|value| list(value).ok_or_else(|| must_be(name, "an array of numbers"))).transpose()
    }

    /// One of some words.
    pub(crate) fn word<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, Fault> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| value.as_str() == Some(word));
        let names = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join("`, `");
        found.map(|(_, meaning)| Some(*meaning)).ok_or_else(|| must_be(name, &format!("one of `{}`", names())))
    }

    /// A value with a serde of its own.
    pub(crate) fn typed<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, Fault> {
        self.take(name).map(|value| typed(value, name)).transpose()
    }

    /// Fields within a field; none if it is absent.
    pub(crate) fn fields(&mut self, name: &str) -> Result<Self, Fault> {
        Self::from_value(self.take(name).unwrap_or_else(|| Value::Object(Map::new())), name)
    }

    /// The names of the fields that are left, in the order of the text.
    pub(crate) fn names(&self) -> Vec<String> {
        self.map.keys().cloned().collect()
    }

    /// Fails if a field is left over.
    pub(crate) fn finish(self) -> Result<(), Fault> {
        match self.map.keys().next() {
            Some(name) => Err(Fault::argument(format!("{}: unknown field `{name}`", self.what))),
            None => Ok(()),
        }
    }
}

/// By the reader of files, which is in the module already: a second one and its tables would be 8 kB more of the download.
fn parse(text: &str, what: &str) -> Result<Value, Fault> {
    let parsed =
        Json::parse(text.to_owned(), MAX_DEPTH).map_err(|error| Fault::argument(format!("{what}: {error}")))?;
    Ok(parsed.root().to_serde())
}

fn typed<T: DeserializeOwned>(value: Value, what: &str) -> Result<T, Fault> {
    T::deserialize(value).map_err(|error| Fault::argument(format!("{what}: {error}")))
}

fn must_be(name: &str, what: &str) -> Fault {
    Fault::argument(format!("{name} must be {what}"))
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

    #[test]
    fn fields_are_taken_by_name_and_type() {
        let text = r#"{"dt":0.5,"steps":3,"on":true,"at":[1,2],"how":"b","none":null,"rest":{"x":1}}"#;
        let mut fields = Fields::read(text, "options").unwrap();
        assert_eq!(fields.number("dt"), Ok(Some(0.5)));
        assert_eq!(fields.index("steps"), Ok(Some(3)));
        assert_eq!(fields.flag("on"), Ok(Some(true)));
        assert_eq!(fields.numbers("at"), Ok(Some(vec![1.0, 2.0])));
        assert_eq!(fields.word("how", &[("a", 1), ("b", 2)]), Ok(Some(2)));
        assert_eq!(fields.number("none"), Ok(None));
        assert_eq!(fields.flag("absent"), Ok(None));
        assert_eq!(fields.fields("rest").unwrap().names(), ["x"]);
        assert_eq!(fields.finish(), Ok(()));
    }

    #[test]
    fn fields_of_another_type_and_unknown_fields_are_invalid_arguments() {
        let fields = || Fields::read(r#"{"dt":"1","steps":1.5,"how":"c"}"#, "options").unwrap();
        assert!(fields().number("dt").is_err() && fields().index("steps").is_err() && fields().flag("dt").is_err());
        assert!(fields().numbers("dt").is_err() && fields().word("how", &[("a", 1)]).is_err());
        assert_eq!(fields().finish().unwrap_err().message, "options: unknown field `dt`");
        assert!(Fields::read("[]", "options").is_err() && Fields::read("{", "options").is_err());
    }
}
