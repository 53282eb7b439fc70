//! The command as people and programs run it: what it prints where, and how it exits. One file a verb.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

#[cfg(feature = "physics")]
mod avatar;
mod bake;
#[cfg(feature = "physics")]
mod batch;
#[cfg(feature = "physics")]
mod book;
mod completions;
#[cfg(feature = "physics")]
mod conformance;
mod convert;
mod copy;
#[cfg(feature = "physics")]
mod demo;
mod evaluate;
mod explain;
mod fix;
#[cfg(feature = "physics")]
mod graph;
#[cfg(feature = "physics")]
mod greet;
#[cfg(all(unix, feature = "physics"))]
mod hostile;
mod import;
mod inspect;
mod joints;
#[cfg(all(target_os = "linux", feature = "physics"))]
mod live;
#[cfg(feature = "physics")]
mod manual;
mod normalize;
#[cfg(all(unix, feature = "physics"))]
mod output;
mod plot;
mod pose;
mod properties;
mod real_files;
mod replay;
mod replay_refused;
mod retarget;
mod retarget_bvh;
mod retarget_rig;
#[cfg(feature = "physics")]
mod schema;
#[cfg(feature = "physics")]
mod scripts;
mod simulate;
#[cfg(feature = "physics")]
mod standard;
mod terminal;
mod validate;
mod view;
mod view_hostile;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What came of running the command.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    /// The answer for programs.
    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        serde_json::from_str(&self.stdout).unwrap()
    }

    /// The text for people.
    #[track_caller]
    fn text(&self) -> &str {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        &self.stdout
    }

    /// What it says when it fails with this code: on standard error, with nothing on standard output.
    #[track_caller]
    fn failure(&self, code: i32) -> &str {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        &self.stderr
    }
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sinew"));
    // The environment of the tests may have set these.
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.args(arguments).stdin(Stdio::null());
    command
}

fn sinew(arguments: &[&str]) -> Run {
    let output = command(arguments).output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name).display().to_string()
}

fn demo() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/demo.gltf").display().to_string()
}

/// An empty folder of a test's own.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file in the folder of a test.
fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// The codes of the diagnostics in an answer, each with its pointer.
fn codes(answer: &Value) -> Vec<(&str, &str)> {
    let diagnostics = answer["diagnostics"].as_array().unwrap();
    diagnostics.iter().map(|found| (found["code"].as_str().unwrap(), found["pointer"].as_str().unwrap())).collect()
}

#[track_caller]
fn assert_near(actual: &Value, expected: &[f64]) {
    let actual: Vec<f64> = actual.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect();
    assert_eq!(actual.len(), expected.len());
    for (a, b) in actual.iter().zip(expected) {
        assert!((a - b).abs() < 1e-5, "{actual:?} is not {expected:?}");
    }
}
