//! The report for programs.

use serde_json::{Value, json};

use super::Run;
use crate::conformance::board::{Outcome, Result, Verdict, count};
use crate::conformance::judge::Judgement;

pub(super) fn write(run: &Run) -> String {
    let report = json!({
        "runner": run.runner,
        "seconds": run.seconds,
        "passed": count(run.results, Verdict::Passed),
        "failed": count(run.results, Verdict::Failed),
        "unsupported": count(run.results, Verdict::Unsupported),
        "skipped": count(run.results, Verdict::Skipped),
        "cases": run.results.iter().map(case).collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

fn case(result: &Result) -> Value {
    let files: serde_json::Map<String, Value> =
        result.files.iter().map(|(dialect, outcome)| ((*dialect).to_owned(), file(outcome))).collect();
    json!({
        "name": result.case.name,
        "title": result.case.title,
        "extension": result.case.extension,
        "section": result.case.section,
        "verdict": result.verdict().name(),
        // No number where nothing could be compared.
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
        Outcome::Unsupported(reason) | Outcome::Broken(reason) => json!({"verdict": verdict, "reason": reason}),
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
