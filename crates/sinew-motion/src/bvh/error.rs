//! Errors of reading BVH files.

use std::fmt;

/// Why a text cannot be read as a BVH file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BvhError {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// The problem.
    pub problem: BvhProblem,
}

/// The reason why a text cannot be read as a BVH file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BvhProblem {
    /// Something else was expected.
    Expected {
        /// What was expected.
        expected: &'static str,
        /// The beginning of what was found; `None` at the end of the file.
        found: Option<String>,
    },
    /// A number is not finite, or larger than [`BvhProblem::LARGEST`].
    NumberTooLarge {
        /// The beginning of the number.
        found: String,
    },
    /// `CHANNELS` is repeated, or follows a child joint, so that the order of the numbers is ambiguous.
    ChannelsMisplaced,
    /// The text is longer than the 4 GiB that offsets can address.
    TooLong,
}

impl BvhProblem {
    /// The largest length or angle. Everything computed from smaller ones is finite.
    pub const LARGEST: f64 = 1e9;
}

impl fmt::Display for BvhError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at line {}, column {}", self.problem, self.line, self.column)
    }
}

impl fmt::Display for BvhProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected { expected, found: Some(found) } => write!(out, "expected {expected}, found {found:?}"),
            Self::Expected { expected, found: None } => write!(out, "expected {expected}, and the file ends"),
            Self::NumberTooLarge { found } => {
                write!(out, "expected a number between −{0:e} and {0:e}, found {found:?}", Self::LARGEST)
            }
            Self::ChannelsMisplaced => {
                out.write_str("expected CHANNELS once a joint, and before the joints below: it orders the numbers")
            }
            Self::TooLong => out.write_str("expected a text of less than 4 GiB"),
        }
    }
}

impl std::error::Error for BvhError {}
