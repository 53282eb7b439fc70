//! The ranges of the table are those by which files are checked: a value that cannot be set is reported where a file has it, and one at
//! the end of a range is not.

use sinew::model::property::{PropertyRange, PropertyRow};
use sinew::validate::{Settings, validate};

use super::scripted::{FILES, pointers, text};
use super::*;

/// Values outside of a range, and at its ends.
fn samples(range: PropertyRange) -> Option<(&'static [f32], &'static [f32])> {
    match range {
        PropertyRange::AtLeastZero => Some((&[-1.0, -1e-3], &[0.0])),
        PropertyRange::AboveZero => Some((&[-1.0, 0.0], &[1e-3])),
        PropertyRange::Unit => Some((&[-1e-3, 1.001], &[0.0, 1.0])),
        _ => None,
    }
}

/// What a text lets a file say, and a running world does not let be set: OMI's negative numbers for a limit of infinite stiffness and a
/// drive of infinite force.
fn is_said_by_files(pointer: &str, number: f32) -> bool {
    let is_endless = pointer.contains("OMI_physics_joint")
        && (pointer.ends_with("/maxForce") || pointer.contains("/limits/") && pointer.ends_with("/stiffness"));
    is_endless && number < 0.0
}

/// The codes of what is reported about a value of a file.
fn findings(file: &Value, pointer: &str, number: f32, row: &PropertyRow) -> Vec<String> {
    let mut file = file.clone();
    let width = row.kind.width().unwrap_or(1);
    *file.pointer_mut(pointer).unwrap() = if width == 1 { json!(number) } else { json!(vec![number; width]) };
    let document = Document::read(file.to_string(), &NoResources).unwrap();
    let report = validate(&document, &Settings::default());
    let about = report.findings().iter().filter(|found| found.pointer.starts_with(pointer));
    about.map(|found| found.code.as_str().to_owned()).collect()
}

#[test]
fn a_value_that_cannot_be_set_is_reported_where_a_file_has_it() {
    let mut checked = 0;
    // What is drawn is not Sinew's to check.
    for name in FILES.iter().filter(|name| **name != "drawn") {
        let file = text(&format!("{name}.gltf"));
        let (world, id) = spawn(&animation::read(&file).0);
        for pointer in pointers(name) {
            let row = world.resolve(id, &pointer).unwrap().row();
            // The weight of an expression is in no file.
            let (Some((wrong, right)), true) = (samples(row.range), file.pointer(&pointer).is_some()) else { continue };
            for number in wrong.iter().filter(|number| !is_said_by_files(&pointer, **number)) {
                assert!(row.range.complaint(&[*number]).is_some(), "{pointer}");
                assert!(!findings(&file, &pointer, *number, row).is_empty(), "{pointer} may be {number} in a file");
            }
            for number in right {
                assert_eq!(row.range.complaint(&[*number]), None, "{pointer}");
                let found = findings(&file, &pointer, *number, row);
                assert!(!found.iter().any(|code| code == "VALUE_NOT_IN_RANGE"), "{pointer} of {number}: {found:?}");
            }
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked}");
}
