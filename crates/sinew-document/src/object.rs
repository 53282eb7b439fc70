//! From JSON to typed structs, one property at a time.
//!
//! A derived deserializer fails on an object at its first invalid property. Here an invalid property is reported at its own
//! pointer and counts as absent, an unknown one is reported and stays in the file, and only a missing *required* one makes
//! the object invalid. The [`object!`](crate::object!) macro writes that reading
//! from a table that looks like the specification's.

use std::borrow::Cow;

use crate::code::Code;
use crate::diagnostic::Diagnostics;
use crate::json::{Kind, Value};

/// A type that can be read from a JSON value, reporting what is wrong with it.
pub trait FromJson<'json>: Sized {
    /// What the table of an object's properties says of it.
    const TYPE: ValueType = ValueType::Other;

    /// Reads the value; on failure the reason has been reported.
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self>;

    /// What an absent property means: `None` where the property is required.
    fn when_absent() -> Option<Self> {
        None
    }
}

/// What a property of an object is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// `true` or `false`.
    Bool,
    /// The index of something in the file, or another whole number that counts from 0.
    Index,
    /// A number.
    Number,
    /// So many numbers.
    Numbers(usize),
    /// Anything else: an object, a string, a list.
    Other,
}

/// An object whose properties a table lists, as [`object!`](crate::object!) writes it.
pub trait Object {
    /// The keys, with what their values are, in the order of the table.
    const PROPERTIES: &'static [(&'static str, ValueType)];
}

/// The beginning of a value's text, short enough for a message.
pub fn excerpt(value: Value<'_>) -> Cow<'_, str> {
    const LENGTH: usize = 40;
    let text = value.text();
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Reports that a value should have been something else.
pub fn report_mismatch(value: Value<'_>, expected: &str, diagnostics: &mut Diagnostics) {
    let found = value.kind().with_article();
    diagnostics.report(Code::TYPE_MISMATCH, value, format!("expected {expected}, found {found}"));
}

impl<'json> FromJson<'json> for bool {
    const TYPE: ValueType = ValueType::Bool;

    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        value.as_bool().or_else(|| {
            report_mismatch(value, "true or false", diagnostics);
            None
        })
    }
}

impl<'json> FromJson<'json> for f32 {
    const TYPE: ValueType = ValueType::Number;

    #[inline]
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        let Some(number) = value.as_f32() else {
            report_mismatch(value, "a number", diagnostics);
            return None;
        };
        if !number.is_finite() {
            let text = excerpt(value);
            diagnostics.report(Code::VALUE_NOT_FINITE, value, format!("{text} exceeds the range of a float"));
            return None;
        }
        Some(number)
    }
}

impl<'json> FromJson<'json> for u32 {
    const TYPE: ValueType = ValueType::Index;

    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        if number.is_none() {
            if value.kind() == Kind::Number {
                let text = excerpt(value);
                let message = format!("expected a whole number from 0 to {}, found {text}", u32::MAX);
                diagnostics.report(Code::TYPE_MISMATCH, value, message);
            } else {
                report_mismatch(value, "a whole number", diagnostics);
            }
        }
        number
    }
}

impl<'json> FromJson<'json> for i32 {
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        let whole = |number: f64| {
            let fits = number.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&number);
            fits.then_some(number as i32)
        };
        let number = value.as_f64().and_then(whole);
        if number.is_none() {
            let message =
                format!("expected a whole number from {} to {}, found {}", i32::MIN, i32::MAX, excerpt(value));
            diagnostics.report(Code::TYPE_MISMATCH, value, message);
        }
        number
    }
}

impl<'json> FromJson<'json> for u64 {
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        let number = value.as_u64();
        if number.is_none() {
            report_mismatch(value, "a whole number of at least 0", diagnostics);
        }
        number
    }
}

impl<'json> FromJson<'json> for Cow<'json, str> {
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        value.as_str().or_else(|| {
            report_mismatch(value, "a string", diagnostics);
            None
        })
    }
}

