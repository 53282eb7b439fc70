use serde_json::json;

use crate::{file, folder, sinew};

const TEXT: &str = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mass": 1.50, "rotation": [0, 3, 0, 4]}], "extensions": {"EXT_a": {}}}"#;

#[test]
fn each_change_is_listed_and_the_rest_is_untouched() {
    let folder = folder("fix_lists");
    let input = file(&folder, "in.gltf", TEXT);
    let out = folder.join("out.gltf").display().to_string();
    let run = sinew(&["fix", &input, &out]);
    let text = run.text();
    assert!(text.starts_with(&format!("wrote {out}")), "{text}");
    assert!(text.contains("/nodes/0/rotation  divided the rotation by its length, 5"), "{text}");
    assert!(text.contains("/extensions/EXT_a  added \"EXT_a\" to extensionsUsed"), "{text}");
    let fixed = std::fs::read_to_string(&out).unwrap();
    assert!(fixed.contains(r#"{"mass": 1.50, "rotation": [0.0,0.6,0.0,0.8]}"#), "{fixed}");
    assert_eq!(sinew(&["validate", &out]).code, Some(0));
    let again = sinew(&["fix", &out, &folder.join("again.gltf").display().to_string()]);
    assert!(again.text().contains("nothing could be repaired unambiguously"), "{}", again.stdout);
}

#[test]
fn programs_read_the_changes_and_what_is_left() {
    let folder = folder("fix_json");
    let text = TEXT.replace("\"mass\": 1.50", "\"children\": [9]");
    let out = folder.join("out.glb").display().to_string();
    let answer = sinew(&["fix", &file(&folder, "in.gltf", &text), &out, "--json"]).json();
    assert_eq!(answer["files"], json!([out]));
    assert_eq!(answer["changes"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["errorsLeft"], 1);
    assert_eq!(answer["diagnostics"][0]["code"], "UNRESOLVED_REFERENCE");
}

#[test]
fn the_file_itself_stays_as_it_is_and_another_is_replaced_where_that_is_asked_for() {
    let folder = folder("fix_force");
    let input = file(&folder, "in.gltf", TEXT);
    for force in [&[][..], &["--force"]] {
        let run = sinew(&[&["fix", &input, &input], force].concat());
        assert!(run.failure(2).contains("is an input, and inputs are not overwritten"), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(&input).unwrap(), TEXT);
    let out = file(&folder, "out.gltf", TEXT);
    assert!(sinew(&["fix", &input, &out]).failure(3).contains("exists"));
    sinew(&["fix", &input, &out, "--force"]).text();
    assert_ne!(std::fs::read_to_string(&out).unwrap(), TEXT);
}
