//! Diagnostics: findings about a file that do not prevent it from being read. What does is a
//! [`ReadError`](crate::ReadError).
//!
//! ```
//! use sinew_document::{Code, Document, NoResources};
//!
//! let file = br#"{"asset": {"version": "2.0"}, "extensionsRequired": ["X_mine"]}"#;
//! let document = Document::read(file, &NoResources)?;
//! let diagnostic = &document.diagnostics().as_slice()[0];
//! assert_eq!((diagnostic.code, diagnostic.pointer.as_str()), (Code::UNSUPPORTED_EXTENSION, "/extensionsRequired/0"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::code::Code;
use crate::json::Value;
pub use crate::severity::Severity;

/// A finding about one place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule.
    pub code: Code,
    /// The severity.
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

/// A bounded list of diagnostics: a hostile file cannot fill the memory with them.
///
/// Many diagnostics of one rule do not hide those of others: the first [`Diagnostics::RESERVE`] of each rule are stored even
/// beyond [`Diagnostics::LIMIT`].
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    /// How many of each rule are in the list.
    kept: BTreeMap<Code, usize>,
    /// The code and pointer of every diagnostic that is reported at most once.
    once: BTreeSet<(Code, String)>,
    suppressed: usize,
}

impl Diagnostics {
    /// The number of diagnostics that are stored; further ones are counted, except the first [`Self::RESERVE`] of each rule.
    pub const LIMIT: usize = 10_000;

    /// The number of diagnostics of one rule that are always stored.
    pub const RESERVE: usize = 1_000;

    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a diagnostic about a value.
    pub fn report(&mut self, code: Code, about: Value<'_>, message: impl Into<String>) {
        if self.has_room(code) {
            self.push_at(code, about.pointer(), message.into());
        }
    }

    /// Adds a diagnostic at a pointer at which no value exists, such as that of a missing property.
    pub fn report_at(&mut self, code: Code, pointer: impl Into<String>, message: impl Into<String>) {
        if self.has_room(code) {
            self.push_at(code, pointer.into(), message.into());
        }
    }

    /// Adds a diagnostic as [`Diagnostics::report_at`] does, at most once for a code and a pointer. Several readers of one
    /// object use it.
    pub fn report_once_at(&mut self, code: Code, pointer: impl Into<String>, message: impl Into<String>) {
        let key = (code, pointer.into());
        if !self.once.contains(&key) && self.has_room(code) {
            self.push_at(code, key.1.clone(), message.into());
            self.once.insert(key);
        }
    }

    /// Moves the diagnostics of another list to the end of this one.
    pub fn append(&mut self, other: Diagnostics) {
        self.suppressed += other.suppressed;
        for diagnostic in other.list {
            let key = (diagnostic.code, diagnostic.pointer.clone());
            if other.once.contains(&key) && !self.once.insert(key) {
                continue;
            }
            if self.has_room(diagnostic.code) {
                self.list.push(diagnostic);
            }
        }
    }

    /// Returns the diagnostics in the order in which they were reported.
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Returns how many diagnostics were reported and not stored.
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// Whether nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the diagnostics in the order in which they were reported.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Whether another diagnostic of a rule is stored. Counts it either way.
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
    fn diagnostics_beyond_the_limit_are_counted() {
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
    fn report_once_at_stores_one_diagnostic_for_a_pointer() {
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
    fn a_diagnostic_is_printed_on_one_line() {
        let mut diagnostics = Diagnostics::new();
        diagnostics.report_at(Code::NODE_CYCLE, "/nodes/1", "a is below itself");
        assert_eq!(diagnostics.as_slice()[0].to_string(), "error NODE_CYCLE at /nodes/1: a is below itself");
    }
}
