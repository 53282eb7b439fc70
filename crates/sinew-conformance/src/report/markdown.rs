//! The report as a page of a project's documents.

use std::fmt::Write as _;

use super::Run;
use crate::conformance::board::{Outcome, Result, Verdict, count, error_text, sections};

pub(super) fn write(run: &Run) -> String {
    let mut text = String::new();
    let [passed, failed, unsupported] =
        [Verdict::Passed, Verdict::Failed, Verdict::Unsupported].map(|verdict| count(run.results, verdict));
    let _ = writeln!(text, "# Conformance of {}\n", escape(run.runner));
    let _ = writeln!(
        text,
        "{} cases: {passed} passed, {failed} failed, {unsupported} unsupported. Errors are parts of what is tolerated.\n",
        run.results.len()
    );
    text += "| extension | section | passed | failed | unsupported | worst error |\n|---|---|--:|--:|--:|--:|\n";
    for ((extension, name), section) in sections(run.results) {
        let [passed, failed, unsupported] =
            [Verdict::Passed, Verdict::Failed, Verdict::Unsupported].map(|verdict| section.count(verdict));
        let (extension, name, error) = (escape(extension), escape(name), error_text(section.error()));
        let _ = writeln!(text, "| {extension} | {name} | {passed} | {failed} | {unsupported} | {error} |");
    }
    text += "\n## Cases\n\n| case | verdict | error |\n|---|---|--:|\n";
    for result in run.results {
        let (name, error) = (escape(&result.case.name), error_text(result.error()));
        let _ = writeln!(text, "| {name} | {} | {error} |", result.verdict().name());
    }
    let failed: Vec<&Result> = run.results.iter().filter(|result| result.verdict() == Verdict::Failed).collect();
    if !failed.is_empty() {
        text += "\n## What failed\n";
        for result in failed {
            push_failure(&mut text, result);
        }
    }
    text
}

fn push_failure(text: &mut String, result: &Result) {
    let _ = writeln!(text, "\n### {}\n\n{}\n", escape(&result.case.name), escape(&result.case.title));
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
            Outcome::Broken(reason) => {
                let _ = writeln!(text, "- {}: {}", escape(dialect), escape(reason));
            }
            Outcome::Unsupported(_) | Outcome::Skipped => {}
        }
    }
}

/// A text that no sign of the format breaks out of: it comes from files and from other programs.
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
