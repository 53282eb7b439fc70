//! What holds for every verb: where things are printed, colors, quiet, and pipes that close.

use std::io::Read as _;
use std::process::Stdio;

use crate::{command, demo, file, fixture, folder, sinew};

#[test]
fn colors_are_used_when_asked_for_and_not_into_a_pipe() {
    assert!(sinew(&["inspect", "--color", "always"]).text().contains("\x1b[1m"));
    assert!(!sinew(&["inspect"]).text().contains('\x1b'));
    assert!(!sinew(&["inspect", "--color", "never"]).text().contains('\x1b'));
    assert!(sinew(&["inspect", "nowhere.glb", "--color", "always"]).failure(3).contains("\x1b[1m"));
}

#[test]
fn no_color_and_clicolor_force_are_honoured_and_an_argument_outranks_them() {
    let stdout = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = command(arguments).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let forced = ("CLICOLOR_FORCE", "1");
    assert!(stdout(&["inspect"], &[forced]).contains('\x1b'));
    assert!(!stdout(&["inspect"], &[("NO_COLOR", "1")]).contains('\x1b'));
    assert!(stdout(&["inspect", "--color", "always"], &[("NO_COLOR", "1")]).contains('\x1b'));
    assert!(!stdout(&["inspect", "--color", "never"], &[forced]).contains('\x1b'));
}

#[test]
fn json_has_no_colors_even_when_they_are_asked_for() {
    sinew(&["inspect", "--json", "--color", "always"]).json();
    sinew(&["evaluate", &demo(), "--json", "--color", "always"]).json();
}

#[test]
fn colors_do_not_change_the_text() {
    let colored = sinew(&["inspect", "--color", "always"]).stdout;
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), sinew(&["inspect"]).stdout);
}

#[test]
fn quiet_leaves_the_answer_and_errors() {
    let path = fixture("dangling_child.gltf");
    let (loud, quiet) = (sinew(&["evaluate", &path]), sinew(&["evaluate", &path, "-q"]));
    assert!(loud.stderr.contains("note: "));
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
    assert_eq!(quiet.stdout, loud.stdout);
    assert!(sinew(&["--quiet", "evaluate", "nowhere.glb"]).failure(3).starts_with("error: "));
}

#[test]
fn a_pipe_that_closes_early_is_no_error() {
    // Far more than the 64 KiB that a pipe holds, so that the command is still writing when the reader goes.
    let nodes = vec!["{\"name\":\"one of very many nodes\"}"; 20_000].join(",");
    let text = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{nodes}]}}");
    let path = file(&folder("closed_pipe"), "many.gltf", &text);
    for arguments in [vec!["inspect", &path, "--json"], vec!["inspect", &path, "--all"], vec!["evaluate", &path, "-q"]]
    {
        let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 16];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["inspect"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: standard output: "));
}
