//! The suites of the validator that knew the physics extensions: for every file, every error and warning that it found, with
//! its code, severity and pointer; and nothing more but what its rules do not cover.

use std::path::{Path, PathBuf};

use sinew::document::{Document, Severity};
use sinew::validate::{Settings, validate};
use sinew_testkit::assets;
use sinew_tools::validation::Report;

/// Errors and warnings of rules that the other validator lacks, with the files that break them. `SPEC_NOTES.md` says why each
/// is a rule here.
const BEYOND: &[(&str, &str)] = &[
    // A body with neither mass properties nor colliders; these files are about one property alone.
    ("BODY_WITHOUT_COLLIDER", "rigid_body_invalid_com.gltf"),
    ("BODY_WITHOUT_COLLIDER", "rigid_body_invalid_inertiaOrientation.gltf"),
    ("BODY_WITHOUT_COLLIDER", "rigid_body_invalid_mass.gltf"),
    // The schema requires `connectedNode`, which this joint lacks.
    ("UNDEFINED_PROPERTY", "joint_unresolved_joint_no_root_ext.gltf"),
    // Moments of 0.25, 0.5 and 1, where 1 > 0.75, and a joint between a kinematic body and the world.
    ("BODY_INERTIA_IMPOSSIBLE", "node/valid.gltf"),
    ("JOINT_IMMOVABLE", "node/valid.gltf"),
];

/// Severity, code and pointer of errors and warnings.
type Finding = (u64, String, String);

fn reports() -> Vec<PathBuf> {
    let models = ["khr_physics_seed/validator", "khr_physics_latest/validator"].into_iter().flat_map(assets::models);
    models.filter(|model| report_of(model).is_file()).collect()
}

fn report_of(model: &Path) -> PathBuf {
    PathBuf::from(format!("{}.report.json", model.display()))
}

fn published(model: &Path) -> Vec<Finding> {
    let text = std::fs::read_to_string(report_of(model)).unwrap();
    grave(&serde_json::from_str(&text).unwrap())
}

fn ours(model: &Path) -> Vec<Finding> {
    let document = Document::open(model).unwrap();
    let validation = validate(&document, &Settings::default());
    grave(&serde_json::to_value(Report::new("", &document, &validation)).unwrap())
}

fn grave(report: &serde_json::Value) -> Vec<Finding> {
    let messages = report["issues"]["messages"].as_array().unwrap();
    let text = |message: &serde_json::Value, key: &str| message[key].as_str().unwrap_or_default().to_owned();
    let all = messages
        .iter()
        .map(|message| (message["severity"].as_u64().unwrap(), text(message, "code"), text(message, "pointer")));
    let mut grave: Vec<Finding> = all.filter(|(severity, ..)| *severity <= Severity::Warning as u64).collect();
    grave.sort();
    grave.dedup();
    grave
}

#[test]
fn every_error_and_warning_of_the_published_reports_is_found_at_its_pointer() {
    for model in reports() {
        let ours = ours(&model);
        for finding in published(&model) {
            assert!(ours.contains(&finding), "{}: {finding:?} is not among {ours:?}", model.display());
        }
    }
}

#[test]
fn nothing_more_is_found_but_by_rules_that_the_other_validator_lacks() {
    let mut broken = std::collections::BTreeSet::new();
    let models = reports();
    for model in &models {
        let published = published(model);
        for finding in ours(model).into_iter().filter(|finding| !published.contains(finding)) {
            let name = model.display().to_string();
            let known = BEYOND.iter().find(|(code, file)| *code == finding.1 && name.ends_with(file));
            broken.insert(*known.unwrap_or_else(|| panic!("{name}: {finding:?}")));
        }
    }
    // The list holds nothing that has gone away.
    assert!(models.is_empty() || broken.len() == BEYOND.len(), "{broken:?}");
}
