//! The results of a run, and the formats in which they are written.

mod html;
mod json;
mod markdown;

use std::path::Path;

use crate::result::{CaseResult, Section, Verdict, sections};

/// The format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A page for a project's documentation: tables of sections and cases, and every expectation that was missed.
    Markdown,
    /// For programs: every case, file and judgement.
    Json,
    /// One page without dependencies: expected and measured values side by side.
    Html,
}

/// The results of a run.
#[derive(Debug)]
pub struct Report<'a> {
    pub(crate) runner: String,
    pub(crate) results: Vec<CaseResult<'a>>,
    pub(crate) seconds: f32,
}

impl<'a> Report<'a> {
    /// The runner's name.
    pub fn runner(&self) -> &str {
        &self.runner
    }

    /// The results of the cases, in the order of their names.
    pub fn results(&self) -> &[CaseResult<'a>] {
        &self.results
    }

    /// The duration of the run.
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// The number of cases with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.results.iter().filter(|result| result.verdict() == verdict).count()
    }

    /// The results by extension and section, in the order of their names.
    pub fn sections(&self) -> Vec<Section<'_>> {
        sections(&self.results)
    }

    /// The report in a format.
    pub fn to_text(&self, format: Format) -> String {
        match format {
            Format::Markdown => markdown::write(self),
            Format::Json => json::write(self),
            Format::Html => html::write(self),
        }
    }
}

impl Format {
    /// The format of a file's extension: `.md`, `.json` or `.html`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "md" => Some(Self::Markdown),
            "json" => Some(Self::Json),
            "html" => Some(Self::Html),
            _ => None,
        }
    }
}
