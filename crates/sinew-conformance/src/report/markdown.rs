//! The report as a page of a project's documentation.

use std::fmt::Write as _;

use super::Report;
use crate::result::{CaseResult, Outcome, Verdict, error_text};

pub(super) fn write(report: &Report) -> String {
    let mut text = String::new();
    let [passed, failed, unsupported] =
        [Verdict::Passed, Verdict::Failed, Verdict::Unsupported].map(|verdict| report.count(verdict));
    let _ = writeln!(text, "# Conformance of {}\n", escape(&report.runner));
    let _ = writeln!(
        text,
        "{} cases: {passed} passed, {failed} failed, {unsupported} unsupported. Errors are divided by the tolerance.\n",
        report.results.len()
    );
    text += "| extension | section | passed | failed | unsupported | largest error |\n|---|---|--:|--:|--:|--:|\n";
    for section in report.sections() {
        let [passed, failed, unsupported] =
            [Verdict::Passed, Verdict::Failed, Verdict::Unsupported].map(|verdict| section.count(verdict));
        let (extension, name, error) = (escape(section.extension), escape(section.name), error_text(section.error()));
        let _ = writeln!(text, "| {extension} | {name} | {passed} | {failed} | {unsupported} | {error} |");
    }
    text += "\n## Cases\n\n| case | verdict | error |\n|---|---|--:|\n";
    for result in &report.results {
        let (name, error) = (escape(result.case.name()), error_text(result.error()));
        let _ = writeln!(text, "| {name} | {} | {error} |", result.verdict().name());
    }
    let failed: Vec<&CaseResult> = report.results.iter().filter(|result| result.verdict() == Verdict::Failed).collect();
    if !failed.is_empty() {
        text += "\n## Failures\n";
        for result in failed {
            push_failure(&mut text, result);
        }
    }
    text
}

fn push_failure(text: &mut String, result: &CaseResult) {
    let _ = writeln!(text, "\n### {}\n\n{}\n", escape(result.case.name()), escape(result.case.title()));
    for (dialect, outcome) in &result.files {
        match outcome {
            Outcome::Judged(judgements) => {
                for one in judgements.iter().filter(|one| !one.is_met()) {
                    let _ = writeln!(
                        text,
                        "- {}, {}: expected {}, measured {}",
                        escape(dialect),
                        escape(&one.label),
                        escape(&one.expected),
                        escape(&one.measured)
                    );
                }
            }
            Outcome::NoAnswer(reason) => {
                let _ = writeln!(text, "- {}: {}", escape(dialect), escape(reason));
            }
            Outcome::Unsupported(_) | Outcome::Skipped => {}
        }
    }
}

/// Escapes text from files and other programs, so that it cannot contain markup.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '*' | '`' | '<' | '[' | ']' | '\\' => escaped.extend(['\\', letter]),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
