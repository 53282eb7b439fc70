//! Logs and runs that `replay --verify` must refuse, each with a message that names the problem.

use std::path::Path;

use serde_json::{Value, json};
use sinew_testkit::json::member_pointers;

use crate::retarget_bvh::raising;
use crate::{demo, file, fixture, folder, sinew};

/// Of `abc`, from the examples that NIST publishes for SHA-256.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

/// Runs a simulation of a tenth of a second, and gives its log.
fn record(folder: &Path, file: &str, options: &[&str]) -> String {
    let log = folder.join("log.jsonl").display().to_string();
    let command = ["simulate", file, "--seconds", "0.1", "--record", &log, "--quiet"];
    sinew(&[&command, options].concat()).text();
    log
}

fn lines(log: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(log).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn write(log: &str, lines: &[Value]) {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(log, lines.join("\n") + "\n").unwrap();
}

#[track_caller]
fn passes(file: &str, log: &str) {
    assert_eq!(sinew(&["replay", file, log, "--verify"]).text(), "6 steps, all the same\n");
}

/// What verifying says when it fails with a code.
#[track_caller]
fn refused(file: &str, log: &str, code: i32) -> String {
    sinew(&["replay", file, log, "--verify"]).failure(code).to_owned()
}

/// A file of nodes, one of which is rotated by an animation with keys in an external buffer. That has three unused bytes.
fn with_buffer(folder: &Path) -> (String, std::path::PathBuf) {
    let bin = folder.join("keys.bin");
    let keys: [f32; 10] = [0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0];
    let mut bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_le_bytes()).collect();
    bytes.extend(b"abc");
    std::fs::write(&bin, bytes).unwrap();
    std::fs::write(folder.join("abc.bin"), b"abc").unwrap();
    let text = json!({"asset": {"version": "2.0"}, "nodes": [{"name": "Wheel"}],
        "buffers": [{"byteLength": 43, "uri": "keys.bin"}, {"byteLength": 3, "uri": "abc.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 32}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4"}],
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}],
            "samplers": [{"input": 0, "output": 1}]}]});
    (file(folder, "wheel.gltf", &text.to_string()), bin)
}

#[test]
fn a_log_knows_its_files_by_the_sums_that_other_programs_give() {
    let folder = folder("refused_sums");
    let (wheel, _) = with_buffer(&folder);
    let log = record(&folder, &wheel, &[]);
    let header = &lines(&log)[0];
    assert_eq!(header["model"]["buffers"]["abc.bin"], ABC);
    match std::process::Command::new("sha256sum").arg(&wheel).output() {
        Ok(output) => {
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.starts_with(header["model"]["sha256"].as_str().unwrap()), "{text} {header}");
        }
        Err(_) => println!("SKIPPED: there is no sha256sum"),
    }
    passes(&wheel, &log);
}

#[test]
fn another_avatar_is_another_file() {
    let folder = folder("refused_avatar");
    let (one, other) = (fixture("humanoid/avatar_vrm1.gltf"), fixture("humanoid/avatar_vrm0.gltf"));
    let log = record(&folder, &one, &[]);
    passes(&one, &log);
    let said = refused(&other, &log, 1);
    assert!(said.contains("avatar_vrm0.gltf is not the file of the log (SHA-256 "), "{said}");
    // Without --verify it runs all the same, and the result is printed.
    let run = sinew(&["replay", &other, &log, "--json"]).json();
    assert_eq!((&run["same"], run["files"].as_array().unwrap().len()), (&json!(false), 1));
    assert_eq!((&run["steps"], &run["difference"]["step"]), (&json!(1), &json!(1)));
    // A copy under another name is the same file.
    let copy = folder.join("copy.gltf");
    std::fs::copy(&one, &copy).unwrap();
    passes(&copy.display().to_string(), &log);
}

#[test]
fn a_byte_of_a_buffer_beside_the_file_is_missed() {
    let folder = folder("refused_buffer");
    let (wheel, bin) = with_buffer(&folder);
    let log = record(&folder, &wheel, &[]);
    let good = std::fs::read(&bin).unwrap();
    for place in [20, 42] {
        // The last is read by no accessor, so that every step comes out the same.
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        std::fs::write(&bin, bytes).unwrap();
        let said = refused(&wheel, &log, 1);
        assert!(said.contains("keys.bin is not the file of the log"), "{place}: {said}");
    }
    let reported = sinew(&["replay", &wheel, &log]);
    assert!(reported.text().ends_with("; 6 steps, all the same\n"), "{}", reported.stdout);
    std::fs::remove_file(&bin).unwrap();
    assert!(refused(&wheel, &log, 1).contains("keys.bin is not the file of the log (SHA-256 nothing instead of"));
    std::fs::write(&bin, good).unwrap();
    passes(&wheel, &log);
}

