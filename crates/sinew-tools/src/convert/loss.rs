//! Losses of a conversion.

use std::collections::HashSet;
use std::fmt;

use serde::Serialize;
use sinew_document::{NodeIndex, Value, excerpt};

/// A property that is changed or lost in the result. A lost one includes everything below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Loss {
    /// The JSON pointer of the value in the source; for a default value, that of its object or node.
    pub pointer: String,
    /// The object and the property: `motion.gravityFactor`.
    pub property: String,
    /// The value in the source.
    pub was: String,
    /// The value in the result; `None` if it is lost.
    pub becomes: Option<String>,
}

impl Loss {
    /// A property of a node, at a value of the source, or at the node.
    pub(super) fn of(
        node: NodeIndex,
        value: Option<Value<'_>>,
        property: impl Into<String>,
        was: impl Into<String>,
    ) -> Self {
        let pointer = value.map_or_else(|| node.to_string(), Value::pointer);
        Self { pointer, property: property.into(), was: was.into(), becomes: None }
    }

    /// A value of the source, with a description.
    pub(super) fn at(value: Value<'_>, property: impl Into<String>, was: impl Into<String>) -> Self {
        Self { pointer: value.pointer(), property: property.into(), was: was.into(), becomes: None }
    }

    /// A value of the source, with its text.
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

/// Sorts losses by node, then those of the file, and removes duplicates and losses below a lost object.
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
        // A lost value is reported once.
        let once = (loss.pointer.clone(), loss.becomes.is_some().then(|| loss.property.clone()));
        !is_reported && seen.insert(once)
    });
    let place = |loss: &Loss| {
        let number = loss.pointer.strip_prefix("/nodes/").and_then(|rest| rest.split('/').next());
        number.and_then(|number| number.parse::<u32>().ok()).unwrap_or(u32::MAX)
    };
    losses.sort_by_key(place);
}
