//! `-`: standard input where a file is read, standard output where one is written.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{Run, command, demo, file, fixture, folder, sinew};

/// Runs the command with this on its standard input.
fn piped(arguments: &[&str], input: &[u8]) -> (Run, Vec<u8>) {
    piped_in(arguments, input, ".")
}

fn piped_in(arguments: &[&str], input: &[u8], folder: &str) -> (Run, Vec<u8>) {
    let mut command = command(arguments);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let bytes = input.to_vec();
    // One that does not read to its end closes it, which is its right.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let run = Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    };
    (run, output.stdout)
}

#[test]
fn every_verb_that_reads_one_file_reads_it_from_standard_input() {
    let text = fs::read(demo()).unwrap();
    let demo = demo();
    for (call, more) in [
        ("inspect", vec!["--json"]),
        ("evaluate", vec!["--json", "--animation", "0", "--time", "0.5"]),
        ("simulate", vec!["--json", "--seconds", "0.5"]),
        ("validate", vec!["--json"]),
        ("convert", vec!["--list", "--json"]),
    ] {
        let (piped, _) = piped(&[&[call, "-"], more.as_slice()].concat(), &text);
        let mut expected = sinew(&[&[call, demo.as_str()], more.as_slice()].concat()).json();
        for name in ["file", "uri"] {
            if let Some(named) = expected.get_mut(name) {
                *named = json!("-");
            }
        }
        assert_eq!(piped.json(), expected, "{call}");
    }
    let (clip, model) = (fixture("bvh/mixamo.bvh"), fixture("humanoid/avatar_vrm1.gltf"));
    let expected = sinew(&["retarget", &clip, &model, "--at", "0.5", "--json"]).json();
    let from_clip = piped(&["retarget", "-", &model, "--at", "0.5", "--json"], &fs::read(&clip).unwrap()).0.json();
    let from_model = piped(&["retarget", &clip, "-", "--at", "0.5", "--json"], &fs::read(&model).unwrap()).0.json();
    assert_eq!((&from_clip["samples"], &from_model["samples"]), (&expected["samples"], &expected["samples"]));
}

#[test]
fn a_document_passes_through_as_it_is() {
    let folder = folder("standard_copy");
    let glb = folder.join("a.glb").display().to_string();
    sinew(&["copy", &demo(), &glb]).text();
    // A text that has everything in it, and a binary file: byte for byte.
    for path in [demo(), glb.clone()] {
        let bytes = fs::read(&path).unwrap();
        let (run, copied) = piped(&["copy", "-", "-"], &bytes);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(copied == bytes, "{path}");
    }
    for (verb, more) in
        [("fix", &[][..]), ("normalize", &[]), ("bake", &["--seconds", "0.2"]), ("convert", &["--to", "khr"])]
    {
        let out = folder.join(format!("{verb}.glb")).display().to_string();
        sinew(&[&[verb, &glb, &out], more].concat()).text();
        let (run, written) = piped(&[&[verb, "-", "-"], more].concat(), &fs::read(&glb).unwrap());
        assert_eq!(run.code, Some(0), "{verb}: {}", run.stderr);
        assert!(written == fs::read(&out).unwrap(), "{verb}");
    }
}

#[test]
fn resources_of_a_file_are_copied_and_are_relative_to_the_current_folder() {
    let here = folder("standard_beside");
    file(&here, "data.bin", "abcd");
    let text = r#"{"asset": {"version": "2.0"}, "buffers": [{"uri": "data.bin", "byteLength": 4}]}"#;
    let asset = file(&here, "a.gltf", text);
    // RFC 4648: the Base64 of `abcd`.
    let packed = json!("data:application/octet-stream;base64,YWJjZA==");
    let (_, out) = piped(&["copy", &asset, "-"], b"");
    assert_eq!(serde_json::from_slice::<Value>(&out).unwrap()["buffers"][0]["uri"], packed);
    let (_, out) = piped_in(&["copy", "-", "-"], text.as_bytes(), &here.display().to_string());
    assert_eq!(serde_json::from_slice::<Value>(&out).unwrap()["buffers"][0]["uri"], packed);
    // Elsewhere there is no such file, which a note on standard error says.
    let elsewhere = folder("standard_elsewhere").display().to_string();
    let (run, out) = piped_in(&["copy", "-", "-"], text.as_bytes(), &elsewhere);
    assert_eq!(run.code, Some(0));
    assert!(run.stderr.contains("BUFFER_UNAVAILABLE"), "{}", run.stderr);
    assert_eq!(serde_json::from_slice::<Value>(&out).unwrap()["buffers"][0]["uri"], "data.bin");
}

