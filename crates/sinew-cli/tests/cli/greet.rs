use crate::sinew;

#[test]
fn without_a_verb_it_greets_in_two_lines_shows_the_demo_and_names_three_commands() {
    let run = sinew(&[]);
    let lines: Vec<&str> = run.text().lines().collect();
    assert!(lines[0].starts_with("Sinew 0."), "{}", lines[0]);
    assert!(!lines[1].is_empty() && lines[2].is_empty());
    assert!(lines[3].starts_with("demo.gltf  glTF 2.0"), "{}", lines[3]);
    assert!(lines.iter().any(|line| line.contains("└─ Load #12")), "{}", run.stdout);
    let next = lines.iter().position(|line| *line == "Try next").unwrap();
    let verbs: Vec<&str> = lines[next + 1..].iter().map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert_eq!(verbs, ["inspect", "simulate", "evaluate"]);
    assert_eq!(run.stderr, "");
}

#[test]
fn quietly_it_shows_the_demo_alone() {
    let run = sinew(&["--quiet"]);
    assert!(run.text().starts_with("demo.gltf"), "{}", run.stdout);
    assert_eq!(run.stdout, sinew(&["inspect"]).stdout);
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
    for verb in ["inspect", "evaluate", "simulate", "copy", "validate", "explain", "fix", "completions"] {
        let run = sinew(&[verb, "--help"]);
        assert!(run.text().contains(&format!("Examples:\n  sinew {verb}")), "{}", run.stdout);
    }
}

#[test]
fn an_unknown_verb_is_a_usage_error() {
    assert!(sinew(&["juggle"]).failure(2).contains("juggle"));
}
