//! Reports of validation: in the format of Khronos's validator, and as SARIF 2.1.0 for CI systems.

mod info;
mod sarif;

use serde::Serialize;
use sinew_document::{Container, Document, Severity};

use super::answer::Finding;
use sinew_model::validate::Validation;

pub use info::Info;
pub use sarif::{Sarif, SarifFile, sarif};

/// The report about a file, in the format of Khronos's validator.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The caller's name of the file.
    pub uri: String,
    /// The media type of the file.
    pub mime_type: &'static str,
    /// The program that wrote the report.
    pub validator_version: String,
    /// The findings.
    pub issues: Issues,
    /// The contents of the file.
    pub info: Info,
}

/// The findings of a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Issues {
    /// The number of errors.
    pub num_errors: usize,
    /// The number of warnings.
    pub num_warnings: usize,
    /// The number of infos.
    pub num_infos: usize,
    /// The number of hints.
    pub num_hints: usize,
    /// One entry per finding.
    pub messages: Vec<Finding>,
    /// Whether the list is truncated.
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
