//! What `sinew bake --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::Saved;

use super::{BakeReport, Baked};
use crate::answer::{Finding, findings};

/// Where a baked file went, and what was written.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BakeAnswer {
    /// The file that was read, as the caller calls it.
    pub file: String,
    /// The files that the document is now in, the main one last.
    pub files: Vec<String>,
    /// What was written, and how near it is.
    pub baked: BakeReport,
    /// What was noticed while reading, simulating and writing.
    pub diagnostics: Vec<Finding>,
}

/// One file of several: baked, or skipped.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum BakeFileAnswer {
    /// The file was baked.
    Baked(Box<BakeAnswer>),
    /// The file has no motion to bake.
    Skipped {
        /// The file that was read, as the caller calls it.
        file: String,
        /// Why it was skipped.
        skipped: String,
        /// What was noticed while reading and simulating.
        diagnostics: Vec<Finding>,
    },
}

impl BakeAnswer {
    /// The answer for a file that was saved; `noticed` is what was said of it before.
    pub fn new(file: &str, baked: &Baked, saved: &Saved, noticed: Vec<Finding>) -> Self {
        let mut diagnostics = noticed;
        for finding in findings(&saved.diagnostics) {
            if !diagnostics.contains(&finding) {
                diagnostics.push(finding);
            }
        }
        let files = saved.files.iter().map(|file| file.display().to_string()).collect();
        Self { file: file.to_owned(), files, baked: baked.report.clone(), diagnostics }
    }
}
