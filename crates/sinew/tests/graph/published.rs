//! Khronos's tests of `KHR_interactivity`: every subtest that a file lists has its result in a variable, and the file says by a
//! custom event that all went well.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;
use sinew::document::Document;
use sinew::math::Rigid;
use sinew::{Model, World, WorldOptions};
use sinew_testkit::assets;

/// The subtests of a file that did not pass, and whether it said that it had.
fn failures(path: &Path, expected: &Value) -> Vec<String> {
    let document = Document::open(path).unwrap();
    let (model, _) = Model::from_document(&document);
    let mut failures = Vec::new();
    if model.graphs().selected().is_none() {
        return vec!["the graph is rejected".to_owned()];
    }
    let mut world = World::new(WorldOptions::default());
    let id = world.spawn(Arc::new(model), Rigid::IDENTITY);
    let mut events = Vec::new();
    // The longest of them takes three seconds.
    for _ in 0..300 {
        world.step();
        events.extend(world.graph_events(id).map(|event| event.id.to_owned()));
    }
    let variables: Vec<_> = world.graph_variables(id).collect();
    for test in expected["tests"].as_array().unwrap() {
        for subtest in test["subTests"].as_array().unwrap() {
            let [passed, result] =
                ["successResultVarId", "resultVarId"].map(|key| subtest[key].as_i64().unwrap() as usize);
            // A subtest without a variable says by events alone how it went.
            let is_passed = variables.get(passed).is_none_or(|(.., numbers)| *numbers == [1.0]);
            if !is_passed {
                let found = variables.get(result).map(|(.., numbers)| numbers.to_vec());
                failures.push(format!("{}: {found:?}, not {}", subtest["name"], subtest["expectedResultValue"]));
            }
        }
    }
    if !events.iter().any(|event| event == "test/onSuccess") || events.iter().any(|event| event.contains("onFail")) {
        failures.push(format!("the file sent {events:?}"));
    }
    failures
}

#[test]
fn published_tests_pass_every_subtest() {
    let mut failed = Vec::new();
    let mut count = 0;
    for path in assets::models("interactivity") {
        let expected = path.with_extension("expected.json");
        let Ok(text) = std::fs::read_to_string(expected) else { continue };
        count += 1;
        let found = failures(&path, &serde_json::from_str(&text).unwrap());
        if !found.is_empty() {
            failed.push(format!("{}: {}", path.display(), found.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
    assert!(count == 0 || count >= 53, "only {count} files");
}
