use serde_json::{Value, json};

use crate::{file, folder, sinew};

const GOOD: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]}"#;
const WARNS: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}], "extensionsUsed": ["KHR_physics_rigid_bodies"]}"#;
const WRONG: &str =
    "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": [0]}],\n\"nodes\": [{\"rotation\": [0, 0, 1, 1]}]}";

#[test]
fn the_exit_code_tells_what_was_found() {
    let folder = folder("validate_exit");
    let [good, warns, wrong] = [("good.gltf", GOOD), ("warns.gltf", WARNS), ("wrong.gltf", WRONG)]
        .map(|(name, text)| file(&folder, name, text));
    assert_eq!(sinew(&["validate", &good]).code, Some(0));
    assert_eq!(sinew(&["validate", &warns]).code, Some(0));
    assert_eq!(sinew(&["validate", &warns, "--strict"]).code, Some(1));
    assert_eq!(sinew(&["validate", &wrong]).code, Some(1));
    assert_eq!(sinew(&["validate", &wrong, "--severity", "ROTATION_NON_UNIT=warning"]).code, Some(0));
    assert_eq!(sinew(&["validate", &good, "--severity", "ROTATION_NON_UNIT"]).code, Some(2));
    assert_eq!(sinew(&["validate", "no such file.gltf"]).code, Some(3));
    let run = sinew(&["validate", &wrong, "--severity", "ROTATION_NONUNIT=off"]);
    assert!(run.failure(2).contains("did you mean ROTATION_NON_UNIT?"), "{}", run.stderr);
}

#[test]
fn people_read_what_is_wrong_where_and_why() {
    let folder = folder("validate_text");
    let run = sinew(&["validate", &file(&folder, "wrong.gltf", WRONG)]);
    assert_eq!(run.code, Some(1));
    for part in [
        "1 error",
        "error ROTATION_NON_UNIT",
        "/nodes/0/rotation  line 2, column 24",
        "[0, 0, 1, 1]",
        "the rotation has length 1.414",
        "`sinew fix` writes the normalized",
    ] {
        assert!(run.stdout.contains(part), "{part}:\n{}", run.stdout);
    }
    let run = sinew(&["validate", &file(&folder, "good.gltf", GOOD)]);
    assert!(run.text().contains("nothing found"), "{}", run.stdout);
}

#[test]
fn programs_read_the_shape_of_the_other_validator() {
    let folder = folder("validate_json");
    let wrong = file(&folder, "wrong.gltf", WRONG);
    let run = sinew(&["validate", &wrong, "--format", "json"]);
    assert_eq!(run.code, Some(1));
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["issues"]["numErrors"], 1);
    assert_eq!(report["issues"]["messages"][0]["code"], "ROTATION_NON_UNIT");
    let run = sinew(&["validate", &wrong, &wrong, "--format", "json"]);
    let reports: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(reports.as_array().map(Vec::len), Some(2));
}

#[test]
fn a_ci_system_gets_one_log_for_all_files() {
    let folder = folder("validate_sarif");
    file(&folder, "good.gltf", GOOD);
    file(&folder, "wrong.gltf", WRONG);
    let run = sinew(&["validate", &folder.display().to_string(), "--format", "sarif"]);
    assert_eq!(run.code, Some(1));
    let log: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(1));
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"], json!({"startLine": 2, "startColumn": 24}));
}

#[test]
fn a_folder_goes_on_behind_a_file_that_cannot_be_read() {
    let folder = folder("validate_folder");
    file(&folder, "a_broken.gltf", "{");
    file(&folder, "b_wrong.gltf", WRONG);
    std::fs::create_dir(folder.join("inner")).unwrap();
    file(&folder.join("inner"), "c_good.gltf", GOOD);
    file(&folder, "notes.txt", "not a model");
    let run = sinew(&["validate", &folder.display().to_string()]);
    assert_eq!(run.code, Some(3));
    assert!(run.stdout.contains("b_wrong.gltf") && run.stdout.contains("c_good.gltf"), "{}", run.stdout);
    assert!(run.stdout.contains("3 files: 1 with errors, 1 without, 1 that cannot be read"), "{}", run.stdout);
    assert!(run.stderr.contains("a_broken.gltf: not valid JSON"), "{}", run.stderr);
}

#[test]
fn a_configuration_sets_severities_and_the_command_line_goes_before_it() {
    let folder = folder("validate_config");
    let wrong = file(&folder, "wrong.gltf", WRONG);
    let config = file(&folder, "sinew.json", r#"{"severity": {"ROTATION_NON_UNIT": "warning"}, "strict": false}"#);
    assert_eq!(sinew(&["validate", &wrong, "--config", &config]).code, Some(0));
    let run = sinew(&["validate", &wrong, "--config", &config, "--severity", "ROTATION_NON_UNIT=error"]);
    assert_eq!(run.code, Some(1));
    let strict = file(&folder, "strict.json", r#"{"severity": {"ROTATION_NON_UNIT": "warning"}, "strict": true}"#);
    assert_eq!(sinew(&["validate", &wrong, "--config", &strict]).code, Some(1));
    let bad = file(&folder, "bad.json", r#"{"severity": {"NO_RULE": "off"}}"#);
    let run = sinew(&["validate", &wrong, "--config", &bad]);
    assert!(run.failure(3).contains("/severity/NO_RULE: there is no rule"), "{}", run.stderr);
}

#[test]
fn json_is_a_short_name_of_its_format() {
    let folder = folder("validate_short");
    let wrong = file(&folder, "wrong.gltf", WRONG);
    let long = sinew(&["validate", &wrong, "--format", "json"]);
    for call in [&["validate", &wrong, "--json"][..], &["validate", &wrong, "--json", "--format", "json"]] {
        let short = sinew(call);
        assert_eq!((short.code, &short.stdout), (Some(1), &long.stdout), "{}", short.stderr);
    }
    // As docs/scale.md has it.
    let run = sinew(&["validate", &folder.display().to_string(), "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&run.stdout).unwrap().as_array().map(Vec::len), Some(1));
    let run = sinew(&["validate", &wrong, "--json", "--format", "sarif"]);
    assert!(run.failure(2).contains("--format json"), "{}", run.stderr);
}