impl<'json> FromJson<'json> for String {
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        Cow::from_json(value, diagnostics).map(Cow::into_owned)
    }
}

/// Any value, left as it is.
impl<'json> FromJson<'json> for Value<'json> {
    fn from_json(value: Value<'json>, _: &mut Diagnostics) -> Option<Self> {
        Some(value)
    }
}

impl<'json, T: FromJson<'json> + Copy + Default, const N: usize> FromJson<'json> for [T; N] {
    const TYPE: ValueType = match T::TYPE {
        ValueType::Number => ValueType::Numbers(N),
        _ => ValueType::Other,
    };

    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        if value.kind() != Kind::Array {
            report_mismatch(value, &format!("an array of {N}"), diagnostics);
            return None;
        }
        let mut array = [T::default(); N];
        let mut length = 0;
        for element in value.elements() {
            if let Some(slot) = array.get_mut(length) {
                *slot = T::from_json(element, diagnostics)?;
            }
            length += 1;
        }
        if length != N {
            let message = format!("expected {N} elements, found {length}");
            diagnostics.report(Code::ARRAY_LENGTH_NOT_IN_LIST, value, message);
            return None;
        }
        Some(array)
    }
}

/// A list; elements that cannot be read make the whole list unusable, so that positions keep their meaning.
impl<'json, T: FromJson<'json>> FromJson<'json> for Vec<T> {
    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        if value.kind() != Kind::Array {
            report_mismatch(value, "an array", diagnostics);
            return None;
        }
        value.elements().map(|element| T::from_json(element, diagnostics)).collect()
    }
}

impl<'json, T: FromJson<'json>> FromJson<'json> for Option<T> {
    const TYPE: ValueType = T::TYPE;

    fn from_json(value: Value<'json>, diagnostics: &mut Diagnostics) -> Option<Self> {
        Some(T::from_json(value, diagnostics))
    }

    fn when_absent() -> Option<Self> {
        Some(None)
    }
}

/// Checks that a value is an object, and reports it otherwise.
pub fn expect_object(value: Value<'_>, diagnostics: &mut Diagnostics) -> Option<()> {
    if value.kind() == Kind::Object {
        return Some(());
    }
    report_mismatch(value, "an object", diagnostics);
    None
}

/// Reports a key that the object's specification does not know. `extensions` and `extras` are allowed on every object.
pub fn report_unexpected(key: &str, value: Value<'_>, diagnostics: &mut Diagnostics) {
    if !matches!(key, "extensions" | "extras") {
        diagnostics.report(Code::UNEXPECTED_PROPERTY, value, format!("`{key}` is not a property of this object"));
    }
}

/// Reports a required property that is missing or unusable.
pub fn report_undefined(key: &str, object: Value<'_>, diagnostics: &mut Diagnostics) {
    diagnostics.report(Code::UNDEFINED_PROPERTY, object, format!("`{key}` is required"));
}

