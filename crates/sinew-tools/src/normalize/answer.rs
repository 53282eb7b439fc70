//! What `sinew normalize --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::Saved;

use super::{NormalizeReport, Normalized};
use crate::answer::{Finding, findings};

/// The files of a normalized model, and the numbers of changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NormalizeAnswer {
    /// The written files, the main one last.
    pub files: Vec<String>,
    /// The numbers of changes.
    pub changed: NormalizeReport,
    /// The diagnostics of reading, normalizing and writing.
    pub diagnostics: Vec<Finding>,
}

impl NormalizeAnswer {
    /// The answer for a model that was saved; `noticed` are its diagnostics so far.
    pub fn new(normalized: &Normalized, saved: &Saved, noticed: Vec<Finding>) -> Self {
        let mut diagnostics = noticed;
        for finding in findings(&normalized.diagnostics).into_iter().chain(findings(&saved.diagnostics)) {
            // Writing repeats the diagnostics of missing buffers.
            if !diagnostics.contains(&finding) {
                diagnostics.push(finding);
            }
        }
        let files = saved.files.iter().map(|file| file.display().to_string()).collect();
        Self { files, changed: normalized.report, diagnostics }
    }
}
