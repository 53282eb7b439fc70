use std::collections::HashSet;

use serde_json::{Value, json};
use sinew_document::{Code, examples, explanation};

use crate::{command, file, folder, sinew};

const GOOD: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]}"#;
const WARNS: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}], "extensionsUsed": ["KHR_physics_rigid_bodies"]}"#;
const WRONG: &str =
    "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": [0]}],\n\"nodes\": [{\"rotation\": [0, 0, 1, 1]}]}";

#[test]
fn the_exit_code_shows_what_was_found() {
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
        "`sinew fix` writes the",
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

/// A relative reference without dot segments (RFC 3986, sections 3.3 and 4.2): what the format asks of a place from a base.
fn is_plain_reference(uri: &str) -> bool {
    let is_unreserved = |letter: char| letter.is_ascii_alphanumeric() || "-._~/%".contains(letter);
    uri.chars().all(is_unreserved)
        && !uri.starts_with('/')
        && uri.split('/').all(|part| !["", ".", ".."].contains(&part))
}

/// What the SARIF multitool (npm: `@microsoft/sarif-multitool`, `validate`) calls errors and can be checked without it, over every
/// rule's own example. Its numbers are in the comments.
#[test]
fn a_log_keeps_the_rules_of_the_formats_validator() {
    let root = folder("validate_log");
    let elsewhere = folder("validate_log_elsewhere");
    let mut broken = HashSet::new();
    for &code in Code::ALL {
        for (at, example) in examples(code).enumerate() {
            let folder = if at == 0 { &root } else { &elsewhere };
            file(folder, &format!("{code} ü.gltf"), example.text);
            broken.insert(code.as_str());
        }
    }
    let elsewhere = elsewhere.display().to_string();
    let output = command(&["validate", ".", &elsewhere, "--format", "sarif"]).current_dir(&root).output().unwrap();
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    // 1011: the schema of the published version.
    assert_eq!(
        (&log["version"], &log["$schema"]),
        (&json!("2.1.0"), &json!("https://json.schemastore.org/sarif-2.1.0.json"))
    );
    let run = &log["runs"][0];

    // 1004, 1005: bases are absolute, end in a slash, and have no dot segments.
    let bases = run["originalUriBaseIds"].as_object().unwrap();
    for (id, base) in bases {
        let below = base["uri"].as_str().unwrap().strip_prefix("file:///").unwrap_or_else(|| panic!("{id}: {base}"));
        assert!(is_plain_reference(below.strip_suffix('/').unwrap()), "{id}: {base}");
    }
    let base = |id: &str| bases[id]["uri"].as_str().unwrap();
    assert!(base("%SRCROOT%").ends_with("/validate_log/"), "{bases:?}");
    assert!(base("%OTHERROOT%").ends_with("/validate_log_elsewhere/"), "{bases:?}");

    // 1001: ids that are all different; 2012: what it takes to understand a rule.
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let ids: HashSet<_> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), rules.len());
    assert!(ids.len() > 100 && ids.len() * 10 > broken.len() * 8, "{} of {}", ids.len(), broken.len());
    for rule in rules {
        let code = Code::from_name(rule["id"].as_str().unwrap()).unwrap();
        assert_eq!(rule["help"]["text"].as_str(), explanation(code), "{code}");
        assert!(rule["helpUri"].as_str().unwrap().starts_with("https://"), "{code}");
        assert!(rule["shortDescription"]["text"].as_str().unwrap().ends_with('.'), "{code}");
        let name = rule["name"].as_str().unwrap();
        assert!(name.starts_with(|first: char| first.is_ascii_uppercase()) && !name.contains('_'), "{name}");
    }

    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        // 1009, 1010: the index leads to the rule of that id.
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        // 1004: a place from a base is relative, and the base is one of the run's.
        let place = &result["locations"][0]["physicalLocation"];
        let artifact = &place["artifactLocation"];
        assert!(is_plain_reference(artifact["uri"].as_str().unwrap()), "{artifact}");
        assert!(bases.contains_key(artifact["uriBaseId"].as_str().unwrap()), "{artifact}");
        // 1007: lines and columns count from one.
        if let Some(region) = place.get("region") {
            assert!(region["startLine"].as_u64() >= Some(1) && region["startColumn"].as_u64() >= Some(1), "{region}");
        }
    }
}
