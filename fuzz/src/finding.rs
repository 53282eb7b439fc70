//! Findings: each says something, and points at something.

use sinew_document::{Code, Diagnostic, Document};

/// Checks what was found in a document. `suppressed` is how many findings were not kept.
pub(crate) fn check(document: &Document, findings: &[Diagnostic], suppressed: usize) {
    // Of two members with one key, both are checked, and the pointer of the first leads to the last.
    let is_ambiguous = findings.iter().any(|finding| finding.code == Code::DUPLICATE_PROPERTY);
    for finding in findings {
        assert!(!finding.to_string().is_empty());
        let is_found = document.json().at_pointer(&finding.pointer).is_some();
        let is_excused = is_ambiguous || suppressed > 0 || is_about_the_file(&finding.pointer) || is_borrowed(finding);
        assert!(is_found || is_excused, "{finding} leads nowhere");
    }
}

/// A finding about the container points at the whole file, or at an array that is not there.
fn is_about_the_file(pointer: &str) -> bool {
    pointer == "/buffers"
}

/// Some pointers are those of the validator that knew KHR's physics, which miss their places: the mesh of a shape one level too
/// high, and an axis without its array.
fn is_borrowed(finding: &Diagnostic) -> bool {
    let is_mesh = finding.code == Code::UNRESOLVED_REFERENCE
        && finding.pointer.starts_with("/extensions/KHR_collision_shapes/shapes/")
        && finding.pointer.ends_with("/mesh");
    is_mesh || finding.code == Code::KHR_RIGID_BODIES_JOINT_LIMITS_INVALID_AXIS
}