#[test]
fn another_clip_and_another_spawned_file_are_reported() {
    let folder = folder("refused_named");
    let avatar = fixture("humanoid/avatar_vrm1.gltf");
    let clip = file(&folder, "raise.bvh", &raising(0.0, 90.0));
    let (wheel, _) = with_buffer(&folder);
    let second = file(&folder, "second.bvh", &raising(0.0, 45.0));
    let script = json!({"actions": [{"time": 0.03, "spawn": wheel}, {"time": 0.05, "clip": second}]});
    let script = file(&folder, "script.json", &script.to_string());
    let log = record(&folder, &avatar, &["--clip", &clip, "--input", &script]);
    passes(&avatar, &log);
    let header = lines(&log)[0].clone();
    assert_eq!(header["clip"]["file"], json!(clip));
    let named: Vec<&str> =
        header["files"].as_array().unwrap().iter().map(|sum| sum["file"].as_str().unwrap()).collect();
    assert_eq!(named, [second.as_str(), wheel.as_str()]);
    for (path, name) in [(&clip, "raise.bvh"), (&second, "second.bvh"), (&wheel, "wheel.gltf")] {
        let good = std::fs::read(path).unwrap();
        std::fs::write(path, [good.as_slice(), b"\n"].concat()).unwrap();
        let said = refused(&avatar, &log, 1);
        assert!(said.contains(&format!("{name} is not the file of the log")), "{said}");
        std::fs::write(path, good).unwrap();
    }
    // The log has no checksum to compare the file with.
    let mut unknown = lines(&log);
    unknown[0]["files"].as_array_mut().unwrap().pop();
    write(&log, &unknown);
    assert!(refused(&avatar, &log, 3).contains("wheel.gltf`, of which it has no checksum"));
}

