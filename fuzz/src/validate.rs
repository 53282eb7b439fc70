//! Validating: the findings are the same every time and point into the file, reports can be written, and a repaired file is
//! repaired.

use sinew::Model;
use sinew::validate::{Settings, validate as check};
use sinew_document::{Document, NoResources};
use sinew_tools::fix::fix;
use sinew_tools::validation::Report;

use crate::document::document;
use crate::finding;

/// Validates a document, reports about it and repairs it.
///
/// # Panics
/// A promise of the validator is broken.
pub fn validate(bytes: &[u8]) {
    let Some(document) = document(bytes) else { return };
    let settings = Settings::default();
    let validation = check(&document, &settings);
    finding::check(&document, validation.findings(), validation.suppressed());
    let again = check(&document, &settings);
    assert_eq!(again.findings(), validation.findings(), "the findings are others the second time");
    assert_eq!(again.suppressed(), validation.suppressed());
    let (_, lowering) = Model::from_document(&document);
    let has = |code| validation.findings().iter().any(|finding| finding.code == code);
    assert!(lowering.iter().all(|finding| has(finding.code)), "diagnostics of lowering are reported");
    let report = serde_json::to_string(&Report::new("file.gltf", &document, &validation));
    assert!(report.is_ok(), "{:?}", report.err());
    check_repair(&document);
}

/// A repaired file can be read and has nothing left that a repair is known for, so that a second one changes nothing.
fn check_repair(document: &Document) {
    let Ok(fixed) = fix(document) else { return };
    if fixed.changes.is_empty() {
        assert_eq!(fixed.document.json().text(), document.json().text(), "nothing was repaired");
    }
    let read = Document::read(fixed.document.json().text(), &NoResources);
    assert!(read.is_ok(), "the repaired file cannot be read: {:?}", read.err());
    if let Ok(again) = fix(&fixed.document) {
        assert_eq!(again.changes, [], "a repaired file is repaired again");
    }
}
