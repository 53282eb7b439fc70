//! What came of a suite, as files.

mod html;
mod json;
mod markdown;

use std::path::Path;

use super::board::Result as CaseResult;

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Markdown,
    Json,
    Html,
}

/// A run of the suite.
pub(crate) struct Run<'a> {
    /// What was asked: `sinew 0.1.0`, or the command.
    pub(crate) runner: &'a str,
    pub(crate) results: &'a [CaseResult<'a>],
    pub(crate) seconds: f32,
}

impl Format {
    /// What the name of a file says.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "md" => Some(Self::Markdown),
            "json" => Some(Self::Json),
            "html" => Some(Self::Html),
            _ => None,
        }
    }

    pub(crate) fn write(self, run: &Run) -> String {
        match self {
            Self::Markdown => markdown::write(run),
            Self::Json => json::write(run),
            Self::Html => html::write(run),
        }
    }
}
