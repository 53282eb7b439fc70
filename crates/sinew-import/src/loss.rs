//! What of a robot is not in the glTF file.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::place::Place;

/// How much of a property is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum LossKind {
    /// Nothing of it is in the result.
    Lost,
    /// The result has the nearest that glTF can express.
    Approximated,
}

/// A property of the robot that the result does not have, or has only approximately.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Loss {
    /// The file that has it.
    pub file: String,
    /// Its line, from 1.
    pub line: u32,
    /// The element, or the element and its attribute: `joint armature`.
    pub property: String,
    /// The name of the object, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How much of it is lost.
    pub kind: LossKind,
    /// Why, and what the result has instead.
    pub reason: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file, self.line, self.property)?;
        if let Some(name) = &self.name {
            write!(out, " of \"{name}\"")?;
        }
        write!(out, ": {}", self.reason)
    }
}

/// The losses so far. A line of a default class that many elements use counts once.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    list: Vec<Loss>,
    seen: BTreeSet<(Place, String)>,
}

/// More losses than this are of no use to anybody.
const MAX_LOSSES: usize = 100_000;

impl Losses {
    /// Adds a loss.
    pub(crate) fn add(&mut self, kind: LossKind, place: &Place, property: &str, name: Option<&str>, reason: &str) {
        if self.list.len() >= MAX_LOSSES || !self.seen.insert((place.clone(), property.to_owned())) {
            return;
        }
        self.list.push(Loss {
            file: place.file.to_string(),
            line: place.line,
            property: property.to_owned(),
            name: name.map(str::to_owned),
            kind,
            reason: reason.to_owned(),
        });
    }

    pub(crate) fn lost(&mut self, place: &Place, property: &str, name: Option<&str>, reason: &str) {
        self.add(LossKind::Lost, place, property, name, reason);
    }

    pub(crate) fn approximated(&mut self, place: &Place, property: &str, name: Option<&str>, reason: &str) {
        self.add(LossKind::Approximated, place, property, name, reason);
    }

    /// The losses by file and line.
    pub(crate) fn finish(mut self) -> Vec<Loss> {
        self.list.sort();
        self.list
    }
}
