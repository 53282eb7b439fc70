//! What came of a suite: by file, by case, and by extension and section.

use std::collections::BTreeMap;

use serde_json::Value;

use super::case::Case;
use super::judge::{Judgement, judge};
use super::measure::measure;
use super::runner::Reply;

/// What came of one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    Judged(Vec<Judgement>),
    Unsupported(String),
    Broken(String),
    /// Not asked, because another case had failed before.
    Skipped,
}

/// How a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Skipped,
    Unsupported,
    Failed,
}

/// A case and what came of its files.
pub(crate) struct Result<'a> {
    pub(crate) case: &'a Case,
    /// Dialect and outcome, in the order of the dialects' names.
    pub(crate) files: Vec<(&'a str, Outcome)>,
}

/// How the cases of a section ended.
#[derive(Default)]
pub(crate) struct Section<'a> {
    pub(crate) results: Vec<&'a Result<'a>>,
}

impl Outcome {
    /// Judges a reply by what a case expects.
    pub(crate) fn of(case: &Case, reply: Reply) -> Self {
        match reply {
            Reply::Answer(answer) => Self::Judged(judgements(case, &answer)),
            Reply::Unsupported(reason) => Self::Unsupported(reason),
            Reply::Broken(reason) => Self::Broken(reason),
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self {
            Self::Judged(judgements) if judgements.iter().all(Judgement::is_met) => Verdict::Passed,
            Self::Judged(_) | Self::Broken(_) => Verdict::Failed,
            Self::Unsupported(_) => Verdict::Unsupported,
            Self::Skipped => Verdict::Skipped,
        }
    }

    /// The worst error as a part of what is tolerated; `None` where nothing was judged.
    pub(crate) fn error(&self) -> Option<f64> {
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
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Skipped => "skipped",
            Self::Unsupported => "unsupported",
            Self::Failed => "failed",
        }
    }
}

impl Result<'_> {
    /// A case passes when every dialect that the runner reads does, and it reads one.
    pub(crate) fn verdict(&self) -> Verdict {
        let verdicts = || self.files.iter().map(|(_, outcome)| outcome.verdict());
        let in_order = [Verdict::Failed, Verdict::Skipped, Verdict::Passed];
        in_order.into_iter().find(|one| verdicts().any(|verdict| verdict == *one)).unwrap_or(Verdict::Unsupported)
    }

    pub(crate) fn error(&self) -> Option<f64> {
        self.files.iter().filter_map(|(_, outcome)| outcome.error()).reduce(f64::max)
    }
}

impl Section<'_> {
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.results.iter().filter(|result| result.verdict() == verdict).count()
    }

    /// The worst error of the cases that passed.
    pub(crate) fn error(&self) -> Option<f64> {
        let passed = self.results.iter().filter(|result| result.verdict() == Verdict::Passed);
        passed.filter_map(|result| result.error()).reduce(f64::max)
    }
}

/// The results by extension and section, in the order of their names.
pub(crate) fn sections<'a>(results: &'a [Result<'a>]) -> BTreeMap<(&'a str, &'a str), Section<'a>> {
    let mut sections: BTreeMap<_, Section> = BTreeMap::new();
    for result in results {
        let key = (result.case.extension.as_str(), result.case.section.as_str());
        sections.entry(key).or_default().results.push(result);
    }
    sections
}

/// How many cases ended so.
pub(crate) fn count(results: &[Result], verdict: Verdict) -> usize {
    results.iter().filter(|result| result.verdict() == verdict).count()
}

/// An error as a part of what is tolerated, for people.
pub(crate) fn error_text(error: Option<f64>) -> String {
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
        assert_eq!(Outcome::Broken(String::new()).verdict(), Verdict::Failed);
        assert_eq!(Outcome::Broken(String::new()).error(), None);
    }

    #[test]
    fn errors_are_short() {
        let texts = [None, Some(0.0), Some(0.1234), Some(23.4), Some(1.2e7), Some(f64::INFINITY)].map(error_text);
        assert_eq!(texts, ["", "0.000", "0.123", "23", "1e7", "∞"]);
    }
}
