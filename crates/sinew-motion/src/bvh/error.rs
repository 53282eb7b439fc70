//! Why a text is no BVH file.

use std::fmt;

/// Why a text is no BVH file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BvhError {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// What the problem is.
    pub problem: BvhProblem,
}

/// What kept a text from being a BVH file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BvhProblem {
    /// Something else stands where a part of the format should.
    Expected {
        /// What should be there.
        expected: &'static str,
        /// The beginning of what is there; `None` at the end of the file.
        found: Option<String>,
    },
    /// A number is not finite, or beyond [`BvhProblem::LARGEST`].
    NumberTooLarge {
        /// The beginning of the number.
        found: String,
    },
    /// `CHANNELS` stands where the order of the numbers can no longer be told: a second time, or behind a joint below.
    ChannelsMisplaced,
    /// The text is longer than the 4 GiB that offsets can count.
    TooLong,
}

impl BvhProblem {
    /// Lengths and angles beyond this are refused: whatever is computed from smaller ones is finite.
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
