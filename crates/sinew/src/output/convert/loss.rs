//! What a dialect cannot express.

use std::fmt;

use serde::Serialize;
use sinew_document::NodeIndex;

/// A property that the result does not have as the source had it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The JSON pointer of the node, or empty for the file as a whole.
    pub pointer: String,
    /// Which part of it, and which property of that: `motion.gravityFactor`.
    pub property: String,
    /// What the source has.
    pub was: String,
    /// What the result has in its place; `None` for nothing at all.
    pub becomes: Option<String>,
}

impl Loss {
    /// A property of a node, or of the file as a whole.
    pub(super) fn of(node: Option<NodeIndex>, property: impl Into<String>, was: impl Into<String>) -> Self {
        let pointer = node.map_or_else(String::new, |node| node.to_string());
        Self { pointer, property: property.into(), was: was.into(), becomes: None }
    }

    pub(super) fn becoming(mut self, becomes: impl Into<String>) -> Self {
        self.becomes = Some(becomes.into());
        self
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(out, "{place}: {}: {}", self.property, self.was)?;
        match &self.becomes {
            Some(becomes) => write!(out, " becomes {becomes}"),
            None => write!(out, " is lost"),
        }
    }
}

/// In the order of the file: nodes by their number, then what is of the file as a whole.
pub(super) fn sort(losses: &mut [Loss]) {
    let place = |loss: &Loss| {
        let number = loss.pointer.strip_prefix("/nodes/").and_then(|rest| rest.split('/').next());
        number.and_then(|number| number.parse::<u32>().ok()).unwrap_or(u32::MAX)
    };
    losses.sort_by_key(place);
}