#[test]
fn data_is_alone_on_standard_output() {
    let folder = folder("standard_pure");
    let log = folder.join("log.jsonl").display().to_string();
    sinew(&["simulate", "--seconds", "0.2", "--record", &log]).text();
    let run = sinew(&["simulate", "--seconds", "0.2", "--record", "-"]);
    assert_eq!((run.code, &run.stdout), (Some(0), &fs::read_to_string(&log).unwrap()));
    assert!(run.stderr.contains("12 steps"), "{}", run.stderr);
    let run = sinew(&["simulate", "--seconds", "0.2", "--trace", "-", "--quiet"]);
    assert_eq!((run.stdout.lines().count(), run.stderr.as_str()), (12, ""));
    assert!(run.stdout.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", run.stdout);
    assert!(sinew(&["simulate", "--seconds", "0.2", "--plot", "-"]).stdout.starts_with("<svg"));
    let (run, out) = piped(&["fix", &fixture("hierarchy/rotations.gltf"), "-"], b"");
    serde_json::from_slice::<Value>(&out).unwrap();
    assert!(run.stderr.contains("/nodes/"), "what was changed is reported: {}", run.stderr);
}

#[test]
fn contradicting_arguments_are_refused_up_front() {
    let text = fs::read(demo()).unwrap();
    let demo = demo();
    for call in [
        vec!["retarget", "-", "-"],
        vec!["evaluate", "-", "--pose", "-"],
        vec!["simulate", "-", "--input", "-"],
        vec!["copy", &demo, "-", "--json"],
        vec!["bake", &demo, "-", "--json"],
        vec!["convert", &demo, "-", "--to", "khr", "--json"],
        vec!["simulate", "--record", "-", "--json"],
        vec!["simulate", "--record", "-", "--trace", "-"],
        vec!["bake", &demo, &demo, "-"],
        vec!["convert", "-", &demo, "out", "--to", "khr"],
        vec!["view", "-"],
    ] {
        let (run, _) = piped(&call, &text);
        assert!(run.failure(2).contains('-') || run.stderr.contains("standard"), "{call:?}: {}", run.stderr);
    }
    let model = fixture("humanoid/avatar_vrm1.gltf");
    for call in [&["inspect", "-"][..], &["retarget", "-", &model], &["retarget", &model, "-"]] {
        for fbx in [&b"Kaydara FBX Binary  \0\x1a\0"[..], b"; FBX 7.4.0 project file\n"] {
            let (run, _) = piped(call, fbx);
            assert!(
                run.failure(3).contains("standard input: FBX is not read — export glTF"),
                "{call:?}: {}",
                run.stderr
            );
        }
    }
    let (run, _) = piped(&["inspect", "-"], b"no glTF");
    assert!(run.failure(3).starts_with("error: standard input: not a glTF file"), "{}", run.stderr);
}

#[test]
fn a_file_of_that_name_is_named_with_its_folder() {
    let folder = folder("standard_name");
    file(&folder, "-", r#"{"asset": {"version": "2.0"}, "nodes": [{"name": "of the file"}]}"#);
    let here = folder.display().to_string();
    let other = br#"{"asset": {"version": "2.0"}}"#;
    assert!(piped_in(&["inspect", "./-", "--json"], other, &here).0.stdout.contains("of the file"));
    assert!(!piped_in(&["inspect", "-", "--json"], other, &here).0.stdout.contains("of the file"));
    assert_eq!(piped_in(&["copy", "-", "./- copy.gltf"], other, &here).0.code, Some(0));
    assert_eq!(fs::read(folder.join("- copy.gltf")).unwrap(), other);
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_run_without_a_word() {
    let began = Instant::now();
    // A run of months, unless it is ended.
    let arguments = ["simulate", "--seconds", "10000000", "--record", "-", "--quiet"];
    let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 16]).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    assert!(began.elapsed() < Duration::from_secs(60));

    // Another file is still wanted, and is whole.
    let folder = folder("standard_closed");
    let [trace, whole] = ["trace.csv", "whole.csv"].map(|name| folder.join(name).display().to_string());
    sinew(&["simulate", "--seconds", "20", "--trace", &whole]).text();
    let arguments = ["simulate", "--seconds", "20", "--record", "-", "--trace", &trace];
    let mut child = command(&arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 16]).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read(trace).unwrap(), fs::read(whole).unwrap());
}
