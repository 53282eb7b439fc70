//! The few styles that are used.

use anstyle::{AnsiColor, Style};

pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const ACCENT: Style = AnsiColor::Cyan.on_default();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const INFORMATION: Style = AnsiColor::Blue.on_default().bold();

/// A text in a style.
pub(crate) fn paint(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}

/// The word and the style of a severity, by its number in an answer.
pub(crate) fn of_severity(severity: u8) -> (&'static str, Style) {
    match severity {
        0 => ("error", ERROR),
        1 => ("warning", WARNING),
        2 => ("info", INFORMATION),
        _ => ("hint", DIM),
    }
}
