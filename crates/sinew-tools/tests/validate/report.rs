//! The reports that programs read.

use serde_json::json;
use sinew::validate::{Settings, validate};
use sinew_tools::validation::{Report, SarifFile, sarif};

use super::read;

const TEXT: &str = "{\"asset\": {\"version\": \"2.0\", \"generator\": \"a hand\"},\n \"scenes\": [{\"nodes\": [0]}],\n \"nodes\": [\n  {\"rotation\": [0, 0, 1, 1]}]}";

#[test]
fn the_report_has_the_shape_of_the_other_validators() {
    let document = read(TEXT);
    let validation = validate(&document, &Settings::default());
    let report = serde_json::to_value(Report::new("a file.gltf", &document, &validation)).unwrap();
    assert_eq!(report["uri"], "a file.gltf");
    assert_eq!(report["mimeType"], "model/gltf+json");
    let issues = &report["issues"];
    assert_eq!((&issues["numErrors"], &issues["numWarnings"]), (&json!(1), &json!(0)));
    assert_eq!((&issues["numInfos"], &issues["numHints"], &issues["truncated"]), (&json!(0), &json!(0), &json!(false)));
    let message = &issues["messages"][0];
    assert_eq!((&message["code"], &message["severity"]), (&json!("ROTATION_NON_UNIT"), &json!(0)));
    assert_eq!(message["pointer"], "/nodes/0/rotation");
    assert!(message["message"].as_str().unwrap().contains("length"));
    assert_eq!((&report["info"]["version"], &report["info"]["generator"]), (&json!("2.0"), &json!("a hand")));
    assert_eq!(report["info"]["hasDefaultScene"], false);
}

#[test]
fn the_log_for_ci_systems_names_lines_and_rules() {
    let document = read(TEXT);
    let validation = validate(&document, &Settings::default());
    let log = serde_json::to_value(sarif([SarifFile::new("a file.gltf", &document, &validation)], None)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], "ROTATION_NON_UNIT");
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("ROTATION_NON_UNIT"), &json!("error")));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20file.gltf");
    // The fourth line; `  {"rotation": ` are fifteen characters.
    assert_eq!(place["region"], json!({"startLine": 4, "startColumn": 16}));
}

#[test]
fn a_rule_that_is_switched_off_is_not_reported() {
    let mut settings = Settings::default();
    settings.set_text("ROTATION_NON_UNIT=off").unwrap();
    assert!(validate(&read(TEXT), &settings).findings().is_empty());
}
