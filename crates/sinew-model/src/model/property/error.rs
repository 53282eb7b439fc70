//! Why a property cannot be read or set.

use std::fmt;

use super::PropertyKind;

/// Why a property cannot be read or set, and which.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PropertyError {
    /// The pointer, as it was asked for.
    pub pointer: String,
    /// Why.
    pub kind: PropertyErrorKind,
}

/// Why a property cannot be read or set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PropertyErrorKind {
    /// No text has such a property.
    Unknown,
    /// The file has no such property: neither a value, nor an object that would give it a default.
    Undefined,
    /// It is of this type, and the value of another.
    Type(PropertyKind),
    /// It can be read, and not set.
    ReadOnly,
    /// The value is not in the range of the property; the message says what it must be.
    Range(String),
    /// A number is not finite.
    NotFinite,
}

impl PropertyError {
    /// An error about a pointer.
    pub fn new(pointer: impl Into<String>, kind: PropertyErrorKind) -> Self {
        Self { pointer: pointer.into(), kind }
    }

    /// The code of the error, the same in every language that Sinew is called from.
    pub fn code(&self) -> &'static str {
        match self.kind {
            PropertyErrorKind::Unknown => "PROPERTY_UNKNOWN",
            PropertyErrorKind::Undefined => "PROPERTY_UNDEFINED",
            PropertyErrorKind::Type(_) => "PROPERTY_TYPE",
            PropertyErrorKind::ReadOnly => "PROPERTY_READ_ONLY",
            PropertyErrorKind::Range(_) => "PROPERTY_OUT_OF_RANGE",
            PropertyErrorKind::NotFinite => "NOT_FINITE",
        }
    }
}

impl fmt::Display for PropertyError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pointer = &self.pointer;
        match &self.kind {
            PropertyErrorKind::Unknown => write!(out, "`{pointer}` is not a property of the object model"),
            PropertyErrorKind::Undefined => write!(out, "the file does not define `{pointer}`"),
            PropertyErrorKind::Type(kind) => write!(out, "`{pointer}` is of type {}", kind.name()),
            PropertyErrorKind::ReadOnly => write!(out, "`{pointer}` can only be read"),
            PropertyErrorKind::Range(must) => write!(out, "`{pointer}` {must}"),
            PropertyErrorKind::NotFinite => write!(out, "`{pointer}`: a number is not finite"),
        }
    }
}

impl std::error::Error for PropertyError {}
