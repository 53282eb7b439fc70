//! What the command leaves on the disk: an input never changes, a file is replaced when asked to and when the new one is whole,
//! and nothing else stays. The truth is the file system's own: bytes, modes, links and listings before and after.

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{command, file, fixture, folder, sinew};

/// A body that falls for ever, so that a run lasts as long as it is asked to.
const FALLS: &str = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [{"name": "it", "extensions":
    {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}}}}]}"#;

/// The same with a buffer in a file of its own.
fn with_buffer() -> String {
    FALLS.replacen('{', r#"{"buffers": [{"uri": "data.bin", "byteLength": 4}], "#, 1)
}

/// Every file of a folder by name, with its bytes; a link with what it leads to.
fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let bytes = fs::read_link(&path).map(|to| to.display().to_string().into_bytes());
            (name, bytes.or_else(|_| fs::read(&path)).unwrap_or_default())
        })
        .collect();
    files.sort();
    files
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

fn mode(path: &str) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

#[test]
fn no_verb_overwrites_an_input_under_any_name() {
    let folder = folder("output_input");
    let asset = file(&folder, "a.gltf", &with_buffer());
    let buffer = file(&folder, "data.bin", "abcd");
    // The ending says what is written, and the content what is read.
    let [csv, svg] = ["a.csv", "a.svg"].map(|name| file(&folder, name, FALLS));
    let script = file(&folder, "script.json", r#"{"actions": []}"#);
    let avatar = file(&folder, "avatar.gltf", &fs::read_to_string(fixture("humanoid/avatar_vrm1.gltf")).unwrap());
    let clip = file(&folder, "clip.bvh", &fs::read_to_string(fixture("bvh/mixamo.bvh")).unwrap());
    let names = file(&folder, "names.vrma", "{}");
    fs::create_dir(folder.join("sub")).unwrap();
    symlink("../a.gltf", folder.join("sub/link.gltf")).unwrap();
    fs::hard_link(&asset, folder.join("sub/second.gltf")).unwrap();
    let [roundabout, link, second] =
        ["sub/../a.gltf", "sub/link.gltf", "sub/second.gltf"].map(|name| path(&folder, name));
    let before = (listing(&folder), listing(&folder.join("sub")));

    let mut calls: Vec<Vec<&str>> = Vec::new();
    for out in [&asset, &roundabout, &link, &second] {
        for verb in ["copy", "fix", "normalize", "bake"] {
            calls.push(vec![verb, &asset, out]);
        }
        calls.push(vec!["convert", &asset, out, "--to", "omi"]);
        calls.push(vec!["simulate", &asset, "--seconds", "0.1", "--record", out]);
    }
    for (option, written) in [("--trace", &csv), ("--plot", &svg), ("--record", &csv)] {
        calls.push(vec!["simulate", written, "--seconds", "0.1", option, written]);
    }
    calls.push(vec!["simulate", &asset, "--seconds", "0.1", "--record", &buffer]);
    calls.push(vec!["simulate", &asset, "--seconds", "0.1", "--input", &script, "--record", &script]);
    calls.push(vec!["simulate", &avatar, "--seconds", "0.1", "--clip", &clip, "--record", &clip]);
    calls.push(vec!["retarget", &clip, &avatar, "-o", &avatar]);
    calls.push(vec!["retarget", &clip, &avatar, "-o", &clip]);
    calls.push(vec!["retarget", &clip, &avatar, "--bvh-names", &names, "-o", &names]);
    for call in calls {
        for force in [&[][..], &["--force"]] {
            let run = sinew(&[call.as_slice(), force].concat());
            assert!(run.failure(2).contains("is an input, and inputs are not overwritten"), "{call:?}: {}", run.stderr);
            assert_eq!((listing(&folder), listing(&folder.join("sub"))), before, "{call:?}");
        }
    }
    // Standard input may be a file, too.
    let mut child = command(&["copy", "-", &asset, "--force"]);
    let output = child.stdin(fs::File::open(&asset).unwrap()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(listing(&folder), before.0);
}

#[test]
fn a_file_beside_the_written_one_does_not_replace_what_is_read() {
    let root = folder("output_beside");
    for name in ["from", "to"] {
        fs::create_dir(root.join(name)).unwrap();
    }
    // The model names an image as the clip is called, which would stand beside the result.
    let avatar = fs::read_to_string(fixture("humanoid/avatar_vrm1.gltf")).unwrap();
    let model =
        file(&root.join("from"), "model.gltf", &avatar.replacen('{', r#"{"images": [{"uri": "clip.bvh"}], "#, 1));
    file(&root.join("from"), "clip.bvh", "an image");
    let clip = file(&root.join("to"), "clip.bvh", &fs::read_to_string(fixture("bvh/mixamo.bvh")).unwrap());
    let before = listing(&root.join("to"));
    for force in [&[][..], &["--force"]] {
        let run = sinew(&[&["retarget", &clip, &model, "-o", &path(&root, "to/out.gltf")], force].concat());
        assert!(run.failure(2).contains("clip.bvh: is an input, and inputs are not overwritten"), "{}", run.stderr);
        assert_eq!(listing(&root.join("to")), before);
    }
}

/// A call of each kind of output, without the file itself.
fn writers<'a>(asset: &'a str, avatar: &'a str, clip: &'a str, suite: &'a str) -> Vec<(&'static str, Vec<&'a str>)> {
    vec![
        ("out.gltf", vec!["copy", asset]),
        ("out.glb", vec!["copy", asset]),
        ("out.gltf", vec!["fix", asset]),
        ("out.glb", vec!["normalize", asset]),
        ("out.glb", vec!["bake", "--seconds", "0.1", asset]),
        ("out.gltf", vec!["convert", "--to", "omi", asset]),
        ("out.jsonl", vec!["simulate", asset, "--seconds", "0.1", "--trace"]),
        ("out.csv", vec!["simulate", asset, "--seconds", "0.1", "--trace"]),
        ("out.log", vec!["simulate", asset, "--seconds", "0.1", "--record"]),
        ("out.svg", vec!["simulate", asset, "--seconds", "0.1", "--plot"]),
        ("out.png", vec!["simulate", asset, "--seconds", "0.1", "--plot"]),
        ("out.glb", vec!["retarget", clip, avatar, "-o"]),
        ("out.vrma", vec!["retarget", clip, avatar, "-o"]),
        ("out.bvh", vec!["retarget", clip, avatar, "-o"]),
        ("out.md", vec!["conformance", "--suite", suite, "--filter", "a_chain_below_a_mirrored_node", "--report"]),
    ]
}

#[test]
fn a_file_that_exists_needs_force_and_hands_on_its_mode_and_its_links() {
    let root = folder("output_force");
    let asset = file(&root, "a.gltf", FALLS);
    let (avatar, clip) = (fixture("humanoid/avatar_vrm1.gltf"), fixture("bvh/mixamo.bvh"));
    let suite = fixture("../conformance");
    for (index, (name, call)) in writers(&asset, &avatar, &clip, &suite).into_iter().enumerate() {
        let (here, there) = (root.join(format!("{index}")), root.join(format!("{index} real")));
        fs::create_dir(&here).unwrap();
        fs::create_dir(&there).unwrap();
        let out = file(&here, name, "precious");
        fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).unwrap();
        let call = |out: &str, more: &[&str]| sinew(&[call.as_slice(), &[out], more].concat());

        let before = listing(&here);
        let run = call(&out, &[]);
        let said = format!("{out}: exists — choose another name, or overwrite it with --force");
        assert!(run.failure(3).contains(&said), "{name}: {}", run.stderr);
        assert_eq!(listing(&here), before, "{name}");

        let run = call(&out, &["--force"]);
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
        assert_ne!(fs::read(&out).unwrap(), b"precious", "{name}");
        assert_eq!(mode(&out), 0o600, "{name}");

        // A link stays one; what it leads to is replaced, and keeps its mode.
        let real = file(&there, &format!("real {name}"), "precious");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
        let link = path(&here, &format!("link {name}"));
        symlink(&real, &link).unwrap();
        assert!(call(&link, &[]).failure(3).contains("exists"), "{name}");
        assert_eq!(fs::read(&real).unwrap(), b"precious", "{name}");
        assert_eq!(call(&link, &["--force"]).code, Some(0), "{name}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "{name}");
        assert_ne!(fs::read(&real).unwrap(), b"precious", "{name}");
        assert_eq!(mode(&real), 0o640, "{name}");

        // So does one that leads to nothing yet.
        fs::remove_file(&real).unwrap();
        assert_eq!(call(&link, &[]).code, Some(0), "{name}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && Path::new(&real).is_file(), "{name}");
        for folder in [&here, &there] {
            assert!(listing(folder).iter().all(|(name, _)| !name.contains("tmp")), "{name}: {:?}", listing(folder));
        }
    }
}

#[test]
fn two_outputs_that_are_one_file_are_refused() {
    let folder = folder("output_twice");
    let asset = file(&folder, "a.gltf", FALLS);
    let out = path(&folder, "out.jsonl");
    symlink("out.jsonl", folder.join("link.jsonl")).unwrap();
    let before = listing(&folder);
    for other in [&out, &path(&folder, "./out.jsonl"), &path(&folder, "link.jsonl")] {
        for force in [&[][..], &["--force"]] {
            let run = sinew(&[&["simulate", &asset, "--trace", &out, "--record", other], force].concat());
            assert!(run.failure(2).contains("is the destination of two files"), "{}", run.stderr);
            assert_eq!(listing(&folder), before);
        }
    }
    let run = sinew(&["simulate", &asset, "--trace", "-", "--record", "/dev/stdout"]);
    assert!(run.failure(2).contains("two files go to standard output"), "{}", run.stderr);
}

/// A run that writes until it is stopped.
fn endless(folder: &Path, before: &str) -> Child {
    let [asset, log, trace] = ["a.gltf", "log.jsonl", "trace.csv"].map(|name| path(folder, name));
    let program = env!("CARGO_BIN_EXE_sinew");
    let line = format!(
        "{before} exec '{program}' simulate '{asset}' --seconds 1000000 --step 1/240 --record '{log}' --trace '{trace}' --force"
    );
    // Whoever starts the tests in the background of a script has them ignore SIGINT and SIGQUIT, and no shell takes that back.
    let mut shell = if cfg!(target_os = "linux") { Command::new("env") } else { Command::new("sh") };
    if cfg!(target_os = "linux") {
        shell.args(["--default-signal", "sh"]);
    }
    let shell = shell.args(["-c", &line]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = shell.spawn().unwrap();
    // Until it has written something.
    let began = Instant::now();
    while written(folder, &child) == 0 {
        assert!(began.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none(), "it writes nothing");
        sleep(Duration::from_millis(5));
    }
    child
}

/// Bytes in files that were not there at first, be they in the folder or only held open.
fn written(folder: &Path, child: &Child) -> u64 {
    let known = ["a.gltf", "log.jsonl", "trace.csv"].map(|name| folder.join(name));
    let held =
        fs::read_dir(format!("/proc/{}/fd", child.id())).into_iter().flatten().flatten().map(|entry| entry.path());
    let held = held.filter(|path| fs::read_link(path).is_ok_and(|to| to.starts_with(folder) && !known.contains(&to)));
    let seen = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).filter(|path| !known.contains(path));
    held.chain(seen).map(|path| fs::metadata(path).map_or(0, |found| found.len())).sum()
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// The code that a run ends with, which is killed if it goes on.
fn ended(child: &mut Child) -> Option<i32> {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap().code()
}

#[test]
fn a_run_that_a_signal_ends_leaves_everything_as_it_was() {
    // The numbers that POSIX gives them: 128 and more is how shells report it.
    for (signal, code) in [("INT", 128 + 2), ("TERM", 128 + 15), ("HUP", 128 + 1), ("QUIT", 128 + 3)] {
        let folder = folder(&format!("output_signal_{signal}"));
        file(&folder, "a.gltf", FALLS);
        file(&folder, "log.jsonl", "precious");
        let before = listing(&folder);
        let mut child = endless(&folder, "");
        send(signal, &child);
        assert_eq!(ended(&mut child), Some(code), "{signal}");
        assert_eq!(listing(&folder), before, "{signal}");
    }
}

/// No program can clear up behind itself then, so that there must be nothing to clear up.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_is_killed_leaves_everything_as_it_was() {
    let folder = folder("output_killed");
    file(&folder, "a.gltf", FALLS);
    file(&folder, "log.jsonl", "precious");
    let before = listing(&folder);
    let mut child = endless(&folder, "");
    let has_names = listing(&folder) != before;
    child.kill().unwrap();
    child.wait().unwrap();
    if has_names {
        println!("skipped: the file system of {} has no files without names", folder.display());
    } else {
        assert_eq!(listing(&folder), before);
    }
}

#[test]
fn a_signal_that_whoever_started_it_ignores_does_not_end_a_run() {
    let folder = folder("output_nohup");
    file(&folder, "a.gltf", FALLS);
    let before = listing(&folder);
    let mut child = endless(&folder, "trap '' HUP;");
    send("HUP", &child);
    sleep(Duration::from_millis(200));
    assert_eq!(child.try_wait().unwrap(), None);
    send("TERM", &child);
    assert_eq!(ended(&mut child), Some(128 + 15));
    assert_eq!(listing(&folder), before);
}

#[test]
fn a_run_that_fails_leaves_everything_as_it_was() {
    let folder = folder("output_failure");
    let asset = file(&folder, "a.gltf", FALLS);
    let log = file(&folder, "log.jsonl", "precious");
    let before = listing(&folder);
    let run = sinew(&["simulate", &asset, "--animation", "none at all", "--record", &log, "--force"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    assert_eq!(listing(&folder), before);
    // The system takes no more than a block of 512 bytes.
    let program = env!("CARGO_BIN_EXE_sinew");
    let line = format!("ulimit -f 1; exec '{program}' simulate '{asset}' --seconds 60 --record '{log}' --force");
    let output = Command::new("sh").args(["-c", &line]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("log.jsonl: File too large") && !said.contains("check the path"), "{said}");
    assert_eq!(listing(&folder), before);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_is_reported_as_such() {
    let folder = folder("output_full");
    let asset = file(&folder, "a.gltf", FALLS);
    for call in
        [vec!["simulate", &asset, "--seconds", "60", "--record", "/dev/full"], vec!["copy", &asset, "/dev/full"]]
    {
        let said = sinew(&call).failure(3).to_owned();
        assert!(said.starts_with("error: /dev/full: No space left on device"), "{said}");
        assert!(said.contains("make room") && !said.contains("check the path"), "{said}");
    }
    // As much memory as no file of this size fits into.
    let large = path(&folder, "large.glb");
    fs::File::create(&large).unwrap().set_len(3 << 30).unwrap();
    let program = env!("CARGO_BIN_EXE_sinew");
    let line = format!("ulimit -v 1500000; exec '{program}' inspect '{large}'");
    let output = Command::new("sh").args(["-c", &line]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("out of memory") && !said.contains("check the path"), "{said}");
    fs::remove_file(large).unwrap();
}

#[test]
fn devices_pipes_and_what_is_held_open_are_written_to_as_they_stand() {
    let folder = folder("output_special");
    let asset = file(&folder, "a.gltf", FALLS);
    let expected = path(&folder, "expected.jsonl");
    let simulate = |log: &str| {
        let mut command = command(&["simulate", &asset, "--seconds", "0.1", "--quiet", "--record", log]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    assert!(simulate(&expected).status().unwrap().success());
    let expected = fs::read(&expected).unwrap();

    let before = fs::metadata("/dev/null").unwrap();
    assert!(simulate("/dev/null").status().unwrap().success());
    let after = fs::metadata("/dev/null").unwrap();
    assert!(after.file_type().is_char_device() && (before.ino(), before.mode()) == (after.ino(), after.mode()));

    let pipe = path(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let child = simulate(&pipe).spawn().unwrap();
    assert_eq!(fs::read(&pipe).unwrap(), expected);
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());

    // Standard output is a file here, which is there already.
    for name in ["/dev/stdout", "/dev/fd/1", "-"] {
        let held = path(&folder, "held");
        let held_open = fs::File::create(&held).unwrap();
        let identity = held_open.metadata().unwrap().ino();
        assert!(simulate(name).stdout(held_open).status().unwrap().success());
        assert_eq!(fs::read(&held).unwrap(), expected, "{name}");
        assert_eq!(fs::metadata(&held).unwrap().ino(), identity, "{name}");
    }
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["a.gltf", "expected.jsonl", "held", "pipe"]);
}
