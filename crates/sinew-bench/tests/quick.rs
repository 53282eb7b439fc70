//! The whole harness on small scenes, as `cargo xtask bench --quick --without-node` runs it.

#![allow(clippy::expect_used, reason = "what a test cannot do without")]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A folder that goes away with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-bench-test-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("it was written")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn bench(out: &Path, arguments: &[&str]) -> (bool, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew-bench"));
    let output = command.args(arguments).arg("--out").arg(out).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn every_group_is_measured_and_written_and_what_people_wrote_stays() {
    let folder = Folder::new("every");
    std::fs::write(folder.0.join("README.md"), "# Benchmarks\n\nBy hand.\n").expect("a file");
    let (succeeded, lines, said) = bench(&folder.0, &["--quick", "--without-node"]);
    assert!(succeeded, "{said}");

    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect();
    let groups: Vec<&str> = rows.iter().filter_map(|row| row["group"].as_str()).collect();
    for group in sinew_bench::group::GROUPS {
        assert!(groups.contains(&group.name), "{}: {groups:?}", group.name);
    }
    for row in &rows {
        assert!(row["ours"].as_f64().is_some_and(|time| time > 0.0), "{row}");
        if !row["peer"].is_null() {
            assert!(row["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{row}");
            assert!(row["unit"].is_string() && row["peer_version"].is_string(), "{row}");
        }
    }

    let results: Value = serde_json::from_str(&folder.read("results.json")).expect("JSON");
    assert_eq!(results["rows"].as_array().map(Vec::len), Some(rows.len()));
    assert!(results["machine"]["date"].is_string());
    let readme = folder.read("README.md");
    assert!(readme.starts_with("# Benchmarks\n\nBy hand.\n"), "{readme}");
    assert_eq!(readme.lines().filter(|line| line.starts_with("| ")).count(), rows.len() + 1, "{readme}");
    assert!(folder.read("chart.svg").trim_end().ends_with("</svg>"));
}

#[test]
fn a_group_that_is_not_there_is_refused_by_name() {
    let folder = Folder::new("other");
    let (succeeded, _, said) = bench(&folder.0, &["--only", "teapots"]);
    assert!(!succeeded && said.contains("teapots") && said.contains("constraints"), "{said}");
}
