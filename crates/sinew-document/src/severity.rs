//! The severity of a rule, which [`code`](crate::code) and [`diagnostic`](crate::diagnostic) share.

use std::fmt;

/// How severe a diagnostic is; values and order are those of Khronos's glTF validator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file breaks a rule of its specification.
    Error = 0,
    /// Allowed, and most likely a mistake.
    Warning = 1,
    /// Neither wrong nor suspicious.
    Information = 2,
    /// A suggestion.
    Hint = 3,
}

impl Severity {
    /// Returns the lower-case name that messages use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Information => "info",
            Self::Hint => "hint",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}
