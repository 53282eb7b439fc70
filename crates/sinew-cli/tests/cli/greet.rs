use std::process::Stdio;

use crate::{command, folder, sinew};

#[test]
fn without_a_verb_it_greets_in_two_lines_runs_the_demo_and_names_what_to_try() {
    let run = sinew(&[]);
    let lines: Vec<&str> = run.text().lines().collect();
    assert!(lines[0].starts_with("Sinew 0."), "{}", lines[0]);
    assert!(!lines[1].is_empty() && lines[2].is_empty());
    assert!(lines[3].starts_with("demo.gltf  5 s in 300 steps") && lines[3].contains("digest "), "{}", lines[3]);
    assert!(lines.iter().any(|line| line.contains("touches")), "{}", run.stdout);
    assert!(!run.stdout.contains('\x1b'), "{}", run.stdout);
    let next = lines.iter().position(|line| *line == "Try next").unwrap();
    assert_eq!(lines.len() - next - 1, 6, "{}", run.stdout);
    assert_eq!(run.stderr, "");
    // They work as they are printed, one after the other in one folder.
    let folder = folder("try_next");
    for line in &lines[next + 1..] {
        let (typed, _) = line.trim_start().split_once("  ").unwrap();
        let words: Vec<&str> = typed.split_whitespace().collect();
        let status = command(&words[1..]).current_dir(&folder).stdout(Stdio::null()).status().unwrap();
        assert!(status.success(), "{typed}");
    }
}

#[test]
fn quietly_it_shows_the_demo_alone() {
    let run = sinew(&["--quiet"]);
    assert!(run.text().starts_with("demo.gltf"), "{}", run.stdout);
    // But for how long it took.
    let rest = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rest(&run.stdout), rest(&sinew(&["simulate"]).stdout));
}

#[test]
fn the_version_is_short_or_long() {
    assert_eq!(sinew(&["-V"]).text(), concat!("sinew ", env!("CARGO_PKG_VERSION"), "\n"));
    assert!(sinew(&["--version"]).text().contains("physics: "));
    for arguments in [["--version", "--verbose"], ["--verbose", "-V"]] {
        let run = sinew(&arguments);
        let lines: Vec<&str> = run.text().lines().collect();
        assert_eq!(lines[0], format!("sinew {}", env!("CARGO_PKG_VERSION")));
        assert!(lines[1].starts_with("physics: rapier3d ") && lines[1].contains("block-solver"), "{lines:?}");
        assert!(lines[2].starts_with("bits: digest ") && lines[2].ends_with(", as everywhere"), "{lines:?}");
    }
}

#[test]
fn every_verb_explains_itself_with_examples() {
    for verb in
        ["inspect", "evaluate", "simulate", "copy", "validate", "explain", "fix", "watch", "demo", "completions"]
    {
        let run = sinew(&[verb, "--help"]);
        assert!(run.text().contains(&format!("Examples:\n  sinew {verb}")), "{}", run.stdout);
    }
}

/// The tasks come before the verbs and the options.
#[test]
fn help_begins_with_five_tasks() {
    for flag in ["--help", "-h"] {
        let run = sinew(&[flag]);
        let text = run.text();
        let (tasks, verbs) = (text.find("Start here:").unwrap(), text.find("Commands:").unwrap());
        assert!(tasks < verbs, "{text}");
        let lines = text[tasks..verbs].lines().skip(1).take_while(|line| line.starts_with("  sinew"));
        assert_eq!(lines.count(), 5, "{text}");
    }
}

#[test]
fn an_unknown_verb_is_a_usage_error() {
    assert!(sinew(&["juggle"]).failure(2).contains("juggle"));
}
