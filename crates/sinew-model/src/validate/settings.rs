//! The severities of rules.

use std::collections::BTreeMap;
use std::fmt;

use sinew_document::{Code, Severity};

/// The level of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Not reported.
    Off,
    /// Reported with this severity.
    At(Severity),
}

/// The caller's own severities; rules that are not named keep theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    levels: BTreeMap<&'static str, Level>,
}

/// An invalid setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsError {
    /// Not of the form `CODE=level`.
    Form(String),
    /// No rule has this name. The second is the one that looks most like it.
    Code(String, Option<&'static str>),
    /// Not one of error, warning, info, hint and off.
    Level(String),
}

impl fmt::Display for SettingsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => write!(out, "\"{text}\" is not of the form CODE=error|warning|info|hint|off"),
            Self::Code(name, Some(near)) => write!(out, "there is no rule \"{name}\"; did you mean {near}?"),
            Self::Code(name, None) => write!(out, "there is no rule \"{name}\""),
            Self::Level(text) => write!(out, "\"{text}\" is none of error, warning, info, hint and off"),
        }
    }
}

impl std::error::Error for SettingsError {}

impl Settings {
    /// Returns the severity of a rule; `None` if it is off.
    pub fn severity(&self, code: Code) -> Option<Severity> {
        match self.levels.get(code.as_str()) {
            Some(Level::Off) => None,
            Some(Level::At(severity)) => Some(*severity),
            None => Some(code.severity()),
        }
    }

    /// Sets the level of a rule.
    pub fn set(&mut self, code: Code, level: Level) {
        self.levels.insert(code.as_str(), level);
    }

    /// Sets what a text of the form `CODE=level` says.
    ///
    /// # Errors
    /// The text is not of that form, or names no rule or no level.
    pub fn set_text(&mut self, text: &str) -> Result<(), SettingsError> {
        let (code, level) = text.split_once('=').ok_or_else(|| SettingsError::Form(text.to_owned()))?;
        self.set_named(code.trim(), level.trim())
    }

    /// Sets a rule's level, both by name.
    ///
    /// # Errors
    /// There is no such rule or no such level.
    pub fn set_named(&mut self, code: &str, level: &str) -> Result<(), SettingsError> {
        let found = Code::from_name(code).ok_or_else(|| SettingsError::Code(code.to_owned(), nearest(code)))?;
        let level = match level {
            "off" => Level::Off,
            "error" => Level::At(Severity::Error),
            "warning" => Level::At(Severity::Warning),
            "info" => Level::At(Severity::Information),
            "hint" => Level::At(Severity::Hint),
            other => return Err(SettingsError::Level(other.to_owned())),
        };
        self.set(found, level);
        Ok(())
    }
}

/// The rule whose name needs the fewest changes to become this one, where it looks like it at all.
pub fn nearest(name: &str) -> Option<&'static str> {
    let distances = Code::ALL.iter().map(|code| (changes(name, code.as_str()), code.as_str()));
    let (changes, near) = distances.min()?;
    (changes * 3 <= near.len()).then_some(near)
}

/// How many letters must be put in, left out or replaced to make one name of the other (Levenshtein).
fn changes(a: &str, b: &str) -> usize {
    let b = b.as_bytes();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (above, letter) in a.bytes().take(100).enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (column, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!letter.eq_ignore_ascii_case(other));
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_keeps_its_severity_unless_it_is_set() {
        let mut settings = Settings::default();
        assert_eq!(settings.severity(Code::NODE_CYCLE), Some(Severity::Error));
        settings.set_text("NODE_CYCLE=hint").unwrap();
        assert_eq!(settings.severity(Code::NODE_CYCLE), Some(Severity::Hint));
        settings.set_text("NODE_CYCLE = off").unwrap();
        assert_eq!(settings.severity(Code::NODE_CYCLE), None);
    }

    #[test]
    fn a_name_that_is_almost_right_is_answered_with_the_right_one() {
        let mut settings = Settings::default();
        let error = settings.set_text("NODE_CICLE=off").unwrap_err();
        assert_eq!(error, SettingsError::Code("NODE_CICLE".to_owned(), Some("NODE_CYCLE")));
        assert_eq!(settings.set_text("X=off"), Err(SettingsError::Code("X".to_owned(), None)));
        assert!(matches!(settings.set_text("NODE_CYCLE"), Err(SettingsError::Form(_))));
        assert!(matches!(settings.set_text("NODE_CYCLE=loud"), Err(SettingsError::Level(_))));
    }

    #[test]
    fn changes_are_counted_as_levenshtein_does() {
        // kitten → sitten → sittin → sitting
        assert_eq!(changes("kitten", "sitting"), 3);
        assert_eq!(changes("", "abc"), 3);
    }
}
