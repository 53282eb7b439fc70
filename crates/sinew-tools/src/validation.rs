//! What is wrong with a file, as programs read it: in the shape of Khronos's validator, and as SARIF 2.1.0 for the
//! annotations of a CI system.

mod info;
mod sarif;

use serde::Serialize;
use sinew_document::{Container, Document, Severity};

use super::answer::Finding;
use sinew_model::validate::Validation;

pub use info::Info;
pub use sarif::{Sarif, SarifFile, sarif};

/// What is wrong with a file, in the shape of Khronos's validator.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The file, as the caller calls it.
    pub uri: String,
    /// What kind of file it is.
    pub mime_type: &'static str,
    /// Which program wrote the report.
    pub validator_version: String,
    /// What was found.
    pub issues: Issues,
    /// What the file holds.
    pub info: Info,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Issues {
    /// How many errors.
    pub num_errors: usize,
    /// How many warnings.
    pub num_warnings: usize,
    /// How many notes.
    pub num_infos: usize,
    /// How many hints.
    pub num_hints: usize,
    /// One entry a finding.
    pub messages: Vec<Finding>,
    /// Whether there are more than are listed.
    pub truncated: bool,
}

impl Report {
    /// The report about a file.
    pub fn new(uri: &str, document: &Document, validation: &Validation) -> Self {
        let count = |severity| validation.count(severity);
        Self {
            uri: uri.to_owned(),
            mime_type: match document.container() {
                Container::Gltf => "model/gltf+json",
                Container::Glb { .. } => "model/gltf-binary",
            },
            validator_version: format!("sinew {}", env!("CARGO_PKG_VERSION")),
            issues: Issues {
                num_errors: count(Severity::Error),
                num_warnings: count(Severity::Warning),
                num_infos: count(Severity::Information),
                num_hints: count(Severity::Hint),
                messages: validation.findings().iter().map(Finding::from).collect(),
                truncated: validation.suppressed() > 0,
            },
            info: Info::new(document),
        }
    }
}