/// Defines a struct and how it is read from JSON, as a table of its properties.
///
/// - `"weight" => weight: f32 = 1.0` has a default;
/// - `"name" => name: Option<String>` may be absent;
/// - `"source" => source: NodeIndex` is required.
///
/// A struct that borrows from the file is written with its lifetime: `pub struct Node<'json> { … }`.
#[macro_export]
macro_rules! object {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident $(<$lifetime:lifetime>)? {
            $($(#[$field_attribute:meta])* $key:literal => $field:ident: $type:ty $(= $default:expr)?),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name $(<$lifetime>)? {
            $($(#[$field_attribute])* pub $field: $type,)*
        }

        $crate::object!(@impl [$($lifetime)?] $name { $($key => $field: $type $(= $default)?,)* });
    };
    (@impl [] $name:ident { $($fields:tt)* }) => {
        impl<'json> $crate::FromJson<'json> for $name {
            $crate::object!(@read 'json $($fields)*);
        }

        impl $crate::Object for $name {
            $crate::object!(@table 'static $($fields)*);
        }
    };
    (@impl [$lifetime:lifetime] $name:ident { $($fields:tt)* }) => {
        impl<$lifetime> $crate::FromJson<$lifetime> for $name<$lifetime> {
            $crate::object!(@read $lifetime $($fields)*);
        }

        impl<$lifetime> $crate::Object for $name<$lifetime> {
            $crate::object!(@table $lifetime $($fields)*);
        }
    };
    (@table $lifetime:lifetime $($key:literal => $field:ident: $type:ty $(= $default:expr)?,)*) => {
        const PROPERTIES: &'static [(&'static str, $crate::ValueType)] =
            &[$(($key, <$type as $crate::FromJson<$lifetime>>::TYPE)),*];
    };
    (@read $lifetime:lifetime $($key:literal => $field:ident: $type:ty $(= $default:expr)?,)*) => {
        fn from_json(
            value: $crate::Value<$lifetime>,
            diagnostics: &mut $crate::Diagnostics,
        ) -> Option<Self> {
            $crate::expect_object(value, diagnostics)?;
            // The outer option is `None` until the key is seen; the inner one is `None` for an invalid value.
            $(let mut $field: Option<Option<$type>> = None;)*
            for (key, member) in value.members() {
                match &*key {
                    $($key => {
                        if $field.is_some() {
                            let message = format!("`{key}` occurs twice; the last value counts");
                            diagnostics.report($crate::Code::DUPLICATE_PROPERTY, member, message);
                        }
                        $field = Some($crate::FromJson::from_json(member, diagnostics));
                    })*
                    _ => $crate::report_unexpected(&key, member, diagnostics),
                }
            }
            Some(Self { $($field: $crate::object!(@field value diagnostics $key, $field, $type $(, $default)?),)* })
        }
    };
    (@field $value:ident $diagnostics:ident $key:literal, $field:ident, $type:ty, $default:expr) => {
        $field.flatten().unwrap_or_else(|| $default)
    };
    (@field $value:ident $diagnostics:ident $key:literal, $field:ident, $type:ty) => {
        match $field.flatten().or_else(<$type as $crate::FromJson<'_>>::when_absent) {
            Some(field) => field,
            None => {
                $crate::report_undefined($key, $value, $diagnostics);
                return None;
            }
        }
    };
}

/// Defines an enum of the strings that a property allows. Where revisions spell one value differently, the spellings
/// stand side by side: `"local" | "LOCAL" => Local`; the first is the one that is written.
#[macro_export]
macro_rules! string_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_attribute:meta])* $key:literal $(| $spelling:literal)* => $variant:ident),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visibility enum $name {
            $($(#[$variant_attribute])* $variant,)*
        }

        impl $name {
            /// The string that a file writes.
            $visibility fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $key,)*
                }
            }
        }

        impl<'json> $crate::FromJson<'json> for $name {
            fn from_json(value: $crate::Value<'json>, diagnostics: &mut $crate::Diagnostics) -> Option<Self> {
                match &*<std::borrow::Cow<'json, str> as $crate::FromJson>::from_json(value, diagnostics)? {
                    $($key $(| $spelling)* => Some(Self::$variant),)*
                    other => {
                        let allowed = [$(concat!('"', $key, '"')),*].join(", ");
                        let message = format!("\"{other}\" is none of {allowed}");
                        diagnostics.report($crate::Code::VALUE_NOT_IN_LIST, value, message);
                        None
                    }
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    string_enum! {
        enum Space { "local" | "LOCAL" => Local, "model" => Model }
    }

    object! {
        #[derive(Debug, PartialEq)]
        struct Sample<'json> {
            "source" => source: u32,
            "weight" => weight: f32 = 1.0,
            "name" => name: Option<Cow<'json, str>>,
            "axes" => axes: [bool; 3] = [true; 3],
            "space" => space: Space = Space::Model,
        }
    }

    fn read(text: &str, check: impl FnOnce(Option<Sample<'_>>)) -> Vec<String> {
        let json = Json::parse(text.to_owned(), 16).unwrap();
        let mut diagnostics = Diagnostics::new();
        check(Sample::from_json(json.root(), &mut diagnostics));
        diagnostics.iter().map(|found| format!("{} {}", found.code, found.pointer)).collect()
    }

    #[test]
    fn the_table_lists_keys_and_types() {
        let expected = [
            ("source", ValueType::Index),
            ("weight", ValueType::Number),
            ("name", ValueType::Other),
            ("axes", ValueType::Other),
            ("space", ValueType::Other),
        ];
        assert_eq!(Sample::PROPERTIES, expected);
        assert_eq!(<Option<[f32; 3]>>::TYPE, ValueType::Numbers(3));
        assert_eq!(bool::TYPE, ValueType::Bool);
    }

    #[test]
    fn absent_properties_take_their_defaults() {
        let findings = read(r#"{"source": 3, "extras": {"x": 1}}"#, |sample| {
            let expected = Sample { source: 3, weight: 1.0, name: None, axes: [true; 3], space: Space::Model };
            assert_eq!(sample, Some(expected));
        });
        assert!(findings.is_empty(), "{findings:?}");
    }

    #[test]
    fn a_bad_property_is_reported_at_its_place_and_the_rest_is_read() {
        let text = r#"{"source": 3.0, "weight": "x", "name": 5, "axes": [true, 1, true], "space": "up", "no": 1}"#;
        let findings = read(text, |sample| {
            let expected = Sample { source: 3, weight: 1.0, name: None, axes: [true; 3], space: Space::Model };
            assert_eq!(sample, Some(expected));
        });
        assert_eq!(
            findings,
            [
                "TYPE_MISMATCH /weight",
                "TYPE_MISMATCH /name",
                "TYPE_MISMATCH /axes/1",
                "VALUE_NOT_IN_LIST /space",
                "UNEXPECTED_PROPERTY /no",
            ]
        );
    }

    #[test]
    fn a_second_spelling_is_read_and_the_first_is_written() {
        let findings = read(r#"{"source": 3, "space": "LOCAL"}"#, |sample| {
            assert_eq!(sample.map(|sample| sample.space), Some(Space::Local));
        });
        assert!(findings.is_empty(), "{findings:?}");
        assert_eq!(Space::Local.as_str(), "local");
    }

    #[test]
    fn a_missing_required_property_makes_the_object_unusable() {
        assert_eq!(read(r#"{"weight": 1}"#, |sample| assert_eq!(sample, None)), ["UNDEFINED_PROPERTY "]);
        let findings = read(r#"{"source": -1}"#, |sample| assert_eq!(sample, None));
        assert_eq!(findings, ["TYPE_MISMATCH /source", "UNDEFINED_PROPERTY "]);
        assert_eq!(read("[]", |sample| assert_eq!(sample, None)), ["TYPE_MISMATCH "]);
    }

    #[test]
    fn wrong_lengths_repeats_and_overflow_have_their_own_codes() {
        let findings = read(r#"{"source": 1, "source": 2, "axes": [true], "weight": 1e99}"#, |sample| {
            assert_eq!(sample.unwrap().source, 2);
        });
        assert_eq!(
            findings,
            ["DUPLICATE_PROPERTY /source", "ARRAY_LENGTH_NOT_IN_LIST /axes", "VALUE_NOT_FINITE /weight"]
        );
    }

    #[test]
    fn negative_integers_are_read_and_fractions_reported() {
        let read = |text: &str| {
            let json = Json::parse(text.to_owned(), 4).unwrap();
            let mut diagnostics = Diagnostics::new();
            (i32::from_json(json.root(), &mut diagnostics), diagnostics.as_slice().len())
        };
        assert_eq!([read("-7"), read("2.0"), read("-2147483648")], [(Some(-7), 0), (Some(2), 0), (Some(i32::MIN), 0)]);
        assert_eq!([read("2.5"), read("2147483648"), read("\"1\"")], [(None, 1); 3]);
    }

    #[test]
    fn a_value_of_a_list_is_written_as_it_is_read() {
        assert_eq!([Space::Local.as_str(), Space::Model.as_str()], ["local", "model"]);
    }
}
