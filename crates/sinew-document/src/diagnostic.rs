//! What can be lived with: findings that name their place in the file and let the reading go on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::code::Code;
use crate::json::Value;
pub use crate::severity::Severity;

/// Something in a file that a person should know, and that did not keep the rest from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which rule it is about.
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// The JSON pointer (RFC 6901) of the value it is about.
    pub pointer: String,
    /// What is wrong with this file, and what was done about it.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(out, "{} {} at {place}: {}", self.severity, self.code, self.message)
    }
}

/// Collects diagnostics, up to a limit, so that a hostile file cannot fill the memory with complaints.
///
/// What one rule floods the list with does not hide the others: a rule that has been told of fewer than
/// [`Diagnostics::RESERVE`] times is told of beyond the limit too.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// How many of each rule are in the list.
    kept: BTreeMap<Code, usize>,
    /// What was told and is not to be told again: the rule and the pointer.
    once: BTreeSet<(Code, String)>,
    suppressed: usize,
}

impl Diagnostics {
    /// How many diagnostics are kept; further ones are only counted, but for those of rules that are rare.
    pub const LIMIT: usize = 10_000;

    /// How many of one rule are kept, however many there are of others.
    pub const RESERVE: usize = 1_000;

    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes a finding about a value.
    pub fn report(&mut self, code: Code, about: Value<'_>, message: impl Into<String>) {
        if self.has_room(code) {
            self.push_at(code, about.pointer(), message.into());
        }
    }

    /// Notes a finding about a place that no value stands at, such as a missing property.
    pub fn report_at(&mut self, code: Code, pointer: impl Into<String>, message: impl Into<String>) {
        if self.has_room(code) {
            self.push_at(code, pointer.into(), message.into());
        }
    }

    /// As [`Diagnostics::report_at`], unless this was told of the place before: for what many readers of one thing find.
    pub fn report_once_at(&mut self, code: Code, pointer: impl Into<String>, message: impl Into<String>) {
        let told = (code, pointer.into());
        if !self.once.contains(&told) && self.has_room(code) {
            self.push_at(code, told.1.clone(), message.into());
            self.once.insert(told);
        }
    }

    /// Takes over what another collection holds.
    pub fn append(&mut self, other: Diagnostics) {
        self.suppressed += other.suppressed;
        for diagnostic in other.list {
            let told = (diagnostic.code, diagnostic.pointer.clone());
            if other.once.contains(&told) && !self.once.insert(told) {
                continue;
            }
            if self.has_room(diagnostic.code) {
                self.list.push(diagnostic);
            }
        }
    }

    /// The diagnostics in the order they were found.
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// How many were found beyond [`Diagnostics::LIMIT`], and not kept.
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in the order they were found.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether another finding of a rule is kept; it is counted either way.
    fn has_room(&mut self, code: Code) -> bool {
        let is_below = self.list.len() < Self::LIMIT;
        let kept = self.kept.entry(code).or_default();
        let room = is_below || *kept < Self::RESERVE;
        *kept += usize::from(room);
        self.suppressed += usize::from(!room);
        room
    }

    fn push_at(&mut self, code: Code, pointer: String, message: String) {
        self.list.push(Diagnostic { code, severity: code.severity(), pointer, message });
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_it_does_not_keep() {
        let mut diagnostics = Diagnostics::new();
        for _ in 0..Diagnostics::LIMIT + 3 {
            diagnostics.report_at(Code::TYPE_MISMATCH, "/x", "");
        }
        let mut more = Diagnostics::new();
        more.append(diagnostics.clone());
        more.append(diagnostics);
        assert_eq!((more.as_slice().len(), more.suppressed()), (Diagnostics::LIMIT, Diagnostics::LIMIT + 6));
    }

    #[test]
    fn a_flood_of_one_rule_does_not_hide_another() {
        let mut diagnostics = Diagnostics::new();
        for _ in 0..Diagnostics::LIMIT + 3 {
            diagnostics.report_at(Code::TYPE_MISMATCH, "/x", "");
        }
        for _ in 0..Diagnostics::RESERVE + 2 {
            diagnostics.report_at(Code::NODE_CYCLE, "/nodes/1", "");
        }
        let kept = Diagnostics::LIMIT + Diagnostics::RESERVE;
        assert_eq!((diagnostics.as_slice().len(), diagnostics.suppressed()), (kept, 5));
    }

    #[test]
    fn what_many_find_at_one_place_is_told_once() {
        let mut diagnostics = Diagnostics::new();
        for pointer in ["/bufferViews/0", "/bufferViews/1", "/bufferViews/0"] {
            diagnostics.report_once_at(Code::BUFFER_VIEW_UNREADABLE, pointer, "");
        }
        let mut more = Diagnostics::new();
        more.report_once_at(Code::BUFFER_VIEW_UNREADABLE, "/bufferViews/1", "");
        more.append(diagnostics);
        assert_eq!((more.as_slice().len(), more.suppressed()), (2, 0));
    }

    #[test]
    fn reads_as_one_line() {
        let mut diagnostics = Diagnostics::new();
        diagnostics.report_at(Code::NODE_CYCLE, "/nodes/1", "a is below itself");
        assert_eq!(diagnostics.as_slice()[0].to_string(), "error NODE_CYCLE at /nodes/1: a is below itself");
    }
}