#[test]
fn another_animation_or_option_in_the_header_gives_another_result() {
    let folder = folder("refused_options");
    let puppet = fixture("running/puppet.gltf");
    let log = record(&folder, &puppet, &["--animation", "Turn"]);
    passes(&puppet, &log);
    let good = lines(&log);
    for (key, value, words) in [
        ("animation", json!("Nod"), "step 1: node 0 (`crank`) is the first that differs"),
        ("animation", json!("Frown"), "its playback differs"),
        ("animation", json!("all"), "node 1 (`tip`) is the first that differs"),
        ("animation", json!("none"), "node 0 (`crank`)"),
        ("isLooping", json!(true), "step 1: its playback differs; digest"),
        ("step", json!(0.02), "step 1: node 0 (`crank`)"),
    ] {
        let mut other = good.clone();
        other[0]["options"][key] = value;
        write(&log, &other);
        let said = refused(&puppet, &log, 1);
        assert!(said.contains(words), "{key}: {said}");
    }
    // Nothing here has a weight.
    let mut other = good.clone();
    other[0]["options"]["gravity"] = json!([0, 1, 0]);
    write(&log, &other);
    passes(&puppet, &log);
    for (key, value, words) in [
        ("step", json!(0), "line 1: `step` is not a positive"),
        ("step", json!(-1), "line 1: `step` is not a positive"),
        ("gravity", json!([0, 1e39, 0]), "number out of range"),
    ] {
        let mut other = good.clone();
        other[0]["options"][key] = value;
        write(&log, &other);
        let said = refused(&puppet, &log, 3);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_truncated_log_is_refused() {
    let folder = folder("refused_cut");
    let puppet = fixture("running/puppet.gltf");
    let log = record(&folder, &puppet, &[]);
    let text = std::fs::read_to_string(&log).unwrap();
    let whole = lines(&log);
    assert_eq!((whole.len(), &whole[7]), (8, &json!({"end": 6})));
    for count in 0..whole.len() {
        write(&log, &whole[..count]);
        let said = refused(&puppet, &log, 3);
        let words = match count {
            0 => "is not the log of a simulation".to_owned(),
            _ => format!("truncated after step {}: there is no end mark", count - 1),
        };
        assert!(said.contains(&words), "{count} lines: {said}");
    }
    // Within a line.
    for length in (1..text.trim_end().len()).step_by(97) {
        std::fs::write(&log, &text[..length]).unwrap();
        refused(&puppet, &log, 3);
    }
    std::fs::write(&log, text.trim_end()).unwrap();
    passes(&puppet, &log);
    std::fs::write(&log, text.replace('\n', "\r\n") + "\r\n").unwrap();
    passes(&puppet, &log);
}

#[test]
fn missing_duplicated_and_moved_lines_are_reported() {
    let folder = folder("refused_lines");
    let puppet = fixture("running/puppet.gltf");
    let log = record(&folder, &puppet, &[]);
    let good = lines(&log);
    let with = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut lines = good.clone();
        change(&mut lines);
        write(&log, &lines);
        refused(&puppet, &log, 3)
    };
    let said = with(&|lines| drop(lines.remove(3)));
    assert!(said.contains("line 4: step 4 where step 3 is due"), "{said}");
    let said = with(&|lines| lines.insert(3, lines[3].clone()));
    assert!(said.contains("line 5: step 3 where step 4 is due"), "{said}");
    let said = with(&|lines| lines.swap(2, 3));
    assert!(said.contains("line 3: step 3 where step 2 is due"), "{said}");
    let said = with(&|lines| drop(lines.remove(6)));
    assert!(said.contains("line 7: the end mark counts 6 steps, and the log has 5"), "{said}");
    let said = with(&|lines| lines.push(json!({"end": 6})));
    assert!(said.contains("line 9: a line follows the end mark"), "{said}");
    let said = with(&|lines| lines.push(json!("garbage")));
    assert!(said.contains("line 9: a line follows the end mark"), "{said}");
    let said = with(&|lines| lines[4] = lines[0].clone());
    assert!(said.contains("line 5, column "), "{said}");
    write(&log, &good);
    passes(&puppet, &log);
}

#[test]
fn a_misspelt_or_missing_key_is_refused_wherever_it_stands() {
    let folder = folder("refused_keys");
    let (avatar, puppet) = (fixture("humanoid/avatar_vrm1.gltf"), fixture("running/puppet.gltf"));
    let clip = file(&folder, "raise.bvh", &raising(0.0, 90.0));
    let script = json!({"actions": [{"spawn": puppet}, {"node": 3, "override": {"rotation": [0, 0, 0, 1]}}]});
    let script = file(&folder, "script.json", &script.to_string());
    let log = record(&folder, &avatar, &["--clip", &clip, "--input", &script, "--gravity", "0,-1,0"]);
    let good = lines(&log);
    let mut tried = Vec::new();
    for line in [0, 1, 2, 7] {
        let is_map = |pointer: &str| pointer.ends_with("/nodes") || pointer.ends_with("/buffers");
        for pointer in member_pointers(&good[line], is_map) {
            let (object, key) = pointer.rsplit_once('/').unwrap();
            for is_gone in [false, true] {
                let mut lines = good.clone();
                let object = lines[line].pointer_mut(object).unwrap().as_object_mut().unwrap();
                let value = object.remove(key).unwrap();
                if !is_gone {
                    object.insert(format!("{key}s"), value);
                }
                write(&log, &lines);
                let run = sinew(&["replay", &avatar, &log, "--verify"]);
                // Optional members may be absent; then the result differs.
                let is_optional = ["inputs", "at", "rotation", "change", "translation"].contains(&key) && line > 0;
                match (is_gone, is_optional) {
                    (true, true) => assert!([Some(0), Some(1)].contains(&run.code), "{line} {pointer}: {}", run.stderr),
                    _ => drop(run.failure(3).to_owned()),
                }
            }
            tried.push(pointer);
        }
    }
    for expected in ["/options/lowering/omiStiffness", "/clip/sha256", "/inputs/1/change/rotation", "/end", "/sinewLog"]
    {
        assert!(tried.iter().any(|pointer| pointer == expected), "{expected} in {tried:?}");
    }
    let mut lines = good.clone();
    let options = lines[0]["options"].as_object_mut().unwrap();
    let gravity = options.remove("gravity").unwrap();
    options.insert("gravty".to_owned(), gravity);
    write(&log, &lines);
    let said = refused(&avatar, &log, 3);
    assert!(said.contains("line 1, column ") && said.contains("unknown field `gravty`"), "{said}");
    // Twice is as wrong.
    write(&log, &good);
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replacen(r#""isLooping":"#, r#""isLooping":true,"isLooping":"#, 1)).unwrap();
    assert!(refused(&avatar, &log, 3).contains("duplicate field `isLooping`"));
    write(&log, &good);
    passes(&avatar, &log);
}

#[test]
fn logs_of_other_versions_are_refused_with_advice() {
    let folder = folder("refused_versions");
    let puppet = fixture("running/puppet.gltf");
    let old = r#"{"sinewLog":2,"engine":"rapier3d 0.36.1","step":0.016666666666666666,"gravity":null,"animation":"all","isLooping":false,"clip":null}
{"step":1,"digest":"cbf29ce484222325","bodies":[]}
"#;
    let log = file(&folder, "old.jsonl", old);
    let said = refused(&puppet, &log, 3);
    assert!(said.contains("a log of version 2, which lists neither files nor nodes without a body"), "{said}");
    assert!(said.contains("record the simulation again"), "{said}");
    let log = file(&folder, "new.jsonl", &old.replace("2,", "4,"));
    assert!(refused(&puppet, &log, 3).contains("a log of version 4, and versions up to 3 can be read"));
}

#[test]
fn each_part_that_differs_is_named() {
    let folder = folder("refused_parts");
    let (avatar, clip) = (fixture("humanoid/expressions.gltf"), fixture("running/smile.gltf"));
    let log = record(&folder, &avatar, &["--clip", &clip]);
    passes(&avatar, &log);
    let good = lines(&log);
    for (part, words) in [
        ("expressions", "step 4: its expressions differ; digest"),
        ("playback", "step 4: its playback differs; digest"),
        ("place", "step 4: its placement differs; digest"),
        ("virtualTransforms", "step 4: its virtual transforms differ; digest"),
    ] {
        let mut lines = good.clone();
        lines[4]["instances"][0][part] = "00000000".into();
        write(&log, &lines);
        let said = refused(&avatar, &log, 1);
        assert!(said.contains(words), "{part}: {said}");
        let answer = sinew(&["replay", &avatar, &log, "--json"]).json();
        assert_eq!((&answer["same"], &answer["difference"]["parts"]), (&json!(false), &json!([part])));
    }
    let mut lines = good.clone();
    // The face, which a morph target moves and nothing else.
    assert!(good[4]["instances"][0]["nodes"].get("15").is_none(), "a smile that is not yet put on is none");
    lines[4]["instances"][0]["nodes"]["15"] = "00000000".into();
    write(&log, &lines);
    assert!(refused(&avatar, &log, 1).contains("step 4: node 15 (`face`) is the first that differs"));
    let mut lines = good.clone();
    lines[4]["digest"] = "0000000000000000".into();
    write(&log, &lines);
    assert!(refused(&avatar, &log, 1).contains("step 4: the length of a step differs, or the log is wrong"));
    let mut lines = good;
    lines[4]["inputs"] = json!([{"do": "wake", "instance": 7, "node": 0}]);
    write(&log, &lines);
    assert!(refused(&avatar, &log, 1).contains("step 4: an input before it cannot be applied here"));
}

#[test]
fn readings_of_the_file_are_those_of_the_log() {
    let folder = folder("refused_readings");
    let avatar = fixture("humanoid/avatar_vrm1.gltf");
    let log = record(&folder, &avatar, &["--omi-stiffness", "literal"]);
    assert_eq!(lines(&log)[0]["options"]["lowering"]["omiStiffness"], "literal");
    passes(&avatar, &log);
    let same = sinew(&["replay", &avatar, &log, "--verify", "--omi-stiffness", "literal"]);
    assert_eq!(same.text(), "6 steps, all the same\n");
    let other = sinew(&["replay", &avatar, &log, "--verify", "--omi-stiffness", "fraction"]);
    assert!(other.failure(2).contains("remove the options"), "{}", other.stderr);
}

#[test]
fn the_demo_and_a_run_of_no_steps_are_recorded_too() {
    let folder = folder("refused_demo");
    let log = folder.join("log.jsonl").display().to_string();
    sinew(&["simulate", "--seconds", "0.1", "--record", &log, "--quiet"]).text();
    passes(&demo(), &log);
    sinew(&["simulate", &demo(), "--seconds", "0", "--record", &log, "--quiet", "--force"]).text();
    assert_eq!(sinew(&["replay", &demo(), &log, "--verify"]).text(), "0 steps, all the same\n");
    assert!(refused(&fixture("running/heap.gltf"), &log, 1).contains("is not the file of the log"));
}
