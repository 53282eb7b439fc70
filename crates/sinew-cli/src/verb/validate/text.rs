//! Findings as text for people: the fragment of the file, the problem, and the rule.

use std::fmt::Write as _;

use sinew::validate::Validation;
use sinew_document::{Diagnostic, Document, Severity, Value, explanation};

use crate::text::{number, plain, style};

/// The maximum width of prose, columns.
const MEASURE: usize = 92;

/// The maximum length of a fragment of JSON, characters.
const FRAGMENT: usize = 72;

/// The number of findings of one rule with their fragment; of the rest only pointers are shown.
const SHOWN: usize = 3;

/// The number of pointers listed for one rule.
const PLACES: usize = 12;

/// The summary over all files.
pub(super) fn summary_of_all(with_errors: usize, without: usize, unreadable: usize) -> String {
    let files = number::counted(with_errors + without + unreadable, "file", "files");
    let mut text = format!("{files}: {with_errors} with errors, {without} without");
    if unreadable > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, ", {unreadable} that cannot be read");
    }
    text + "\n"
}

pub(super) fn render(name: &str, document: &Document, validation: &Validation) -> String {
    let mut text = String::new();
    let findings = validation.findings();
    let _ = write!(text, "{}  ", style::paint(style::HEADING, &plain::line(name)));
    if findings.is_empty() {
        let _ = writeln!(text, "{}", style::paint(style::GOOD, "nothing found"));
        return text;
    }
    let _ = writeln!(text, "{}", summary(validation));
    for severity in [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint] {
        let mut rest: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.severity == severity).collect();
        while let Some(first) = rest.first().copied() {
            let (group, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|finding| finding.code == first.code);
            push_group(&mut text, document, &group);
            rest = others;
        }
    }
    if validation.suppressed() > 0 {
        let _ = writeln!(text, "  … and {} more, counted only", validation.suppressed());
    }
    text.push('\n');
    text
}

fn summary(validation: &Validation) -> String {
    let words = [
        (Severity::Error, "error", "errors"),
        (Severity::Warning, "warning", "warnings"),
        (Severity::Information, "info", "info"),
        (Severity::Hint, "hint", "hints"),
    ];
    let counts = words.into_iter().filter_map(|(severity, one, many)| {
        let count = validation.count(severity);
        let (_, severity_style) = style::of_severity(severity as u8);
        (count > 0).then(|| style::paint(severity_style, &number::counted(count, one, many)))
    });
    counts.collect::<Vec<_>>().join(", ")
}

/// The findings of one rule.
fn push_group(text: &mut String, document: &Document, group: &[&Diagnostic]) {
    let Some(first) = group.first() else { return };
    let (word, word_style) = style::of_severity(first.severity as u8);
    let word = style::paint(word_style, word);
    let _ = writeln!(text, "\n  {word} {}  {}", first.code, first.code.summary());
    // The explanation of the rule, once for all its findings.
    let about = explanation(first.code).and_then(|page| page.split("\n\n").next()).unwrap_or_default();
    let about = about.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in plain::wrap(&about, MEASURE - 4) {
        let _ = writeln!(text, "    {}", style::paint(style::DIM, &line));
    }
    for finding in group.iter().take(SHOWN) {
        push_finding(text, document, finding);
    }
    if group.len() > SHOWN {
        let places: Vec<String> =
            group.iter().skip(SHOWN).take(PLACES).map(|finding| plain::line(place(finding)).into()).collect();
        let _ = writeln!(text, "    and at {}", places.join(", "));
        if group.len() > SHOWN + PLACES {
            let more = format!("… and {} more (--format json lists them all)", group.len() - SHOWN - PLACES);
            let _ = writeln!(text, "    {}", style::paint(style::DIM, &more));
        }
    }
}

fn push_finding(text: &mut String, document: &Document, finding: &Diagnostic) {
    let _ = write!(text, "    {}", style::paint(style::ACCENT, &plain::line(place(finding))));
    if let Some(value) = nearest(document, &finding.pointer) {
        let at = value.location();
        let _ = write!(text, "  {}", style::paint(style::DIM, &format!("line {}, column {}", at.line, at.column)));
        if !value.pointer().is_empty() {
            let _ = write!(text, "\n      {}", plain::line(&fragment(value.text())));
        }
    }
    text.push('\n');
    for line in plain::wrap(&plain::line(&finding.message), MEASURE - 6) {
        let _ = writeln!(text, "      {line}");
    }
}

/// The value at a pointer, or the nearest one above it, as for a missing property.
fn nearest<'a>(document: &'a Document, pointer: &str) -> Option<Value<'a>> {
    let mut pointer = pointer;
    loop {
        if let Some(value) = document.json().at_pointer(pointer) {
            return Some(value);
        }
        pointer = &pointer[..pointer.rfind('/')?];
    }
}

fn place(finding: &Diagnostic) -> &str {
    if finding.pointer.is_empty() { "/" } else { &finding.pointer }
}

/// A fragment of JSON in one short line.
fn fragment(text: &str) -> String {
    let mut line = String::new();
    let mut count = 0;
    for word in text.split_whitespace() {
        for character in word.chars().chain(std::iter::once(' ')) {
            if count == FRAGMENT {
                line.push('…');
                return line;
            }
            line.push(character);
            count += 1;
        }
    }
    line.truncate(line.trim_end().len());
    line
}
