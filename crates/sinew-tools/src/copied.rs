//! What `sinew copy --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::Saved;

use super::answer::{Finding, findings};

/// The files of a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Copied {
    /// The written files, the main one last.
    pub files: Vec<String>,
    /// The diagnostics of reading and writing.
    pub diagnostics: Vec<Finding>,
}

impl Copied {
    /// The answer for a document that was saved; `noticed` are its diagnostics so far.
    pub fn new(saved: &Saved, noticed: Vec<Finding>) -> Self {
        let mut diagnostics = noticed;
        for finding in findings(&saved.diagnostics) {
            // Writing repeats the diagnostics of missing buffers.
            if !diagnostics.contains(&finding) {
                diagnostics.push(finding);
            }
        }
        Self { files: saved.files.iter().map(|file| file.display().to_string()).collect(), diagnostics }
    }
}
