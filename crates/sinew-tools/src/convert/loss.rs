//! What the result does not have as the source had it.

use std::collections::HashSet;
use std::fmt;

use serde::Serialize;
use sinew_document::{NodeIndex, Value, excerpt};

/// A property that the result does not have as the source had it. One that becomes nothing takes all that is below it along.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Loss {
    /// The JSON pointer of the value in the source; of the object that it would be in, or of the node, where the source leaves
    /// it to a default.
    pub pointer: String,
    /// Which part it is of, and which property of that: `motion.gravityFactor`.
    pub property: String,
    /// What the source has.
    pub was: String,
    /// What the result has in its place; `None` for nothing at all.
    pub becomes: Option<String>,
}

impl Loss {
    /// A property of a node, at a place in the source; at the node where the source has no words for it.
    pub(super) fn of(
        node: NodeIndex,
        value: Option<Value<'_>>,
        property: impl Into<String>,
        was: impl Into<String>,
    ) -> Self {
        let pointer = value.map_or_else(|| node.to_string(), Value::pointer);
        Self { pointer, property: property.into(), was: was.into(), becomes: None }
    }

    /// A value of the source, told as something.
    pub(super) fn at(value: Value<'_>, property: impl Into<String>, was: impl Into<String>) -> Self {
        Self { pointer: value.pointer(), property: property.into(), was: was.into(), becomes: None }
    }

    /// A value of the source, told by its own text.
    pub(super) fn text(value: Value<'_>, property: impl Into<String>) -> Self {
        Self::at(value, property, excerpt(value))
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

/// Each once, in the order of the file: nodes by their number, then what is of the file as a whole. What is below something
/// that is lost as a whole is lost with it, and not reported again.
pub(super) fn settle(losses: &mut Vec<Loss>) {
    let whole: HashSet<String> =
        losses.iter().filter(|loss| loss.becomes.is_none()).map(|loss| loss.pointer.clone()).collect();
    let above = |pointer: &str| {
        let ends = pointer.match_indices('/').map(|(end, _)| end).skip(1);
        ends.into_iter().any(|end| whole.contains(&pointer[..end]))
    };
    let mut seen = HashSet::new();
    losses.retain(|loss| {
        let is_reported = above(&loss.pointer) || (loss.becomes.is_some() && whole.contains(&loss.pointer));
        // What is gone is gone once, however it is called.
        let once = (loss.pointer.clone(), loss.becomes.is_some().then(|| loss.property.clone()));
        !is_reported && seen.insert(once)
    });
    let place = |loss: &Loss| {
        let number = loss.pointer.strip_prefix("/nodes/").and_then(|rest| rest.split('/').next());
        number.and_then(|number| number.parse::<u32>().ok()).unwrap_or(u32::MAX)
    };
    losses.sort_by_key(place);
}
