//! Files that are made to be expensive, each in a process of its own that may take 1 GB and 20 seconds of a processor: they are
//! stepped, or refused with a code and a pointer, and never killed.

use std::path::Path;
use std::process::Command;

use sinew_testkit::hostile::{self, Hostile, Outcome};

use crate::{Run, file, folder};

/// Runs the command within 1 GB of memory and 20 seconds of processor time.
fn capped(arguments: &[&str]) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 1048576; ulimit -t 20; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_sinew")]);
    let output = command.args(arguments).output().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Three steps of a kind of file; what is wrong with how that ended.
fn problem(folder: &Path, kind: &Hostile) -> Option<String> {
    let path = file(folder, "hostile.gltf", &(kind.text)());
    let run = capped(&["--quiet", "simulate", &path, "--seconds", "0.05"]);
    let says = |part: &str| run.stderr.contains(part);
    let is_expected = match kind.outcome {
        Outcome::Steps => run.code == Some(0),
        Outcome::Refused => run.code == Some(5) && says("BUDGET_EXCEEDED") && says("/nodes/") && run.stdout.is_empty(),
    };
    let shown: String = run.stderr.chars().take(300).collect();
    (!is_expected).then(|| format!("{}: {:?}, exit {:?}: {shown}", kind.name, kind.outcome, run.code))
}

/// Every third kind, so that the tests that call this share the work.
fn check(part: usize) {
    let folder = folder(&format!("hostile_{part}"));
    let problems: Vec<String> = hostile::all()
        .enumerate()
        .filter(|(at, _)| at % 3 == part)
        .filter_map(|(_, kind)| problem(&folder, kind))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_third_of_the_hostile_files_is_stepped_or_refused_within_its_caps() {
    assert!(hostile::all().count() >= 40);
    check(0);
}

#[test]
fn another_third_of_the_hostile_files_is_stepped_or_refused_within_its_caps() {
    check(1);
}

#[test]
fn the_last_third_of_the_hostile_files_is_stepped_or_refused_within_its_caps() {
    check(2);
}

fn kind(name: &str) -> String {
    (hostile::all().find(|kind| kind.name == name).unwrap().text)()
}

#[test]
fn a_budget_of_the_command_line_refuses_and_allows() {
    let folder = folder("hostile_budget");
    let path = file(&folder, "pile.gltf", &kind("150 spheres at one point"));
    let simulate = |options: &[&str]| capped(&[&["simulate", &path, "--seconds", "0.02", "--json"], options].concat());
    // 150 · 149 / 2 pairs.
    assert_eq!(simulate(&["--budget", "pairs=11175"]).code, Some(0));
    let refused = simulate(&["--budget", "pairs=11174"]);
    assert!(
        refused.failure(5).contains("needs at least 11175 pairs of colliders; the budget is 11174"),
        "{}",
        refused.stderr
    );
    assert_eq!(simulate(&["--budget", "pairs=1", "--budget", "off"]).code, Some(0));
    assert_eq!(simulate(&["--budget", "pears=1"]).code, Some(2));
}

#[test]
fn a_run_beyond_its_time_exits_with_5_and_leaves_no_file() {
    let folder = folder("hostile_timeout");
    let path = file(&folder, "chain.gltf", &kind("a chain of 500 bodies"));
    let trace = folder.join("trace.jsonl").display().to_string();
    let late = capped(&["--timeout", "0.2", "simulate", &path, "--seconds", "1e5", "--trace", &trace]);
    assert!(late.failure(5).contains("CANCELLED"), "{}", late.stderr);
    assert!(late.stderr.contains("--timeout"), "{}", late.stderr);
    assert!(!Path::new(&trace).exists());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing but the input is left");
    assert_eq!(capped(&["--timeout", "0", "simulate", &path]).code, Some(2));
}

#[test]
fn endless_and_strange_inputs_end_within_the_limit() {
    let folder = folder("hostile_inputs");
    let fifo = folder.join("fifo").display().to_string();
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // A writer that is gone at once: the reader must not wait for more.
    let writer = std::thread::spawn({
        let fifo = fifo.clone();
        move || std::fs::write(fifo, "{").unwrap()
    });
    assert_eq!(capped(&["inspect", &fifo]).code, Some(3));
    writer.join().unwrap();
    for input in ["/dev/zero", "/dev/urandom"] {
        let run = capped(&["--limit", "file=1M", "simulate", input]);
        assert!(run.failure(3).starts_with("error"), "{input}: {}", run.stderr);
    }
    assert_eq!(capped(&["simulate", &folder.display().to_string()]).code, Some(3));
    assert_eq!(capped(&["simulate", "--input", "/dev/zero", "--limit", "file=1M"]).code, Some(3));
}
