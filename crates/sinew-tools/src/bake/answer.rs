//! What `sinew bake --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::Saved;

use super::{BakeReport, Baked};
use crate::answer::{Finding, findings};

/// The files and the report of a bake.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BakeAnswer {
    /// The caller's name of the file that was read.
    pub file: String,
    /// The written files, the main one last.
    pub files: Vec<String>,
    /// The size and the error of a bake.
    pub baked: BakeReport,
    /// The diagnostics of reading, simulating and writing.
    pub diagnostics: Vec<Finding>,
}

/// One file of several: baked, or skipped.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BakeFileAnswer {
    /// The file was baked.
    Baked(Box<BakeAnswer>),
    /// The file has no motion to bake.
    Skipped {
        /// The caller's name of the file that was read.
        file: String,
        /// Why it was skipped.
        skipped: String,
        /// The diagnostics of reading and simulating.
        diagnostics: Vec<Finding>,
    },
}

impl BakeAnswer {
    /// The answer for a file that was saved; `noticed` are its diagnostics so far.
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
