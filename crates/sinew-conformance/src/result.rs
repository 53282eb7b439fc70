//! Results by file, by case, and by extension and section.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::case::Case;
use crate::judge::{Judgement, judge};
use crate::measure::measure;
use crate::runner::Response;

/// The result of one file.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The runner answered; one judgement for each expected value.
    Judged(Vec<Judgement>),
    /// The runner does not support the case, for this reason.
    Unsupported(String),
    /// The runner failed, printed no JSON object or ran out of time, for this reason.
    NoAnswer(String),
    /// The file was not run, because another one had failed before ([`RunOptions::fail_fast`](crate::RunOptions::fail_fast)).
    Skipped,
}

/// The result of a case in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every file that the runner supports met all expectations.
    Passed,
    /// A file was not run.
    Skipped,
    /// The runner supports none of the files.
    Unsupported,
    /// A file missed an expectation, or got no answer.
    Failed,
}

/// A case and the results of its files.
#[derive(Debug)]
#[non_exhaustive]
pub struct CaseResult<'a> {
    /// The case.
    pub case: &'a Case,
    /// Dialect and outcome, in the order of the dialects' names.
    pub files: Vec<(&'a str, Outcome)>,
}

/// The results of a section of an extension's specification.
#[derive(Debug)]
#[non_exhaustive]
pub struct Section<'a> {
    /// The extension.
    pub extension: &'a str,
    /// The section's name.
    pub name: &'a str,
    /// The results of its cases, in the order of their names.
    pub results: Vec<&'a CaseResult<'a>>,
}

impl Outcome {
    /// Compares a runner's response with the expected values of a case.
    pub(crate) fn new(case: &Case, response: Response) -> Self {
        match response {
            Response::Answer(answer) => Self::Judged(judgements(case, &answer)),
            Response::Unsupported(reason) => Self::Unsupported(reason),
            Response::NoAnswer(reason) => Self::NoAnswer(reason),
        }
    }

    /// The result in one word.
    pub fn verdict(&self) -> Verdict {
        match self {
            Self::Judged(judgements) if judgements.iter().all(Judgement::is_met) => Verdict::Passed,
            Self::Judged(_) | Self::NoAnswer(_) => Verdict::Failed,
            Self::Unsupported(_) => Verdict::Unsupported,
            Self::Skipped => Verdict::Skipped,
        }
    }

    /// The largest error divided by its tolerance; `None` without an answer.
    pub fn error(&self) -> Option<f64> {
        match self {
            Self::Judged(judgements) => Some(judgements.iter().map(|one| one.error).fold(0.0, f64::max)),
            _ => None,
        }
    }
}

fn judgements(case: &Case, answer: &Value) -> Vec<Judgement> {
    let one = |expectation| judge(expectation, measure(answer, expectation));
    case.expectations.iter().map(one).collect()
}

impl Verdict {
    /// The word, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Skipped => "skipped",
            Self::Unsupported => "unsupported",
            Self::Failed => "failed",
        }
    }
}

impl CaseResult<'_> {
    /// The result in one word: a case passes if the runner supports one of its files or more, and all of these pass.
    pub fn verdict(&self) -> Verdict {
        let verdicts = || self.files.iter().map(|(_, outcome)| outcome.verdict());
        let in_order = [Verdict::Failed, Verdict::Skipped, Verdict::Passed];
        in_order.into_iter().find(|one| verdicts().any(|verdict| verdict == *one)).unwrap_or(Verdict::Unsupported)
    }

    /// The largest error of its files, divided by the tolerance; `None` without an answer.
    pub fn error(&self) -> Option<f64> {
        self.files.iter().filter_map(|(_, outcome)| outcome.error()).reduce(f64::max)
    }
}

impl Section<'_> {
    /// The number of cases with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.results.iter().filter(|result| result.verdict() == verdict).count()
    }

    /// The largest error of the cases that passed, divided by the tolerance.
    pub fn error(&self) -> Option<f64> {
        let passed = self.results.iter().filter(|result| result.verdict() == Verdict::Passed);
        passed.filter_map(|result| result.error()).reduce(f64::max)
    }
}

/// Groups results by extension and section, in the order of their names.
pub(crate) fn sections<'a>(results: &'a [CaseResult<'a>]) -> Vec<Section<'a>> {
    let mut sections: BTreeMap<_, Section> = BTreeMap::new();
    for result in results {
        let (extension, name) = (result.case.extension(), result.case.section());
        let empty = || Section { extension, name, results: Vec::new() };
        sections.entry((extension, name)).or_insert_with(empty).results.push(result);
    }
    sections.into_values().collect()
}

/// A relative error for people: three decimals below 10, `∞` where no value was measured, nothing without an answer.
pub fn error_text(error: Option<f64>) -> String {
    match error {
        None => String::new(),
        Some(error) if error.is_infinite() => "∞".to_owned(),
        Some(error) if error < 0.001 => "0.000".to_owned(),
        Some(error) if error < 10.0 => format!("{error:.3}"),
        Some(error) if error < 1e5 => format!("{error:.0}"),
        Some(error) => format!("{error:.0e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(error: f64) -> Outcome {
        Outcome::Judged(vec![Judgement {
            label: String::new(),
            expected: String::new(),
            measured: String::new(),
            error,
        }])
    }

    #[test]
    fn an_outcome_is_as_bad_as_its_worst_judgement() {
        assert_eq!(judged(1.0).verdict(), Verdict::Passed);
        assert_eq!(judged(1.01).verdict(), Verdict::Failed);
        assert_eq!(Outcome::NoAnswer(String::new()).verdict(), Verdict::Failed);
        assert_eq!(Outcome::NoAnswer(String::new()).error(), None);
    }

    #[test]
    fn errors_are_short() {
        let texts = [None, Some(0.0), Some(0.1234), Some(23.4), Some(1.2e7), Some(f64::INFINITY)].map(error_text);
        assert_eq!(texts, ["", "0.000", "0.123", "23", "1e7", "∞"]);
    }
}
