//! What `sinew normalize --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::Saved;

use super::{NormalizeReport, Normalized};
use crate::answer::{Finding, findings};

/// Where a normalized model went, and what was changed in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NormalizeAnswer {
    /// The written files, the main one last.
    pub files: Vec<String>,
    /// How much was changed.
    pub changed: NormalizeReport,
    /// The diagnostics of reading, normalizing and writing.
    pub diagnostics: Vec<Finding>,
}

impl NormalizeAnswer {
    /// The answer for a model that was saved; `noticed` are its diagnostics so far.
    pub fn new(normalized: &Normalized, saved: &Saved, noticed: Vec<Finding>) -> Self {
        let mut diagnostics = noticed;
        for finding in findings(&normalized.diagnostics).into_iter().chain(findings(&saved.diagnostics)) {
            // Writing repeats what reading said of a buffer that cannot be had.
            if !diagnostics.contains(&finding) {
                diagnostics.push(finding);
            }
        }
        let files = saved.files.iter().map(|file| file.display().to_string()).collect();
        Self { files, changed: normalized.report, diagnostics }
    }
}
