//! Many files at once, in the verbs that take them.

use std::path::Path;

use serde_json::{Value, json};

use crate::{command, file, fixture, folder, sinew};

/// A body that falls, which every dialect can say.
const FALLS: &str = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [{"name": "it", "translation": [0, 1.50, 0], "extensions":
    {"KHR_physics_rigid_bodies": {"motion": {"mass": 2}}}}]}"#;

/// The same with a property that OMI's first draft has no word for.
const HALF: &str = r#"{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "extensionsUsed": ["KHR_physics_rigid_bodies"], "nodes": [{"extensions":
    {"KHR_physics_rigid_bodies": {"motion": {"mass": 2, "gravityFactor": 0.5}}}}]}"#;

/// A folder `in` with two files that are fine in two folders, and two that are not.
fn mixed(test: &str) -> (String, String) {
    let root = folder(test);
    let inputs = root.join("in");
    std::fs::create_dir_all(inputs.join("deep/er")).unwrap();
    file(&inputs, "a.gltf", FALLS);
    file(&inputs, "broken.gltf", "{\"asset\": ");
    file(&inputs.join("deep/er"), "a.gltf", FALLS);
    file(&inputs, "old.gltf", r#"{"asset": {"version": "1.0"}}"#);
    file(&inputs, "notes.txt", "not a model");
    (inputs.display().to_string(), root.join("out").display().to_string())
}

/// How programs see a batch: what each file is called, and whether it failed.
fn entries(list: &Value, name: &str) -> Vec<(String, bool)> {
    let entry = |entry: &Value| {
        let is_bad = entry.get("errors").is_some();
        let called = entry[if is_bad { "file" } else { name }].as_str().unwrap();
        (called.to_owned(), is_bad)
    };
    list.as_array().unwrap().iter().map(entry).collect()
}

#[test]
fn a_folder_is_worked_on_to_its_end_by_every_verb() {
    for (verb, name) in [("inspect", "file"), ("validate", "uri"), ("bake", "file"), ("convert", "file")] {
        let (inputs, out) = mixed(&format!("batch_{verb}"));
        let mut arguments = vec![verb, inputs.as_str()];
        match verb {
            "bake" => arguments.extend([out.as_str(), "--seconds", "0.1"]),
            "convert" => arguments.extend([out.as_str(), "--to", "omi"]),
            _ => {}
        }
        let run = sinew(&arguments);
        assert_eq!(run.code, Some(3), "{verb}: {}", run.stderr);
        assert!(run.stderr.contains("broken.gltf: not valid JSON"), "{verb}: {}", run.stderr);
        assert!(run.stderr.contains("old.gltf: /asset/version"), "{verb}: {}", run.stderr);
        assert!(run.stdout.contains("4 files: "), "{verb}: {}", run.stdout);
        if ["bake", "convert"].contains(&verb) {
            assert!(run.stdout.contains("4 files: 2 done, 2 failed"), "{verb}: {}", run.stdout);
            assert!(Path::new(&out).join("a.gltf").exists() && Path::new(&out).join("deep/er/a.gltf").exists());
            assert!(!Path::new(&out).join("broken.gltf").exists());
            arguments.push("--force");
        }
        let format = if verb == "validate" { vec!["--format", "json"] } else { vec!["--json"] };
        let run = sinew(&[arguments, format].concat());
        assert_eq!(run.code, Some(3), "{verb}: {}", run.stderr);
        let list: Value = serde_json::from_str(&run.stdout).unwrap();
        let expected = [("a.gltf", false), ("broken.gltf", true), ("deep/er/a.gltf", false), ("old.gltf", true)];
        let expected = expected.map(|(below, is_bad)| (format!("{inputs}/{below}"), is_bad));
        assert_eq!(entries(&list, name), expected, "{verb}");
    }
}

#[test]
fn a_single_file_keeps_its_shape_and_a_folder_of_one_is_a_list() {
    let root = folder("batch_shape");
    let one = file(&root, "one.gltf", FALLS);
    assert!(sinew(&["inspect", &one, "--json"]).json().is_object());
    assert!(sinew(&["validate", &one, "--format", "json"]).json().is_object());
    let root = root.display().to_string();
    assert_eq!(sinew(&["inspect", &root, "--json"]).json().as_array().map(Vec::len), Some(1));
    assert_eq!(sinew(&["validate", &root, "--format", "json"]).json().as_array().map(Vec::len), Some(1));
    let out = format!("{root}/out");
    let answer = sinew(&["bake", &one, &format!("{root}/one out.gltf"), "--seconds", "0.1", "--json"]).json();
    assert_eq!(answer["file"], json!(one));
    let answer = sinew(&["convert", &root, &out, "--to", "omi", "--json"]).json();
    assert_eq!(answer[0]["files"], json!([format!("{out}/one out.bin"), format!("{out}/one out.gltf")]));
}

#[test]
fn the_worst_of_a_batch_decides_how_it_exits() {
    let root = folder("batch_worst");
    let [falls, half] = [("falls.gltf", FALLS), ("half.gltf", HALF)].map(|(name, text)| file(&root, name, text));
    let out = root.join("out").display().to_string();
    let run = sinew(&["convert", &falls, &half, &out, "--to", "omi-seed"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(
        run.stdout.contains(&format!(
            "{half}\nloss: /nodes/0/extensions/KHR_physics_rigid_bodies/motion/gravityFactor: motion.gravityFactor"
        )),
        "{}",
        run.stdout
    );
    assert!(run.stdout.ends_with("2 files: 1 done, 1 refused\n"), "{}", run.stdout);
    assert!(run.stderr.contains("half.gltf: 1 property would be lost"), "{}", run.stderr);
    assert!(root.join("out/falls.gltf").exists() && !root.join("out/half.gltf").exists());
    let missing = root.join("missing.gltf").display().to_string();
    let run = sinew(&["convert", &falls, &half, &missing, &out, "--to", "omi-seed", "--force"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
}

#[test]
fn duplicate_destinations_and_inputs_as_destinations_are_refused_up_front() {
    let root = folder("batch_clash");
    for name in ["one", "two"] {
        std::fs::create_dir(root.join(name)).unwrap();
        file(&root.join(name), "a.gltf", FALLS);
    }
    let [one, two, out] = ["one", "two", "out"].map(|name| root.join(name).display().to_string());
    for verb in [&["bake"][..], &["convert", "--to", "omi"]] {
        let run = sinew(&[verb, &[&one, &two, &out]].concat());
        let said = run.failure(2);
        assert!(said.contains(&format!("{out}/a.gltf: {two}/a.gltf and {one}/a.gltf have the same destination")));
        assert!(!Path::new(&out).exists());
        for force in [&[][..], &["--force"]] {
            let run = sinew(&[verb, &[&one, &one], force].concat());
            assert!(run.failure(2).contains("is an input, and inputs are not overwritten"), "{}", run.stderr);
        }
        let note = file(&root, "note.txt", "");
        let run = sinew(&[verb, &[&one, &note]].concat());
        assert!(run.failure(3).contains("name a folder"), "{}", run.stderr);
    }
    assert_eq!(std::fs::read_to_string(root.join("one/a.gltf")).unwrap(), FALLS);
}

#[test]
fn a_folder_may_be_written_into_itself_and_again() {
    let root = folder("batch_inside");
    file(&root, "a.gltf", FALLS);
    let (inputs, out) = (root.display().to_string(), root.join("out").display().to_string());
    for force in [&[][..], &["--force"]] {
        let run = sinew(&[&["convert", &inputs, &out, "--to", "omi"], force].concat());
        assert!(run.text().ends_with("1 file: 1 done\n"), "{}", run.stdout);
    }
    assert!(!root.join("out/out").exists());
}

#[test]
fn the_result_is_the_same_on_any_number_of_threads() {
    let root = folder("batch_threads");
    let inputs = ["machine", "joints", "heap"].map(|name| fixture(&format!("running/{name}.gltf")));
    let bake = |threads: &str| {
        let out = root.join(threads);
        let mut arguments = vec!["bake"];
        arguments.extend(inputs.iter().map(String::as_str));
        let out_name = out.display().to_string();
        arguments.extend([&out_name, "--seconds", "0.5", "--strip"]);
        let output = command(&arguments).env("RAYON_NUM_THREADS", threads).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let mut files: Vec<_> = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
            .iter()
            .map(|path| (path.file_name().unwrap().to_owned(), std::fs::read(path).unwrap()))
            .collect::<Vec<_>>()
    };
    let alone = bake("1");
    assert_eq!(alone.iter().filter(|(name, _)| name.to_string_lossy().ends_with(".gltf")).count(), 3);
    assert_eq!(bake("4"), alone);
}

#[test]
fn files_that_share_what_stands_beside_them_are_both_written() {
    let root = folder("batch_shared");
    let inputs = root.join("in");
    std::fs::create_dir(&inputs).unwrap();
    let text = FALLS.replacen('{', r#"{"buffers": [{"uri": "shared.bin", "byteLength": 4}], "#, 1);
    std::fs::write(inputs.join("shared.bin"), [1, 2, 3, 4]).unwrap();
    for name in ["a.gltf", "b.gltf", "c.gltf"] {
        file(&inputs, name, &text);
    }
    let out = root.join("out");
    sinew(&["convert", &inputs.display().to_string(), &out.display().to_string(), "--to", "omi"]).text();
    assert_eq!(std::fs::read(out.join("shared.bin")).unwrap(), [1, 2, 3, 4]);
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 4);
}

#[test]
fn no_bar_is_drawn_where_nobody_watches() {
    let (inputs, _) = mixed("batch_bar");
    let run = sinew(&["inspect", &inputs]);
    assert!(!run.stderr.contains("left") && !run.stderr.contains('\r'), "{}", run.stderr);
}

#[test]
fn a_file_in_which_nothing_moves_is_skipped_with_a_note_where_there_are_others() {
    let root = folder("batch_rest");
    let falls = file(&root, "falls.gltf", FALLS);
    let rests =
        file(&root, "rests.gltf", r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{}]}"#);
    let out = root.join("out").display().to_string();
    let run = sinew(&["bake", &falls, &rests, &out, "--seconds", "0.1"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.ends_with("2 files: 1 done, 1 skipped\n"), "{}", run.stdout);
    assert!(run.stderr.contains(&format!("note: {rests}: nothing of it moves")), "{}", run.stderr);
    assert!(root.join("out/falls.gltf").exists() && !root.join("out/rests.gltf").exists());

    let answer = sinew(&["bake", &falls, &rests, &out, "--seconds", "0.1", "--force", "--json"]).json();
    assert_eq!(answer[1], json!({"file": rests, "skipped": "nothing of it moves", "diagnostics": []}));
    assert!(answer[0].get("skipped").is_none() && answer[0]["files"].is_array(), "{answer}");
    // A file that cannot be read still counts.
    assert_eq!(sinew(&["bake", &rests, "nowhere.gltf", &out]).code, Some(3));
    // Alone it is what was asked for, and could not be done.
    assert!(sinew(&["bake", &rests, &format!("{out}.gltf")]).failure(3).contains("nothing of it moves"));
}
