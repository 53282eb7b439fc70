//! Findings as text, most severe first.

use std::fmt::Write as _;

use sinew_tools::answer::Finding;

use super::{number, plain, style};

/// Findings of one severity that are shown without --all.
const SHOWN: usize = 20;

/// The maximum width of prose, columns.
const MEASURE: usize = 80;

const INDENT: &str = "    ";

/// The findings below a heading that counts them; nothing where there are none.
pub(crate) fn render(findings: &[Finding], is_all: bool) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let groups = (0..=3).map(|severity| findings.iter().filter(move |finding| finding.severity == severity));
    let groups: Vec<Vec<&Finding>> = groups.map(Iterator::collect).filter(|group: &Vec<_>| !group.is_empty()).collect();
    let counts: Vec<String> = groups.iter().map(|group| heading(group)).collect();
    let mut text = format!("\n{}  {}\n", style::paint(style::HEADING, "Diagnostics"), counts.join(", "));
    for group in &groups {
        let shown = if is_all { group.len() } else { SHOWN };
        group.iter().take(shown).for_each(|finding| push(&mut text, finding));
        if group.len() > shown {
            let more = format!("… and {} more (--all shows them)", group.len() - shown);
            let _ = writeln!(text, "  {}", style::paint(style::DIM, &more));
        }
    }
    text
}

fn heading(group: &[&Finding]) -> String {
    let (word, word_style) = style::of_severity(group.first().map_or(0, |finding| finding.severity));
    // "info" counts without a plural.
    let many = if word == "info" { word.to_owned() } else { format!("{word}s") };
    style::paint(word_style, &number::counted(group.len(), word, &many))
}

fn push(text: &mut String, finding: &Finding) {
    let (word, word_style) = style::of_severity(finding.severity);
    let place = if finding.pointer.is_empty() { "/" } else { &finding.pointer };
    let word = style::paint(word_style, word);
    let code = style::paint(style::DIM, finding.code);
    let _ = writeln!(text, "  {word} {}  {code}", style::paint(style::ACCENT, &plain::line(place)));
    for line in plain::wrap(&plain::line(&finding.message), MEASURE - INDENT.len()) {
        let _ = writeln!(text, "{INDENT}{line}");
    }
}
