//! The report for programs.

use serde_json::{Value, json};

use super::Report;
use crate::judge::Judgement;
use crate::result::{CaseResult, Outcome, Verdict};

pub(super) fn write(report: &Report) -> String {
    let json = json!({
        "runner": report.runner,
        "seconds": report.seconds,
        "passed": report.count(Verdict::Passed),
        "failed": report.count(Verdict::Failed),
        "unsupported": report.count(Verdict::Unsupported),
        "skipped": report.count(Verdict::Skipped),
        "cases": report.results.iter().map(case).collect::<Vec<_>>(),
    });
    format!("{json:#}\n")
}

fn case(result: &CaseResult) -> Value {
    let files: serde_json::Map<String, Value> =
        result.files.iter().map(|(dialect, outcome)| ((*dialect).to_owned(), file(outcome))).collect();
    json!({
        "name": result.case.name(),
        "title": result.case.title(),
        "extension": result.case.extension(),
        "section": result.case.section(),
        "verdict": result.verdict().name(),
        // JSON has no infinity: null where no value was measured.
        "error": result.error().filter(|error| error.is_finite()),
        "files": files,
    })
}

fn file(outcome: &Outcome) -> Value {
    let verdict = outcome.verdict().name();
    match outcome {
        Outcome::Judged(judgements) => {
            json!({"verdict": verdict, "judgements": judgements.iter().map(judgement).collect::<Vec<_>>()})
        }
        Outcome::Unsupported(reason) | Outcome::NoAnswer(reason) => json!({"verdict": verdict, "reason": reason}),
        Outcome::Skipped => json!({"verdict": verdict}),
    }
}

fn judgement(one: &Judgement) -> Value {
    json!({
        "of": one.label,
        "expected": one.expected,
        "measured": one.measured,
        "error": if one.error.is_finite() { json!(one.error) } else { Value::Null },
        "met": one.is_met(),
    })
}
