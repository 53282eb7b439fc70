//! What `sinew copy --json` prints. A field may be added, none renamed.

use serde::Serialize;
use sinew_document::Saved;

use super::answer::{Finding, findings};

/// Where a copy went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Copied {
    /// The files that the document is now in, the main one last.
    pub files: Vec<String>,
    /// What was noticed while reading and writing.
    pub diagnostics: Vec<Finding>,
}

impl Copied {
    /// The answer for a document that was saved; `noticed` is what was said of it before.
    pub fn new(saved: &Saved, noticed: Vec<Finding>) -> Self {
        let mut diagnostics = noticed;
        for finding in findings(&saved.diagnostics) {
            // Writing repeats what reading said of a buffer that cannot be had.
            if !diagnostics.contains(&finding) {
                diagnostics.push(finding);
            }
        }
        Self { files: saved.files.iter().map(|file| file.display().to_string()).collect(), diagnostics }
    }
}
