//! Real files: those that are meant to be valid have no errors.

use sinew::document::{Document, Severity};
use sinew::validate::{Settings, validate};
use sinew_testkit::assets;

/// Files that are wrong, with the rule that they break. The first two say so by their names; the third is a file that its
/// authors test the missing version with.
const WRONG: &[(&str, &str)] = &[
    ("negative_parent_out_of_range.gltf", "UNRESOLVED_REFERENCE"),
    ("negative_rotation_three_components.gltf", "ARRAY_LENGTH_NOT_IN_LIST"),
    ("test_no_specVersion.vrma", "SPEC_VERSION_MISSING"),
];

#[test]
fn real_files_that_are_meant_to_be_valid_have_no_errors() {
    for path in assets::models("") {
        let name = path.display().to_string();
        if name.contains("/validator/") {
            continue;
        }
        let document = Document::open(&path).unwrap();
        let validation = validate(&document, &Settings::default());
        let errors = validation.findings().iter().filter(|finding| finding.severity == Severity::Error);
        // Published behaviour graphs are older than the text (SPEC_NOTES, Behaviour graphs, 1).
        let errors = errors.filter(|finding| !finding.pointer.starts_with("/extensions/KHR_interactivity"));
        let errors: Vec<&str> = errors.map(|finding| finding.code.as_str()).collect();
        let expected: Vec<&str> =
            WRONG.iter().filter(|(file, _)| name.ends_with(file)).map(|(_, code)| *code).collect();
        assert_eq!(errors, expected, "{name}");
    }
}
