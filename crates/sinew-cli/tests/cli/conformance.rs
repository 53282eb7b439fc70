//! `sinew conformance`: cases that pass, cases that do not, and programs that misbehave.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::sinew;

const FILE: &str = r#"{
  "asset": {"version": "2.0"},
  "scenes": [{"nodes": [0]}],
  "nodes": [{"name": "Arm", "translation": [1, 2, 3], "children": [1]}, {"name": "Hand", "translation": [0, 0.5, 0]}]
}"#;

/// A suite of one case in a folder of its own, which goes at the end.
struct Suite(PathBuf);

impl Suite {
    fn new(name: &str, run: &str, expect: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("sinew-suite-{name}-{}", std::process::id()));
        let case = folder.join("node/hand");
        fs::create_dir_all(&case).unwrap();
        fs::write(case.join("a.gltf"), FILE).unwrap();
        let text = format!(
            r#"{{"title": "A hand hangs on its arm", "extension": "core", "section": "Nodes", "shows": ["core/nodes"],
                "files": {{"2.0": "a.gltf"}}, "run": {run}, "expect": {expect}}}"#
        );
        fs::write(case.join("case.json"), text).unwrap();
        Self(folder)
    }

    /// Where the hand is when the arm is moved by the case to [2, 3, 4].
    fn of_hand(name: &str, value: &str) -> Self {
        let expect =
            format!(r#"[{{"node": "Hand", "is": "model.translation", "value": {value}, "tolerance": 0.001}}]"#);
        Self::new(name, r#"{"verb": "evaluate", "pose": {"nodes": {"Arm": {"translation": [2, 3, 4]}}}}"#, &expect)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The names of the cases, as reports have them.
fn cases(suite: &Path) -> BTreeSet<String> {
    let folders =
        |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let of_area = |area: PathBuf| folders(&area).filter(|case| case.join("case.json").is_file()).collect::<Vec<_>>();
    let name = |case: PathBuf| {
        let mut parts = case.iter().rev().map(|part| part.to_str().unwrap());
        let (name, area) = (parts.next().unwrap(), parts.next().unwrap());
        format!("{area}/{name}")
    };
    folders(suite).flat_map(of_area).map(name).collect()
}

/// A suite that has grown since is one that nobody has been measured with.
#[test]
fn the_published_scoreboard_is_of_every_case_of_the_suite() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let cases = cases(&root.join("conformance"));
    let text = fs::read_to_string(root.join("docs/scoreboard.json")).unwrap();
    let board: serde_json::Value = serde_json::from_str(&text).unwrap();
    let runners = board["runners"].as_array().unwrap();
    assert!(runners.len() >= 5, "four engines beside Sinew");
    for runner in runners {
        let measured: BTreeSet<String> = runner["cases"].as_object().unwrap().keys().cloned().collect();
        assert_eq!(measured, cases, "{}: run `python3 conformance/scoreboard.py`", runner["runner"]);
    }
    assert_eq!((&runners[0]["runner"], runners[0]["passed"].as_u64()), (&"Sinew".into(), Some(cases.len() as u64)));
    let page = fs::read_to_string(root.join("docs/conformance.md")).unwrap();
    assert!(page.contains(&format!(": {} cases, run by `sinew conformance`", cases.len())), "{}", cases.len());
}

#[test]
fn sinew_passes_every_case_within_a_minute() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let start = Instant::now();
    let run = sinew(&["conformance", "--suite", suite.to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let last = run.stdout.lines().last().unwrap_or_default();
    assert!(last.contains("passed") && !last.contains("unsupported"), "{}", run.stdout);
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn a_case_that_is_met_passes() {
    // The arm at [2, 3, 4] and the hand half a metre above it.
    let suite = Suite::of_hand("met", "[2, 3.5, 4]");
    let run = sinew(&["conformance", "--suite", suite.path()]);
    assert!(run.text().contains("1 case, 1 passed in"), "{}", run.stdout);
}

#[test]
fn a_case_that_is_not_met_shows_both_numbers_and_exits_with_1() {
    let suite = Suite::of_hand("unmet", "[2, 3, 4]");
    let run = sinew(&["conformance", "--suite", suite.path()]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("expected 2 3 4 ± 0.001"), "{}", run.stdout);
    assert!(run.stdout.contains("measured 2 3.5 4 (500)"), "{}", run.stdout);
}

#[test]
fn reports_are_written_in_every_format() {
    let suite = Suite::of_hand("report", "[2, 3.5, 4]");
    for (ending, part) in
        [("md", "| core | Nodes | 1 | 0 | 0 |"), ("json", "\"passed\": 1"), ("html", "2 3.5 4 ± 0.001")]
    {
        let report = suite.0.join(format!("report.{ending}"));
        sinew(&["conformance", "--suite", suite.path(), "--report", report.to_str().unwrap()]).text();
        assert!(fs::read_to_string(report).unwrap().contains(part), "{ending}");
    }
    let run = sinew(&["conformance", "--suite", suite.path(), "--report", "report.txt"]);
    assert!(run.failure(2).contains("has no known extension"));
}

#[test]
fn a_suite_that_is_not_there_or_not_sound_is_told_with_its_place() {
    let run = sinew(&["conformance", "--suite", "no/such/folder"]);
    assert!(run.failure(3).contains("--suite"));
    let suite = Suite::new("unsound", r#"{"verb": "evaluate"}"#, r#"[{"node": "Hand", "is": "colour", "value": 1}]"#);
    let run = sinew(&["conformance", "--suite", suite.path()]);
    let message = run.failure(3);
    assert!(message.contains("case.json: /expect/0/is: `colour`"), "{message}");
    let suite = Suite::of_hand("filter", "[2, 3.5, 4]");
    assert!(sinew(&["conformance", "--suite", suite.path(), "--filter", "foot"]).failure(2).contains("foot"));
}

#[test]
fn a_program_that_fails_is_a_case_that_fails() {
    let suite = Suite::of_hand("broken", "[2, 3.5, 4]");
    // `sinew explain evaluate …` takes no such arguments, and exits with 2.
    let own = format!("\"{}\" explain", env!("CARGO_BIN_EXE_sinew"));
    let run = sinew(&["conformance", "--suite", suite.path(), "--runner", &own]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.starts_with("Failed\n") && run.stdout.contains("1 case, 0 passed, 1 failed"), "{}", run.stdout);
    assert!(sinew(&["conformance", "--suite", suite.path(), "--runner", " "]).failure(2).contains("no command"));
}

#[test]
fn a_program_that_is_not_there_is_a_usage_error() {
    let suite = Suite::of_hand("nobody", "[2, 3.5, 4]");
    for program in ["there-is-no-such-program", "./no/such/runner"] {
        let run = sinew(&["conformance", "--suite", suite.path(), "--runner", program]);
        assert!(run.failure(2).contains(program), "{}", run.stderr);
    }
    let run = sinew(&["conformance", "--suite", suite.path(), "--persistent"]);
    assert!(run.failure(2).contains("--runner"), "{}", run.stderr);
}

/// A runner in a shell: it counts how often it was started, and answers the lines that it reads.
#[cfg(unix)]
fn served(suite: &Suite, answer: &str) -> String {
    let script = suite.0.join("runner.sh");
    let text = format!(
        "test \"$1\" = serve || exit 9\necho started >> '{0}/starts'\nwhile read -r line; do\n\
         echo \"$line\" >> '{0}/requests'\n{answer}\ndone\n",
        suite.0.display()
    );
    fs::write(&script, text).unwrap();
    format!("sh '{}'", script.display())
}

#[cfg(unix)]
#[test]
fn a_persistent_program_is_started_once_and_asked_line_by_line() {
    let suite = Suite::of_hand("persistent", "[2, 3.5, 4]");
    // The same case nine times, under other names.
    for copy in 1..9 {
        let folder = suite.0.join(format!("node/hand{copy}"));
        fs::create_dir_all(&folder).unwrap();
        for file in ["a.gltf", "case.json"] {
            fs::copy(suite.0.join("node/hand").join(file), folder.join(file)).unwrap();
        }
    }
    let matrix = "1,0,0,0,0,1,0,0,0,0,1,0,2,3.5,4,1";
    let answer = format!(r#"echo '{{"nodes": [{{"index": 1, "name": "Hand", "model": {{"matrix": [{matrix}]}}}}]}}'"#);
    let runner = served(&suite, &answer);
    let run = sinew(&["conformance", "--suite", suite.path(), "--runner", &runner, "--persistent", "--jobs", "1"]);
    assert!(run.text().contains("9 cases, 9 passed"), "{}{}", run.stdout, run.stderr);
    assert_eq!(fs::read_to_string(suite.0.join("starts")).unwrap(), "started\n");
    let requests = fs::read_to_string(suite.0.join("requests")).unwrap();
    assert_eq!(requests.lines().count(), 9);
    for line in requests.lines() {
        let request: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((&request["arguments"][0], &request["arguments"][2]), (&"evaluate".into(), &"--json".into()));
    }
}

#[cfg(unix)]
#[test]
fn a_persistent_program_that_hangs_ends_or_complains_fails_the_case_alone() {
    let suite = Suite::of_hand("persistent_broken", "[2, 3.5, 4]");
    let cases = [
        ("sleep 60", "no answer after 0.5 s"),
        ("echo why >&2; exit 3", "why"),
        (r#"echo '{"error": "cannot"}'"#, "cannot"),
        ("echo hello", "printed no JSON"),
    ];
    for (answer, reason) in cases {
        let runner = served(&suite, answer);
        let run =
            sinew(&["conformance", "--suite", suite.path(), "--runner", &runner, "--persistent", "--timeout", "0.5"]);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(run.stdout.contains(reason), "{answer}: {}", run.stdout);
    }
}

#[cfg(unix)]
#[test]
fn garbage_silence_and_no_end_are_cases_that_fail() {
    let suite = Suite::of_hand("garbage", "[2, 3.5, 4]");
    let runners = [
        ("echo hello", "printed no JSON"),
        ("sh -c 'echo []'", "no object"),
        ("true", "printed nothing"),
        ("sh -c 'echo why >&2; kill -9 $$'", "why"),
        ("sh -c 'sleep 60'", "no answer after 0.2 s"),
    ];
    for (runner, reason) in runners {
        let run = sinew(&["conformance", "--suite", suite.path(), "--runner", runner, "--timeout", "0.2"]);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(run.stdout.contains(reason), "{runner}: {}", run.stdout);
    }
}

#[cfg(unix)]
#[test]
fn what_a_program_does_not_do_is_no_failure() {
    let suite = Suite::of_hand("unsupported", "[2, 3.5, 4]");
    let runner = r#"sh -c 'echo "{\"unsupported\": \"no poses\"}"'"#;
    let run = sinew(&["conformance", "--suite", suite.path(), "--runner", runner]);
    assert!(run.text().contains("1 case, 0 passed, 1 unsupported"), "{}", run.stdout);
}
