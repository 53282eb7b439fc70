//! Validation of the extensions that Sinew runs, and of the rules of core glTF that they depend on. Khronos's validator
//! checks the rest of core glTF.
//!
//! Most rules are checked where a file is read and lowered, because that code must know them anyway; this module adds
//! rules that running a file does not need.
//!
//! | part | checks |
//! |---|---|
//! | `compression` | compressed buffer views, whether something reads them or not |
//! | `declared` | `extensionsUsed` and `extensionsRequired` against what the file uses |
//! | `unused` | entries of the extensions' lists that nothing names |
//! | `body`, `filter`, `joint`, `triangles` | physics that is valid and most likely a mistake |
//! | `place` | where in the file a part of the model comes from |
//! | `settings` | the severity of each rule |
//!
//! Each part passes over the document or the model once, so that the time grows with the file.

mod body;
mod compression;
mod declared;
mod filter;
mod joint;
mod place;
mod settings;
mod triangles;
mod unused;

use sinew_document::{Diagnostic, Diagnostics, Document, Severity};

use crate::lower::LowerOptions;
use crate::model::Model;

pub use settings::{Level, Settings, SettingsError, nearest};

/// The diagnostics of a file, with the severities of the caller's settings.
#[derive(Clone, Debug)]
pub struct Validation {
    findings: Vec<Diagnostic>,
    suppressed: usize,
}

impl Validation {
    /// Everything that was found, in the order of the rules.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// Returns how many diagnostics were not stored.
    pub fn suppressed(&self) -> usize {
        self.suppressed
    }

    /// How many findings are of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// Checks a document.
///
/// ```
/// use sinew_document::{Document, NoResources};
/// use sinew_model::validate::{Settings, validate};
///
/// let file = r#"{"asset": {"version": "2.0"}, "nodes": [{"extensions": {
///     "VRMC_constraints-1.0": {"position": {"source": 7}}}}]}"#;
/// let document = Document::read(file, &NoResources)?;
/// let codes = validate(&document, &Settings::default()).findings().iter().map(|found| found.code.as_str()).collect::<Vec<_>>();
/// assert!(codes.contains(&"UNRESOLVED_REFERENCE") && codes.contains(&"UNDECLARED_EXTENSION"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate(document: &Document, settings: &Settings) -> Validation {
    let (model, lowering) = Model::from_document_with(document, &LowerOptions::default());
    let mut found = document.diagnostics().clone();
    found.append(lowering);
    compression::check(document, &mut found);
    declared::check(document, &mut found);
    unused::check(document, &mut found);
    filter::check(document, &mut found);
    body::check(document, &model, &mut found);
    triangles::check(document, &model, &mut found);
    joint::check(document, &model, &mut found);
    settled(found, settings)
}

/// The findings with the severities that the caller wants, without those that are switched off.
fn settled(found: Diagnostics, settings: &Settings) -> Validation {
    let suppressed = found.suppressed();
    let findings = found.into_iter().filter_map(|mut finding| {
        finding.severity = settings.severity(finding.code)?;
        Some(finding)
    });
    Validation { findings: findings.collect(), suppressed }
}
